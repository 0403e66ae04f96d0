"""The SQLite store, held to the contract of stores: in one process, and closed and opened between write and look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.ports import Store
from wellhead.testing.store_contract import StoreContract


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = Engine(tmp_path / "library")
    made.create()
    yield made
    made.close()


@pytest.fixture
def store(engine: Engine) -> Store:
    made = SqliteStore(engine)
    with made.transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
    return made


class TestSqliteStore(StoreContract):
    pass


class TestSqliteStoreReopened(StoreContract):
    def again(self, store: Store) -> Store:
        assert isinstance(store, SqliteStore)
        store.engine.close()
        return SqliteStore(Engine(store.engine.folder))
