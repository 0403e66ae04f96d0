"""Nothing of anybody's machine or registry stands in the project's files."""

from __future__ import annotations

import re

from tests.house import tree

REGISTRY = re.compile(
    r"pypi\.org/simple|files\.pythonhosted|(?:extra-)?index-url\s*[=:]|find-links\s*[=:]|simple/[\w.-]+/", re.I
)
# Homes of people, temporary folders of one run; `/home` as a word of prose or a URL path is no such thing.
MACHINE = re.compile(r"(?<![\w.:/~$}])/(?:home|Users|root|opt|work|mnt|private/var)/[\w.-]+")
SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bghp_[0-9A-Za-z]{36}\b|\bsk-[A-Za-z0-9]{32,}\b"
)
THIS_FILE = "tests/house/test_tracked.py"


def _found(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    texts = [(tree.name_of(path), path.read_bytes().decode("utf-8", "replace")) for path in tree.files()]
    return [(name, match[0]) for name, text in texts for match in pattern.finditer(text) if name != THIS_FILE]


def test_the_patterns_catch() -> None:
    """A home folder, a registry address and a key are recognised; a web path is not taken for a folder."""
    assert MACHINE.search("open('/home/ada/notes')")
    assert MACHINE.search("see /Users/ada/x")
    assert not MACHINE.search("https://example.org/home/page")
    assert REGISTRY.search("--index-url=https://example.org/simple/")
    assert SECRET.search("AKIA" + "A" * 16)


def test_no_registry_addresses() -> None:
    """No file names a package registry: where packages come from is the installing machine's affair."""
    assert _found(REGISTRY) == []


def test_no_machine_paths() -> None:
    """No file holds a path of the machine it was written on."""
    assert _found(MACHINE) == []


def test_no_secrets() -> None:
    """No file holds anything shaped like a key."""
    assert _found(SECRET) == []


def test_text_files_are_plain() -> None:
    """Source and prose are UTF-8 with Unix line ends, no byte-order mark, and end with one line end."""
    plain = {".py", ".md", ".toml", ".in", ".txt"}
    rough = [
        tree.name_of(path)
        for path in tree.files()
        if path.suffix in plain and not {"demo", "data"} & set(path.relative_to(tree.ROOT).parts)
        for data in [path.read_bytes()]
        if data
        and (b"\r" in data or data.startswith(b"\xef\xbb\xbf") or not data.endswith(b"\n") or data.endswith(b"\n\n"))
    ]
    assert rough == []


def test_nothing_is_left_for_later() -> None:
    """No note to come back, no stub, no skipped test and no patched object stands in the code."""
    later = re.compile(
        r"\b(?:TODO|FIXME|XXX|HACK)\b|NotImplementedError|mock\.patch|pytest\.skip|mark\.skip|mark\.xfail|importorskip"
    )
    found = [
        (tree.name_of(path), match[0])
        for path in tree.python()
        if tree.name_of(path) != THIS_FILE
        for match in later.finditer(tree.text(path))
    ]
    assert found == []
