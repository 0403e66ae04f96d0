from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.unit.ingest.conftest import NOW, Write
from wellhead import adapters
from wellhead.errors import BadInput
from wellhead.library import Library
from wellhead.model.document import Draft
from wellhead.model.events import BatchCommitted, Event, FilesFound
from wellhead.model.options import AddOptions, BatchLimits, Settings
from wellhead.model.receipt import Receipt, Status
from wellhead.ports import Importer


class Moody:
    """An importer from anybody: a file's text says what it does."""

    name = "moody"
    extensions = frozenset({".mood", ".moods"})

    def __init__(self, *, rows: bool = False) -> None:
        self.rows = rows
        self.extensions = frozenset({".moods" if rows else ".mood"})

    def accepts(self, path: str, head: bytes) -> bool:
        if b"shy" in head:
            raise KeyError(path)
        return b"stranger" not in head

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft]:
        text = stream.read().decode()
        if "early" in text:
            raise RuntimeError("before the first")
        return self._parts(text)

    def _parts(self, text: str) -> Iterator[Draft]:
        if "odd" in text:
            yield text  # type: ignore[misc]
        if "half" in text:
            yield Draft(text="half \ud83d", line=1)
            return
        yield Draft(text=text, line=1, key="x:one" if self.rows else "")
        if "late" in text:
            raise UnicodeEncodeError("utf-8", "x", 0, 1, "after the first")


def opened(folder: Path, *more: Importer, documents: int = 500) -> Library:
    settings = Settings(batch=BatchLimits(documents=documents))
    return Library(
        folder, adapters.engine(folder), importers=adapters.importers(more), settings=settings, now=lambda: NOW
    )


def outcomes(receipt: Receipt) -> dict[str, tuple[Status, str]]:
    return {outcome.path: (outcome.status, outcome.reason) for outcome in receipt.files}


@pytest.mark.parametrize("documents", [1, 500])
def test_no_importer_ends_an_import(write: Write, tmp_path: Path, documents: int) -> None:
    vault = write({f"{mood}.mood": f"{mood} text" for mood in ("early", "odd", "half", "good", "late")})
    write({f"{mood}.moods": f"{mood} text" for mood in ("early", "shy", "late")})
    with opened(tmp_path / "library", Moody(), Moody(rows=True), documents=documents) as library:
        receipt = library.add(vault)
        said = outcomes(receipt)
        assert {path for path, (status, _) in said.items() if status is Status.FAILED} == {
            "early.mood", "odd.mood", "half.mood", "early.moods", "shy.moods", "late.moods",
        }  # fmt: skip
        assert "RuntimeError" in said["early.mood"][1]
        assert "surrogates" in said["half.mood"][1]
        assert (receipt.found, receipt.indexed, receipt.failed) == (9, 3, 6)
        assert [document.path for document in library.documents()] == ["good.mood", "late.mood", ""]


def test_an_importer_looks_before_it_reads(write: Write, tmp_path: Path) -> None:
    vault = write({"a.mood": "stranger", "b.mood": "shy", "c.moods": "stranger", "d.mood": "good"})
    with opened(tmp_path / "library", Moody(), Moody(rows=True)) as library:
        receipt = library.add(vault)
        said = outcomes(receipt)
        assert (receipt.found, receipt.indexed) == (4, 1)
        assert said["a.mood"] == (Status.SKIPPED, "not what its ending says (moody)")
        assert said["b.mood"] == (Status.FAILED, "it cannot be read (KeyError in its importer)")
        assert said["c.moods"] == (Status.SKIPPED, "not rows of documents (moody)")


def test_an_observer_that_fails_ends_the_import_and_blames_no_file(library: Library, write: Write) -> None:
    def broken(event: Event) -> None:
        if isinstance(event, BatchCommitted):
            raise BrokenPipeError("nobody listens")

    vault = write({f"{number}.md": f"note {number}" for number in range(3)})
    with opened(library.folder, documents=2) as first, pytest.raises(BrokenPipeError):
        first.add(vault, emit=broken)
    assert list(library.files(status="failed")) == []
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.indexed) == (3, 2, 1)


def test_what_disappears_between_two_looks(library: Library, write: Write) -> None:
    vault = write({"a.md": "a", "b.md": "b", "c.jsonl": '{"key": "x:1", "text": "c"}'})
    library.add(vault)
    write({"a.md": "edited", "c.jsonl": '{"key": "x:1", "text": "edited"}', "d.md": "d"})

    def act(event: Event) -> None:
        if isinstance(event, FilesFound):
            for name in ("a.md", "c.jsonl", "d.md"):
                (vault / name).unlink()

    receipt = library.add(vault, emit=act)
    assert (receipt.found, receipt.unchanged, receipt.failed) == (4, 1, 3)
    assert {reason for _, reason in outcomes(receipt).values()} == {"it disappeared while it was read"}
    assert library.status().stale == 0
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.stale) == (1, 1, 2)
    assert [record.status for record in library.files(status="failed")] == []


def test_what_becomes_a_link_or_a_pipe_between_two_looks(library: Library, write: Write) -> None:
    vault = write({"a.md": "a", "b.md": "b"})

    def act(event: Event) -> None:
        if isinstance(event, FilesFound):
            for name in ("a.md", "b.md"):
                (vault / name).unlink()
            os.mkfifo(vault / "a.md")
            (vault / "b.md").symlink_to("/etc/hostname")

    said = outcomes(library.add(vault, emit=act))
    assert said["a.md"] == (Status.FAILED, "not a regular file")
    assert said["b.md"][0] is Status.FAILED
    assert library.status().documents == 0


def test_a_limit_that_is_raised_lets_files_in(library: Library, write: Write) -> None:
    vault = write({"a.md": "a" * 100, "b.md": "b" * 2_000})
    assert library.add(vault, options=AddOptions(max_file_bytes=1_000)).skipped == 1
    assert library.add(vault).indexed == 1
    receipt = library.add(vault, options=AddOptions(max_file_bytes=1_000))
    assert (receipt.unchanged, receipt.skipped) == (2, 0)  # what is in is not thrown out by a smaller limit
    with pytest.raises(BadInput, match="larger"):
        library.add_stream(io.BytesIO(b"x" * 2_000), options=AddOptions(max_file_bytes=1_000))


def test_a_note_from_a_stream_is_read_by_who_reads_notes(write: Write, tmp_path: Path) -> None:
    class Mine(Moody):
        def __init__(self) -> None:
            super().__init__()
            self.extensions = frozenset({".md", ".markdown"})

    with opened(tmp_path / "library", Mine()) as library:
        assert library.add_stream(io.BytesIO(b"good words")).indexed == 1
        with pytest.raises(BadInput, match="RuntimeError"):
            library.add_stream(io.BytesIO(b"early words"))
