"""The candidate chunks of an index as documents, in the order they have before any of them is read closely.

A document counts as two parts of its best chunk and one part of the mean of its best three, where a chunk that does
not match counts nothing: a document that is about the question stands above one that mentions it, and no number of
weak chunks outweighs a good one. Those that are not read keep this order (`lexical`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wellhead.model.query import Candidate, LaneHit, Signal

MEAN_OF = 3


class Group(Struct, kw_only=True):
    """A document among the candidates, with its chunks, best first; `size` is how many it has, counted to three."""

    document_id: int
    size: int = 1
    score: float = 0.0
    chunks: list[int] = []
    lanes: list[LaneHit] = []
    signals: list[Signal] = []


def by_document(candidates: Sequence[Candidate]) -> list[Group]:
    """The candidates of the lexical lane, best first, as documents, best first."""
    mine: dict[int, list[Candidate]] = {}
    for each in candidates:
        found = mine.get(each.document_id)
        if found is None:
            mine[each.document_id] = [each]
        else:
            found.append(each)
    groups = [_group(number, found) for number, found in mine.items()]
    return sorted(groups, key=_place)


def _group(number: int, found: list[Candidate]) -> Group:
    first = found[0]
    best = mean = first.score
    size = min(MEAN_OF, max(first.chunks, len(found)))
    if size > 1:
        mean = sum([each.score for each in found[:MEAN_OF]]) / size
    return Group(
        document_id=number,
        size=size,
        score=(2 * best + mean) / 3,
        chunks=[each.chunk_id for each in found],
    )


def _place(group: Group) -> tuple[float, int]:
    return -group.score, group.document_id
