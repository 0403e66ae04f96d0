"""Texts that hold a piece of the question just as it was typed, signs and all: `C++` before every other C.

An index knows words only. Where the question holds a piece with signs in it, the candidates are looked through for it;
those that hold it are read first and count a little more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wellhead.model.document import Document
from wellhead.model.query import Candidate, Signal
from wellhead.search import pieces
from wellhead.search.desk import Desk
from wellhead.search.scoring import Scored

SHARE = 0.25  # more, for a document that holds every such piece
MOST = 150  # documents that are looked through
_CHARS = 100_000  # of each

Held = Mapping[int, Sequence[str]]


def held(desk: Desk, candidates: Sequence[Candidate]) -> dict[int, Sequence[str]]:
    """Of the documents among the candidates the pieces that each holds; all of them are in the first value's order."""
    wanted = [(each, each.casefold()) for each in pieces.with_signs(desk.query)]
    if not wanted:
        return {}
    numbers = list(dict.fromkeys(each.document_id for each in candidates))[:MOST]
    found = {number: _held(document, wanted) for number, document in desk.documents(numbers).items()}
    return {number: said for number, said in found.items() if said}


def first(candidates: Sequence[Candidate], written: Held) -> Sequence[Candidate]:
    """The candidates with those before the others that hold a piece, else in their order."""
    return sorted(candidates, key=lambda each: each.document_id not in written) if written else candidates


def weighed(scored: list[Scored], written: Held) -> list[Scored]:
    """Best first; by how many of the pieces that any of them holds a document does."""
    most = len({piece for said in written.values() for piece in said})
    if not most:
        return scored
    again = [_weighed(each, written.get(each.reading.document_id, ()), most) for each in scored]
    return sorted(again, key=lambda each: (-each.score, each.reading.document.key))


def _weighed(scored: Scored, said: Sequence[str], most: int) -> Scored:
    if not said:
        return scored
    weight = 1 + SHARE * len(said) / most
    signal = Signal(name="literal", detail=", ".join(f"“{piece}”" for piece in said), weight=weight)
    return replace(scored, score=scored.score * weight, signals=[*scored.signals, signal])


def _held(document: Document, wanted: Sequence[tuple[str, str]]) -> list[str]:
    text = f"{document.title}\n{document.text[:_CHARS]}".casefold()
    return [piece for piece, folded in wanted if pieces.stands_in(folded, text)]
