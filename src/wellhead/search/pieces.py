"""What a question holds as it was typed: pieces that are looked for letter by letter, signs and all.

Words are what an index knows; `C++`, `foo_bar(` and the middle of a word are not. Any text gives few and short pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wellhead.model.query import Query
from wellhead.search.parts import clauses
from wellhead.search.query import MAX_BYTES, nobody
from wellhead.text.cjk import RUN
from wellhead.text.language import STOP_WORDS

MOST = 8
LONGEST = 64
_LEAST = 3
_OPENING = "\"'“”„‘’«»([{<¿¡"
_CLOSING = "\"'“”„‘’«».,;:!?…。、！？"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_JOINED = re.compile(
    r"[^\W_]+(?:['’\-‐‑–—]+[^\W_]+)*\Z"
)  # a word, an apostrophe or a hyphen within: nothing that a word is not
_SIGN = re.compile(r"[^\w\s]|_")


def typed(query: Query) -> tuple[str, ...]:
    """Everything that can be looked for as it stands, each once; small words only where nothing else is there."""
    found = [each for each in dict.fromkeys(_written(query)) if len(each) >= _LEAST or RUN.search(each)]
    telling = [each for each in found if each.casefold() not in STOP_WORDS]
    return tuple(telling or found)[:MOST]


def with_signs(query: Query) -> tuple[str, ...]:
    """The pieces that say more than their words do."""
    if query.text.isalnum() or not _SIGN.search(query.text):
        return ()
    found = [each for each in dict.fromkeys(_written(query)) if _SIGN.search(each) and not _JOINED.match(each)]
    return tuple(each for each in found if any(char.isalnum() for char in each))[:MOST]


def stands_in(piece: str, text: str) -> bool:
    """Whether a piece stands in a text, both folded, and is no part of a longer word or number there."""
    at = text.find(piece)
    while at >= 0:
        end = at + len(piece)
        if not (_goes_on(text, at - 1) and piece[0].isalnum()) and not (_goes_on(text, end) and piece[-1].isalnum()):
            return True
        at = text.find(piece, at + 1)
    return False


def _goes_on(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isalnum()


def _written(query: Query) -> Iterator[str]:
    for clause in clauses(query.text, MAX_BYTES, nobody):
        for part in clause.parts:
            if part.excluded or part.kind not in ("words", "phrase", "prefix", "url"):
                continue
            for written in [part.text] if part.kind == "phrase" else part.text.split():
                piece = _bare(" ".join(written.split()))
                if piece:
                    yield piece


def _bare(written: str) -> str:
    """Without the marks of the sentence around it; a bracket goes where its other half is not there."""
    piece = written.lstrip(_OPENING)[:LONGEST].rstrip(_CLOSING)
    while piece and piece[-1] in _PAIRS and _PAIRS[piece[-1]] not in piece:
        piece = piece[:-1].rstrip(_CLOSING)
    return piece
