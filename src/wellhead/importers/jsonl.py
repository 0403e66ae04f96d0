"""documents.jsonl, the shape that `export` writes: one JSON object a line, one Draft a row, or a BadRow that says why.

Takes a stream and never holds more of it than a line. A row says everything itself: nothing is read out of its text
but the headings that chunks begin at. Fields it does not know are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta, Struct

from wellhead.errors import BadInput
from wellhead.importers.dates import iso
from wellhead.importers.markdown import headings_of
from wellhead.importers.surrogates import mended
from wellhead.model.document import Anchor, BadRow, Draft, Link
from wellhead.text.derive import front_matter_end
from wellhead.text.keys import fault_of_key, is_kind
from wellhead.text.names import bounded, kept, one_line

LONGEST_ROW = 64_000_000
SCHEMA_VERSION = 1
_LOOKED_AT = 2_000

_MARKS_OF_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_MARK_OF_UTF8 = b"\xef\xbb\xbf"
_WHERE = re.compile(r" - at `\$\.?(.*)`\Z")
_WORDS = {
    "str": "a string", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null",
    "array": "a list", "object": "an object",
}  # fmt: skip

_Offset = Annotated[int, Meta(ge=0)]
_Names = tuple[str, ...] | None


class _Link(Struct):
    to: str
    type: str = "link"
    anchor: str = ""
    label: str = ""
    start: _Offset = 0
    end: _Offset = 0


class _Anchor(Struct):
    start: _Offset
    name: str = ""
    page: int | None = None
    timestamp: str | int | float | None = None


class _Row(Struct):
    text: str
    schema_version: int = SCHEMA_VERSION
    key: str | None = None
    title: str | None = None
    kind: str | None = None
    role: str | None = None
    author: str | None = None
    created: str | None = None
    updated: str | None = None
    url: str | None = None
    tags: _Names = None
    aliases: _Names = None
    links: tuple[_Link, ...] | None = None
    anchors: tuple[_Anchor, ...] | None = None


_ROW = msgspec.json.Decoder(_Row)
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class _Fault(Exception):
    """Why a row cannot be used, as a sentence."""


class JsonlImporter:
    name = "jsonl"
    extensions = frozenset({".jsonl", ".ndjson"})
    rows = True

    def accepts(self, path: str, head: bytes) -> bool:
        """`documents.jsonl` by its name; another file of rows if it begins like an object with a text."""
        name = path.rpartition("/")[2].lower()
        if name == "documents.jsonl":
            return True
        first = head.removeprefix(_MARK_OF_UTF8).lstrip()
        return name.endswith((".jsonl", ".ndjson")) and first.startswith(b"{") and b'"text"' in head

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft | BadRow]:
        number = 0
        while data := stream.readline(LONGEST_ROW + 1):
            number += 1
            if number == 1:
                if data.startswith(_MARKS_OF_UTF16):
                    raise BadInput("not UTF-8: rows are UTF-8 JSON, one object a line; convert the file")
                data = data.removeprefix(_MARK_OF_UTF8)
            if len(data) > LONGEST_ROW:
                _skip_line(stream, data)
                yield BadRow(line=number, reason=f"a row larger than {LONGEST_ROW // 1_000_000} MB: split its text")
            elif data.strip():
                try:
                    if number > 1 or not _is_head(data):
                        yield _draft(_decoded(data), number)
                except _Fault as fault:
                    yield BadRow(line=number, reason=str(fault))


def _skip_line(stream: BinaryIO, data: bytes) -> None:
    while data and not data.endswith(b"\n"):
        data = stream.readline(1 << 20)


def _is_head(data: bytes) -> bool:
    """A first line that only says which version the rows have."""
    if b'"schema_version"' not in data:
        return False
    try:
        names = _FIELDS.decode(data).keys()
    except (ValueError, RecursionError):
        return False
    return "schema_version" in names and names.isdisjoint(("key", "title", "text"))


def _decoded(data: bytes) -> _Row:
    try:
        try:
            return _ROW.decode(data)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            whole = mended(data)
            if whole is data:
                raise
            return _ROW.decode(whole)
    except msgspec.ValidationError as error:
        raise _Fault(_sentence(str(error))) from None
    except msgspec.DecodeError as error:
        raise _Fault(f"not JSON: {str(error).removeprefix('JSON is malformed: ')}") from None
    except UnicodeDecodeError as error:
        raise _Fault(f"not UTF-8: byte 0x{error.object[error.start]:02x} in a string") from None
    except RecursionError:
        raise _Fault("nested too deeply") from None


def _sentence(problem: str) -> str:
    """`Expected `str`, got `int` - at `$.tags[0]`` in words, the field first."""
    if problem == "Object missing required field `text`":
        return "text is missing: a row needs one"
    where = _WHERE.search(problem)
    words = re.sub(r"`([\w| ]+)`", _worded, _WHERE.sub("", problem))
    words = words[:1].lower() + words[1:]
    return f"{where[1]}: {words}" if where and where[1] else f"a row is one JSON object: {words}"


def _worded(match: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(each, each) for each in match[1].split(" | "))


def _draft(row: _Row, line: int) -> Draft:
    if row.schema_version != SCHEMA_VERSION:
        raise _Fault(f"schema_version {row.schema_version}: this wellhead reads rows of version {SCHEMA_VERSION}")
    if row.key and (fault := fault_of_key(row.key)):
        raise _Fault(f"key: {fault}")
    kind = (row.kind or "").strip().lower()
    tags, tags_cut = bounded(kept(row.tags or ()), "tags")
    aliases, aliases_cut = bounded(kept(row.aliases or ()), "aliases")
    notes = [note for note in (_fault_of_kind(kind), tags_cut, aliases_cut) if note]
    headings = headings_of(row.text) if kind != "text" else ()
    return Draft(
        text=row.text,
        title=kept((row.title or "",))[0] or _title_of(row.text),
        key=row.key or "",
        kind=kind if is_kind(kind) else "",
        role=row.role or "",
        author=row.author or "",
        created=_date("created", row.created, notes),
        updated=_date("updated", row.updated, notes),
        url=row.url or "",
        tags=tags,
        aliases=aliases,
        links=_links(row),
        anchors=_anchors(row),
        headings=headings,
        notes=tuple(notes),
        line=line,
    )


def _fault_of_kind(kind: str) -> str:
    return "" if not kind or is_kind(kind) else f"kind {one_line(kind)!r} is not used: it is one lower-case word"


def _date(field: str, value: str | None, notes: list[str]) -> str:
    """A date that cannot be read in one way costs itself, not the row."""
    if not value:
        return ""
    date = iso(value)
    if not date:
        notes.append(f"{field} {one_line(value)[:40]!r} is not used: dates are written like 2025-03-28")
    return date


def _title_of(text: str) -> str:
    """The first line that has words, for a row that has no title."""
    start = front_matter_end(text)
    lines = text[start : start + _LOOKED_AT].splitlines()
    return next((one_line(line.lstrip("#>-* "))[:80] for line in lines if any(map(str.isalnum, line))), "")


def _links(row: _Row) -> tuple[Link, ...]:
    found = []
    for number, link in enumerate(row.links or ()):
        _check_place(f"links[{number}]", max(link.start, link.end), row.text)
        found.append(
            Link(to=link.to, type=link.type, start=link.start, end=link.end, label=link.label, anchor=link.anchor)
        )
    return tuple(found)


def _anchors(row: _Row) -> tuple[Anchor, ...]:
    found = []
    for number, anchor in enumerate(row.anchors or ()):
        _check_place(f"anchors[{number}]", anchor.start, row.text)
        timestamp = None if anchor.timestamp is None else str(anchor.timestamp)  # seconds come as numbers too
        found.append(Anchor(start=anchor.start, name=anchor.name, page=anchor.page, timestamp=timestamp))
    return tuple(found)


def _check_place(field: str, place: int, text: str) -> None:
    if place > len(text):
        raise _Fault(f"{field}: offset {place} lies beyond the end of the text ({len(text)})")
