"""From lanes to one order: each lane votes with its weight, by rank and by how sure it is of a document.

A document that is first in the lexical lane and in no other has a score of 1. Ranks vote, and strengths, which have one
scale, and not the lanes' own scores, which have nothing in common; k = 60 keeps the first few of a lane close together.
Weights were chosen on the dev sets and the demo's questions; those by intent arrive with the modes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wellhead.model.query import LaneHit, Signal
from wellhead.search.group import Group
from wellhead.search.lane import Entry, Lane

K = 60
WEIGHTS = {"lexical": 1.0, "exact": 2.0, "title": 1.2, "tag": 0.4, "link": 0.6, "date": 0.6}


def fused(lanes: Sequence[Lane], lexical: Mapping[int, Group]) -> list[Group]:
    """Every document of any lane, best first; ties by number, as keys decide among those that are shown."""
    groups: dict[int, Group] = {}
    for lane in lanes:
        weight = WEIGHTS[lane.name]
        for rank, entry in placed(lane):
            group = groups.get(entry.document_id)
            if group is None:
                group = lexical.get(entry.document_id) or Group(document_id=entry.document_id)
                group.score, group.lanes = 0.0, []
                groups[entry.document_id] = group
            vote = weight * entry.strength * (K + 1) / (K + rank)
            group.score += vote
            group.lanes.append(LaneHit(name=lane.name, rank=rank, score=entry.score))
            if entry.detail:
                group.signals.append(Signal(name=lane.name, detail=entry.detail, weight=vote))
    return sorted(groups.values(), key=lambda group: (-group.score, group.document_id))


def placed(lane: Lane) -> Iterator[tuple[int, Entry]]:
    """Entries with their ranks; those that a lane does not tell apart share one."""
    rank, last = 1, (-1.0, -1.0)
    for place, entry in enumerate(lane.entries, 1):
        if (entry.strength, entry.score) != last:
            rank, last = place, (entry.strength, entry.score)
        yield rank, entry
