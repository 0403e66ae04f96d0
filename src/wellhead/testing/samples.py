"""Sample values for tests of stores and indexes: documents with everything that belongs to them, and queries.

Chunks are paragraphs: they tile the text, so an edit of one paragraph leaves the others as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from wellhead.model.document import Chunk, Document, Link, Role
from wellhead.model.query import Query, Term
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord, FileStamp
from wellhead.text.keys import make_key
from wellhead.text.tokens import stems

_PARAGRAPH = re.compile(r"(?s).+?(?:\n\n+|\Z)")
_WIKILINK = re.compile(r"\[\[([^\]|#]*)(?:#([^\]|]*))?(?:\|([^\]]*))?\]\]")


def digest(text: str, size: int = 16) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


def document(path: str, text: str, **fields: Any) -> Document:
    """A note at `path` of source 1; its title is its file's name unless given."""
    stem = path.removesuffix(".md").rpartition("/")[2]
    said: dict[str, Any] = {"key": make_key("note", path), "title": stem, "role": Role.OWN_NOTE, "source": 1, **fields}
    return Document(text=text, path=path, hash=digest(text), **said)


def chunks(text: str) -> tuple[Chunk, ...]:
    """One a paragraph; an empty text is one empty chunk."""
    places = [match.span() for match in _PARAGRAPH.finditer(text)] or [(0, 0)]
    return tuple(
        Chunk(ordinal=i, start=start, end=end, hash=digest(text[start:end], 8)) for i, (start, end) in enumerate(places)
    )


def links(text: str) -> tuple[Link, ...]:
    """The wikilinks of a text."""
    return tuple(
        Link(to=m[1], anchor=m[2] or "", label=m[3] or "", start=m.start(), end=m.end())
        for m in _WIKILINK.finditer(text)
    )


def entry(path: str, text: str, *, line: int = 0, more_links: Iterable[Link] = (), **fields: Any) -> Entry:
    """A document on its way in, as ingest would have made it."""
    value = document(path, text, **fields)
    return Entry(
        document=value,
        chunks=chunks(text),
        links=(*links(text), *more_links),
        record=record(path, line=line, source=value.source, digest=value.hash, size=len(text)),
    )


def record(path: str, *, line: int = 0, source: int = 1, digest: str = "", size: int = 0, **fields: Any) -> FileRecord:
    """A row of a receipt."""
    said: dict[str, Any] = {"status": Status.INDEXED, **fields}
    stamp = FileStamp(size=size, mtime_ns=1_700_000_000_000_000_000, inode=77, hash=digest)
    return FileRecord(path=path, line=line, source=source, stamp=stamp, **said)


def query(*words: str, phrases: Sequence[str] = (), language: str = "en") -> Query:
    """Any of these words and phrases."""
    terms = [Term(text=word, stems=tuple(stems(word, language))) for word in words]
    terms += [Term(text=phrase, stems=tuple(stems(phrase, language)), phrase=True) for phrase in phrases]
    return Query(text=" ".join([*words, *phrases]), terms=tuple(terms))
