"""What one search has before it: fetched once, and what the words of the question say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.unit.search.readings import asked
from tests.unit.search.shelf import Shelf
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Document
from wellhead.search.desk import Desk
from wellhead.testing.samples import entry


class Watched(SqliteStore):
    """A store that remembers what it was asked for."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf.engine)
        self.asked: list[list[int]] = []

    def by_ids(self, ids: Iterable[int]) -> dict[int, Document]:
        self.asked.append(list(ids))
        return super().by_ids(self.asked[-1])

    def chunk_rows(self, chunk_ids: Iterable[int]) -> dict[int, Any]:
        self.asked.append(list(chunk_ids))
        return dict(super().chunk_rows(self.asked[-1]))


def desk(shelf: Shelf, question: str, store: SqliteStore | None = None) -> Desk:
    query = asked(question)
    return Desk(query, query, store or shelf.store, shelf.index)


def test_a_document_is_fetched_once(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{name}.md", "oak") for name in "abc"])
    store = Watched(shelf)
    made = desk(shelf, "oak", store)
    assert list(made.documents([2, 1])) == [2, 1]
    assert [each.key for each in made.documents([3, 2, 77]).values()] == ["note:c", "note:b"]
    assert list(made.documents([1])) == [1]
    assert store.asked == [[2, 1], [3, 77]]


def test_a_chunk_is_fetched_once(shelf: Shelf) -> None:
    shelf.put("a.md", "oak\n\nelm\n\nash")
    numbers = [each.id for each in shelf.store.chunks(1)]
    store = Watched(shelf)
    made = desk(shelf, "oak", store)
    assert list(made.chunks(numbers[:2])) == numbers[:2]
    assert [each.ordinal for each in made.chunks([*numbers, 999]).values()] == [0, 1, 2]
    assert store.asked == [numbers[:2], [numbers[2], 999]]


def test_a_rarer_word_of_the_library_says_more(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{at}.md", "oak and elm" if at else "oak") for at in range(4)])
    shelf.put_all([entry(f"more{at}.md", "nothing of it") for at in range(4)])
    made = desk(shelf, "oak elm zeppelin")
    oak, elm, absent = made.weight
    assert 0 < oak < elm < absent
    assert made.sum([0, 2]) == oak + absent
    assert made.sum(made.everything) == sum(made.weight)


def test_the_terms_of_a_text_are_told_by_their_places(shelf: Shelf) -> None:
    made = desk(shelf, 'oak "red elm" run')
    assert made.places("Running past a red elm") == {1, 2}
    assert made.places("elm, red") == frozenset()
