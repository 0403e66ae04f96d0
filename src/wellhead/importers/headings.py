"""Headings, inline tags and block anchors of a Markdown text: what stands in its lines apart from links.

Takes the text and its blanked twin (see `zones`); gives values with offsets into the text. One scan finds headings
and tags, because the `#` that makes a heading is no tag.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wellhead.model.document import Anchor, Heading
from wellhead.text.names import LONGEST

# A tag ends at white space and at punctuation of any script, but for `-`, `_` and `/`. Marks that are part of a letter
# belong to it, which `\w` does not know.
_TAG = (
    r"#([^\s\x00-,.:-@\[-^`{-\x9f¡-©«-´¶-¹»-¿×÷\u2000-\u200b\u200e-\u206f\u20a0-\u20cf\u2190-\u22ff\u2e00-\u2e7f"
    r"\u3000-\u3004\u3008-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65\ufff0-\uffff]++)"
)
_MARKER = r"(?: {0,3}|[ \t]*+[-*+][ \t]++)(#{1,6})(?:[ \t]++([^\n]*+)|(?=\r?(?:\n|\Z)))"
_HEADING_OR_TAG = re.compile(rf"\n{_MARKER}|{_TAG}")
_FIRST_HEADING = re.compile(_MARKER)
_TAG_ALONE = re.compile(_TAG)
_BEFORE_TAG = frozenset(" \t\n\r\f\v\u00a0\u3000(*,;")
_NUMBER = "0123456789-_/"

_UNDERLINE = re.compile(r"\n {0,3}(==++|--++)[ \t\r]*+(?=\n|\Z)")
_NO_PARAGRAPH = re.compile(r"\s*+\Z|\t| {4}| {0,3}(?:[-*+>|#<]|\d{1,9}[.)][ \t]|==|`{3}|~{3})")

_MARKED = re.compile(r"[*_`=~\[\\]")
_LINK = re.compile(r"!?\[\[(?:[^\[\]|\n]*+\|)?([^\[\]|\n]*+)\]\]|!?\[([^\[\]\n]*+)\]\([^()\n]*+\)")
_EMPHASIS = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*|==|~~|`|(?<!\w)[*_]++(?=\S)|(?<=\S)[*_]++(?!\w)")
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]++)[ \t\r]*+(?=\n|\Z)")
_TRAILING_ID = re.compile(r"[ \t]\^[A-Za-z0-9-]++\Z")


class Outline(NamedTuple):
    headings: list[Heading]
    tags: list[str]


def outline_of(text: str, live: str, start: int) -> Outline:
    """Headings in their order (`# …`, and lines underlined with === or ---) and tags as they stand in the text."""
    headings: list[Heading] = []
    tags: list[str] = []
    if "#" in live:
        _scan(text, live, start, headings, tags)
    if "==" in live or live.find("--", start) >= 0:
        _underlined(text, live, start, headings)
    return Outline(headings, tags)


def _scan(text: str, live: str, start: int, headings: list[Heading], tags: list[str]) -> None:
    first = _FIRST_HEADING.match(live, start) if start == 0 else None
    if first is not None:
        _add_heading(text, start, first.start(1), first.end(1), first.end(), headings)
        _add_tags(live, first.end(1), first.end(), tags)
        start = first.end()
    for match in _HEADING_OR_TAG.finditer(live, start):
        if match[1] is not None:
            _add_heading(text, match.start() + 1, match.start(1), match.end(1), match.end(), headings)
            _add_tags(live, match.end(1), match.end(), tags)
        else:
            _add_tag(live, match.start(), match[3], tags)


def _add_tags(live: str, start: int, end: int, tags: list[str]) -> None:
    """The tags of a heading's own words."""
    if live.find("#", start, end) >= 0:
        for match in _TAG_ALONE.finditer(live, start, end):
            _add_tag(live, match.start(), match[1], tags)


def _add_tag(live: str, begin: int, written: str, tags: list[str]) -> None:
    if begin and (before := live[begin - 1]) not in _BEFORE_TAG:
        return
    if begin > 1 and before == "(" and live[begin - 2] == "]":
        return
    tag = written.strip("/")
    if tag.strip(_NUMBER):
        tags.append(tag)


def _add_heading(text: str, start: int, marker: int, marker_end: int, end: int, headings: list[Heading]) -> None:
    title = text[marker_end:end].strip()
    bare = title.rstrip("#")
    if not bare or bare[-1] in " \t":
        title = bare.rstrip()
    title = plain_title(title)
    if title:
        headings.append(Heading(start=start, level=marker_end - marker, title=title))


def _underlined(text: str, live: str, start: int, headings: list[Heading]) -> None:
    """A line alone in its paragraph and underlined; under several lines a rule is more often meant."""
    found = False
    floor = start
    for match in _UNDERLINE.finditer(live, max(start - 1, 0)):
        end = match.start()
        line = max(live.rfind("\n", floor, end) + 1, floor)
        above = live[max(live.rfind("\n", floor, max(line - 1, floor)) + 1, floor) : line].strip()
        floor = match.end()
        if line >= end or _NO_PARAGRAPH.match(live, line, end) or (above and above[0] != "#"):
            continue
        title = plain_title(text[line:end].strip())
        if title:
            headings.append(Heading(start=line, level=1 if match[1][0] == "=" else 2, title=title))
            found = True
    if found:
        headings.sort(key=_start)


def _start(heading: Heading) -> int:
    return heading.start


def plain_title(written: str) -> str:
    """What a heading says, without the marks around its words."""
    title = written[: 4 * LONGEST]
    if "^" in title:
        title = _TRAILING_ID.sub("", title)
    if _MARKED.search(title):
        title = _LINK.sub(lambda match: match[1] or match[2] or "", title)
        title = _EMPHASIS.sub(lambda match: match[1] or "", title)
    return title[:LONGEST].strip()


def block_anchors(live: str, start: int) -> list[Anchor]:
    """`^id` at the end of a line names that line."""
    found: list[Anchor] = []
    for match in _BLOCK_ID.finditer(live, start):
        at = match.start()
        if at == 0 or live[at - 1] in " \t\n":
            found.append(Anchor(start=live.rfind("\n", 0, at) + 1, name=match[1]))
    return found
