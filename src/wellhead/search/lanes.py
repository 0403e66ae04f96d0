"""The lanes a query runs through: what the words of the texts bring, and what the names bring.

A name counts by how much of it the query says: the whole title is worth a quarter more than the words alone. Documents
that only their names brought stand below the best of the others, and only a few of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from wellhead.model.document import Document
from wellhead.model.query import Candidate, LaneHit, LaneReport, Query, Signal
from wellhead.search.group import Group
from wellhead.text.normal import normal

MOST_WORDS = 8  # of a query that may be somebody's name
NAMES_READ = 10
NAMES_ALONE = 5
_WHOLE_NAME = 0.25
_ALONE = 0.9
_SAID = 0.5  # how much of a name must be said before its document rises
SEMANTIC = LaneReport(name="semantic", status="not_built", reason="this version looks for words only")


def name_words(query: Query) -> tuple[str, ...]:
    """The words a name must hold to be found; none if the query is too long to be a name."""
    words = [word for term in query.terms for word in folded(term.text).split()]
    found = any(len(word) >= 3 for word in words)
    return tuple(words) if found and len(words) <= MOST_WORDS else ()


def folded(name: str) -> str:
    """How names are compared in part: without case and marks."""
    plain = normal(name).casefold()
    return (
        plain
        if plain.isascii()
        else "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    )


def said_of(document: Document, words: Sequence[str]) -> tuple[float, str]:
    """(how much of the document's best name these words say, from 0 to 1, that name)."""
    path = document.path.removesuffix(".md")
    best = (0.0, "")
    for name in (document.title, *document.aliases, path.rpartition("/")[2], path, *document.tags):
        plain = folded(name)
        if all(word in plain for word in words):
            letters = sum(1 for char in plain if char.isalnum())
            share = min(1.0, sum(len(word) for word in words) / letters) if letters else 0.0
            best = max(best, (share, name), key=lambda each: each[0])
    return best


def with_names(
    groups: list[Group], named: Sequence[Candidate], documents: Mapping[int, Document], words: Sequence[str], limit: int
) -> list[Group]:
    """The ranked documents with what their names say of them; at most a few come in by their names alone."""
    known = {group.document_id: group for group in groups}
    top = groups[0].score if groups else 1.0
    room = NAMES_ALONE if groups else limit
    for each in named:
        share, name = said_of(documents[each.document_id], words) if each.document_id in documents else (0.0, "")
        group = known.get(each.document_id)
        if not share or (group is None and not room):
            continue
        if group is None:
            group = Group(document_id=each.document_id, score=top * _ALONE * share)
            groups.append(group)
            room -= 1
        elif share >= _SAID:
            weight = 1 + _WHOLE_NAME * share
            group.score *= weight
            group.signals.append(Signal(name="title", detail=f"the query says {share:.0%} of “{name}”", weight=weight))
        group.lanes.append(LaneHit(name="title", rank=each.rank, score=each.score))
    return groups


def reports(lexical: int, named: int, words: Sequence[str], *, empty: bool) -> tuple[LaneReport, ...]:
    """What each lane did."""
    if empty:
        reason = "the query holds no word to look for"
        skipped = [LaneReport(name=name, status="not_run", reason=reason) for name in ("lexical", "title")]
        return (*skipped, SEMANTIC)
    title = LaneReport(name="title", status="ok", count=named)
    if not words:
        title = LaneReport(
            name="title", status="not_run", reason=f"a name has at most {MOST_WORDS} words, one of three letters"
        )
    return LaneReport(name="lexical", status="ok", count=lexical), title, SEMANTIC
