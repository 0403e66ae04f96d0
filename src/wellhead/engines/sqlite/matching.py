"""A Query as FTS5 wants it, and the rows it brings: every token quoted, no syntax of the person's ever reaches MATCH.

A long question would touch nearly every row of the library. Where its terms stand in more than `POOL_ROWS` rows the
rarest of them choose the rows and all terms score them: bm25 is a sum over terms, so a row of `(rare) AND (rest)` has
its whole score there, and a row that only `rare` brings has it in `rare` alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import apsw
from msgspec import json

from wellhead.engines.sqlite.postings import WEIGHTS
from wellhead.engines.sqlite.scope import ANY, Scope
from wellhead.model.query import Query, Term
from wellhead.text import tokens
from wellhead.text.language import guarded

POOL_ROWS = 2_000
POOL_TERMS = 2
_ONE_WRONG, _TWO_WRONG = 5, 9  # letters from which on a word may have so many wrong ones
_SAME_BEGIN = 2
_NEAR = 3
NAME_CHARS = 64  # of a word; a longer one is told apart by them, and names are compared in full afterwards
_ENDINGS = ("", "e", "s", "ing", "ed", "ity", "al", "ion", "er")
_LEAST_NAME = 3  # letters that make a trigram
COUNTED_ROWS = 500  # a look-up each; beyond, the share of documents is estimated
PREFIX_ROWS = 200  # what a prefix or a phrase is taken to stand in: that is not cheap to know
_BM25 = f"bm25(ix_text, {', '.join(str(weight) for weight in WEIGHTS)})"
_SCORED = f"SELECT rowid, {_BM25} AS score FROM ix_text WHERE ix_text MATCH ?"
_ELSEWHERE = " AND rowid NOT IN (SELECT id FROM chunks WHERE document IN (SELECT value FROM json_each(?)))"
_POOLED = (
    "WITH pool AS MATERIALIZED ({scored}) SELECT rowid, score FROM pool"
    " UNION ALL {scored} AND rowid NOT IN (SELECT rowid FROM pool)"
)
_OWNED = (
    "SELECT -best.score, best.rowid, chunks.document,"
    " (SELECT count(*) FROM (SELECT 1 FROM chunks AS other WHERE other.document = chunks.document LIMIT 3))"
    " FROM ({scored} ORDER BY score, rowid LIMIT ?) AS best CROSS JOIN chunks ON chunks.id = best.rowid"
    " ORDER BY best.score, best.rowid"
)
_HELD = (
    "SELECT asked.key FROM json_each(?) AS asked WHERE EXISTS"
    " (SELECT 1 FROM ix_text JOIN chunks ON chunks.id = ix_text.rowid"
    " WHERE ix_text MATCH asked.value AND ix_text.rowid BETWEEN ? AND ? AND chunks.document = ?)"
)
_HOLDERS = (
    "SELECT count(DISTINCT chunks.document) FROM ix_text JOIN chunks ON chunks.id = ix_text.rowid WHERE ix_text MATCH ?"
)
_BESIDE = "SELECT term, doc FROM temp.ix_vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?"
_PROBED = "SELECT 1 FROM ix_names WHERE ix_names MATCH ? LIMIT 1"
_NAMED = (
    "SELECT rowid, bm25(ix_names) AS score FROM ix_names WHERE ix_names MATCH ?{allowed} ORDER BY score, rowid LIMIT ?"
)
_ITS_DOCUMENT = "(SELECT document FROM chunks WHERE id = ix_text.rowid)"


class Rows(NamedTuple):
    """In how many chunks a term stands: as a stem of English texts, and as a word of others."""

    plain: int
    strange: int

    def total(self) -> int:
        return self.plain + self.strange


class Place(NamedTuple):
    """A document, and the first and last number among its chunks."""

    document: int
    first: int
    last: int


Count = Callable[[Term], Rows]
Row = tuple[float, int, int, int]  # score, chunk, its document, how many chunks that has, counted no further than three


def quoted(text: str) -> str:
    """As one FTS5 string."""
    return '"' + _storable(text).replace('"', '""') + '"'


def _storable(text: str) -> str:
    """What SQLite cannot take (NUL, half a surrogate pair) matches nothing anyway."""
    return (text if text.isascii() else text.encode("utf-8", "replace").decode()).replace("\0", " ")


@lru_cache(maxsize=10_000)
def _written(stem: str) -> str:
    """A word that the stemmer makes this stem of: MATCH stems what it is given, and a stem again becomes another."""
    return next((word for word in (stem + ending for ending in _ENDINGS) if tokens.stems(word) == [stem]), stem)


def clause(term: Term, rows: Rows) -> str:
    """One term as an FTS5 expression: as a stem of English texts, and as the word itself behind the guard of others."""
    if term.cjk:
        return f"cjk : ({_run(term)})"
    if term.prefix:
        completed = [quoted(_written(stem)) for stem in term.stems[1:]]
        return " OR ".join([f"{quoted(term.text)} *", quoted(guarded(term.text)), *completed])
    if term.slip:
        return " OR ".join([quoted(term.text), *(quoted(_written(stem)) for stem in term.stems[1:])])
    if not rows.strange:
        return quoted(term.text)
    strange = quoted(guarded(term.text))
    return f"{quoted(term.text)} OR {strange}" if rows.plain else strange


def _run(term: Term) -> str:
    if term.phrase:
        return quoted(" ".join(term.stems)) + (" *" if term.prefix else "")
    return " OR ".join(quoted(pair) for pair in term.stems)


def any_of(terms: Sequence[Term], count: Count) -> str:
    return "(" + " OR ".join(clause(term, count(term)) for term in terms) + ")"


def rows_with(connection: apsw.Connection, term: Term) -> Rows:
    """What the vocabulary says of a single word; a guess where that is not cheap to know."""
    if term.prefix or len(term.stems) != 1:
        return Rows(PREFIX_ROWS, PREFIX_ROWS)
    (strange,) = [*tokens.stems(guarded(term.text)), ""][:1]
    select = "SELECT doc FROM temp.ix_vocabulary WHERE term = ?"
    plain = connection.execute(select, (_storable(term.stems[0]),)).get or 0
    return Rows(plain, 0 if strange == term.stems[0] else connection.execute(select, (_storable(strange),)).get or 0)


def documents_with(connection: apsw.Connection, term: Term, count: Count, documents: int) -> int:
    """Counted where a term is rare; of a common one, as many as so many chunks would lie in by chance."""
    rows = count(term).total()
    if not 1 < rows <= COUNTED_ROWS:
        return round(documents * -math.expm1(-rows / documents)) if rows > 1 and documents else rows
    return holders(connection, term, count)


def holders(connection: apsw.Connection, term: Term, count: Count) -> int:
    """In how many documents a term stands, counted: a look-up for each chunk that has it."""
    found: int = connection.execute(_HOLDERS, (any_of([term], count),)).get
    return found


def open_vocabulary(connection: apsw.Connection) -> None:
    """Look-ups of single terms: a temporary view of the index on this connection, whether the index is there or not."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.ix_vocabulary USING fts5vocab(main, ix_text, row)")


def spelled_like(connection: apsw.Connection, stem: str) -> tuple[str, ...]:
    """Stems of the index that a slip of a letter, or of two in a long word, makes of this one."""
    wrong = (len(stem) >= _ONE_WRONG) + (len(stem) >= _TWO_WRONG)
    if not wrong or not stem.isalpha():
        return ()
    from rapidfuzz.distance import OSA  # few questions are misspelt

    begin = _storable(stem[:_SAME_BEGIN])
    rows = connection.execute(_BESIDE, (begin, begin + chr(0x10FFFF), len(stem) - wrong, len(stem) + wrong))
    near = [(OSA.distance(stem, other, score_cutoff=wrong), -count, other) for other, count in rows]
    return tuple([other for far, _, other in sorted(near) if far <= wrong][:_NEAR])


def ranked(
    connection: apsw.Connection,
    query: Query,
    limit: int,
    count: Count,
    elsewhere: Sequence[int] = (),
    scope: Scope = ANY,
) -> list[Row]:
    """Best first, within a scope and elsewhere than in some documents; scores are positive here."""
    terms = sorted(
        (term for term in query.terms if count(term).total()), key=lambda term: (count(term).total(), term.text)
    )
    if not terms:
        return []
    rare = _choosing(terms, count)
    condition, values = scope.condition(_ITS_DOCUMENT)
    if elsewhere:
        condition, values = condition + _ELSEWHERE, (*values, json.encode(elsewhere).decode())
    scored = _SCORED + condition
    if rare == len(terms):
        asked: tuple[str, ...] = (any_of(terms, count), *values)
    else:
        chosen, rest = any_of(terms[:rare], count), any_of(terms[rare:], count)
        asked = (f"{chosen} AND {rest}", *values, chosen, *values)
        scored = _POOLED.format(scored=scored)
    return list(connection.execute(_OWNED.format(scored=scored), (*asked, limit)))


def _choosing(terms: Sequence[Term], count: Count) -> int:
    """How many of the terms, rarest first, choose the rows."""
    total = 0
    for number, term in enumerate(terms):
        total += count(term).total()
        if number >= POOL_TERMS and total > POOL_ROWS:
            return number
    return len(terms)


def held(connection: apsw.Connection, terms: Iterable[Term], count: Count, place: Place) -> frozenset[str]:
    """Those of the terms that a document holds anywhere, by `Term.text`."""
    asked = [(term.text, f"({clause(term, count(term))})") for term in terms if count(term).total()]
    if not asked:
        return frozenset()
    clauses = json.encode([each for _, each in asked]).decode()
    found = connection.execute(_HELD, (clauses, place.first, place.last, place.document))
    return frozenset(asked[number][0] for (number,) in found)


def named(connection: apsw.Connection, words: Sequence[str], limit: int, scope: Scope = ANY) -> list[tuple[int, float]]:
    """(document, score) of documents whose names hold every one of these words, in whole or in part.

    Most questions are nobody's name, and the first and last letters of their words show it.
    """
    starts = [word[:NAME_CHARS] for word in words if len(word) >= _LEAST_NAME]
    trigrams = dict.fromkeys(quoted(word[i : i + 3]) for word in starts for i in range(len(word) - 2))
    ends = dict.fromkeys(quoted(end) for word in starts for end in (word[:3], word[-3:]))
    if not trigrams or connection.execute(_PROBED, (" AND ".join(ends),)).get is None:
        return []
    allowed, values = scope.condition("+rowid")
    found = connection.execute(_NAMED.format(allowed=allowed), (" AND ".join(trigrams), *values, limit))
    return [(row, -score) for row, score in found]
