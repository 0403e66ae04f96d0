"""Words of a question as the index has them: stems, phrases, beginnings, pairs of scripts without spaces. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wellhead.model.query import Query, Term
from wellhead.text import cjk, tokens
from wellhead.text.language import STOP_WORDS

_RUN_CHARS = 32
_SHORT_RUN = 3
_ENDINGS = (
    "s",
    "es",
    "ed",
    "d",
    "ing",
    "ng",
    "g",
    "er",
    "r",
    "y",
    "ly",
    "ies",
    "ion",
    "on",
    "n",
    "ation",
    "tion",
    "al",
)


class Piece(NamedTuple):
    """A stretch of words and how it is to be read."""

    text: str
    phrase: bool = False
    prefix: bool = False


def as_phrase(name: str, language: str) -> Query:
    """A query for exactly these words, whatever marks are in them."""
    return Query(text=name, terms=tuple(terms_of(Piece(name, phrase=True), language)))


def terms_of(piece: Piece, language: str) -> Iterator[Term]:
    """In the order of the question; a run of a script without spaces is one term wherever it stands."""
    last = 0
    for match in cjk.RUN.finditer(piece.text):
        yield from _words(Piece(piece.text[last : match.start()], piece.phrase), language)
        yield _run(match[0], exact=piece.phrase)
        last = match.end()
    yield from _words(Piece(piece.text[last:], piece.phrase, piece.prefix), language)


def _run(run: str, *, exact: bool) -> Term:
    """A short or quoted run is looked for as it stands, a longer one by its pairs; one character begins a pair."""
    pairs = tuple(cjk.bigrams(run)[:_RUN_CHARS])
    return Term(
        text=run[: _RUN_CHARS + 1],
        stems=pairs,
        phrase=exact or len(run) <= _SHORT_RUN,
        prefix=len(run) == 1,
        cjk=True,
    )


def _words(piece: Piece, language: str) -> Iterator[Term]:
    found = tokens.spans(piece.text, language)
    if not found:
        return
    if piece.phrase and len(found) > 1:
        text = " ".join(piece.text[start:end] for start, end, _ in found)
        yield Term(text=text, stems=tuple(stem for _, _, stem in found), phrase=True)
        return
    for start, end, stem in found:
        word = piece.text[start:end]
        if piece.prefix:
            yield Term(text=word, stems=(stem, *_completed(word, stem, language)), prefix=True)
        else:
            yield Term(text=word, stems=(stem,), phrase=piece.phrase)


def _completed(prefix: str, stem: str, language: str) -> list[str]:
    """Stems of words that begin with the prefix and yet do not: `runni*` means running, whose stem is run."""
    if language == "none":
        return []
    longer = tokens.stems(" ".join(prefix + ending for ending in _ENDINGS), language)
    return [each for each in dict.fromkeys(longer) if not each.startswith(stem)]


def identity(term: Term) -> tuple[object, ...]:
    return term.stems, term.phrase, term.prefix, term.cjk


def is_stop_word(term: Term, language: str) -> bool:
    return language != "none" and not (term.phrase or term.prefix) and term.text.lower() in STOP_WORDS
