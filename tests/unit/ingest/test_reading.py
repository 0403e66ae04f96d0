from __future__ import annotations

import os
from pathlib import Path

import pytest

from wellhead import adapters
from wellhead.errors import BadInput
from wellhead.ingest.reading import Importers, extension, open_rows, take, why_not_taken


def test_endings() -> None:
    names = ("a.md", "A.MD", "a/b.tar.gz", "README", ".hidden", "x.d/README")
    assert [extension(name) for name in names] == [".md", ".md", ".gz", "", "", ""]


def test_who_takes_what() -> None:
    importers = Importers(adapters.importers()())
    names = {
        name: getattr(importers.for_path(name), "name", None)
        for name in ("a.md", "b.TXT", "c.canvas", "d.jsonl", "e.png")
    }
    assert names == {"a.md": "markdown", "b.TXT": "text", "c.canvas": "canvas", "d.jsonl": "jsonl", "e.png": None}


def test_what_is_not_taken_says_why() -> None:
    assert why_not_taken("a.pdf").startswith("not yet: PDF")
    assert why_not_taken("a.html").startswith("not yet")
    assert why_not_taken("a.png") == "no importer for .png files"
    assert why_not_taken("Makefile") == "no importer for files without an ending"


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.md").write_bytes(b"abc")
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    assert take(str(tmp_path / "a.md"), 10).data == b"abc"
    with open_rows(str(tmp_path / "a.md")) as stream:
        assert stream.read() == b"abc"
    for refused in (lambda: take(str(tmp_path / "pipe"), 10), lambda: open_rows(str(tmp_path / "pipe"))):
        with pytest.raises(BadInput, match="regular"):
            refused()
    with pytest.raises(OSError, match="link"):
        take(str(tmp_path / "link.md"), 10)
    with pytest.raises(BadInput, match="larger"):
        take(str(tmp_path / "a.md"), 2)
