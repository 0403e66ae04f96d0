"""A small library for tests of search: documents written straight through the engine."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.model.options import SearchOptions
from wellhead.model.query import SearchResult
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord
from wellhead.search.search import search
from wellhead.testing.samples import entry

ASKED = datetime(2025, 7, 4, 9, 30, tzinfo=UTC)  # a Friday


class Shelf:
    """A library in a folder, one folder source at /vault, and the search of it."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.engine = Engine(folder, language=language)
        self.engine.create()
        self.store = SqliteStore(self.engine)
        self.index = SqliteIndex(self.engine)
        with self.store.transaction() as writer:
            writer.add_source(Source(path="/vault", kind="folder"))

    def put(self, path: str, text: str, **fields: Any) -> None:
        self.put_all([entry(path, text, **fields)])

    def put_all(self, entries: list[Entry]) -> None:
        with self.store.transaction() as writer:
            writer.put(entries)

    def record(self, path: str, status: Status, reason: str = "") -> None:
        with self.store.transaction() as writer:
            writer.record([FileRecord(path=path, status=status, reason=reason, source=1)])

    def search(self, text: str, **options: Any) -> SearchResult:
        asked = options.pop("asked", ASKED)
        chosen = msgspec.structs.replace(SearchOptions(), **options)
        return search(text, store=self.store, index=self.index, options=chosen, asked=asked)

    def keys(self, text: str, **options: Any) -> list[str]:
        return [hit.key.removeprefix("note:") for hit in self.search(text, **options).results]

    def close(self) -> None:
        self.engine.close()
