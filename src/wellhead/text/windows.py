"""The slices of a document that show why it was found: where its words answer to the query, most at once, cut at words.

Pure. Words are compared as the index compares them: by stem in English texts, by the word itself in others, in
phrases and in prefixes. Offsets count code points of the document's text; `Window.marks` count those of `Window.text`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from wellhead.model.document import Anchor, Document
from wellhead.model.query import Query, Term, Window
from wellhead.text import tokens
from wellhead.text.cjk import RUN
from wellhead.text.derive import front_matter_end
from wellhead.text.language import STOP_WORDS
from wellhead.text.normal import normal, traced

WINDOW_CHARS = 400
_SENTENCE_CHARS = 80  # how far a cut moves to meet the end of a sentence
_WORD_CHARS = 24
_ADJACENT_CHARS = 40
_SAME = 0.85
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*\s+|\n\s*")
_SPACE = re.compile(r"\s+")
_PHRASE = r"(?<![0-9a-z]){}(?![0-9a-z])"  # in a text of plain small letters: words as the tokenizer cuts them
_PREFIX = r"(?<![0-9a-z]){}[0-9a-z]*+"
_BETWEEN = r"[^0-9a-z]++"


Match = tuple[
    int, int, int
]  # where a stretch that answers to a term begins and ends, and the term's place in the query


class Stretch(NamedTuple):
    """A part of a document to look in, under its heading."""

    start: int
    end: int
    heading: str = ""


class _Typed(NamedTuple):
    """Words in a row, or the beginning of one, as typed; its place in the query; its look in plain small letters."""

    words: list[str]
    place: int
    shape: re.Pattern[str]


class Finder:
    """The terms of one query, prepared for looking through many texts."""

    def __init__(self, query: Query, language: str) -> None:
        self.language = language
        self._stems: dict[str, int] = {}
        self._mixed: set[int] = set()  # places of terms that stem as a stop word does, and are none
        self._words: dict[str, int] = {}
        self._phrases: list[_Typed] = []
        self._prefixes: list[_Typed] = []
        self._runs: list[tuple[str, int]] = []
        for place, term in enumerate(query.terms):
            self._add(place, term)
        self._plain = not (self._phrases or self._prefixes)
        self._begins = [(place, begin) for place, term in enumerate(query.terms) for begin in _begins(term)]

    def _add(self, place: int, term: Term) -> None:
        if term.cjk:
            whole = term.phrase or len(term.text) == 1
            self._runs += [(term.text, place)] if whole else [(pair, place) for pair in term.stems]
            return
        words = tokens.stems(term.text, "none")
        if term.phrase:
            self._phrases.append(_Typed(words, place, re.compile(_PHRASE.format(_BETWEEN.join(map(re.escape, words))))))
        elif term.prefix:
            self._prefixes.append(_Typed(words[:1], place, re.compile(_PREFIX.format(re.escape(words[0])))))
        else:
            if self.language != "none" and tokens.is_mixed(term.text, term.stems[0]):
                self._mixed.add(place)
            for stem in term.stems:
                self._stems.setdefault(stem, place)
            for word in (words[0], *term.stems[1:]):
                self._words.setdefault(word, place)

    def matches(self, text: str, *, strange: bool = False) -> list[Match]:
        """In the order of the text; `strange` says that the text is in another language than the stems."""
        if text.isascii():
            return self._by_word(text, strange)
        plain, origins = traced(text)
        found = self._by_word(RUN.sub(lambda run: " " * len(run[0]), plain), strange)
        for run, place in self._runs:
            at = plain.find(run)
            while at >= 0:
                found.append((at, at + len(run), place))
                at = plain.find(run, at + 1)
        if isinstance(origins, list):
            found = [(origins[start], max(origins[end], origins[start] + 1), place) for start, end, place in found]
        return sorted(found)

    def _by_word(self, plain: str, strange: bool) -> list[Match]:
        """In the order of the text, as the tokenizer gives them."""
        stemmed = self.language != "none" and not strange
        known, language = (self._stems, self.language) if stemmed else (self._words, "none")
        found: list[Match] = []
        if known:
            found = [(start, end, known[stem]) for start, end, stem in tokens.spans(plain, language, known)]
            if stemmed and self._mixed:
                mixed = self._mixed
                found = [each for each in found if each[2] not in mixed or not _is_stop(plain[each[0] : each[1]])]
        if self._phrases or self._prefixes:
            found += self._as_typed(plain)
            found.sort()
        return found

    def _as_typed(self, plain: str) -> list[Match]:
        """Phrases and prefixes; in a text of plain letters they are found without cutting it into words."""
        if plain.isascii():
            small = plain.lower()
            return [match for each in (*self._phrases, *self._prefixes) for match in _shaped(each, small)]
        places = self._in_words(plain)
        spans = tokens.spans(plain, "none") if places else ()
        return [(spans[first][0], spans[end - 1][1], place) for first, end, place in places]

    def _in_words(self, plain: str) -> list[Match]:
        """The same by the words of a text: the first one, the one behind the last."""
        words = tokens.stems(plain, "none")
        return [match for each in self._phrases for match in _in_a_row(each, words)] + [
            (at, at + 1, each.place)
            for each in self._prefixes
            for at, word in enumerate(words)
            if word.startswith(each.words[0])
        ]

    def holds_typed(self, text: str) -> bool:
        """Whether a phrase or a prefix stands in a text at all; where, nobody is told, which is half the work."""
        plain = normal(text)
        if plain.isascii():
            small = plain.lower()
            return any(each.shape.search(small) for each in (*self._phrases, *self._prefixes))
        return bool(self._in_words(RUN.sub(" ", plain)))

    def terms_in(self, texts: Sequence[str], *, strange: bool = False, known: Collection[int] = ()) -> set[int]:
        """Which terms stand in short texts: titles, aliases, headings, tags; those already known need not be found."""
        text = " \n ".join(texts)
        if self._plain and text.isascii():
            small = text.lower()
            if not any(begin in small for place, begin in self._begins if place not in known):
                return set()
        return {place for _, _, place in self.matches(text, strange=strange)}


def _shaped(typed: _Typed, small: str) -> Iterator[Match]:
    """Every place, also where one begins within another."""
    match = typed.shape.search(small)
    while match:
        yield match.start(), match.end(), typed.place
        match = typed.shape.search(small, match.start() + 1)


def _in_a_row(phrase: _Typed, words: Sequence[str]) -> Iterator[Match]:
    """Which of the words these are."""
    size = len(phrase.words)
    for at, word in enumerate(words):
        if word == phrase.words[0] and words[at : at + size] == phrase.words:
            yield at, at + size, phrase.place


def _is_stop(word: str) -> bool:
    return word.lower() in STOP_WORDS


def _begins(term: Term) -> tuple[str, ...]:
    """What each word of a plain text begins with that answers to the term: endings go, and one letter may change."""
    return () if term.cjk else tuple([stem[:-1] for stem in (term.stems if term.slip else term.stems[:1])])


def windows(
    document: Document, stretches: Sequence[Stretch], finder: Finder, limit: int, *, strange: bool = False
) -> tuple[list[Window], set[int]]:
    """(the best windows, those of the first stretches first; the terms that stand in any of the stretches)."""
    shown: list[_Slice] = []
    terms: set[int] = set()
    for stretch in stretches:
        matches = finder.matches(document.text[stretch.start : stretch.end], strange=strange)
        terms.update([place for _, _, place in matches])
        if matches or not shown:
            new = _slice(document.text, stretch, matches)
            if new.start < new.end:
                _join(shown, new, document.text)
    lines = _lines(document.text, [each.start for each in shown[:limit]])
    return [_window(document, each, lines[each.start]) for each in shown[:limit]], terms


def around(document: Document, matches: Sequence[Match]) -> Window:
    """The window around places that were found without a Finder, in the order of the text."""
    found = _slice(document.text, Stretch(0, len(document.text)), matches)
    return _window(document, found, 1 + document.text.count("\n", 0, found.start))


def _lines(text: str, places: Sequence[int]) -> dict[int, int]:
    """The line each place stands in, counted from 1, in one go through the text."""
    if len(places) == 1:
        return {places[0]: 1 + text.count("\n", 0, places[0])}
    lines: dict[int, int] = {}
    line, last = 1, 0
    for place in sorted(places):
        line += text.count("\n", last, place)
        lines[place], last = line, place
    return lines


class _Slice(NamedTuple):
    """A window on its way: offsets of the document, also of its marks."""

    start: int
    end: int
    heading: str
    marks: tuple[tuple[int, int], ...]


def _slice(text: str, stretch: Stretch, matches: Sequence[Match]) -> _Slice:
    """The densest window of a stretch; its beginning where nothing matches (the names of the document did)."""
    if not matches:
        start = max(stretch.start, front_matter_end(text) if stretch.start == 0 else 0)
        start = start if start < stretch.end else stretch.start
        start, end = _trimmed(text, start, _cut_end(text, start, start + WINDOW_CHARS, stretch.end))
        return _Slice(start, end, stretch.heading, ())
    first, last = _densest(matches)
    start, end = stretch.start + first, stretch.start + last
    room = max(0, WINDOW_CHARS - (end - start))
    before = min(room // 2, start - stretch.start)
    after = min(room - before, stretch.end - end)
    before = min(room - after, start - stretch.start)
    low = _cut_start(text, stretch.start, start - before, start)
    high = _cut_end(text, end, end + after, stretch.end)
    low, high = _trimmed(text, low, high)
    base = stretch.start
    marks = [(base + first, base + last) for first, last, _ in matches if low <= base + first and base + last <= high]
    return _Slice(low, high, stretch.heading, tuple(marks))


def _densest(matches: Sequence[Match]) -> tuple[int, int]:
    """The stretch of at most a window with the most different terms in it, then the most matches, then the earliest."""
    begin, chosen_end, _ = matches[0]
    if max([end for _, end, _ in matches]) - begin <= WINDOW_CHARS:
        return begin, matches[-1][1]
    best, chosen = (0, 0), (begin, chosen_end)
    counts: dict[int, int] = {}
    left = 0
    for right, (start, end, term) in enumerate(matches):
        counts[term] = counts.get(term, 0) + 1
        first, _, gone = matches[left]
        while end - first > WINDOW_CHARS and first < start:
            counts[gone] -= 1
            if not counts[gone]:
                del counts[gone]
            left += 1
            first, _, gone = matches[left]
        found = (len(counts), right - left)
        if found > best:
            best, chosen = found, (first, end)
    return chosen


def _cut_start(text: str, low: int, wanted: int, first: int) -> int:
    """Where a sentence begins near `wanted`, else a word; never behind the first match."""
    if wanted <= low:
        return low
    begin = max(low, wanted - _SENTENCE_CHARS)
    ends = [match.end() for match in _SENTENCE_END.finditer(text, begin, min(first, wanted + _SENTENCE_CHARS))]
    if ends:
        return min(ends, key=lambda end: abs(end - wanted))
    space = _SPACE.search(text, wanted, min(first, wanted + _WORD_CHARS))
    return space.end() if space else wanted


def _cut_end(text: str, last: int, wanted: int, high: int) -> int:
    """Where a sentence ends near `wanted`, else a word; never before the last match."""
    if wanted >= high:
        return high
    begin = max(last, wanted - _SENTENCE_CHARS)
    ends = [match.end() for match in _SENTENCE_END.finditer(text, begin, min(high, wanted + _SENTENCE_CHARS))]
    if ends:
        return min(ends, key=lambda end: abs(end - wanted))
    spaces = [match.start() for match in _SPACE.finditer(text, max(last, wanted - _WORD_CHARS), wanted + 1)]
    return spaces[-1] if spaces else wanted


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _join(shown: list[_Slice], new: _Slice, text: str) -> None:
    """Neighbours become one window; what says nearly the same as another is left out."""
    for place, old in enumerate(shown):
        if new.start <= old.end + _ADJACENT_CHARS and old.start <= new.end + _ADJACENT_CHARS:
            start, end = min(old.start, new.start), max(old.end, new.end)
            heading = old.heading if old.start == start else new.heading
            shown[place] = _Slice(start, end, heading, tuple(sorted({*old.marks, *new.marks})))
            return
        if _alike(text[old.start : old.end], text[new.start : new.end]):
            return
    shown.append(new)


def _alike(one: str, other: str) -> bool:
    words, others = _words(one), _words(other)
    both = len(words & others)
    return both > _SAME * (len(words) + len(others) - both)


@lru_cache(maxsize=8)  # a window is compared with every other of its document
def _words(text: str) -> frozenset[str]:
    return frozenset(text.lower().split())


def _window(document: Document, found: _Slice, line: int) -> Window:
    anchor = _anchor(document, found.start) if document.anchors else None
    return Window(
        start=found.start,
        end=found.end,
        text=document.text[found.start : found.end],
        heading=found.heading,
        page=anchor.page if anchor else None,
        timestamp=anchor.timestamp if anchor else None,
        line=line,
        marks=tuple(_apart(found)),
    )


def _apart(found: _Slice) -> list[tuple[int, int]]:
    """Marks of the window's text, in order; overlapping ones are one."""
    base, last = found.start, -1
    apart: list[tuple[int, int]] = []
    for low, high in found.marks:
        if low > last:
            apart.append((low - base, high - base))
            last = high
        elif high > last:
            apart[-1] = (apart[-1][0], high - base)
            last = high
    return apart


def _anchor(document: Document, start: int) -> Anchor | None:
    """The page or moment a place belongs to: the last one named before it."""
    places = [each for each in document.anchors if each.start <= start and (each.page or each.timestamp)]
    return max(places, key=lambda each: each.start, default=None)
