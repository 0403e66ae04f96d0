"""The small lanes: what is named outright, names said in part or misspelt, tags, and days."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wellhead.model.document import Document
from wellhead.model.neighbourhood import Resolved
from wellhead.model.query import Candidate, LaneReport, Query
from wellhead.search.desk import Desk
from wellhead.search.lane import Entry, Lane, not_run, ranked
from wellhead.text.keys import without_span
from wellhead.text.normal import normal

MOST_WORDS = 8  # of a query that may be somebody's name
NAMES_READ = 25
_BESIDE = 0.3  # of what a name counts in a question for somebody else: it is not the answer
_PART = 0.7  # of what a whole name counts
_LIES = 0.5  # of it: the folders a document lies in
_LEAST_SAID = 0.1  # of the question; a name that says less of it is beside the point
_MANY_DAYS = 1_000
_WRITTEN = 0.25  # of a time in figures, which the words of a text say as well
_FEW_TAGS = 40
SEMANTIC = LaneReport(name="semantic", status="not_built", reason="this version looks for words only")


def exact(desk: Desk, text: str) -> Lane:
    """Keys, addresses and quoted titles that the question holds, and the whole of it if it is a title or an alias."""
    anchors = desk.query.anchors
    keys = [key for each in anchors if each.kind == "key" for key in (each.text, without_span(each.text))]
    found = {number: f"its key is {key}" for key, number in desk.store.ids([*keys, text.strip()]).items()}
    for each in desk.index.named(
        [text.strip(), *(each.text for each in anchors if each.kind in ("url", "title"))], found=False
    ):
        if each.document_id:
            found.setdefault(each.document_id, "its address" if "://" in each.name else f"“{each.title}” is its name")
    admitted = desk.index.admits(desk.query, found)
    return ranked("exact", [Entry(document_id=each, score=1.0, detail=found[each]) for each in admitted])


def title(desk: Desk, resolved: Sequence[Resolved], limit: int) -> Lane:
    """Documents whose names the question says: by how surely it is that name alone, and how much of the question."""
    entries = list(_resolved(desk, resolved))
    words = name_words(desk.narrow)
    if words:
        found = desk.index.candidates("title", desk.narrow, limit)
        documents = desk.documents(each.document_id for each in found)
        for each in found:
            if each.document_id in documents:
                share, name = said_of(documents[each.document_id], words)
                if share:
                    detail = f"the question says {share:.0%} of “{name}”"
                    entries.append(
                        Entry(document_id=each.document_id, strength=_PART * share, score=each.score, detail=detail)
                    )
    admitted = desk.index.admits(desk.query, {each.document_id for each in entries})
    return ranked("title", [each for each in entries if each.document_id in admitted])


def _resolved(desk: Desk, resolved: Sequence[Resolved]) -> Iterator[Entry]:
    meant = Counter(each.start for each in resolved)
    for each in resolved:
        if each.document_id:
            share = desk.sum(desk.places(each.text)) / desk.whole
            if share >= _LEAST_SAID:
                detail = f"“{each.text}”: {each.reason}"
                strength = each.score * share * share / meant[each.start]
                strength *= _BESIDE if desk.asks and share < 1.0 else 1.0
                yield Entry(document_id=each.document_id, strength=strength, score=each.score, detail=detail)


def tag(desk: Desk) -> Lane:
    """Documents with a tag of the person that the question says; a tag that very many have says nothing."""
    found = desk.index.candidates("tag", desk.query, _FEW_TAGS)
    entries = [_placed(each, "has a tag of these words") for each in found]
    return ranked("tag", [replace(each, strength=each.strength**2) for each in entries])


def date(desk: Desk, limit: int) -> Lane:
    """Documents near the days the question speaks of; a time that most of the library lies in tells little.

    Of a question that is only filters, all that is let through.
    """
    if not desk.query.days and (desk.query.terms or not desk.query.filters):
        return not_run("date", "the question names no time")
    if not desk.query.days:
        found = desk.index.candidates("date", desk.query, limit)
        return Lane(name="date", entries=tuple([_placed(each, "the newest first") for each in found]))
    found = desk.index.candidates("date", desk.query, max(limit, _MANY_DAYS))
    telling = 1 - len(found) / max(len(found), desk.index.searchable(), 1) if desk.query.terms else 1.0
    entries = [_placed(each, f"near “{desk.query.days[0].text}”") for each in found]
    sure = telling**2 * (_WRITTEN if any(char.isdigit() for each in desk.query.days for char in each.text) else 1.0)
    return ranked("date", [replace(each, strength=each.strength**3 * sure) for each in entries])


def _placed(candidate: Candidate, why: str) -> Entry:
    strength = min(1.0, candidate.score)
    return Entry(document_id=candidate.document_id, strength=strength, score=candidate.score, detail=why)


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
    """(how much of the document's best name these words say, from 0 to 1, that name); where it lies says half."""
    path = document.path.removesuffix(".md")
    best = (0.0, "")
    for name in (document.title, *document.aliases, path.rpartition("/")[2], path):
        plain = folded(name)
        if all(word in plain for word in words):
            letters = sum(1 for char in plain if char.isalnum())
            share = min(1.0, sum(len(word) for word in words) / letters) if letters else 0.0
            share *= _LIES if name is path and "/" in path else 1.0
            best = max(best, (share, name), key=lambda each: each[0])
    return best
