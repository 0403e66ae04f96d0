"""Cuts a text into chunks: spans that tile it exactly, each with the headings it stands under.

Takes a text and its headings, gives about 250 tokens a chunk, the same ones every time; never changes, copies or drops
a character. A chunk opens at a heading wherever it can, and small neighbouring sections share one.

What opens a chunk is decided by the text around it, never by counting from the start, so an edit moves only the
chunks beside it: a heading opens a chunk if the sections between its nearest stronger headings are too much for one
(shallower is stronger, then a checksum of the title decides); a long section is cut in a window, at the best kind of
boundary and there before the greatest word.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from wellhead.model.document import Chunk, Heading
from wellhead.text.derive import front_matter_end

MAX_CHARS = 1_600
SMALL_CHARS = 200
_WINDOW = (500, 1_500)
_CLOSE_WINDOW = (700, 1_300)  # for words and letters: there is always one
_COMPARED = 32  # characters of the words after a place, and places where words repeat
_BLANK_LINE = re.compile(r"\n(?:[ \t]*\r?\n)+")
_LINE = re.compile(r"\n")
# It opens with one set of characters, so that the engine can skip to them: three times the speed of an alternative.
_SENTENCE = re.compile(r"[.!?…。！？｡](?:(?<=[.!?…])[)\]\"'”’»*_]*[ \t\u00a0]+|(?<=[。！？｡])[」』”’）〉》]*)")
_JOINER = "\u200d"


class _Section(NamedTuple):
    """A heading with all that stands under it up to the next one; level 0 is the text before any heading.

    One that is not `apart` never opens a chunk: it goes with the heading above it, which has next to nothing else.
    """

    start: int
    level: int
    path: tuple[str, ...]
    apart: bool


def chunks(text: str, headings: Sequence[Heading]) -> tuple[Chunk, ...]:
    """The chunks of a text; `headings` come in the order of the text. An empty text has none."""
    length = len(text)
    if length <= MAX_CHARS:
        return (_chunk(text, 0, 0, length, _opening(text, headings)),) if length else ()
    sections = _sections(text, headings)
    starts = [section.start for section in sections]
    made: list[Chunk] = []
    for opens, end in pairwise([*_opening_places(text, [each for each in sections if each.apart]), length]):
        for start, stop in _pieces(text, opens, end):
            path = sections[bisect_right(starts, start) - 1].path
            made.append(_chunk(text, len(made), start, stop, path))
    return tuple(made)


def _chunk(text: str, ordinal: int, start: int, end: int, heading: tuple[str, ...]) -> Chunk:
    told = "\x1f".join(heading) + "\x00" + text[start:end]
    digest = blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return Chunk(ordinal=ordinal, start=start, end=end, heading=heading, hash=digest)


# --- sections: which headings open a chunk ---------------------------------------------------------------------------


def _opening(text: str, headings: Sequence[Heading]) -> tuple[str, ...]:
    """The heading path at the very start: the first heading's, if nothing but front matter stands before it."""
    if not headings:
        return ()
    first = headings[0].start
    if first and text[front_matter_end(text) : first].strip():
        return ()
    return (headings[0].title,)


def _sections(text: str, headings: Sequence[Heading]) -> list[_Section]:
    """The sections of a text, in order; the first one starts with the text."""
    path = _opening(text, headings)
    last = _Section(0, headings[0].level if path else 0, path, True)
    sections = [last]
    trail: list[Heading] = []
    reached = -1
    for heading in headings:
        if not reached < heading.start < len(text):
            continue  # out of order or beyond the end: a slip of an importer must not tear the text
        reached = heading.start
        while trail and trail[-1].level >= heading.level:
            trail.pop()
        trail.append(heading)
        if path and heading is headings[0]:
            continue
        apart = heading.level <= last.level or heading.start - last.start >= SMALL_CHARS
        section = _Section(heading.start, heading.level, tuple(each.title for each in trail), apart)
        sections.append(section)
        last = section if apart else last
    return sections


def _opening_places(text: str, sections: list[_Section]) -> list[int]:
    """Where chunks open: at sections whose stronger neighbours stand too far apart for one chunk.

    Each is looked at within the range that no stronger heading enters. A weaker one's range lies inside it, so what is
    joined never exceeds the limit unless it is one section; one pass with a stack finds all ranges.
    """
    ranks = [_rank(text, number, section) for number, section in enumerate(sections)]
    before, after = [0] * len(sections), [len(text)] * len(sections)
    stack: list[int] = []
    for number in range(1, len(sections)):
        while stack and ranks[stack[-1]] > ranks[number]:
            after[stack.pop()] = sections[number].start
        before[number] = sections[stack[-1]].start if stack else 0
        stack.append(number)
    wide = (after[n] - before[n] > MAX_CHARS for n in range(1, len(sections)))
    return [0, *(section.start for section, opens in zip(sections[1:], wide, strict=True) if opens)]


def _rank(text: str, number: int, section: _Section) -> tuple[int, int, int, int]:
    """Smaller is stronger. The first words tell sections with the same title apart, the last part all the others."""
    title, words = "".join(section.path[-1:]), text[section.start : section.start + 64]
    return section.level, _checksum(title), _checksum(words), number * 2_654_435_761 & 0xFFFF_FFFF


def _checksum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


# --- long sections: where to cut -------------------------------------------------------------------------------------


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span as it is, or cut into spans of at most `MAX_CHARS`."""
    while end - start > MAX_CHARS:
        cut = _cut(text, start, end - _WINDOW[0])
        yield start, cut
        start = cut
    yield start, end


def _cut(text: str, start: int, last: int) -> int:
    """The best place to cut after `start`: at a blank line, line, sentence or word, else between two letters."""
    low, high = start + _WINDOW[0], min(start + _WINDOW[1], last)
    for boundary in (_BLANK_LINE, _LINE, _SENTENCE):
        places = [match.end() for match in boundary.finditer(text, low, high)]
        if places and (place := _greatest(text, places)):
            return place
    return _between_words(text, start) or _between_letters(text, start)


def _greatest(text: str, places: list[int]) -> int:
    """The place before the greatest words; 0 if each would tear a letter."""

    def words(place: int) -> str:
        return text[place : place + _COMPARED]

    place = max(places, key=words)
    if not _joined(text, place):
        return place
    return max((place for place in places if not _joined(text, place)), key=words, default=0)


def _between_words(text: str, start: int) -> int:
    """Before the greatest word; 0 if there is none."""
    low, high = start + _CLOSE_WINDOW[0], start + _CLOSE_WINDOW[1]
    word = max(text[low:high].split()[1:], default="")
    places = [place for place in _places(text, word, low + 1, high) if text[place - 1].isspace()] if word else []
    return _greatest(text, places) if places else 0


def _between_letters(text: str, start: int) -> int:
    """Before the greatest character; a letter longer than a whole window is cut all the same."""
    low, high = start + _CLOSE_WINDOW[0], start + _CLOSE_WINDOW[1]
    places = _places(text, max(text[low:high]), low, high)
    place = _greatest(text, places) or places[0]
    while place > start + _WINDOW[0]:
        if not _joined(text, place):
            return place
        place -= 1
    return high


def _places(text: str, words: str, low: int, high: int) -> list[int]:
    """Where the words stand, the first few times: what repeats itself endlessly needs no better choice."""
    places: list[int] = []
    place = text.find(words, low, high)
    while place >= 0 and len(places) < _COMPARED:
        places.append(place)
        place = text.find(words, place + 1, high)
    return places


def _joined(text: str, place: int) -> bool:
    """Whether the characters on both sides of `place` are one to a reader: a cut would tear a letter or a line end."""
    before, after = text[place - 1], text[place]
    if after < "\u0300":
        return (before == "\r" and after == "\n") or (before == _JOINER)
    return (
        before == _JOINER
        or after == _JOINER
        or "\U0001f3fb" <= after <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= after <= "\U000e007f"  # tags of a flag
        or "\u1160" <= after <= "\u11ff"  # vowels and tails of a decomposed Hangul syllable
        or ("\U0001f1e6" <= after <= "\U0001f1ff" and "\U0001f1e6" <= before <= "\U0001f1ff")  # flags
        or unicodedata.category(after)[0] == "M"
    )
