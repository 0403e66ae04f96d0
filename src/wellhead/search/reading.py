"""The best candidates, read closely: where each term stands in them, with the words around it.

What is read is what the index holds of a chunk (`text/derive`), so a term matches here exactly where it matches there.
Only so many documents, and of each only so many chunks, so that a long library costs no more than a short one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from wellhead.model.document import Chunk, Document
from wellhead.model.query import Candidate, Query, Term
from wellhead.text import tokens
from wellhead.text.derive import Fields, fields
from wellhead.text.language import guarded

DOCUMENTS = 30
CHUNKS = 4  # of one document
_UNREAD = 3.0  # times the words that were read, at most: what was not read may say more of the question
_TITLE, _HEADINGS, _TAGS = 3.0, 2.0, 2.0
Counts = dict[int, float]  # how often a term stands somewhere, by its place in the query


class Part(Struct, kw_only=True):
    """A chunk that was read: its words in order, where terms stand among them, and what they count, fields weighted."""

    chunk_id: int
    chunk: Chunk
    words: list[str]
    places: list[tuple[int, int]]  # (place among the words, place of the term in the query)
    counts: Counts
    headings: Counts = {}  # what of the counts the headings above it make
    length: int


class Reading(Struct, kw_only=True):
    """A document that was read, its parts as the index ranked them; `size` is how many chunks it has, up to three."""

    document_id: int
    document: Document
    size: int
    parts: list[Part]
    title: list[str]
    counts: Counts
    length: float


class Sought:
    """The terms of a query, prepared for finding them among the words of a text."""

    def __init__(self, query: Query, language: str) -> None:
        self.language = language
        self.count = len(query.terms)
        self.words: dict[str, int] = {}
        self.mixed: dict[str, int] = {}  # stems that are a stop word's too, with the place of the term
        self._prefixes: list[tuple[str, int]] = []
        self._phrases: list[tuple[list[str], int]] = []
        for place, term in enumerate(query.terms):
            self._add(place, term)

    def _add(self, place: int, term: Term) -> None:
        if term.phrase and len(term.stems) > 1:
            self._phrases.append((list(term.stems), place))
            self._phrases.append((tokens.stems(guarded(term.text), self.language), place))
            return
        if self.language != "none" and not term.cjk and tokens.is_mixed(term.text, term.stems[0]):
            self.mixed[term.stems[0]] = place
        if term.prefix:
            self._prefixes.append((term.stems[0], place))
        for stem in (*term.stems, *(() if term.cjk else tokens.stems(guarded(term.text), self.language))):
            self.words.setdefault(stem, place)

    def places(self, words: Sequence[str]) -> list[tuple[int, int]]:
        known = self.words
        if not (self._phrases or self._prefixes) and known.keys().isdisjoint(words):
            return []
        found = [(at, known[word]) for at, word in enumerate(words) if word in known]
        for phrase, place in self._phrases:
            first, size = phrase[0], len(phrase)
            found += [(at, place) for at, word in enumerate(words) if word == first and words[at : at + size] == phrase]
        for prefix, place in self._prefixes:
            found += [(at, place) for at, word in enumerate(words) if word not in known and word.startswith(prefix)]
        if self._phrases or self._prefixes:
            found.sort()
        return found

    def counted(self, words: Sequence[str], weight: float, into: Counts) -> None:
        for _, place in self.places(words):
            into[place] = into.get(place, 0.0) + weight


def chosen(candidates: Sequence[Candidate]) -> dict[int, list[Candidate]]:
    """The documents that are read, each with its chunks, in the order of the candidates."""
    found: dict[int, list[Candidate]] = {}
    for each in candidates:
        held = found.get(each.document_id)
        if held is None:
            if len(found) == DOCUMENTS:
                continue
            found[each.document_id] = [each]
        elif len(held) < CHUNKS:
            held.append(each)
    return found


def read(
    chosen: Mapping[int, Sequence[Candidate]],
    documents: Mapping[int, Document],
    chunks: Mapping[int, Chunk],
    sought: Sought,
) -> list[Reading]:
    """In the order they were chosen; one that is gone meanwhile is left out."""
    found = []
    for number, candidates in chosen.items():
        document = documents.get(number)
        held = [(each.chunk_id, chunks[each.chunk_id]) for each in candidates if each.chunk_id in chunks]
        if document is not None and held:
            found.append(_read(number, document, held, candidates[0].chunks, sought))
    return found


def _read(number: int, document: Document, chunks: list[tuple[int, Chunk]], size: int, sought: Sought) -> Reading:
    rows = [fields(document, chunk) for _, chunk in chunks]
    title, above = _words(rows[0].title, sought), Counts()
    sought.counted(title, _TITLE, above)
    if rows[0].tags:
        sought.counted(_words(rows[0].tags, sought), _TAGS, above)
    counts, headings = dict(above), Counts()
    parts = [_part(each, row, above, len(title), sought) for each, row in zip(chunks, rows, strict=True)]
    for part in parts:
        for _, place in part.places:
            counts[place] = counts.get(place, 0.0) + 1.0
        headings |= {place: max(headings.get(place, 0.0), value) for place, value in part.headings.items()}
    _add(headings, counts)
    seen = sum(chunk.end - chunk.start for _, chunk in chunks)
    words = sum(len(part.words) for part in parts)
    length = len(title) + words * min(_UNREAD, max(1.0, len(document.text) / max(1, seen)))
    return Reading(
        document_id=number, document=document, size=size, parts=parts, title=title, counts=counts, length=length
    )


def _part(each: tuple[int, Chunk], row: Fields, above: Counts, titled: int, sought: Sought) -> Part:
    words = _words(row.body, sought)
    if row.cjk:
        words += row.cjk.split()
    places, counts, length = sought.places(words), dict(above), len(words) + titled
    for _, place in places:
        counts[place] = counts.get(place, 0.0) + 1.0
    headings = Counts()
    if row.headings:
        heading = _words(row.headings, sought)
        sought.counted(heading, _HEADINGS, headings)
        _add(headings, counts)
        length += len(heading)
    return Part(
        chunk_id=each[0],
        chunk=each[1],
        words=words,
        places=places,
        counts=counts,
        headings=headings,
        length=length,
    )


def _add(more: Counts, counts: Counts) -> None:
    for place, value in more.items():
        counts[place] = counts.get(place, 0.0) + value


def _words(text: str, sought: Sought) -> list[str]:
    found = tokens.stems(text, sought.language)
    return tokens.told_apart(text, found, sought.mixed) if sought.mixed else found
