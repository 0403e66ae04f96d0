"""A question without a word to look for: what its days and its filters bring, the newest first."""

from __future__ import annotations

from collections.abc import Sequence

from wellhead.model.query import LaneHit, LaneReport, Query
from wellhead.ports import Index
from wellhead.search.group import Group


def by_days(query: Query, index: Index, limit: int) -> tuple[Group, ...]:
    """The documents near the days of a question, or all that its filters let through."""
    found = index.candidates("date", query, limit)
    return tuple(
        Group(
            document_id=each.document_id,
            score=each.score,
            lanes=[LaneHit(name="date", rank=each.rank, score=each.score)],
        )
        for each in found
    )


def report(groups: Sequence[Group]) -> LaneReport:
    return LaneReport(name="date", status="ok", count=len(groups))
