"""The link lane: documents that the strong hits, and the documents a question names, lead to.

From each seed its links and the names in its text are followed one step. Where that leads counts by how sure the seed
is, by how much of the rest of the question the sentence says in which the name stands, and by how much of what the
seed leaves open the document itself holds: the second step of a question that names only the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from wellhead.model.document import Document, Link
from wellhead.model.neighbourhood import Resolved
from wellhead.search import phrasing
from wellhead.search.desk import Desk
from wellhead.search.lane import Entry, Lane, not_run
from wellhead.search.scoring import Scored
from wellhead.text import mentions, tokens
from wellhead.text.derive import folded_name

_STRONG = 2  # first documents that are seeds
_NAMED = 5
_STRONG_SHARE = 0.8  # how sure a seed is that the question does not name
_READ_CHARS = 8_000
_PLACES = 40  # names of one seed, and links
_BACK = 20  # links that call it by one of its names
_SENTENCE_CHARS = 400
_OPENED = 8  # documents whose texts are looked into for what the seed leaves open
_OPENED_CHARS = 3_000
_BARE, _BARE_STRONG, _SAID, _OPEN = 0.3, 0.0, 0.5, 0.5
_SHOWN_CHARS = 90
_MOST = 30  # documents the lane brings
_NOTHING: frozenset[int] = frozenset()
_ASKS = re.compile(  # for somebody or something else than it names
    r"\b(?:who|whom|whose|which|where|wer|wen|wem|wessen|welche[rsn]?|wo|qui|quel(?:le)?s?|où|quién(?:es)?|cuál(?:es)?)\b"
    r"|[谁誰哪]|どこ|どの",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?。！？]\s|\n")


class _Seed(Struct, frozen=True, kw_only=True):
    number: int
    document: Document
    strength: float
    own: frozenset[int]  # the terms of the question that only name it
    open: frozenset[int]  # those that stand nowhere in it
    rest: float  # what the terms say together that do not only name it
    parts: tuple[tuple[int, int], ...]


class _Way(Struct, frozen=True, kw_only=True):
    """From a seed to another document: how sure it is by the sentence that leads there, and the sentence."""

    seed: _Seed
    strength: float
    sentence: str = ""
    meant: int = 1  # how many documents go by the name
    backwards: bool = False


def links(desk: Desk, read: Sequence[Scored], resolved: Sequence[Resolved]) -> Lane:
    if len(desk.query.terms) < 2:
        return not_run("link", "a single word asks for nothing beyond itself")
    seeds = list(_seeds(desk, read, resolved))
    if not seeds:
        return not_run("link", "no document to start from")
    named = {seed.number for seed in seeds if seed.strength == 1.0}
    ways = {number: found for number, found in _ways(desk, seeds).items() if number not in named}
    admitted = desk.index.admits(desk.query, ways)
    first = sorted(admitted, key=lambda number: (-max(way.strength for way in ways[number]), number))
    held = _held(desk, first, read)
    found = [(_entry(desk, number, ways[number], held.get(number, _NOTHING)), number) for number in first]
    found.sort(key=lambda each: (-each[0][0], each[1]))
    return Lane(name="link", entries=tuple([_told(number, *strongest) for strongest, number in found[:_MOST]]))


def starts(desk: Desk, read: Sequence[Scored], resolved: Sequence[Resolved]) -> dict[int, str]:
    """Where the lane starts from: documents by number, with their titles."""
    return {seed.number: seed.document.title for seed in _seeds(desk, read, resolved)}


def _seeds(desk: Desk, read: Sequence[Scored], resolved: Sequence[Resolved]) -> Iterator[_Seed]:
    """The documents the question names, then the best hits, each with the parts of it that are looked through."""
    seen: set[int] = set()
    meant = Counter(each.start for each in resolved)
    surest = [each for each in resolved if each.document_id and each.score >= 1.0 and meant[each.start] == 1][:_NAMED]
    documents = desk.documents(each.document_id for each in surest)
    for each in surest:
        document = documents.get(each.document_id)
        if document is not None and each.document_id not in seen:
            seen.add(each.document_id)
            text = document.text[:_READ_CHARS]
            held = desk.places(f"{document.title} {text}")
            yield _seed(desk, each.document_id, document, 1.0, desk.places(each.text), held, ((0, len(text)),))
    best = read[0].score if read else 1.0
    for scored in read[:_STRONG]:
        reading = scored.reading
        if reading.document_id not in seen:
            own = frozenset(place for _, place in desk.sought.places(reading.title))
            strength = _STRONG_SHARE * scored.score / (best or 1.0)
            held = frozenset(reading.counts)
            yield _seed(desk, reading.document_id, reading.document, strength, own, held, _spans(scored))


def _seed(
    desk: Desk,
    number: int,
    document: Document,
    strength: float,
    own: frozenset[int],
    held: frozenset[int],
    parts: tuple[tuple[int, int], ...],
) -> _Seed:
    return _Seed(
        number=number,
        document=document,
        strength=strength,
        own=own,
        open=desk.everything - own - held,
        rest=desk.sum(desk.everything - own),
        parts=parts,
    )


def _spans(scored: Scored) -> tuple[tuple[int, int], ...]:
    """A short document whole, of a long one the chunks that were read."""
    document = scored.reading.document
    if len(document.text) <= _READ_CHARS:
        return ((0, len(document.text)),)
    return tuple(sorted((part.chunk.start, part.chunk.end) for part in scored.reading.parts))


# --- where a seed leads ---------------------------------------------------------------------------------------------


def _ways(desk: Desk, seeds: Sequence[_Seed]) -> dict[int, list[_Way]]:
    """Names and links are looked up for all seeds at once."""
    links = desk.store.written_links((seed.number for seed in seeds), _PLACES)
    written = {seed.number: [*_written(seed), *_linked(links[seed.number])] for seed in seeds}
    names = dict.fromkeys(name for places in written.values() for name, _, _ in places)
    known: dict[str, list[int]] = {}
    for each in desk.index.named(names, found=False):
        if each.document_id:
            known.setdefault(folded_name(each.name), []).append(each.document_id)
    ways: dict[int, list[_Way]] = {}
    for seed in seeds:
        said = _Said(desk, seed)
        for name, start, end in written[seed.number]:
            targets = [number for number in known.get(folded_name(name), ()) if number != seed.number]
            if targets:
                way = said.way(start, end, len(targets))
                for number in targets:
                    ways.setdefault(number, []).append(way)
        for number, way in _backwards(desk, seed, said):
            ways.setdefault(number, []).append(way)
    return ways


def _written(seed: _Seed) -> Iterator[tuple[str, int, int]]:
    """Names in the parts of a seed, the first places of each."""
    count = 0
    for start, end in seed.parts:
        for each in mentions.mentions(seed.document.text[start:end]):
            if count == _PLACES:
                return
            count += 1
            yield each.name, start + each.start, start + each.end


def _linked(links: Sequence[Link]) -> Iterator[tuple[str, int, int]]:
    return ((link.to, link.start, link.end) for link in links if link.to)


def _backwards(desk: Desk, seed: _Seed, said: _Said) -> Iterator[tuple[int, _Way]]:
    """What links to a document that the question names, with the link's own words."""
    if seed.strength == 1.0:
        for number, link in desk.store.links_by_name(seed.document, _BACK):
            if number != seed.number:
                strength = said.strength(desk.places(link.label), 1)
                yield number, _Way(seed=seed, strength=strength, sentence=link.label, backwards=True)


class _Said:
    """What the sentences of a seed say of the question: its terms are found once, for all sentences."""

    def __init__(self, desk: Desk, seed: _Seed) -> None:
        self._desk, self._seed = desk, seed
        self._bare = _BARE if seed.strength == 1.0 and _ASKS.search(desk.query.text) else _BARE_STRONG
        self._text = seed.document.text
        self._terms = [
            (start + low, place)
            for start, end in seed.parts
            for low, _, stem in tokens.spans(self._text[start:end], desk.language, desk.sought.words)
            for place in (desk.sought.words[stem],)
        ]
        self._ways: dict[tuple[int, int, int], _Way] = {}

    def way(self, start: int, end: int, meant: int) -> _Way:
        low, high = self._sentence(start, end)
        way = self._ways.get((low, high, meant))
        if way is None:
            said = frozenset([place for at, place in self._terms if low <= at < high])
            strength = self.strength(said, meant)
            way = _Way(seed=self._seed, strength=strength, sentence=self._text[low:high], meant=meant)
            self._ways[low, high, meant] = way
        return way

    def strength(self, said: frozenset[int], meant: int) -> float:
        """How sure a way is by what its sentence says of the rest of the question."""
        seed = self._seed
        share = self._desk.sum(said - seed.own) / seed.rest if seed.rest else 0.0
        return seed.strength * (self._bare + _SAID * share) / meant

    def _sentence(self, start: int, end: int) -> tuple[int, int]:
        """Where the sentence around a place begins and ends, no further than a few lines away."""
        low, high = max(0, start - _SENTENCE_CHARS), min(len(self._text), end + _SENTENCE_CHARS)
        before = [match.end() for match in _END.finditer(self._text, low, start)]
        after = _END.search(self._text, end, high)
        return (before[-1] if before else low), (after.start() + 1 if after else high)


# --- how much a way counts ------------------------------------------------------------------------------------------


def _held(desk: Desk, first: Sequence[int], read: Sequence[Scored]) -> Mapping[int, frozenset[int]]:
    """The terms of the question in the documents the ways lead to; the most promising ones are opened for it."""
    known = {each.reading.document_id: frozenset(each.reading.counts) for each in read}
    for number, document in desk.documents([number for number in first if number not in known][:_OPENED]).items():
        known[number] = desk.places(f"{document.title} {document.text[:_OPENED_CHARS]}")
    return known


def _entry(desk: Desk, number: int, ways: Sequence[_Way], held: frozenset[int]) -> tuple[float, _Way]:
    """(how sure it is that one gets from a seed to this document, by which way)."""
    best = (0.0, ways[0])
    for way in ways:
        answered = desk.sum(way.seed.open & held) / desk.whole
        strength = min(1.0, way.strength + way.seed.strength * _OPEN * answered / way.meant)
        if strength > best[0]:
            best = (strength, way)
    return best


def _told(number: int, strength: float, way: _Way) -> Entry:
    return Entry(document_id=number, strength=strength, score=strength, detail=_detail(way))


def _detail(way: _Way) -> str:
    words = phrasing.without_markup(way.sentence)
    shown = words if len(words) <= _SHOWN_CHARS else words[: _SHOWN_CHARS - 1] + "…"
    title = phrasing.quoted(way.seed.document.title)
    if way.backwards:
        return f"links to {title}" + (f" as “{shown}”" if shown and shown != way.seed.document.title else "")
    return f"{title} says: {shown}" if " " in shown else f"{title} links to it"
