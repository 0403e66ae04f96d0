"""What the store reads in one statement, however much is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.testing.samples import entry


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    engine = Engine(tmp_path / "library")
    engine.create()
    made = SqliteStore(engine)
    with made.transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put(
            [
                entry("a.md", "one", tags=("z", "a"), model_tags=("m", "k")),
                entry("b.md", "two"),
                entry("c.md", "three", tags=("only",)),
            ]
        )
    yield made
    engine.close()


def test_documents_come_as_they_were_asked_for(store: SqliteStore) -> None:
    numbers = list(store.ids(["note:c", "note:a", "note:b"]).values())
    found = store.by_ids(iter([*numbers, 10**9, numbers[0]]))
    assert [each.key for each in found.values()] == ["note:c", "note:a", "note:b"]
    assert all(store.get(document.key) == document for document in found.values())
    assert store.by_ids([]) == {}


def test_each_document_has_its_own_tags(store: SqliteStore) -> None:
    found = {each.key: each for each in store.by_ids(range(1, 10)).values()}
    assert (found["note:a"].tags, found["note:a"].model_tags) == (("z", "a"), ("m", "k"))
    assert (found["note:b"].tags, found["note:b"].model_tags) == ((), ())
    assert (found["note:c"].tags, found["note:c"].model_tags) == (("only",), ())
