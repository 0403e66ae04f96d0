"""Texts that hold a piece of the question just as it was typed, signs and all: `C++` before every other C.

An index knows words only. Where the question holds a piece with signs in it, or nothing but words that the index cannot
tell from stop words (Ines and in), the candidates are looked through for it; those that hold it are read first and
count a little more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wellhead.model.query import Candidate, Signal
from wellhead.search import pieces
from wellhead.search.desk import Desk
from wellhead.search.scoring import Scored

SHARE = 0.4  # more, for a document that holds a piece which is all of the question; of a part of it so much less
LEAST = 0.25  # of the question, for a piece to be worth reading those first that hold it
MOST = 150  # documents that are looked through
_CHARS = 100_000  # of each


class Written(Struct, frozen=True, kw_only=True):
    """The pieces a document holds, and how much of what the question says they are."""

    pieces: tuple[str, ...]
    said: float


Held = Mapping[int, Written]


def held(desk: Desk, candidates: Sequence[Candidate]) -> dict[int, Written]:
    """The documents among the candidates that hold a piece."""
    mixed = desk.narrow.terms if desk.only_mixed else ()
    wanted = {each: each.casefold() for each in (*pieces.with_signs(desk.query), *(term.text for term in mixed))}
    if not wanted:
        return {}
    places = {each: desk.places(each) for each in wanted}
    numbers = list(dict.fromkeys(each.document_id for each in candidates))[:MOST]
    found: dict[int, Written] = {}
    for number, document in desk.documents(numbers).items():
        text = f"{document.title}\n{document.text[:_CHARS]}".casefold()
        there = tuple(piece for piece, folded in wanted.items() if pieces.stands_in(folded, text))
        if there:
            said = desk.sum(frozenset().union(*(places[piece] for piece in there))) / desk.whole
            found[number] = Written(pieces=there, said=said)
    return found


def first(candidates: Sequence[Candidate], written: Held) -> Sequence[Candidate]:
    """The candidates with those before the others that hold much of the question as written, else in their order."""
    telling = {number for number, each in written.items() if each.said >= LEAST}
    return sorted(candidates, key=lambda each: each.document_id not in telling) if telling else candidates


def weighed(scored: list[Scored], written: Held) -> list[Scored]:
    """Best first."""
    if not written:
        return scored
    again = [_weighed(each, written.get(each.reading.document_id)) for each in scored]
    return sorted(again, key=lambda each: (-each.score, each.reading.document.key))


def _weighed(scored: Scored, written: Written | None) -> Scored:
    if written is None:
        return scored
    weight = 1 + SHARE * written.said
    signal = Signal(name="literal", detail=", ".join(f"“{piece}”" for piece in written.pieces), weight=weight)
    return replace(scored, score=scored.score * weight, signals=[*scored.signals, signal])
