"""Imports that are cut off, and imports that meet: what is counted stands, and nothing is there twice."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.unit.ingest.conftest import NOW, Write
from wellhead import adapters
from wellhead.errors import BadInput
from wellhead.ingest.batch import Move, Undoing
from wellhead.library import Library
from wellhead.model.events import BatchCommitted, Event, FilesFound, ignore
from wellhead.model.options import AddOptions, BatchLimits, Settings
from wellhead.model.receipt import Receipt, Status
from wellhead.ports import FileRecord

MANY: dict[str, str | bytes] = {f"n{number:02}.md": f"# Note {number}\n\nlantern w{number}\n" for number in range(40)}
ADD = """
import sys
from wellhead.app import open
with open(sys.argv[1]) as library:
    receipt = library.add(sys.argv[2])
    print(receipt.found, receipt.indexed + receipt.unchanged + receipt.renamed + receipt.skipped + receipt.failed)
"""


def another(folder: Path, documents: int = 3) -> Library:
    limits = Settings(batch=BatchLimits(documents=documents))
    return Library(folder, adapters.engine(folder), importers=adapters.importers(), settings=limits, now=lambda: NOW)


def whole(library: Library, vault: Path) -> None:
    """Every file is exactly one document with exactly its text."""
    held = {document.path: document.text for document in library.documents()}
    assert held == {path.name: path.read_text() for path in vault.iterdir()}
    assert library.status().documents == len(held)
    assert library.status().stale == 0


@pytest.mark.parametrize("batches", [1, 4, 13])
def test_an_import_that_was_cut_off_goes_on(library: Library, write: Write, batches: int) -> None:
    vault, left = write(MANY), batches
    acknowledged: list[str] = []

    def cut(event: Event) -> None:
        nonlocal left
        if isinstance(event, BatchCommitted):
            acknowledged.extend(event.keys)
            left -= 1
            if not left:
                raise KeyboardInterrupt

    with another(library.folder) as first:
        with pytest.raises(KeyboardInterrupt):
            first.add(vault, emit=cut)
        assert {document.key for document in first.documents()} == set(acknowledged)
        receipt = first.add(vault)
        assert (receipt.found, receipt.unchanged) == (40, len(acknowledged))
        whole(first, vault)
        assert first.add(vault).unchanged == 40


def test_two_processes_on_one_folder(library: Library, write: Write) -> None:
    vault = write(MANY)
    command = [sys.executable, "-c", ADD, str(library.folder), str(vault)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate(timeout=120)[0] for process in running]
    assert said == ["40 40\n", "40 40\n"]
    whole(library, vault)
    assert library.add(vault).unchanged == 40


def test_two_libraries_in_one_process(library: Library, write: Write) -> None:
    vault = write(MANY)
    receipts: list[Receipt] = []

    def work() -> None:
        with another(library.folder) as mine:
            receipts.append(mine.add(vault))

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [receipt.found for receipt in receipts] == [40, 40, 40]
    whole(library, vault)


def meanwhile(library: Library, vault: Path, act: object) -> Receipt:
    """An import during which `act` happens, after the walk and before anything of it is committed."""
    assert callable(act)

    def emit(event: Event) -> None:
        if isinstance(event, FilesFound):
            act()

    return library.add(vault, emit=emit)


def test_what_another_import_took_in_meanwhile_is_there_once(library: Library, write: Write, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "n01.md").write_text("another note of that name")
    library.add(tmp_path / "other")
    vault = write(MANY)
    (vault / "n02.md").write_text("---\nkey: web:two\n---\nold")
    with another(library.folder) as second:

        def act() -> None:
            second.add(vault)
            (vault / "n02.md").write_text("---\nkey: web:three\n---\nnew")

        receipt = meanwhile(library, vault, act)
    assert receipt.found == receipt.indexed == 40
    held = [document.path for document in library.documents(source=2)]
    assert sorted(held) == sorted(path.name for path in vault.iterdir())
    assert library.get("note:vault/n01").path == "n01.md"
    assert library.get("web:two").text.endswith("new")
    assert library.add(vault).unchanged == 40


def test_what_was_taken_out_meanwhile_is_not_written_to(library: Library, write: Write) -> None:
    vault = write({"gone.md": "gone", "old.md": "moved", "touched.md": "as it was", "stays.md": "here"})
    library.add(vault)
    (vault / "gone.md").unlink()
    (vault / "old.md").rename(vault / "new.md")
    (vault / "touched.md").touch()
    with another(library.folder) as second:
        receipt = meanwhile(library, vault, lambda: second.remove(["note:gone", "note:old", "note:touched"]))
    assert (receipt.found, receipt.stale, receipt.failed) == (3, 0, 0)
    assert [document.path for document in library.documents()] == ["new.md", "stays.md"]
    again = library.add(vault)
    assert (again.found, again.unchanged, again.skipped) == (3, 2, 1)


def test_a_rename_of_what_was_taken_out_meanwhile_is_told(library: Library, write: Write) -> None:
    library.add(write({"a.md": "a"}))
    journey = library._ingest()._journey(AddOptions(), ignore, Undoing("add"))
    journey.batch.of(library.sources.list()[0])
    record = FileRecord(path="b.md", status=Status.INDEXED, source=1)
    journey.batch.move(Move(1, record, "b", "note:a", "a.md"))
    with another(library.folder) as second:
        second.remove(["note:a"])
    journey.batch.commit()
    receipt = journey.tally.receipt(seconds=0.0)
    assert (receipt.renamed, receipt.failed) == (0, 1)
    assert "meanwhile" in receipt.files[0].reason


def test_a_source_that_was_taken_off_meanwhile_stays_off(library: Library, write: Write) -> None:
    vault = write({"a.md": "a"})
    library.add(vault)
    write({"b.md": "b"})
    with another(library.folder) as second, pytest.raises(BadInput, match="taken off"):
        meanwhile(library, vault, lambda: second.sources.remove(1))
    assert library.status().documents == 0
    assert library.sources.list() == ()
