"""The lines of a window that are worth showing: those around most of the matched words, as few as that takes.

A window may open with front matter or with half a section before the match. Lines of front matter are shown only when
nothing else of the window matched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from wellhead.model.query import Window

_FIELDS = re.compile(r"---|[\w-]+:.*|\s*-\s.*")
_LINES = 4
_LINES_BRIEF = 2
_CHARS = 480
_CHARS_BRIEF = 240
_BEFORE = 60
_LEAD_CHARS = 150


class Line(NamedTuple):
    """One shown line: where it stands in its file, and its words, each part marked or not."""

    number: int
    parts: tuple[tuple[str, bool], ...]

    @property
    def matched(self) -> bool:
        return any(marked for _, marked in self.parts)


class _Raw(NamedTuple):
    number: int
    text: str
    marks: tuple[tuple[int, int], ...]


def excerpt(window: Window, *, brief: bool = False) -> list[Line]:
    """At most a few lines and a few hundred characters; what is cut ends or begins with an ellipsis."""
    most, room = (_LINES_BRIEF, _CHARS_BRIEF) if brief else (_LINES, _CHARS)
    lines = _lines(window)
    body = lines[_front_matter(lines) :]
    candidates = body if any(line.marks for line in body) or not any(line.marks for line in lines) else lines
    written = [line for line in candidates if line.text.strip()]
    first = _led_in(written, _best(written, most))
    shown: list[Line] = []
    for line in written[first : first + most]:
        if shown and len(line.text) > room:
            break
        shown.append(_cut(line, room))
        room -= min(room, len(line.text))
    rest = written[first + len(shown) :]
    if shown and rest and not _ends_cut(shown[-1]):
        shown[-1] = shown[-1]._replace(parts=(*shown[-1].parts, (" …", False)))
    return shown


def _lines(window: Window) -> list[_Raw]:
    found, at = [], 0
    for number, text in enumerate(window.text.split("\n"), window.line):
        end = at + len(text)
        marks = tuple((max(a, at) - at, min(b, end) - at) for a, b in window.marks if a < end and b > at)
        found.append(_Raw(number, text, marks))
        at = end + 1
    return found


def _front_matter(lines: Sequence[_Raw]) -> int:
    """How many lines at the beginning are fields above a closing `---`."""
    for number, line in enumerate(lines):
        if number and line.text.rstrip() == "---":
            return number + 1
        if not _FIELDS.fullmatch(line.text.rstrip()):
            break
    return 0


def _best(lines: Sequence[_Raw], most: int) -> int:
    """Where a block begins that holds most different matched words, then most of them; the earliest of equals."""
    best, worth = 0, (0, 0)
    for start, line in enumerate(lines):
        if line.marks:
            words = [each.text[a:b].casefold() for each in lines[start : start + most] for a, b in each.marks]
            if (len(set(words)), len(words)) > worth:
                best, worth = start, (len(set(words)), len(words))
    return best


def _led_in(lines: Sequence[_Raw], first: int) -> int:
    """One line earlier where a paragraph began there, so that a sentence is not met in its middle."""
    if not first:
        return first
    before, line = lines[first - 1], lines[first]
    joined = before.number + 1 == line.number and not before.text.startswith(("#", "---")) and line.text[:1].isalnum()
    return first - 1 if joined and len(before.text) <= _LEAD_CHARS else first


def _cut(line: _Raw, room: int) -> Line:
    """The line if it fits, else what stands around its first matched word."""
    start, end = 0, len(line.text)
    if end > room:
        first = line.marks[0][0] if line.marks else 0
        start = _word_start(line.text, max(0, first - _BEFORE)) if first > _BEFORE else 0
        start = min(start, first)
        end = min(end, start + room)
    parts: list[tuple[str, bool]] = [("… ", False)] if start else []
    at = start
    for a, b in line.marks:
        if a >= start and b <= end:
            parts += [(line.text[at:a], False), (line.text[a:b], True)]
            at = b
    parts.append((line.text[at:end], False))
    if end < len(line.text):
        parts.append((" …", False))
    return Line(line.number, tuple(part for part in parts if part[0]))


def _word_start(text: str, at: int) -> int:
    space = text.find(" ", at)
    return space + 1 if space >= 0 else at


def _ends_cut(line: Line) -> bool:
    return bool(line.parts) and line.parts[-1][0].endswith("…")
