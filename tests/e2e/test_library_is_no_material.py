"""A library never takes itself, or another library, for notes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import wellhead
from wellhead.model.receipt import Status


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a note in it, and a library among the notes that holds a note from elsewhere."""
    desk = tmp_path / "desk"
    desk.mkdir()
    (desk / "Heron.md").write_text("# Heron\n\nIt stood in the reeds.\n", encoding="utf-8")
    with wellhead.open(desk / "kept") as library:
        library.add([wellhead.Document(key="note:answer", title="Answer", text="An old answer about herons.")])
    trace = desk / "kept" / "runs" / "2025-03-01" / "one"
    trace.mkdir(parents=True)
    (trace / "run.md").write_text("# Run\n\nWhat was answered about herons.\n", encoding="utf-8")
    return desk


@pytest.mark.promise("R-153")
def test_a_larger_folder_leaves_the_library_out(desk: Path, tmp_path: Path) -> None:
    """An import of a folder with a library inside takes the notes, and accounts for the library as one skipped row."""
    with wellhead.open(tmp_path / "other") as library:
        receipt = library.add(desk)
        assert (receipt.found, receipt.indexed, receipt.skipped) == (2, 1, 1)
        (left_out,) = [each for each in receipt.files if each.status is Status.SKIPPED]
        assert left_out.path == "kept/"
        assert "library" in left_out.reason
        assert [document.key for document in library.documents()] == ["note:Heron"]
        assert [hit.key for hit in library.search("answered").results] == []


@pytest.mark.promise("R-153")
@pytest.mark.parametrize("below", ["", "runs", "runs/2025-03-01/one/run.md"])
def test_a_library_is_refused_as_a_source(desk: Path, below: str) -> None:
    """A library's folder, or anything in it, is refused when it is named itself, by this library."""
    with wellhead.open(desk / "kept") as library:
        with pytest.raises(wellhead.WellheadError, match="library"):
            library.add(desk / "kept" / below)
        library.reindex()
        assert [document.key for document in library.documents()] == ["note:answer"]


@pytest.mark.promise("R-153")
def test_a_library_is_private(tmp_path: Path) -> None:
    """Every folder of a library is 0700 and every file 0600, whatever the mask says."""
    before = os.umask(0)
    try:
        with wellhead.open(tmp_path / "kept") as library:
            library.add([wellhead.Document(title="One", text="A text.")])
            paths = [library.folder, *library.folder.rglob("*")]
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths if path.exists()}
    finally:
        os.umask(before)
    assert len(modes) >= 3
    assert {mode for name, mode in modes.items() if (tmp_path / "kept" / name).is_file()} == {0o600}
    assert modes["kept"] == 0o700
