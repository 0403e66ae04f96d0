"""What the newest import or deletion replaced, kept until the next one begins: canonical rows of the Store.

The first state of a document within one import wins, so undoing brings back the state before it, however often the
document was touched. A document that was not there before needs no row: its number is not below `undo_from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import apsw
import msgspec
from msgspec import Struct

from wellhead.engines.sqlite import named, rows
from wellhead.model.document import Chunk, Document, Link, Source
from wellhead.ports import FileRecord


class Before(Struct, frozen=True, kw_only=True):
    """A document with everything that stands or falls with it, as it was."""

    document: Document
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...]
    former: tuple[str, ...]
    record: FileRecord | None


class SourceBefore(Struct, frozen=True, kw_only=True):
    """A source as it was. `records` are the rows of its receipt that went with it; or another source took it in."""

    source: Source
    records: tuple[FileRecord, ...] = ()
    outer: int = 0
    prefix: str = ""


_encode = msgspec.json.Encoder().encode
_before = msgspec.json.Decoder(Before)
_source_before = msgspec.json.Decoder(SourceBefore)


def begin(connection: apsw.Connection, label: str, next_document: int) -> None:
    """Let go of what the import before this one kept. A source that was never imported belongs to what begins now."""
    connection.execute("DELETE FROM undo")
    connection.execute("DELETE FROM undo_sources")
    connection.execute("UPDATE meta SET value = ? WHERE name = 'undo_label'", (label,))
    connection.execute("UPDATE meta SET value = ? WHERE name = 'undo_from'", (next_document,))
    connection.execute(
        "INSERT INTO undo_sources SELECT id, NULL FROM sources WHERE last_import = ''"
        " AND NOT EXISTS (SELECT 1 FROM documents WHERE source = sources.id)"
    )


def label(connection: apsw.Connection) -> str:
    return str(connection.execute("SELECT value FROM meta WHERE name = 'undo_label'").get or "")


def snapshot(connection: apsw.Connection, number: int) -> Before:
    select = f"SELECT {rows.DOCUMENT_COLUMNS} FROM documents WHERE id = ?"
    document = rows.document(connection.execute(select, (number,)).fetchone() or (), *rows.tags_of(connection, number))
    chunks = list(
        connection.execute(f"SELECT {rows.CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY ordinal", (number,))
    )
    links = connection.execute(f"SELECT {rows.LINK_COLUMNS} FROM links WHERE document = ? ORDER BY ordinal", (number,))
    return Before(
        document=document,
        chunks=tuple(rows.chunk(row) for row in chunks),
        links=tuple(rows.link(row) for row in list(links)),
        former=named.former(connection, number),
        record=record_of(connection, number),
    )


def record_of(connection: apsw.Connection, number: int) -> FileRecord | None:
    found = connection.execute(f"SELECT {rows.FILE_COLUMNS} FROM files WHERE {rows.ITS_FILE}", (number,)).fetchone()
    return rows.file_record(found) if found is not None else None


def keep(connection: apsw.Connection, number: int, before: Before) -> None:
    """Keep this state of a document, unless an earlier one is kept already."""
    if connection.execute("SELECT 1 FROM undo WHERE document = ?", (number,)).get is None:
        row = (number, before.document.key, _encode(before))
        connection.execute("INSERT INTO undo VALUES (?, ?, ?)", row)


def kept(connection: apsw.Connection) -> Iterator[tuple[int, Before]]:
    """(number, state before), one at a time: a large import keeps large texts."""
    for (number,) in list(connection.execute("SELECT document FROM undo ORDER BY document")):
        blob = connection.execute("SELECT before FROM undo WHERE document = ?", (number,)).get
        yield number, _before.decode(blob)


def arrived(connection: apsw.Connection) -> list[tuple[int, str, str]]:
    """(number, key, path) of the documents that were not there before."""
    select = (
        "SELECT id, key, path FROM documents WHERE id >= (SELECT value FROM meta WHERE name = 'undo_from')"
        " AND id NOT IN (SELECT document FROM undo) ORDER BY id"
    )
    return list(connection.execute(select))


def keep_source(connection: apsw.Connection, source_id: int, before: SourceBefore | None) -> None:
    """None: it was not there before."""
    row = (source_id, None if before is None else _encode(before))
    connection.execute("INSERT OR IGNORE INTO undo_sources VALUES (?, ?)", row)


def kept_sources(connection: apsw.Connection) -> list[tuple[int, SourceBefore | None]]:
    found = list(connection.execute("SELECT source, before FROM undo_sources ORDER BY source"))
    return [(number, None if blob is None else _source_before.decode(blob)) for number, blob in found]


def forget(connection: apsw.Connection, key: str) -> int:
    """Let go of the texts kept under a key, and of the receipt row they stood in; how many there were."""
    found = list(connection.execute("SELECT document, before FROM undo WHERE key = ?", (key,)))
    for number, blob in found:
        record = _before.decode(blob).record
        if record is not None:
            place = (record.source, record.path, record.line)
            connection.execute("DELETE FROM files WHERE source = ? AND path = ? AND line = ? AND document = 0", place)
        connection.execute("DELETE FROM undo WHERE document = ?", (number,))
    return len(found)


def forget_label(connection: apsw.Connection, key: str) -> None:
    """A label may name what was removed."""
    change = "UPDATE meta SET value = replace(value, ?, '…') WHERE name = 'undo_label' AND instr(value, ?)"
    connection.execute(change, (key, key))
