"""A question without a word to look for: the documents it names, what its days and its filters bring, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellhead.model.query import LaneHit, LaneReport, Query
from wellhead.ports import Index, Store
from wellhead.search.group import Group
from wellhead.text.keys import without_span

_NAMED = 2.0  # above every score of a day


def answered(query: Query, store: Store, index: Index, limit: int) -> tuple[Group, ...]:
    """Best first; a document that is named and let through stands above all."""
    named = list(_named(query, store, index))
    known = {group.document_id for group in named}
    dated = [each for each in index.candidates("date", query, limit) if each.document_id not in known]
    near = [_group(each.document_id, "date", each.rank, each.score) for each in dated]
    return (*named, *near)


def _named(query: Query, store: Store, index: Index) -> Iterator[Group]:
    keys = [key for each in query.anchors if each.kind == "key" for key in (each.text, without_span(each.text))]
    if keys:
        ids = store.ids(keys)
        let_through = index.let_through(query, ids.values())
        found = dict.fromkeys(ids[key] for key in keys if ids.get(key) in let_through)
        for rank, number in enumerate(found, 1):
            yield _group(number, "exact", rank, _NAMED)


def _group(number: int, lane: str, rank: int, score: float) -> Group:
    return Group(document_id=number, score=score, lanes=[LaneHit(name=lane, rank=rank, score=score)])


def reports(groups: Sequence[Group]) -> tuple[LaneReport, ...]:
    """The lanes that brought something."""
    names = [group.lanes[0].name for group in groups]
    return tuple(LaneReport(name=name, status="ok", count=names.count(name)) for name in dict.fromkeys(names))
