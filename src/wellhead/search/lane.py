"""What a lane hands to the fusion: documents in its order, how surely each belongs there, and how the lane ran."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wellhead.model.query import LaneReport

NO_WORD = "the query holds no word to look for"


class Entry(Struct, frozen=True, kw_only=True):
    """A document in a lane. `strength` is from 0 to 1, `score` is the lane's own, `detail` says why it is there."""

    document_id: int
    strength: float = 1.0
    score: float = 0.0
    detail: str = ""


class Lane(Struct, frozen=True, kw_only=True):
    """Best first. `status` is `ok`, `not_run` with a reason, or `disabled`."""

    name: str
    entries: tuple[Entry, ...] = ()
    status: str = "ok"
    reason: str = ""

    def report(self) -> LaneReport:
        return LaneReport(name=self.name, status=self.status, reason=self.reason, count=len(self.entries))


def ranked(name: str, entries: Sequence[Entry], reason: str = "") -> Lane:
    """By strength, then by the lane's own score, then by number; a document once."""
    best: dict[int, Entry] = {}
    for each in sorted(entries, key=lambda each: (-each.strength, -each.score, each.document_id)):
        best.setdefault(each.document_id, each)
    return Lane(name=name, entries=tuple(best.values()), reason=reason)


def not_run(name: str, reason: str) -> Lane:
    return Lane(name=name, status="not_run", reason=reason)


def disabled(name: str) -> Lane:
    return Lane(name=name, status="disabled", reason="switched off by the lanes that were named")
