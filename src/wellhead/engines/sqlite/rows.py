"""Rows of the canonical tables to values and back; nothing else knows the order of the columns.

A row of other types than we write can only come from a damaged file, and is told as such.
"""

from __future__ import annotations

from typing import Any

import apsw
import msgspec

from wellhead.model.document import Anchor, Chunk, Document, Link, Role, Source
from wellhead.model.receipt import Status
from wellhead.ports import FileRecord, FileStamp
from wellhead.text.derive import folded_name

HASH = "iif(typeof({0}) = 'blob', lower(hex({0})), {0})"  # a packed hash, unpacked by SQLite
DOCUMENT_COLUMNS = (
    "id, key, title, kind, role, source, path, url, author, created, updated, aliases, anchors,"
    f" {HASH.format('hash')}, stale, seq, text"
)
HEAD_COLUMNS = DOCUMENT_COLUMNS.removesuffix("text") + "''"  # a document without its text, which may be long
CHUNK_COLUMNS = f'id, ordinal, start, "end", heading, {HASH.format("hash")}'
SOURCE_SELECT = (
    "SELECT id, path, kind, role, exclude, last_import,"
    " (SELECT count(*) FROM documents WHERE source = sources.id) FROM sources"
)
SOURCE_SELECT_UNCOUNTED = "SELECT id, path, kind, role, exclude, last_import, 0 FROM sources"
LINK_COLUMNS = 'start, "end", target, type, label, anchor'
ITS_FILE = "document = ? AND document <> 0"  # said twice, for the index of files leaves out what has no document
FILE_COLUMNS = f"source, path, line, status, reason, document, size, mtime_ns, inode, {HASH.format('hash')}"

_strings = msgspec.json.Decoder(tuple[str, ...])
_anchors = msgspec.json.Decoder(tuple[Anchor, ...])
_encode = msgspec.json.encode
_SHAPES = {
    "document": (int, *[str] * 4, int, *[str] * 9, int, str),
    "chunk": (int, int, int, int, str, str),
    "link": (int, int, *[str] * 4),
    "file": (int, str, int, str, str, int, int, int, int, str),
    "source": (int, *[str] * 5, int),
}
_STATUSES = {status.value: status for status in Status}
_ROLES = {role.value: role for role in Role}
_EMPTY = "[]"


def sound(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    shape = _SHAPES[name]
    if tuple(map(type, row[: len(shape)])) != shape:
        raise apsw.CorruptError(f"a row of {name}s is not as it was written")
    return row


def encoded(values: tuple[Any, ...]) -> str:
    return _encode(values).decode() if values else _EMPTY


def packed(digest: str) -> bytes | str:
    """A hash in half its size; what is no hash of ours stays as it is."""
    try:
        raw = bytes.fromhex(digest)
    except ValueError:
        return digest
    return raw if raw.hex() == digest else digest


def strings(text: str) -> tuple[str, ...]:
    return () if text == _EMPTY else _strings.decode(text)


def document_row(number: int, document: Document, seq: int) -> tuple[Any, ...]:
    return (
        number,
        document.key,
        document.title,
        document.kind,
        document.role.value,
        document.source,
        document.path,
        document.url,
        document.author,
        document.created,
        document.updated,
        encoded(document.aliases),
        encoded(document.anchors),
        packed(document.hash),
        document.stale,
        seq,
        document.text,
    )


def document(row: tuple[Any, ...], tags: tuple[str, ...] = (), model_tags: tuple[str, ...] = ()) -> Document:
    sound("document", row)
    return Document(
        key=row[1],
        title=row[2],
        kind=row[3],
        role=_ROLES.get(row[4], Role.RAW_SOURCE),
        source=row[5],
        path=row[6],
        url=row[7],
        author=row[8],
        created=row[9],
        updated=row[10],
        aliases=strings(row[11]),
        anchors=() if row[12] == _EMPTY else _anchors.decode(row[12]),
        hash=row[13],
        stale=row[14],
        seq=row[15],
        text=row[16],
        tags=tags,
        model_tags=model_tags,
    )


def whole(value: object) -> int:
    """A number that is always there in a sound file."""
    if type(value) is not int:
        raise apsw.CorruptError("a number that is always there is missing")
    return value


def tags_of(connection: apsw.Connection, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(the person's tags, a model's tags) of one document, each in the order given."""
    select = "SELECT given_by, tag FROM tags WHERE document = ? ORDER BY ordinal"
    found = list(connection.execute(select, (number,)))
    return tuple(tag for by, tag in found if by == "user"), tuple(tag for by, tag in found if by == "model")


def chunk_row(number: int, document_id: int, chunk: Chunk) -> tuple[Any, ...]:
    return (number, document_id, chunk.ordinal, chunk.start, chunk.end, encoded(chunk.heading), packed(chunk.hash))


def chunk(row: tuple[Any, ...]) -> Chunk:
    sound("chunk", row)
    return Chunk(id=row[0], ordinal=row[1], start=row[2], end=row[3], heading=strings(row[4]), hash=row[5])


def numbered(chunk: Chunk, number: int) -> Chunk:
    return Chunk(
        id=number, ordinal=chunk.ordinal, start=chunk.start, end=chunk.end, heading=chunk.heading, hash=chunk.hash
    )


def owned(record: FileRecord, document_id: int) -> FileRecord:
    return msgspec.structs.replace(record, document_id=document_id)


def stem_of(name: str) -> str:
    """What is left of a name when its folders are taken off: two that may mean one document have equal stems."""
    return folded_name(name).rpartition("/")[2]


def link_row(document_id: int, ordinal: int, link: Link) -> tuple[Any, ...]:
    return (document_id, ordinal, link.start, link.end, stem_of(link.to), link.to, link.type, link.label, link.anchor)


def link(row: tuple[Any, ...]) -> Link:
    sound("link", row)
    return Link(start=row[0], end=row[1], to=row[2], type=row[3], label=row[4], anchor=row[5])


def file_row(record: FileRecord) -> tuple[Any, ...]:
    stamp = record.stamp
    return (
        record.source,
        record.path,
        record.line,
        record.status.value,
        record.reason,
        record.document_id,
        stamp.size,
        stamp.mtime_ns,
        signed(stamp.inode),
        packed(stamp.hash),
    )


def signed(number: int) -> int:
    """An inode may use all of 64 bits; SQLite's integers have a sign."""
    return number - (1 << 64) if number >= 1 << 63 else number


def unsigned(number: int) -> int:
    return number + (1 << 64) if number < 0 else number


def storable(text: str) -> bool:
    """Half a surrogate pair is no text: nothing is stored under it."""
    return text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text)


def speakable(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same row with names that are no UTF-8 written out (`\\udcff`): a receipt names them all the same."""
    return tuple(each.encode("utf-8", "backslashreplace").decode() if isinstance(each, str) else each for each in row)


def file_record(row: tuple[Any, ...], key: str = "") -> FileRecord:
    sound("file", row)
    if row[3] not in _STATUSES:
        raise apsw.CorruptError(f"a row of files has the status {row[3]!r}")
    return FileRecord(
        source=row[0],
        path=row[1],
        line=row[2],
        status=_STATUSES[row[3]],
        reason=row[4],
        document_id=row[5],
        stamp=FileStamp(size=row[6], mtime_ns=row[7], inode=unsigned(row[8]), hash=row[9]),
        key=key,
    )


def source(row: tuple[Any, ...]) -> Source:
    sound("source", row)
    return Source(
        id=row[0],
        path=row[1],
        kind=row[2],
        role=_ROLES.get(row[3]),
        exclude=strings(row[4]),
        last_import=row[5],
        documents=row[6],
    )


def source_row(source: Source) -> tuple[Any, ...]:
    return (source.id, source.path, source.kind, source.role or "", encoded(source.exclude), source.last_import)
