"""What is understood of a question: phrases, prefixes, words, runs of scripts without spaces.

The one reader of question text. Takes any string, knows no index, never fails, leaves nothing out in silence; what
an index finds too common is taken out afterwards (`without_common`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wellhead.model.query import Query, Term
from wellhead.text import cjk, tokens
from wellhead.text.language import STOP_WORDS
from wellhead.text.normal import normal

MAX_BYTES = 4_096
MAX_TERMS = 32
_LEAST_PREFIX = 2
_SHORT_RUN = 3
_QUOTES = str.maketrans("“”„‟«»＂", '"""""""')
_PART = re.compile(r'"(?P<phrase>[^"]*)"|(?<![^\W_])(?P<prefix>[^\W_]+)\*(?![^\W_])')
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
STOP_WORD = "stands in nearly every text"
COMMON = "stands in more than half of the library"


class _Piece(NamedTuple):
    """A stretch of the question and how it is to be read."""

    text: str
    phrase: bool = False
    prefix: bool = False


def understood(text: str, language: str) -> Query:
    """The terms of a question; stop words go unless nothing else is there."""
    whole, dropped = _capped(text)
    found: dict[tuple[object, ...], Term] = {}
    for piece in _pieces(whole):
        for term in _terms(piece, language):
            found.setdefault(_identity(term), term)
    terms = list(found.values())
    kept = [term for term in terms if not _is_stop_word(term, language)]
    if kept:
        dropped += [(term.text, STOP_WORD) for term in terms if _is_stop_word(term, language)]
        terms = kept
    if not terms and not dropped:
        dropped.append((whole.strip()[:80], "no word in it"))
    dropped += [(term.text, f"a query has room for {MAX_TERMS} terms") for term in terms[MAX_TERMS:]]
    return Query(text=whole, terms=tuple(terms[:MAX_TERMS]), dropped=tuple(dropped))


def without_common(query: Query, common: Collection[str]) -> Query:
    """The query without the terms that most of the library holds, unless nothing would remain."""
    kept = tuple(term for term in query.terms if term.text not in common)
    if not kept or len(kept) == len(query.terms):
        return query
    left_out = tuple((term.text, COMMON) for term in query.terms if term.text in common)
    return replace(query, terms=kept, dropped=query.dropped + left_out)


def _capped(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The first 4 kB of what was written in the normal form: the same twice, or a short text could grow long in it."""
    data = text[:MAX_BYTES].encode("utf-8", "replace")
    data = normal(data[:MAX_BYTES].decode("utf-8", "ignore")).encode()
    whole = data[:MAX_BYTES].decode("utf-8", "ignore").translate(_QUOTES).replace("\x00", " ")
    if len(text) <= MAX_BYTES and len(data) <= MAX_BYTES and len(text.encode("utf-8", "replace")) <= MAX_BYTES:
        return whole, []
    return whole, [
        (f"… {text[len(whole) :][:40].strip()} …", f"only the first {MAX_BYTES:,} bytes of a query are read")
    ]


def _pieces(text: str) -> Iterator[_Piece]:
    last = 0
    for match in _PART.finditer(text):
        yield _Piece(text[last : match.start()])
        if match["phrase"] is not None:
            yield _Piece(match["phrase"], phrase=True)
        else:
            yield _Piece(match["prefix"], prefix=len(match["prefix"]) >= _LEAST_PREFIX)
        last = match.end()
    yield _Piece(text[last:])


def _terms(piece: _Piece, language: str) -> Iterator[Term]:
    """In the order of the question; a run of a script without spaces is one term wherever it stands."""
    last = 0
    for match in cjk.RUN.finditer(piece.text):
        yield from _words(_Piece(piece.text[last : match.start()], piece.phrase), language)
        yield _run(match[0], exact=piece.phrase)
        last = match.end()
    yield from _words(_Piece(piece.text[last:], piece.phrase, piece.prefix), language)


def _run(run: str, *, exact: bool) -> Term:
    """A short or quoted run is looked for as it stands, a longer one by its pairs; one character begins a pair."""
    pairs = tuple(cjk.bigrams(run)[:MAX_TERMS])
    return Term(
        text=run[: MAX_TERMS + 1], stems=pairs, phrase=exact or len(run) <= _SHORT_RUN, prefix=len(run) == 1, cjk=True
    )


def _words(piece: _Piece, language: str) -> Iterator[Term]:
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


def _identity(term: Term) -> tuple[object, ...]:
    return term.stems, term.phrase, term.prefix, term.cjk


def _is_stop_word(term: Term, language: str) -> bool:
    return language != "none" and not (term.phrase or term.prefix) and term.text.lower() in STOP_WORDS
