from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.ingest.conftest import NOW, Write
from wellhead import adapters
from wellhead.deadline import Deadline
from wellhead.errors import BadInput, Busy
from wellhead.files import MARKER
from wellhead.ingest.watch import changed_paths, watch
from wellhead.library import Library
from wellhead.model.document import Source
from wellhead.model.events import Event, ImportFinished
from wellhead.model.options import Settings
from wellhead.model.receipt import Receipt

PATIENCE_SECONDS = 30.0


def until(holds: object, deadline: Deadline) -> bool:
    assert callable(holds)
    while not holds():
        if not deadline.pause(0.02):
            return False
    return True


@contextlib.contextmanager
def watching(library: Library, vault: Path | None, receipts: list[Receipt] | None = None) -> Iterator[None]:
    """A watch beside the test, which has to end well."""
    stop, ready = threading.Event(), threading.Event()
    faults: list[BaseException] = []

    def emit(event: Event) -> None:
        if receipts is not None and isinstance(event, ImportFinished):
            receipts.append(event.receipt)

    def work() -> None:
        try:
            library.watch(vault, emit=emit, stop=stop, ready=ready.set)
        except BaseException as error:
            faults.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        assert ready.wait(PATIENCE_SECONDS), faults
        yield
    finally:
        stop.set()
        worker.join(PATIENCE_SECONDS)
    assert not worker.is_alive()
    assert faults == []


def texts(library: Library) -> dict[str, str]:
    return {each.path: each.text for each in library.documents() if not each.stale}


def test_a_folder_is_kept_current(library: Library, write: Write) -> None:
    vault = write({"a.md": "the first lantern", "gone.md": "soon gone"})
    with watching(library, vault):
        write({"a.md": "the second candle", "sub/new.md": "a kettle"})
        (vault / "gone.md").rename(vault / "sub" / "moved.md")
        deadline = Deadline(PATIENCE_SECONDS)
        assert until(lambda: library.search("candle").results and library.search("kettle").results, deadline)
        assert until(lambda: library.get("note:gone").path == "sub/moved.md", deadline)
        assert library.status().stale == 0


def test_an_editor_that_writes_beside_and_renames(library: Library, write: Write) -> None:
    vault = write({"a.md": "version 0"})
    with watching(library, vault):
        for number in range(1, 30):
            write({f"a.md.tmp{number}" if number % 2 else ".a.md.swp": f"version {number}"})
            os.replace(vault / (f"a.md.tmp{number}" if number % 2 else ".a.md.swp"), vault / "a.md")
        assert until(lambda: texts(library) == {"a.md": "version 29"}, Deadline(PATIENCE_SECONDS))
    assert [(record.path, record.status) for record in library.files()] == [("a.md", "indexed")]


def test_a_burst_of_changes(library: Library, write: Write) -> None:
    vault = write({"a.md": "a"})
    with watching(library, vault):
        write({f"burst/{number}.md": f"number {number}" for number in range(3_000)})
        assert until(lambda: library.status().documents == 3_001, Deadline(PATIENCE_SECONDS))


def test_a_library_inside_the_folder_does_not_watch_itself(write: Write, vault: Path) -> None:
    folder = write({"a.md": "a"}) / "mine" / "library"
    receipts: list[Receipt] = []
    with (
        Library(
            folder, adapters.engine(folder), importers=adapters.importers(), settings=Settings(), now=lambda: NOW
        ) as library,
        watching(library, vault, receipts),
    ):
        deadline = Deadline(PATIENCE_SECONDS)
        for words in ("first edit", "second edit", "third edit"):
            write({"a.md": words})
            assert until(lambda words=words: texts(library) == {"a.md": words}, deadline)
        write({".hidden/x.md": "hidden"})
        write({"b.md": "the end"})
        assert until(lambda: "b.md" in texts(library), deadline)
    met = [any(outcome.path == "mine/library/" for outcome in receipt.files) for receipt in receipts]
    assert met[:2] == [True, True]  # added, and looked at once when watching began
    assert not any(met[2:])  # by its own writes it would have been met again and again


def test_new_words_in_an_ignore_file_hold_at_once(library: Library, write: Write) -> None:
    vault = write({"deep/a.md": "a", "b.md": "b"})
    with watching(library, vault):
        write({"deep/.wellheadignore": "a.md\n"})
        assert until(lambda: list(texts(library)) == ["b.md"], Deadline(PATIENCE_SECONDS))


def test_a_folder_that_goes_away_and_comes_back(library: Library, write: Write, tmp_path: Path) -> None:
    vault = write({"one/a.md": "a", "two/b.md": "b"})
    library.add(vault / "one")
    library.add(vault / "two")
    receipts: list[Receipt] = []
    with watching(library, None, receipts):
        deadline = Deadline(PATIENCE_SECONDS)
        (vault / "one").rename(tmp_path / "away")
        assert until(lambda: any("are kept" in each.reason for one in receipts for each in one.files), deadline)
        write({"two/b.md": "edited"})
        assert until(lambda: texts(library)["b.md"] == "edited", deadline)
        assert texts(library)["a.md"] == "a"
        (tmp_path / "away" / "a.md").write_text("edited far away")
        (tmp_path / "away").rename(vault / "one")
        assert until(lambda: texts(library)["a.md"] == "edited far away", deadline)
        write({"one/c.md": "new"})
        assert until(lambda: "c.md" in texts(library), deadline)


def test_a_source_that_was_taken_off_is_left_alone(library: Library, write: Write) -> None:
    vault = write({"one/a.md": "a", "two/b.md": "b"})
    library.add(vault / "one")
    library.add(vault / "two")
    with watching(library, None):
        library.sources.remove(1)
        write({"one/a.md": "edited", "two/b.md": "edited"})
        assert until(lambda: texts(library) == {"b.md": "edited"}, Deadline(PATIENCE_SECONDS))
    assert len(library.sources.list()) == 1


def test_a_removed_note_stays_out_when_it_is_edited(library: Library, write: Write) -> None:
    vault = write({"a.md": "a", "b.md": "b"})
    with watching(library, vault):
        library.remove(["note:a"])
        write({"a.md": "edited", "b.md": "edited"})
        assert until(lambda: texts(library) == {"b.md": "edited"}, Deadline(PATIENCE_SECONDS))


def test_which_changed_paths_are_looked_at(tmp_path: Path) -> None:
    source = Source(id=1, path=str(tmp_path), kind="folder")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / MARKER).touch()
    named = ["a.md", "deep", "deep/b.md", ".git/index", "x/.y/z.md", "lib/library.db", "sub/.wellheadignore"]
    assert changed_paths(source, [str(tmp_path / name) for name in named]) == ["a.md", "deep", "sub"]
    assert changed_paths(source, [str(tmp_path), str(tmp_path / "a.md")]) == [""]
    assert changed_paths(source, [str(tmp_path / ".wellheadignore")]) == [""]
    assert changed_paths(source, [str(tmp_path / str(number)) for number in range(2_001)]) == [""]
    assert changed_paths(source, ["/elsewhere"]) == []


def test_nothing_to_watch_is_said(library: Library, tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("one")
    library.add(tmp_path / "one.md")
    with pytest.raises(BadInput, match="no folder"):
        library.watch(stop=threading.Event())


def test_a_busy_library_is_waited_for(vault: Path, write: Write) -> None:
    """What could not be taken in is taken in a moment later, with what changed since."""
    stop = threading.Event()
    asked: list[list[str]] = []

    def imported(source: Source, paths: list[str]) -> None:
        asked.append(list(paths))
        if len(asked) == 1:
            raise Busy("somebody is writing")
        stop.set()

    write({"a.md": "a"})
    watch([Source(id=1, path=str(vault), kind="folder")], imported, stop=stop, ready=lambda: None)  # type: ignore[arg-type]
    assert asked[:2] == [[""], [""]]
