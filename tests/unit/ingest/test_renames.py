from __future__ import annotations

import os
import shutil

from tests.unit.ingest.conftest import Write
from wellhead.library import Library
from wellhead.model.receipt import Receipt


def places(library: Library) -> dict[str, str]:
    return {document.key: document.path for document in library.documents()}


def renamed(receipt: Receipt) -> list[tuple[str, str]]:
    return [(each.reason.removeprefix("was "), each.path) for each in receipt.files if each.status == "renamed"]


def test_each_moves_on_by_one(library: Library, write: Write) -> None:
    vault = write({f"{number}.md": f"text {number}" for number in range(1, 6)})
    library.add(vault)
    for number in range(5, 0, -1):
        (vault / f"{number}.md").rename(vault / f"{number + 1}.md")
    receipt = library.add(vault)
    assert (receipt.renamed, receipt.indexed, receipt.stale) == (5, 0, 0)
    assert places(library) == {f"note:{number}": f"{number + 1}.md" for number in range(1, 6)}


def test_a_copy_of_a_touched_file_takes_nothing_away(library: Library, write: Write) -> None:
    vault = write({"a.md": "the original"})
    library.add(vault)
    shutil.copy(vault / "a.md", vault / "b.md")
    os.utime(vault / "a.md", ns=(7, 7))
    assert library.add(vault).indexed == 1
    assert places(library) == {"note:a": "a.md", "note:b": "b.md"}


def test_a_file_that_was_written_anew_with_the_same_text_is_where_it_was(library: Library, write: Write) -> None:
    vault = write({"a.md": "the original"})
    library.add(vault)
    shutil.copy(vault / "a.md", vault / "b.md")
    shutil.copy(vault / "a.md", vault / "new")
    os.utime(vault / "new", ns=(7, 7))
    os.replace(vault / "new", vault / "a.md")
    assert library.add(vault).indexed == 1
    assert places(library) == {"note:a": "a.md", "note:b": "b.md"}


def test_a_copy_and_then_an_edit_in_place(library: Library, write: Write) -> None:
    vault = write({"a.md": "the original"})
    library.add(vault)
    shutil.copy(vault / "a.md", vault / "b.md")
    write({"a.md": "the original, edited"})
    assert (receipt := library.add(vault)).renamed == 0, receipt
    assert places(library) == {"note:a": "a.md", "note:b": "b.md"}


def test_a_rename_that_was_seen_in_two_halves(library: Library, write: Write) -> None:
    vault = write({"left/a.md": "the text", "right/b.md": "other"})
    library.add(vault)
    (vault / "left" / "a.md").rename(vault / "right" / "a.md")
    assert library.add(vault / "left").stale == 1
    assert renamed(library.add(vault / "right")) == [("left/a.md", "right/a.md")]
    assert places(library) == {"note:left/a": "right/a.md", "note:right/b": "right/b.md"}
    assert library.status().stale == 0


def test_a_name_that_is_no_text_is_told_every_time(library: Library, write: Write) -> None:
    vault = write({"a.md": "a"})
    library.add(vault)
    with open(os.path.join(os.fsencode(vault), b"caf\xe9.md"), "wb") as stream:
        stream.write(b"a")
    (vault / "a.md").unlink()
    for _ in range(3):
        assert library.add(vault).failed == 1
        assert [record.status for record in library.files(status="failed")] == ["failed"]
