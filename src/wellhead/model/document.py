"""What a person saved, and the addressable parts of it: values only, no I/O, no clock."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """What kind of support a text gives. Given by the person or by the kind, never claimed upward by a file."""

    OWN_NOTE = "own_note"
    RAW_SOURCE = "raw_source"
    EXCERPT = "excerpt"
    TRANSCRIPT = "transcript"
    OCR = "ocr"
    CHAT = "chat"
    SUMMARY = "summary"


class Anchor(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A named place in a text: a block id, a page of a PDF, a moment of a recording."""

    start: int
    name: str = ""
    page: int | None = None
    timestamp: str | None = None


class Link(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reference from one document to another, as written (`to`) and as resolved (`key`, empty if to nothing here)."""

    to: str
    type: str = "link"
    start: int = 0
    end: int = 0
    label: str = ""
    anchor: str = ""
    key: str = ""


class Document(Struct, frozen=True, kw_only=True):
    """One thing the person saved. `text` is raw, exactly as stored; offsets count its code points."""

    key: str = ""
    title: str = ""
    text: str
    kind: str = "note"
    role: Role = Role.RAW_SOURCE
    source: int = 0
    path: str = ""
    url: str = ""
    author: str = ""
    created: str = ""
    updated: str = ""
    tags: tuple[str, ...] = ()
    model_tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    hash: str = ""
    stale: str = ""
    seq: int = 0


class Chunk(Struct, frozen=True, kw_only=True):
    """An addressable span of one document; `id` is never reused."""

    id: int = 0
    ordinal: int
    start: int
    end: int
    heading: tuple[str, ...] = ()
    hash: str = ""


class Source(Struct, frozen=True, kw_only=True):
    """A place documents come from: a folder, a file, standard input, a Python caller."""

    id: int = 0
    path: str
    kind: str
    role: Role | None = None
    exclude: tuple[str, ...] = ()
    documents: int = 0
    last_import: str = ""


def location(source: Source | None, path: str) -> str:
    """Where the file of a document lies; empty if it came from no file."""
    if source is None or source.kind not in ("folder", "file"):
        return ""
    return source.path if source.kind == "file" else f"{source.path.rstrip('/')}/{path}"


class Change(Struct, frozen=True, kw_only=True):
    """The newest thing that happened to one document, in the order of `seq`."""

    seq: int
    document_id: int
    key: str
    removed: bool = False


class Heading(Struct, frozen=True, kw_only=True):
    """A heading of a text: where its line starts, how deep it stands, what it says."""

    start: int
    level: int
    title: str


class Draft(Struct, frozen=True, kw_only=True):
    """What an importer read from bytes, before it is a Document: claims of the file, to be settled by ingest.

    `kind`, `role` and `key` are what the file says of itself (empty: says nothing). `notes` are sentences for
    the receipt about what could not be understood; they never lose the text. `line` is the 1-based line the
    draft stands on in a file of rows; 0 when the file is the draft.
    """

    text: str
    title: str = ""
    key: str = ""
    kind: str = ""
    role: str = ""
    author: str = ""
    created: str = ""
    updated: str = ""
    url: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    headings: tuple[Heading, ...] = ()
    notes: tuple[str, ...] = ()
    line: int = 0


class BadRow(Struct, frozen=True, kw_only=True):
    """A row of a file that could not be read, where it stands (1-based) and why; the rows after it still are."""

    line: int
    reason: str
