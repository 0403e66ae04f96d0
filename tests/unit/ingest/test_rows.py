from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.ingest.conftest import NOW, Write
from wellhead import adapters
from wellhead.library import Library
from wellhead.model.document import Anchor, Document, Role
from wellhead.model.events import BatchCommitted, Event
from wellhead.model.options import AddOptions, BatchLimits, Settings
from wellhead.model.receipt import Status


def lines(*rows: dict[str, Any] | str) -> str:
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)


def keys(library: Library) -> list[str]:
    return [document.key for document in library.documents()]


A = {"key": "web:a", "title": "Alder", "text": "The alder stands in the water."}
B = {"key": "web:b", "title": "Birch", "text": "The birch is white.", "tags": ["tree"]}
C = {"title": "Cedar", "text": "The cedar smells."}


def test_rows_become_documents(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B, C)})
    receipt = library.add(vault / "trees.jsonl")
    assert (receipt.found, receipt.indexed) == (3, 3)
    assert keys(library)[1:] == ["web:a", "web:b"]
    assert keys(library)[0].startswith("note:cedar~")
    assert library.get("web:b").tags == ("tree",)
    assert library.get("web:b").kind == "note"
    assert library.get("web:b").role is Role.RAW_SOURCE
    assert library.add(vault / "trees.jsonl").unchanged == 3


def test_a_changed_row_is_an_edit_and_a_missing_one_is_stale(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B, C)})
    library.add(vault)
    write({"trees.jsonl": lines({**B, "tags": ["tree", "white"]}, A)})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed, receipt.unchanged, receipt.stale) == (2, 1, 1, 1)
    assert library.get("web:b").tags == ("tree", "white")
    write({"trees.jsonl": lines(A, B, C)})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed, receipt.unchanged) == (3, 1, 2)
    assert library.status().stale == 0
    assert sorted((record.path, record.line) for record in library.files()) == [
        ("trees.jsonl", 0), ("trees.jsonl", 1), ("trees.jsonl", 2), ("trees.jsonl", 3),
    ]  # fmt: skip


def test_bad_rows_are_told_and_the_others_are_in(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, "{not json", {"title": "no text"}, B, A, {**A, "text": "other"})})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed, receipt.failed, receipt.skipped) == (6, 2, 3, 1)
    assert [outcome.path for outcome in receipt.files if outcome.status is Status.FAILED] == [
        "trees.jsonl:2", "trees.jsonl:3", "trees.jsonl:6",
    ]  # fmt: skip
    again = library.add(vault)
    assert (again.unchanged, again.failed, again.skipped) == (2, 3, 1)
    write({"trees.jsonl": lines(A, B)})
    assert library.add(vault).failed == 0
    assert [record.path for record in library.files(status="failed")] == []


def test_a_renamed_file_of_rows_keeps_its_documents(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B)})
    library.add(vault)
    (vault / "trees.jsonl").rename(vault / "woods.jsonl")
    receipt = library.add(vault)
    assert (receipt.found, receipt.renamed, receipt.stale) == (2, 2, 0)
    assert library.add(vault).unchanged == 2
    (vault / "woods.jsonl").unlink()
    assert library.add(vault).stale == 2


def test_the_same_rows_from_another_file_are_the_same_documents(library: Library, write: Write) -> None:
    vault = write({"one.jsonl": lines(A, B)})
    library.add(vault / "one.jsonl")
    (vault / "one.jsonl").rename(vault / "two.jsonl")
    write({"two.jsonl": lines({**A, "text": "The alder fell."}, B)})
    library.add(vault / "two.jsonl")
    assert keys(library) == ["web:a", "web:b"]
    assert library.get("web:a").text == "The alder fell."


def test_a_row_cannot_overwrite_a_note(library: Library, write: Write, tmp_path: Path) -> None:
    library.add(write({"mine.md": "my own words"}))
    rows = tmp_path / "rows.jsonl"
    rows.write_text(lines({"key": "note:mine", "text": "hostile", "role": "own_note"}, {**A, "role": "own_note"}))
    receipt = library.add(rows)
    assert (receipt.failed, receipt.indexed) == (1, 1)
    assert "belongs to" in receipt.files[0].reason
    assert library.get("note:mine").text == "my own words"
    assert library.get("web:a").role is Role.RAW_SOURCE


def test_other_lines_of_json_are_left_alone(library: Library, write: Write) -> None:
    receipt = library.add(write({"log.jsonl": lines({"level": "info", "message": "started"})}))
    assert (receipt.found, receipt.skipped) == (1, 1)


def test_documents_of_a_caller(library: Library) -> None:
    documents = [Document(key="x:1", text="one lamp", title="Lamp"), Document(text="two chairs"), "nonsense"]
    receipt = library.add(documents)  # type: ignore[arg-type]
    assert (receipt.found, receipt.indexed, receipt.failed) == (3, 2, 1)
    again = library.add(documents[:2])  # type: ignore[arg-type]
    assert (again.found, again.unchanged) == (2, 2)
    changed = library.add([Document(key="x:1", text="one bright lamp", title="Lamp")])
    assert (changed.indexed, changed.stale) == (1, 0)
    assert library.get("x:1").text == "one bright lamp"
    assert library.status().documents == 2


def test_a_note_from_a_stream(library: Library) -> None:
    receipt = library.add_stream(io.BytesIO(b"# Shopping\n\nquinces and rope #todo\n"))
    assert receipt.indexed == 1
    document = next(library.documents())
    assert document.key.startswith("note:shopping~")
    assert (document.title, document.tags) == ("Shopping", ("todo",))
    assert library.add_stream(io.BytesIO(b"# Shopping\n\nquinces and rope #todo\n")).unchanged == 1
    assert library.add_stream(io.BytesIO(b"call the well digger")).indexed == 1
    assert "call the well digger" in {each.title for each in library.documents()}
    kept = {path.read_bytes() for path in (library.folder / "originals").rglob("*") if path.is_file()}
    assert b"call the well digger" in kept
    assert library.add_stream(io.BytesIO(b" \n")).skipped == 1


def test_a_key_that_another_file_holds(library: Library, write: Write) -> None:
    vault = write({"one.jsonl": lines(A, B), "two.jsonl": lines(A, {**B, "text": "other"}, C)})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed, receipt.skipped, receipt.failed) == (5, 3, 1, 1)
    reasons = {outcome.path: outcome.reason for outcome in receipt.files}
    assert reasons["two.jsonl:1"] == f"the same as {vault}/one.jsonl:1"
    assert f"stands in {vault}/one.jsonl:2" in reasons["two.jsonl:2"]
    again = library.add(vault)
    assert (again.found, again.unchanged, again.skipped, again.failed) == (5, 3, 1, 1)
    (vault / "one.jsonl").unlink()
    receipt = library.add(vault)
    assert (receipt.found, receipt.renamed, receipt.indexed, receipt.unchanged) == (3, 1, 1, 1)
    assert library.get("web:b").text == "other"
    assert library.status().stale == 0


@pytest.mark.parametrize(("first", "second"), [("a.jsonl", "b.jsonl"), ("b.jsonl", "a.jsonl")])
def test_a_row_that_moves_to_another_file(library: Library, write: Write, first: str, second: str) -> None:
    vault = write({first: lines(A, B), second: lines(C)})
    library.add(vault)
    write({first: lines(A), second: lines(C, B)})
    library.add(vault)
    receipt = library.add(vault)
    assert (receipt.found, receipt.failed, library.status().stale) == (3, 0, 0)
    assert [(record.path, record.line) for record in library.files() if record.key == "web:b"] == [(second, 2)]


def test_a_removed_row_stays_out_until_its_file_is_asked_for(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B)})
    library.add(vault)
    library.remove(["web:a"])
    assert library.add(vault).found == 2
    write({"trees.jsonl": lines(C, A, {**B, "title": "White"})})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed, receipt.skipped) == (3, 2, 1)
    write({"trees.jsonl": lines(A)})
    assert library.add(vault).skipped == 1
    assert library.add(vault).found == 1
    assert "web:a" not in keys(library)
    write({"trees.jsonl": lines(A, B)})
    library.add(vault / "trees.jsonl")
    assert "web:a" in keys(library)


def test_an_undone_import_of_rows_can_be_done_again(library: Library, write: Write) -> None:
    vault = write({"a.md": "a"})
    library.add(vault)
    write({"trees.jsonl": lines(A, B)})
    library.add(vault)
    library.undo()
    assert keys(library) == ["note:a"]
    assert library.add(vault).indexed == 2
    write({"trees.jsonl": lines({**A, "text": "An alder."}, B)})
    library.add(vault)
    library.undo()
    assert library.get("web:a").text == A["text"]
    assert library.add(vault).indexed == 1
    assert library.get("web:a").text == "An alder."


@pytest.mark.parametrize("now", ["", "\n\n", '{"level": "info"}\n'])
def test_a_file_that_holds_no_rows_any_more(library: Library, write: Write, now: str) -> None:
    vault = write({"trees.jsonl": lines(A, B), "b.md": "b"})
    library.add(vault)
    write({"trees.jsonl": now})
    receipt = library.add(vault)
    assert (receipt.found, receipt.skipped, receipt.stale) == (2, 1, 2)
    again = library.add(vault)
    assert (again.found, again.skipped, again.stale) == (2, 1, 0)
    write({"trees.jsonl": lines(A, B)})
    assert library.add(vault).unchanged == 3
    assert library.status().stale == 0


def test_a_file_of_rows_that_is_left_out(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B), "b.md": "b"})
    library.add(vault)
    receipt = library.add(vault, options=AddOptions(exclude=("*.jsonl",)))
    assert (receipt.found, receipt.skipped, receipt.stale) == (2, 1, 2)
    assert library.add(vault).found == 2


def test_a_file_that_gets_shorter_counts_what_it_holds(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B, A, C)})
    library.add(vault)
    write({"trees.jsonl": lines(A)})
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.stale) == (1, 1, 2)
    assert library.add(vault).found == 1


def test_half_a_file_loses_nothing(library: Library, write: Write) -> None:
    text = lines(A, B, C)
    vault = write({"trees.jsonl": text})
    library.add(vault)
    write({"trees.jsonl": text[: len(text) // 2]})
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.failed, receipt.stale) == (2, 1, 1, 2)
    assert library.status().documents == 3
    write({"trees.jsonl": text})
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed + receipt.unchanged) == (3, 3)
    assert library.status().stale == 0


def test_rows_with_line_ends_and_a_mark_of_windows(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": b"\xef\xbb\xbf" + lines(A, B).replace("\n", "\r\n").encode()})
    assert library.add(vault).indexed == 2
    write({"trees.jsonl": lines(A, B)})
    assert library.add(vault).unchanged == 2


def test_an_interrupted_file_of_rows_that_is_gone_is_stale(library: Library, write: Write) -> None:
    vault = write({"b.md": "b", "trees.jsonl": lines(A, B, C)})

    def cut(event: Event) -> None:
        if isinstance(event, BatchCommitted) and "web:a" in event.keys:
            raise KeyboardInterrupt

    with (
        Library(
            library.folder,
            adapters.engine(library.folder),
            importers=adapters.importers(),
            settings=Settings(batch=BatchLimits(documents=2)),
            now=lambda: NOW,
        ) as first,
        pytest.raises(KeyboardInterrupt),
    ):
        first.add(vault, emit=cut)
    assert keys(library) == ["note:b", "web:a"]
    (vault / "trees.jsonl").unlink()
    assert library.add(vault).stale == 1


def test_a_rehearsal_without_a_library(library: Library, write: Write) -> None:
    vault = write({"trees.jsonl": lines(A, B), "a.md": "a"})
    rehearsal = AddOptions(dry_run=True)
    assert library.add(vault, options=rehearsal).indexed == 3
    assert library.add([Document(text="one", key="x:1")], options=rehearsal).indexed == 1
    assert library.add_stream(io.BytesIO(b"a note"), options=rehearsal).indexed == 1
    assert not library.folder.exists()


def test_a_callers_document_cannot_take_a_files_place(library: Library, write: Write) -> None:
    vault = write({"one.md": "my words", "trees.jsonl": lines(A)})
    library.add(vault / "one.md")
    library.add(vault / "trees.jsonl")
    receipt = library.add([Document(key="note:one", text="other"), Document(key="web:a", text="other")])
    assert (receipt.failed, receipt.indexed) == (2, 0)
    assert library.get("note:one").text == "my words"


ODD = {
    "half a pair in the text": Document(text="a \ud83d b"),
    "half a pair in a tag": Document(text="a", tags=("\ud83d",)),
    "half a pair in the address": Document(text="a", url="http://\udfff"),
    "bytes": Document(text=b"a"),  # type: ignore[arg-type]
    "no tuple": Document(text="a", tags="abc"),  # type: ignore[arg-type]
    "a number as title": Document(text="a", title=7),  # type: ignore[arg-type]
    "an anchor that is none": Document(text="a", anchors=(Anchor(start="x"),)),  # type: ignore[arg-type]
    "an anchor outside": Document(text="a", anchors=(Anchor(start=2),)),
    "an endless number": Document(text="a", anchors=(Anchor(start=2**80),)),
    "NUL in the key": Document(text="a", key="x:\x00"),
    "a space as key": Document(text="a", key=" "),
    "only spaces": Document(text=" \n"),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_odd_document_is_told_and_the_others_come_in(library: Library, odd: Document) -> None:
    receipt = library.add([Document(key="x:1", text="one"), odd, Document(key="x:2", text="two")])
    assert (receipt.found, receipt.indexed, receipt.failed) == (3, 2, 1)
    assert keys(library) == ["x:1", "x:2"]
    assert library.reindex() == 2


def test_a_callers_names_are_as_long_as_names_are(library: Library) -> None:
    long = Document(
        key="x:1", text="one \x00 two", title="t " * 9_000, tags=tuple(f"g{i}" for i in range(900)), aliases=("a\nb",)
    )
    receipt = library.add([long])
    held = library.get("x:1")
    assert (len(held.title), len(held.tags), held.aliases) == (299, 500, ("a b",))
    assert "first 500" in receipt.files[0].reason
    assert [hit.key for hit in library.search("two").results] == ["x:1"]


def test_the_role_of_a_callers_documents(library: Library) -> None:
    library.add([Document(key="x:1", text="one"), Document(key="x:2", text="two", kind="chat")])
    assert [document.role for document in library.documents()] == [Role.RAW_SOURCE, Role.CHAT]
    library.add([Document(key="x:3", text="three")], options=AddOptions(role=Role.OWN_NOTE))
    assert library.get("x:3").role is Role.OWN_NOTE
