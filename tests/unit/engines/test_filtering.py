"""How much is read to see what a filter lets through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wellhead.engines.sqlite import filtering, matching
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.model.query import Filter, Query
from wellhead.testing.samples import entry, query


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = Engine(tmp_path / "library")
    made.create()
    texts = {"oak/a": "the lines of rope", "oak/b": "a line of rope", "Éclair/c": "líne  of röpe", "ash/d": "rope"}
    with SqliteStore(made).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put([entry(f"{name}.md", text, title="t") for name, text in texts.items()])
    yield made
    made.close()


@pytest.mark.parametrize(("most", "found", "read"), [(3, {2, 3}, 3), (2, {1, 2, 3}, 0)])
def test_of_more_than_may_be_read_the_stems_decide(engine: Engine, most: int, found: set[int], read: int) -> None:
    (term,) = query(phrases=["line of"]).terms
    with engine.reading() as reader:
        held = filtering._holding(reader, term, lambda term: matching.rows_with(reader, term), "en", most)
    assert held == (found, read)


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        (["path:oak", "path:ash"], {1, 2, 4}),
        (["path:ÉCLAIR", "path:/ash"], {3, 4}),
        (["-path:oak", "-path:d.md"], {3}),
        (["path:oak", "-path:b.md"], {1}),
        (["mine:yes", "mine:no"], {1, 2, 3, 4}),
        (["-mine:yes"], set()),
        (["kind:NOTE", "kind:chat"], {1, 2, 3, 4}),
        (["author:nobody", "author:ann"], set()),
    ],
)
def test_values_of_one_field_are_looked_up_together(engine: Engine, conditions: list[str], found: set[int]) -> None:
    filters = [
        Filter(field=field.removeprefix("-"), value=value, excluded=field[0] == "-")  # type: ignore[arg-type]
        for field, value in (each.split(":") for each in conditions)
    ]
    assert SqliteIndex(engine).admits(Query(text="", filters=tuple(filters)), range(1, 5)) == found
