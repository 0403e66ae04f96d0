"""A small library for those who look after one, filled through the Store port alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from wellhead import adapters
from wellhead.model.document import Chunk, Document, Link, Role
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord, Opened

NOW = datetime(2026, 11, 18, 9, 30, 15, tzinfo=UTC)
WORDS = (
    "harbour", "lantern", "quarry", "orchard", "saddle", "thimble", "walnut", "compass",
    "kettle", "barley", "meadow", "falcon", "cinder", "ribbon", "anchor",
)  # fmt: skip


Fill = Callable[..., Path]


def entry(number: int, source: int = 0, *, note: str = "") -> Entry:
    """A note of its own words, linking to the one before it."""
    own = WORDS[number % len(WORDS)]
    text = f"# {own.title()} {number}\n\nThe {own} of day{number}th stands near {own}berg{number}. {note}\n"
    digest = blake2b(text.encode(), digest_size=16).hexdigest()
    return Entry(
        document=Document(
            key=f"note:{own}-{number:03}",
            title=f"{own.title()} {number}",
            text=text,
            role=Role.OWN_NOTE,
            source=source,
            path=f"{own}-{number:03}.md",
            tags=("sample",),
            hash=digest,
        ),
        chunks=(Chunk(ordinal=0, start=0, end=len(text), heading=(), hash=digest[:16]),),
        links=(Link(to=f"{own}-{number - 1:03}", start=2, end=5),),
        record=FileRecord(path=f"{own}-{number:03}.md", status=Status.INDEXED, source=source),
    )


def put(opened: Opened, entries: Iterable[Entry]) -> None:
    with opened.store.transaction() as writer:
        writer.put(list(entries))


def keys(folder: Path) -> list[str]:
    """What a library holds, in the order of keys."""
    opened = adapters.engine(folder)
    try:
        return [document.key for document in opened.store.documents()]
    finally:
        opened.database.close()


def as_nobody(work: Callable[[], object]) -> str:
    """What `work` raises when somebody else than root does it: the name of the error; empty if nothing.

    For root no permission bit is closed, so a child takes another uid first.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setuid(65_534)
            work()
        except BaseException as error:
            os.write(writing, type(error).__name__.encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as said:
        return said.read().decode()
