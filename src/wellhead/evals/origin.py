"""What a figure came from: the commit of a checkout, and the code that libraries are made by.

Takes the folder of the package; reads files only. A wheel has no commit and says its version.
"""

from __future__ import annotations

import re
from hashlib import sha256
from importlib import metadata
from pathlib import Path

_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_MAKING = (
    *("ingest", "text", "engines", "importers", "model/document.py", "model/kinds.py"),
    *("evals/corpus.py", "evals/dates.py", "evals/layout.py"),
)


def making(package: Path) -> str:
    """A digest of the code that a library is built by: one that other code built is no measure of this."""
    files = sorted(each for name in _MAKING for each in [package / name, *(package / name).rglob("*.py")])
    digest = sha256()
    for each in files:
        if each.is_file():
            digest.update(each.relative_to(package).as_posix().encode() + b"\0" + each.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def commit(package: Path) -> str:
    """The commit of the checkout that the package lies in, or the version of the wheel it came with."""
    marker = package.parent.parent / ".git"
    found = _head(marker) if package.parent.name == "src" else ""
    return found or f"wheel {metadata.version('wellhead')}"


def _head(marker: Path) -> str:
    """Of a repository, or of a worktree, whose marker is a file that names its folder."""
    said = _text(marker)
    folder = marker if marker.is_dir() else marker.parent / said.removeprefix("gitdir:").strip()
    head = _text(folder / "HEAD")
    if not head.startswith("ref:"):
        return head if _COMMIT.fullmatch(head) else ""
    name = head.removeprefix("ref:").strip()
    if ".." in name or name.startswith("/"):
        return ""
    shared = folder / (_text(folder / "commondir") or ".")
    found = _text(folder / name) or _text(shared / name) or _packed(_text(shared / "packed-refs"), name)
    return found if _COMMIT.fullmatch(found) else ""


def _packed(refs: str, name: str) -> str:
    rows = (line.split(" ") for line in refs.splitlines())
    return next((row[0] for row in rows if len(row) == 2 and row[1] == name), "")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
