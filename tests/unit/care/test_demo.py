"""The demo library: built once, rebuilt when what it is made of changes, and nobody else's folder is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

import wellhead
from wellhead.care import demo
from wellhead.errors import CannotWrite


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "bundled"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nThe heron.\n", encoding="utf-8")
    return folder


def ensure(folder: Path, notes: Path) -> demo.Demo:
    return demo.ensure(folder, open_library=wellhead.open, notes=notes)


def test_it_is_built_once(tmp_path: Path, notes: Path) -> None:
    folder = tmp_path / "deep" / "wellhead-demo"
    first, second = ensure(folder, notes), ensure(folder, notes)
    assert first.receipt is not None
    assert first.receipt.indexed == 1
    assert second.receipt is None
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in folder.parent.iterdir()] == ["wellhead-demo"]


@pytest.mark.parametrize("change", ["edit", "new file", "older schema", "damage"])
def test_it_is_rebuilt_when_it_no_longer_fits(change: str, tmp_path: Path, notes: Path) -> None:
    folder = tmp_path / "wellhead-demo"
    ensure(folder, notes)
    if change == "edit":
        (notes / "a.md").write_text("# A\n\nThe egret.\n", encoding="utf-8")
    elif change == "new file":
        (notes / "b.md").write_text("# B\n", encoding="utf-8")
    elif change == "older schema":
        (folder / "library.db").unlink()
    else:
        (folder / "library.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    again = ensure(folder, notes)
    assert again.receipt is not None
    with wellhead.open(folder) as library:
        assert library.status().documents == len(list(notes.iterdir()))


def test_somebody_elses_folder_is_left_alone(tmp_path: Path, notes: Path) -> None:
    folder = tmp_path / "wellhead-demo"
    folder.mkdir()
    (folder / "mine.md").write_text("mine\n", encoding="utf-8")
    with pytest.raises(CannotWrite, match="something else, not the demo library"):
        ensure(folder, notes)
    with pytest.raises(CannotWrite):
        demo.remove(folder)
    assert (folder / "mine.md").read_text(encoding="utf-8") == "mine\n"


def test_a_library_of_the_person_is_left_alone(tmp_path: Path, notes: Path) -> None:
    folder = tmp_path / "wellhead-demo"
    with wellhead.open(folder) as library:
        library.add(notes)
    with pytest.raises(CannotWrite, match="a library of yours"):
        ensure(folder, notes)


def test_a_link_is_not_followed(tmp_path: Path, notes: Path) -> None:
    target = tmp_path / "target"
    ensure(target, notes)
    folder = tmp_path / "wellhead-demo"
    folder.symlink_to(target)
    with pytest.raises(CannotWrite):
        demo.remove(folder)
    assert target.exists()


def test_it_can_be_taken_away(tmp_path: Path, notes: Path) -> None:
    folder = tmp_path / "wellhead-demo"
    ensure(folder, notes)
    assert demo.remove(folder)
    assert not folder.exists()
    assert not demo.remove(folder)


def test_the_bundled_notes_answer_the_question_it_asks(tmp_path: Path) -> None:
    folder = tmp_path / "wellhead-demo"
    built = demo.ensure(folder, open_library=wellhead.open)
    assert built.receipt is not None
    assert built.receipt.indexed >= 150
    assert built.receipt.failed == 0
    with wellhead.open(folder) as library:
        hits = library.search(demo.QUESTION, limit=3).results
    assert len({hit.kind for hit in hits}) >= 2
    assert "freeze" in "".join(window.text for hit in hits for window in hit.windows)
