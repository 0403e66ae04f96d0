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

from wellhead.model.document import Document
from wellhead.model.neighbourhood import Resolved
from wellhead.search import phrasing
from wellhead.search.desk import Desk
from wellhead.search.lane import Entry, Lane, not_run, ranked
from wellhead.search.scoring import Scored
from wellhead.text import mentions
from wellhead.text.derive import folded_name

_STRONG = 3  # first documents that are seeds
_NAMED = 5
_STRONG_SHARE = 0.8  # how sure a seed is that the question does not name
_READ_CHARS = 8_000
_PLACES = 60  # links and names of one seed
_SENTENCE_CHARS = 400
_OPENED = 16  # documents whose texts are looked into for what the seed leaves open
_OPENED_CHARS = 6_000
_BARE, _BARE_STRONG, _SAID, _OPEN = 0.3, 0.1, 0.5, 0.5
_SHOWN_CHARS = 90
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
    held: frozenset[int]  # those that stand in it
    parts: tuple[tuple[int, int], ...]


class _Way(Struct, frozen=True, kw_only=True):
    """From a seed to another document: the terms of the question in the sentence that leads there, and the sentence."""

    seed: _Seed
    said: frozenset[int] = frozenset()
    sentence: str = ""
    meant: int = 1  # how many documents go by the name
    backwards: bool = False


def links(desk: Desk, read: Sequence[Scored], resolved: Sequence[Resolved]) -> Lane:
    if len(desk.query.terms) < 2:
        return not_run("link", "a single word asks for nothing beyond itself")
    seeds = list(_seeds(desk, read, resolved))
    if not seeds:
        return not_run("link", "no document to start from")
    ways = _ways(desk, seeds)
    named = {seed.number for seed in seeds if seed.strength == 1.0}
    found = [(number, way) for number, each in ways.items() if number not in named for way in each]
    admitted = desk.index.admits(desk.query, {number for number, _ in found})
    found = [(number, way) for number, way in found if number in admitted]
    held = _held(desk, found, read)
    entries = [_entry(desk, number, way, held.get(number, frozenset())) for number, way in found]
    return ranked("link", entries)


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
            yield _Seed(
                number=each.document_id,
                document=document,
                strength=1.0,
                own=desk.places(each.text),
                held=desk.places(f"{document.title} {text}"),
                parts=((0, len(text)),),
            )
    best = read[0].score if read else 1.0
    for scored in read[:_STRONG]:
        reading = scored.reading
        if reading.document_id not in seen:
            yield _Seed(
                number=reading.document_id,
                document=reading.document,
                strength=_STRONG_SHARE * scored.score / (best or 1.0),
                own=frozenset(place for _, place in desk.sought.places(reading.title)),
                held=frozenset(reading.counts),
                parts=_spans(scored),
            )


def _spans(scored: Scored) -> tuple[tuple[int, int], ...]:
    """A short document whole, of a long one the chunks that were read."""
    document = scored.reading.document
    if len(document.text) <= _READ_CHARS:
        return ((0, len(document.text)),)
    return tuple(sorted((part.chunk.start, part.chunk.end) for part in scored.reading.parts))


# --- where a seed leads ---------------------------------------------------------------------------------------------


def _ways(desk: Desk, seeds: Sequence[_Seed]) -> dict[int, list[_Way]]:
    """Names are looked up for all seeds at once."""
    written = {seed.number: list(_written(seed)) for seed in seeds}
    names = dict.fromkeys(name for places in written.values() for name, _, _ in places)
    known: dict[str, list[int]] = {}
    for each in desk.index.named(names):
        if each.document_id:
            known.setdefault(folded_name(each.name), []).append(each.document_id)
    ways: dict[int, list[_Way]] = {}
    for seed in seeds:
        for name, start, end in written[seed.number]:
            targets = [number for number in known.get(folded_name(name), ()) if number != seed.number]
            if targets:
                sentence = _sentence(seed.document.text, start, end)
                way = _Way(seed=seed, said=desk.places(sentence), sentence=sentence, meant=len(targets))
                for number in targets:
                    ways.setdefault(number, []).append(way)
        for number, way in _by_links(desk, seed):
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


def _by_links(desk: Desk, seed: _Seed) -> Iterator[tuple[int, _Way]]:
    """What the seed links to, with the words around the link; what links to it, with the link's own words."""
    out = [link for link in desk.store.links(seed.document.key)[:_PLACES] if link.key and link.key != seed.document.key]
    back = desk.store.backlinks(seed.document.key)[:_PLACES] if seed.strength == 1.0 else ()
    numbers = desk.store.ids({link.key for link in out} | {key for key, _ in back})
    for link in out:
        if link.key in numbers:
            sentence = _sentence(seed.document.text, link.start, link.end)
            yield numbers[link.key], _Way(seed=seed, said=desk.places(sentence), sentence=sentence)
    for key, link in back:
        if key in numbers:
            said = desk.places(link.label)
            yield numbers[key], _Way(seed=seed, said=said, sentence=link.label, backwards=True)


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence around a place, no longer than a few lines."""
    low, high = max(0, start - _SENTENCE_CHARS), min(len(text), end + _SENTENCE_CHARS)
    before = [match.end() for match in _END.finditer(text, low, start)]
    after = _END.search(text, end, high)
    return text[before[-1] if before else low : after.start() + 1 if after else high]


# --- how much a way counts ------------------------------------------------------------------------------------------


def _held(desk: Desk, found: Sequence[tuple[int, _Way]], read: Sequence[Scored]) -> Mapping[int, frozenset[int]]:
    """The terms of the question in the documents the ways lead to; the most promising ones are opened for it."""
    known = {each.reading.document_id: frozenset(each.reading.counts) for each in read}
    first = sorted(found, key=lambda each: (-_strength(desk, each[1]), each[0]))
    numbers = [number for number in dict.fromkeys(number for number, _ in first) if number not in known][:_OPENED]
    for number, document in desk.documents(numbers).items():
        known[number] = desk.places(f"{document.title} {document.text[:_OPENED_CHARS]}")
    return known


def _strength(desk: Desk, way: _Way) -> float:
    rest = desk.sum(desk.everything - way.seed.own)
    said = desk.sum(way.said - way.seed.own) / rest if rest else 0.0
    bare = _BARE if way.seed.strength == 1.0 and _ASKS.search(desk.query.text) else _BARE_STRONG
    return way.seed.strength * (bare + _SAID * said) / way.meant


def _entry(desk: Desk, number: int, way: _Way, held: frozenset[int]) -> Entry:
    left = desk.everything - way.seed.own - way.seed.held
    answered = desk.sum(left & held) / (desk.sum(desk.everything) or 1.0)
    strength = min(1.0, _strength(desk, way) + way.seed.strength * _OPEN * answered / way.meant)
    return Entry(document_id=number, strength=strength, score=strength, detail=_detail(way))


def _detail(way: _Way) -> str:
    words = phrasing.without_markup(way.sentence)
    shown = words if len(words) <= _SHOWN_CHARS else words[: _SHOWN_CHARS - 1] + "…"
    title = phrasing.quoted(way.seed.document.title)
    if way.backwards:
        return f"links to {title}" + (f" as “{shown}”" if shown and shown != way.seed.document.title else "")
    return f"{title} says: {shown}" if " " in shown else f"{title} links to it"
