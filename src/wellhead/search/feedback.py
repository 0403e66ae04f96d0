"""Words that the best chunks have in common, looked for as well: pseudo-relevance feedback, as much as a query bears.

The less of the question the best chunk holds, and the more the first documents stand out from those after them, the
more their other words may say: up to half of what counts. What they add is bounded by what the person's own words gave
a document, so a text that holds the question's rare words is never buried under one that merely sounds like it. How
common a word is follows from the documents that were read; nothing more is asked of the index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wellhead.model.query import Feedback, Signal
from wellhead.search.reading import Part, Reading, Sought
from wellhead.search.scoring import K1, Scored, norm, weights
from wellhead.text import tokens
from wellhead.text.language import STOP_WORDS

MOST = 0.55  # of what counts
CHUNKS = 8
WORDS = 15
LEAST_CHUNKS = 2  # that must share a word
LEAST_LETTERS = 3
BOUND = 2.0  # times what the person's own words gave
_FIRST = 10
_STANDING_OUT = (1.2, 1.6)  # the best score over the mean of the first ten: from where on it counts, and fully
_HELD = (1.05, 0.65)  # the share of the question the best chunk holds: the same
_B = 0.75
_STOP = STOP_WORDS | tokens.STOP_STEMS


def with_feedback(scored: Sequence[Scored], weight: Sequence[float], sought: Sought) -> tuple[list[Scored], Feedback]:
    """The documents, best first, by their own words and by those of the best."""
    share = _share(scored, weight)
    chosen = _words(scored) if share > 0 else {}
    if not chosen:
        return list(scored), Feedback()
    common = _commonness([each.reading for each in scored], chosen)
    best = sorted(chosen, key=lambda word: (-chosen[word] * common[word], word))[:WORDS]
    total = sum(chosen[word] for word in best)
    counted = {word: share * sought.count * chosen[word] / total * common[word] for word in best}
    mean = sum(each.reading.length for each in scored) / len(scored) or 1.0
    again = [_again(each, share, counted, mean) for each in scored]
    words = tuple(best)
    return sorted(again, key=lambda each: (-each.score, each.reading.document.key)), Feedback(share=share, words=words)


def _share(scored: Sequence[Scored], weight: Sequence[float]) -> float:
    if len(scored) < 2:
        return 0.0
    first = [each.score for each in scored[:_FIRST]]
    standing = first[0] * len(first) / (sum(first) or 1.0)
    part, _ = max(_parts(scored), key=lambda each: each[1])
    held = sum(weight[place] for place in part.counts) / (sum(weight) or 1.0)
    return MOST * _between(standing, *_STANDING_OUT) * _between(held, *_HELD)


def _between(value: float, none: float, full: float) -> float:
    return min(1.0, max(0.0, (value - none) / (full - none)))


def _parts(scored: Sequence[Scored]) -> list[tuple[Part, float]]:
    return [pair for each in scored for pair in zip(each.reading.parts, each.parts, strict=True)]


def _words(scored: Sequence[Scored]) -> dict[str, float]:
    """What the best chunks say, by how often and in how good ones; a word of one of them alone says nothing."""
    best = sorted((each for each in _parts(scored) if each[1] > 0), key=lambda each: -each[1])[:CHUNKS]
    total = sum(value for _, value in best)
    said: dict[str, float] = {}
    chunks: Counter[str] = Counter()
    for part, value in best:
        share = value / total / (len(part.words) or 1)
        for word, count in Counter(part.words).items():
            said[word] = said.get(word, 0.0) + share * count
            chunks[word] += 1
    return {
        word: value
        for word, value in said.items()
        if chunks[word] >= LEAST_CHUNKS and len(word) >= LEAST_LETTERS and word not in _STOP
    }


def _commonness(readings: Sequence[Reading], words: Mapping[str, float]) -> dict[str, float]:
    """How much each word says, by how many of the documents hold it."""
    held: Counter[str] = Counter()
    for each in readings:
        held.update(words.keys() & {word for part in each.parts for word in part.words})
    return dict(zip(words, weights([held[word] for word in words], len(readings)), strict=True))


def _again(scored: Scored, share: float, counted: Mapping[str, float], mean: float) -> Scored:
    reading = scored.reading
    found = Counter(word for part in reading.parts for word in part.words if word in counted)
    own = (1 - share) * scored.score
    length = norm(reading.length, mean, _B)
    more = sum(counted[word] * count * (K1 + 1) / (count + length) for word, count in found.items())
    more = min(more, BOUND * own)
    if not found:
        return replace(scored, score=own)
    said = ", ".join(sorted(found, key=lambda word: (-counted[word], word))[:4])
    signal = Signal(name="feedback", detail=f"shares words of the best: {said}", weight=(own + more) / (own or 1.0))
    return replace(scored, score=own + more, signals=[*scored.signals, signal])
