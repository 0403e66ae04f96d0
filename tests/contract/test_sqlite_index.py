"""The SQLite index, held to the contract of indexes, with everything its tables hold compared row by row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wellhead.engines.sqlite import entities
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.ports import Index, Store
from wellhead.testing.index_contract import IndexContract


@pytest.fixture(params=["en", "none"])
def engine(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Engine]:
    made = Engine(tmp_path / "library", language=request.param)
    made.create()
    yield made
    made.close()


@pytest.fixture
def store(engine: Engine) -> Store:
    made = SqliteStore(engine)
    with made.transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
    return made


@pytest.fixture
def index(engine: Engine) -> Index:
    return SqliteIndex(engine)


class TestSqliteIndex(IndexContract):
    def content(self, store: Store, index: Index) -> object:
        assert isinstance(store, SqliteStore)
        with store.engine.writing() as writer:
            writer.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.one USING fts5vocab(main, ix_text, instance)")
            writer.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.two USING fts5vocab(main, ix_names, instance)")
            postings = [
                list(writer.execute(f"SELECT * FROM temp.{name} ORDER BY 1, 2, 3, 4")) for name in ("one", "two")
            ]
            sizes = [
                list(writer.execute(f"SELECT id, sz FROM {name}_docsize ORDER BY id"))
                for name in ("ix_text", "ix_names")
            ]
            days = list(writer.execute("SELECT how, at, document FROM ix_dates ORDER BY 1, 2, 3"))
            names = entities.content(writer)
            tags = list(writer.execute("SELECT name, document FROM ix_tags ORDER BY 1, 2"))
            state = dict(writer.execute("SELECT name, value FROM ix_meta"))
        return postings, sizes, days, names, tags, state, super().content(store, index)
