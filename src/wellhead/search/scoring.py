"""How well a document that was read answers to the terms: the arithmetic of the lexical lane, and nothing else.

A document counts as a whole and by its best chunk, both by BM25; the mean of its best three chunks stands beside the
best, so that a text about the question goes before one that mentions it. Terms that neighbour in the question count
more where they are near each other in the text, and a title counts by how much of it the question says. Constants were
chosen on the dev sets and are held by `make bench-quality`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from wellhead.model.options import SearchOptions
from wellhead.model.query import Signal
from wellhead.search.group import MEAN_OF
from wellhead.search.reading import Counts, Part, Reading, Sought
from wellhead.text.language import STOP_WORDS

K1 = 1.2
B_DOCUMENT, B_CHUNK = 0.5, 0.75
MEAN_SHARE = 0.3
NEAR = 8  # words apart
NEAR_SHARE = 0.6
NEAR_PARTS = 2
TITLE_SHARE = 0.25


class Scored(Struct, kw_only=True):
    """A document with what its words count; `parts` are the scores of its chunks, in their order."""

    reading: Reading
    score: float
    parts: list[float]
    signals: list[Signal] = []


def weights(frequencies: Sequence[int], documents: int) -> list[float]:
    """How much each term says, by the number of documents it stands in: always more than nothing."""
    return [math.log(1 + (documents - min(each, documents) + 0.5) / (each + 0.5)) for each in frequencies]


def score(readings: Sequence[Reading], weight: Sequence[float], sought: Sought, options: SearchOptions) -> list[Scored]:
    """Best first."""
    if not readings:
        return []
    parts = [part for each in readings for part in each.parts]
    chunk_length = sum(part.length for part in parts) / len(parts) or 1.0
    text_length = sum(each.length for each in readings) / len(readings) or 1.0
    found = [_scored(each, weight, (chunk_length, text_length), sought, options) for each in readings]
    return sorted(found, key=lambda each: (-each.score, each.reading.document.key))


def bm25(counts: Counts, weight: Sequence[float], norm: float) -> float:
    total = 0.0
    for place, count in counts.items():
        total += weight[place] * count * (K1 + 1) / (count + norm)
    return total


def norm(length: float, mean: float, b: float) -> float:
    return K1 * (1 - b + b * length / mean)


def _scored(
    reading: Reading, weight: Sequence[float], lengths: tuple[float, float], sought: Sought, options: SearchOptions
) -> Scored:
    chunk_length, text_length = lengths
    parts = [bm25(part.counts, weight, norm(part.length, chunk_length, B_CHUNK)) for part in reading.parts]
    best = sorted(parts, reverse=True)[:MEAN_OF]
    mean = sum(best) / min(MEAN_OF, max(reading.size, len(best)))
    words = bm25(reading.counts, weight, norm(reading.length, text_length, B_DOCUMENT))
    spread = MEAN_SHARE if options.counts("spread") else 0.0
    words += (1 - spread) * best[0] + spread * mean
    signals = []
    parts_near = reading.parts[:NEAR_PARTS] if options.counts("near") else ()
    near, pairs = max((_nearness(part, weight, sought) for part in parts_near), default=(0.0, 0))
    total = words + NEAR_SHARE * near
    if near:
        signals.append(
            Signal(name="near", detail=f"neighbouring words stand together: {pairs}", weight=total / (words or 1))
        )
    said = _title_said(reading, weight, sought) if options.counts("title") else 0.0
    if said:
        boost = 1 + TITLE_SHARE * said
        signals.append(Signal(name="title", detail=f"of “{reading.document.title}”: {said:.0%}", weight=boost))
        total *= boost
    return Scored(reading=reading, score=total, parts=parts, signals=signals)


def _nearness(part: Part, weight: Sequence[float], sought: Sought) -> tuple[float, int]:
    """(what pairs of neighbouring terms count by how near they stand, how many pairs there are)."""
    where: dict[int, list[int]] = {}
    for at, place in part.places:
        where.setdefault(place, []).append(at)
    if len(where) < 2:
        return 0.0, 0
    total, pairs = 0.0, 0
    for place in range(sought.count - 1):
        if place in where and place + 1 in where:
            gap = least_gap(where[place], where[place + 1])
            if gap <= NEAR:
                total += min(weight[place], weight[place + 1]) / gap
                pairs += 1
    return total, pairs


def least_gap(one: Sequence[int], other: Sequence[int]) -> int:
    """How near two words come, counted in words; both in rising order."""
    first = second = 0
    least = NEAR + 1
    while first < len(one) and second < len(other):
        least = min(least, abs(one[first] - other[second]) or 1)
        if one[first] < other[second]:
            first += 1
        else:
            second += 1
    return least


def _title_said(reading: Reading, weight: Sequence[float], sought: Sought) -> float:
    """How much of the title the question says and of the question the title, from 0 to 1: their geometric mean."""
    words = [word for word in dict.fromkeys(reading.title) if word not in STOP_WORDS]
    places = sought.places(words)
    if not places:
        return 0.0
    said = sum(weight[place] for place in {place for _, place in places})
    asked = sum(weight) or 1.0
    unsaid = len(words) - len({at for at, _ in places})
    return math.sqrt(said / (said + unsaid * asked / len(weight)) * said / asked)
