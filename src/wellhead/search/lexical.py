"""The lexical lane: chunks that hold the words, their documents, and the best of those read closely."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wellhead.model.options import SearchOptions
from wellhead.model.query import Feedback
from wellhead.search import feedback, literal, reading, scoring
from wellhead.search.desk import Desk
from wellhead.search.group import Group, by_document
from wellhead.search.lane import NO_WORD, Entry, Lane, not_run
from wellhead.search.reading import Reading
from wellhead.search.scoring import Scored

_LEAST_CHUNKS = 150
_CHUNKS_A_HIT = 6
_PLACED = 0.5  # of what a place in the lane counts; the rest by how near its score is to the first


class Lexical(Struct, frozen=True, kw_only=True):
    """The lane, its documents with their chunks, those that were read (best first), and what was looked for as well."""

    lane: Lane
    groups: dict[int, Group] = {}
    read: tuple[Scored, ...] = ()
    feedback: Feedback = Feedback()


def lexical(desk: Desk, options: SearchOptions, limit: int) -> Lexical:
    if not desk.narrow.terms:
        return Lexical(lane=not_run("lexical", NO_WORD))
    candidates = desk.index.candidates("lexical", desk.narrow, max(_LEAST_CHUNKS, _CHUNKS_A_HIT * limit))
    groups = by_document(candidates)
    written = literal.held(desk, candidates) if options.counts("literal") else {}
    chosen = reading.chosen(literal.first(candidates, written))
    chunks = desk.chunks(each.chunk_id for found in chosen.values() for each in found)
    read = reading.read(chosen, desk.documents(chosen), chunks, desk.sought)
    if desk.sought.mixed:
        read, groups = _really(desk, read, groups)
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


def _really(desk: Desk, read: list[Reading], groups: list[Group]) -> tuple[list[Reading], list[Group]]:
    """Without what only holds a stop word of the same stem; of a query of nothing else, without what was not read."""
    held = [each for each in read if each.counts]
    if read:
        desk.weigh_again(read)
    known = {each.document_id for each in held}
    gone = {each.document_id for each in read} - known
    if desk.only_mixed:
        return held, [group for group in groups if group.document_id in known]
    return held, [group for group in groups if group.document_id not in gone]


def _show(scored: Scored, group: Group) -> None:
    """What was learnt by reading: which chunks answer best, and what counted."""
    order = sorted(zip(scored.parts, scored.reading.parts, strict=True), key=lambda each: (-each[0], each[1].chunk_id))
    read = [part.chunk_id for _, part in order]
    group.chunks = [*read, *(chunk for chunk in group.chunks if chunk not in read)]
    group.signals = list(scored.signals)


def _lane(scored: Sequence[Scored], groups: Sequence[Group]) -> Lane:
    """Those that were read, then the others as the index ranks them; how far each is behind the first counts too."""
    found = [(each.reading.document_id, each.score) for each in scored]
    known = {number for number, _ in found}
    rest = [group for group in groups if group.document_id not in known]
    least = scored[-1].score if scored else 1.0
    most = max((group.score for group in rest), default=1.0)
    found += [(group.document_id, least * group.score / most) for group in rest]
    top = found[0][1] if found else 1.0
    return Lane(name="lexical", entries=tuple([_entry(*each, top) for each in found]))


def _entry(number: int, score: float, top: float) -> Entry:
    return Entry(document_id=number, score=score, strength=_PLACED + (1 - _PLACED) * score / (top or 1.0))
