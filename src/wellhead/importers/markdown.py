"""Markdown as people keep it, in Obsidian, Logseq or plain folders: the text whole, and what it says of itself.

Takes the bytes of one file; gives one Draft with headings, links, tags, anchors and the claims of its front matter.
It renders nothing, runs no query, resolves no link, and never changes a character of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from wellhead.importers.decode import read_text
from wellhead.importers.front_matter import block_of, claims
from wellhead.importers.headings import block_anchors, outline_of
from wellhead.importers.links import links_of
from wellhead.importers.logseq import block_ids, page_properties, title_of_file
from wellhead.importers.zones import DATAVIEW, Zones, has_zones
from wellhead.model.document import Anchor, Draft, Heading, Link
from wellhead.text.derive import front_matter_end
from wellhead.text.names import bounded, distinct


class MarkdownImporter:
    name = "markdown"
    extensions = frozenset({".md", ".markdown"})
    rows = False

    def accepts(self, path: str, head: bytes) -> bool:
        return path.lower().endswith((".md", ".markdown"))

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft]:
        yield draft_of(read_text(stream), path)


class Marks(NamedTuple):
    """What a Markdown text holds besides its words, with offsets into it."""

    headings: list[Heading]
    links: list[Link]
    tags: list[str]
    anchors: list[Anchor]
    notes: list[str]
    live: str


def marks_of(text: str, start: int, path: str) -> Marks:
    """Everything found from `start` on; code and comments are not looked into."""
    live, notes = text, []
    if has_zones(text):
        zones = Zones(text)
        live = zones.blanked(start)
        if zones.queries:
            notes.append(DATAVIEW)
    headings, tags = outline_of(text, live, start)
    anchors = block_anchors(live, start) if "^" in live else []
    if "id:: " in live:
        anchors = sorted([*anchors, *block_ids(live, start)], key=lambda anchor: anchor.start)
    return Marks(headings, links_of(text, live, start, path), tags, anchors, notes, live)


def draft_of(text: str, path: str) -> Draft:
    """One note."""
    start, fields, fault = block_of(text)
    said: dict[str, Any] = claims(fields) if fields else {}
    marks = marks_of(text, start, path)
    content = start
    if "::" in marks.live:
        properties, content = page_properties(marks.live, start)
        said = _joined(said, claims(properties))
    if marks.tags:
        said["tags"] = distinct((*said.get("tags", ()), *marks.tags))
    if "title" not in said:
        said["title"] = _first_heading(marks, content) or _title_of_file(path)
    notes = [fault, *marks.notes] if fault else marks.notes
    for field in ("tags", "aliases"):
        if field in said:
            said[field], cut = bounded(said[field], field)
            if cut:
                notes.append(cut)
    return Draft(
        text=text,
        headings=tuple(marks.headings),
        links=tuple(marks.links),
        anchors=tuple(marks.anchors),
        notes=tuple(notes),
        **said,
    )


def _joined(front: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
    """Names of both; for everything else the front matter is asked first."""
    joined = {**properties, **front}
    for field in ("tags", "aliases"):
        if field in properties and field in front:
            joined[field] = distinct((*front[field], *properties[field]))
    return joined


def headings_of(text: str) -> tuple[Heading, ...]:
    """Only the headings, of a text that may be Markdown."""
    start = front_matter_end(text)
    live = Zones(text).blanked(start) if has_zones(text) else text
    return tuple(outline_of(text, live, start).headings)


def _first_heading(marks: Marks, content: int) -> str:
    """The level-1 heading, if it comes first and there is no other; else nothing."""
    if not marks.headings or marks.headings[0].level != 1:
        return ""
    first, *others = marks.headings
    if any(heading.level == 1 for heading in others) or marks.live[content : first.start].strip():
        return ""
    return first.title


def _title_of_file(path: str) -> str:
    if "___" not in path and "%2" not in path:
        return ""
    return title_of_file(path.rpartition("/")[2].rpartition(".")[0])
