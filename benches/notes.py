"""Folders of notes to measure with: real vaults as they are, cut to a size, or multiplied with changed words.

Takes a data folder with `vault-*/notes.tar.xz`; gives folders of Markdown below a work folder. Everything follows from
the data and a fixed seed: the same data gives the same bytes. Without data the starter notes are all there is.
"""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import tarfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

SEED = 20261118
ROOT = Path(__file__).resolve().parent.parent
STARTER = ROOT / "src" / "wellhead" / "demo" / "notes"
MAIN_VAULT = "vault-zettelkasten"
CHANGED_PART = 4  # every fourth word form of a copy is another one of about the same frequency
_WORD = re.compile(r"[A-Za-z]{4,}")


class Vault(NamedTuple):
    """One unpacked vault, and what names its data: version is the count of its files."""

    name: str
    folder: Path
    archive: Path | None

    def identity(self) -> dict[str, str]:
        files = sum(path.is_file() for path in self.folder.rglob("*"))
        digest = hashlib.sha256()
        if self.archive is not None:
            digest.update(self.archive.read_bytes())
        else:
            for path in sorted(path for path in self.folder.rglob("*") if path.is_file()):
                digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + path.read_bytes())
        return {"name": self.name, "version": f"{files} files", "sha256": digest.hexdigest()}


def vaults(data: Path | None, work: Path) -> list[Vault]:
    """The main vault first; the starter notes alone when there is no data."""
    if data is None:
        return [Vault("starter notes", STARTER, None)]
    archives = sorted(data.glob("vault-*/notes.tar.xz"), key=lambda path: (path.parent.name != MAIN_VAULT, path))
    if not archives:
        raise SystemExit(f"no vault-*/notes.tar.xz below {data}")
    return [_unpacked(archive, work) for archive in archives]


def _unpacked(archive: Path, work: Path) -> Vault:
    folder = work / archive.parent.name
    if not folder.exists():
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
    return Vault(archive.parent.name, folder, archive)


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.md") if not any(part.startswith(".") for part in path.parts))


def of_size(sources: list[Vault], count: int, work: Path) -> Path:
    """A folder of `count` notes: chosen from the vaults, and copies with changed words once all are in."""
    target = work / f"notes-{count}"
    if target.exists():
        return target
    originals = [(vault.name, vault.folder, path) for vault in sources for path in files_of(vault.folder)]
    random.Random(SEED).shuffle(originals)
    ranked = _ranked_words([path for _, _, path in originals]) if count > len(originals) else []
    for number in range(count):
        copy, which = divmod(number, len(originals))
        name, folder, path = originals[which]
        place = target / (name if copy == 0 else f"{name} {copy}") / path.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        if copy == 0:
            shutil.copyfile(path, place)
        else:
            place.write_text(changed(_read(path), ranked, copy), encoding="utf-8", newline="")
    return target


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _ranked_words(paths: list[Path]) -> list[str]:
    counts: Counter[str] = Counter()
    for path in paths:
        counts.update(_WORD.findall(_read(path)))
    return [word for word, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]


_swaps: dict[int, dict[str, str]] = {}


def changed(text: str, ranked: list[str], copy: int) -> str:
    """The text with some of its words exchanged for others that are about as common: a note nobody wrote."""
    swap = _swaps.get(copy)
    if swap is None:
        _swaps.clear()
        luck = random.Random(f"{SEED}/{copy}")
        reach = len(ranked)
        swap = _swaps[copy] = {
            word: ranked[min(reach - 1, max(0, rank + luck.randrange(-8, 9) * (1 + rank // 16)))]
            for rank, word in enumerate(ranked)
            if luck.randrange(CHANGED_PART) == 0
        }
    return _WORD.sub(lambda found: swap.get(found[0], found[0]), text)
