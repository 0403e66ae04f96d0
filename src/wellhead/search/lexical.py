"""The lexical lane: chunks that hold the words, their documents, and the best of those read closely."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wellhead.model.options import SearchOptions
from wellhead.model.query import Feedback
from wellhead.search import feedback, literal, reading, scoring
from wellhead.search.desk import Desk
from wellhead.search.group import Group, by_document
from wellhead.search.lane import Entry, Lane, not_run
from wellhead.search.scoring import Scored

_LEAST_CHUNKS = 150
_CHUNKS_A_HIT = 6


class Lexical(Struct, frozen=True, kw_only=True):
    """The lane, its documents with their chunks, those that were read (best first), and what was looked for as well."""

    lane: Lane
    groups: dict[int, Group] = {}
    read: tuple[Scored, ...] = ()
    feedback: Feedback = Feedback()


def lexical(desk: Desk, options: SearchOptions, limit: int) -> Lexical:
    if not desk.narrow.terms:
        return Lexical(lane=not_run("lexical", "the query holds no word to look for"))
    candidates = desk.index.candidates("lexical", desk.narrow, max(_LEAST_CHUNKS, _CHUNKS_A_HIT * limit))
    groups = by_document(candidates)
    written = literal.held(desk, candidates) if options.counts("literal") else {}
    chosen = reading.chosen(literal.first(candidates, written))
    chunks = desk.chunks(each.chunk_id for found in chosen.values() for each in found)
    read = reading.read(chosen, desk.documents(chosen), chunks, desk.sought)
    scored = literal.weighed(scoring.score(read, desk.weight, desk.sought, options), written)
    added = Feedback()
    if options.counts("feedback"):
        scored, added = feedback.with_feedback(scored, desk.weight, desk.sought)
    known = {group.document_id: group for group in groups}
    for each in scored:
        _show(each, known[each.reading.document_id])
    return Lexical(
        lane=_lane(scored, groups),
        groups=known,
        read=tuple(scored),
        feedback=added,
    )


def _show(scored: Scored, group: Group) -> None:
    """What was learnt by reading: which chunks answer best, and what counted."""
    order = sorted(zip(scored.parts, scored.reading.parts, strict=True), key=lambda each: (-each[0], each[1].chunk_id))
    read = [part.chunk_id for _, part in order]
    group.chunks = [*read, *(chunk for chunk in group.chunks if chunk not in read)]
    group.signals = list(scored.signals)


def _lane(scored: Sequence[Scored], groups: Sequence[Group]) -> Lane:
    """Those that were read, then the others as the index ranks them."""
    first = [Entry(document_id=each.reading.document_id, score=each.score) for each in scored]
    known = {entry.document_id for entry in first}
    least = scored[-1].score if scored else 1.0
    most = max((group.score for group in groups if group.document_id not in known), default=1.0)
    rest = [
        Entry(document_id=group.document_id, score=least * group.score / most)
        for group in groups
        if group.document_id not in known
    ]
    return Lane(name="lexical", entries=(*first, *rest))
