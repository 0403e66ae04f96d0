"""The Store over SQLite: what was saved, and nothing about how it is ranked."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import json

from wellhead.engines.sqlite import rows
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.linked import backlinks, by_name, edges, resolved, written
from wellhead.engines.sqlite.scanning import scanned
from wellhead.engines.sqlite.transaction import SqliteWriter
from wellhead.model.document import Change, Chunk, Document, Link, Source
from wellhead.model.receipt import Status
from wellhead.ports import ChunkRow, Counts, FileRecord, RowStamp, Scanned, Stamp, Writer

_BATCH = 200
_PAGE = 1_000
_SEQ = "SELECT value FROM meta WHERE name = 'seq'"
_STAMPS = (
    f"SELECT path, size, mtime_ns, inode, {rows.HASH.format('hash')}, status, reason, document,"
    " sum(line > 0 AND status <> 'stale'), min(line) FROM files"
    " WHERE source = ?{condition} GROUP BY path HAVING min(line) = 0"
)
_THESE = "IN (SELECT value FROM json_each(?))"
_TAGS = f"SELECT document, given_by, tag FROM tags WHERE document {_THESE} ORDER BY document, ordinal"
_OWNED = f"SELECT {rows.FILE_COLUMNS}, coalesce((SELECT key FROM documents WHERE id = files.document), '') FROM files"


class SqliteStore:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._counts: tuple[int, Counts] = (-1, Counts())

    @contextlib.contextmanager
    def moment(self) -> Iterator[None]:
        with self.engine.reading():
            yield

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Writer]:
        with self.engine.writing() as connection:
            writer = SqliteWriter(connection)
            yield writer
            writer.finish()

    def get(self, key: str) -> Document | None:
        if not rows.storable(key):
            return None
        with self.engine.reading() as reader:
            row = reader.execute(f"SELECT {rows.DOCUMENT_COLUMNS} FROM documents WHERE key = ?", (key,)).fetchone()
            return None if row is None else rows.document(row, *rows.tags_of(reader, row[0]))

    def by_ids(self, ids: Iterable[int]) -> dict[int, Document]:
        """In the order asked for; two statements, however many there are."""
        wanted = list(ids)
        if not wanted:
            return {}
        asked = (json.encode(wanted).decode(),)
        with self.engine.reading() as reader:
            tags: dict[int, tuple[list[str], list[str]]] = {}
            for number, given_by, tag in reader.execute(_TAGS, asked):
                tags.setdefault(number, ([], []))[given_by != "user"].append(tag)
            found = {
                row[0]: rows.document(row, *map(tuple, tags[row[0]])) if row[0] in tags else rows.document(row)
                for row in reader.execute(f"SELECT {rows.DOCUMENT_COLUMNS} FROM documents WHERE id {_THESE}", asked)
            }
        return {number: found[number] for number in wanted if number in found}

    def ids(self, keys: Iterable[str]) -> dict[str, int]:
        with self.engine.reading() as reader:
            found = (
                (key, reader.execute("SELECT id FROM documents WHERE key = ?", (key,)).get)
                for key in keys
                if rows.storable(key)
            )
            return {key: number for key, number in found if number is not None}

    def documents(self, *, source: int = 0, kind: str = "", stale: bool | None = None) -> Iterator[Document]:
        """A page of keys at a time, and each document on its own: they may be large, and others may write meanwhile."""
        conditions: list[str] = ["key > ?"]
        values: list[str | int] = []
        if source:
            conditions.append("+source = ?")
            values.append(source)
        if kind:
            conditions.append("+kind = ?")
            values.append(kind)
        if stale is not None:
            conditions.append("+stale <> ''" if stale else "+stale = ''")
        select = f"SELECT key, id FROM documents WHERE {' AND '.join(conditions)} ORDER BY key LIMIT {_BATCH}"
        last = ""
        while True:
            with self.engine.reading() as reader:
                batch = list(reader.execute(select, (last, *values)))
            for _, number in batch:
                yield from self.by_ids([number]).values()
            if len(batch) < _BATCH:
                return
            last = batch[-1][0]

    def chunks(self, document_id: int) -> tuple[Chunk, ...]:
        select = f"SELECT {rows.CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY ordinal"
        with self.engine.reading() as reader:
            return tuple(rows.chunk(row) for row in list(reader.execute(select, (document_id,))))

    def chunk_rows(self, chunk_ids: Iterable[int]) -> dict[int, ChunkRow]:
        select = f"SELECT {rows.CHUNK_COLUMNS}, document FROM chunks WHERE id {_THESE}"
        with self.engine.reading() as reader:
            found = list(reader.execute(select, (json.encode(list(chunk_ids)).decode(),)))
            return {row[0]: ChunkRow(document_id=row[6], chunk=rows.chunk(row)) for row in found}

    def links(self, key: str) -> tuple[Link, ...]:
        with self.engine.reading() as reader:
            return resolved(reader, key) if rows.storable(key) else ()

    def backlinks(self, key: str) -> tuple[tuple[str, Link], ...]:
        with self.engine.reading() as reader:
            return backlinks(reader, key) if rows.storable(key) else ()

    def written_links(self, ids: Iterable[int], limit: int) -> dict[int, tuple[Link, ...]]:
        with self.engine.reading() as reader:
            return {number: written(reader, number, limit) for number in ids}

    def links_by_name(self, document: Document, limit: int) -> Sequence[tuple[int, Link]]:
        with self.engine.reading() as reader:
            return by_name(reader, document, limit)

    def edges(self) -> list[tuple[int, int]]:
        with self.engine.reading() as reader:
            return edges(reader)

    def tags(self) -> list[tuple[str, int]]:
        select = "SELECT tag, document FROM tags WHERE given_by = 'user' ORDER BY document, ordinal"
        with self.engine.reading() as reader:
            return list(reader.execute(select))

    def heads(self, ids: Iterable[int]) -> dict[int, Document]:
        wanted = list(ids)
        select = f"SELECT {rows.HEAD_COLUMNS} FROM documents WHERE id {_THESE}"
        with self.engine.reading() as reader:
            read = reader.execute(select, (json.encode(wanted).decode(),))
            found = {row[0]: rows.document(row) for row in read}
        return {number: found[number] for number in wanted if number in found}

    def sources(self, *, counted: bool = True) -> tuple[Source, ...]:
        select = rows.SOURCE_SELECT if counted else rows.SOURCE_SELECT_UNCOUNTED
        with self.engine.reading() as reader:
            return tuple(rows.source(row) for row in list(reader.execute(f"{select} ORDER BY id")))

    def stamps(self, source: int, below: str = "") -> dict[str, Stamp]:
        condition = ""
        values: list[str | int] = [source]
        if below:
            folder = below.rstrip("/")
            condition = " AND (path = ? OR (path >= ? AND path < ?))"
            values += [folder, f"{folder}/", f"{folder}0"]  # "0" is the character after "/"
        make = Stamp._make
        with self.engine.reading() as reader:
            found = list(reader.execute(_STAMPS.format(condition=condition), tuple(values)))
        stamps = {row[0]: make(row[1:9]) for row in found}
        for row in found:
            if row[3] < 0:
                stamps[row[0]] = stamps[row[0]]._replace(inode=rows.unsigned(row[3]))
        return stamps

    def row_documents(self, source: int, path: str) -> dict[str, RowStamp]:
        select = (
            f"SELECT documents.key, files.document, files.line, {rows.HASH.format('files.hash')}, files.status"
            " FROM files JOIN documents ON documents.id = files.document"
            " WHERE files.source = ? AND files.path = ? AND files.line > 0"
        )
        with self.engine.reading() as reader:
            return {row[0]: RowStamp._make(row[1:]) for row in reader.execute(select, (source, path))}

    def removed_rows(self, source: int, path: str) -> frozenset[str]:
        select = (
            f"SELECT {rows.HASH.format('hash')} FROM files WHERE source = ? AND path = ? AND line > 0 AND status = ?"
        )
        with self.engine.reading() as reader:
            return frozenset(row[0] for row in reader.execute(select, (source, path, Status.REMOVED.value)))

    def keys(self) -> tuple[str, ...]:
        with self.engine.reading() as reader:
            return tuple(key for (key,) in reader.execute("SELECT key FROM documents ORDER BY key"))

    def record_of(self, document_id: int) -> FileRecord | None:
        with self.engine.reading() as reader:
            row = reader.execute(f"{_OWNED} WHERE {rows.ITS_FILE}", (document_id,)).fetchone()
            return None if row is None else rows.file_record(row, row[10])

    def keys_of(self, ids: Iterable[int]) -> dict[int, str]:
        with self.engine.reading() as reader:
            found = (
                (number, reader.execute("SELECT key FROM documents WHERE id = ?", (number,)).get) for number in ids
            )
            return {number: key for number, key in found if key is not None}

    def owners(self, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
        select = "SELECT key, id, source FROM documents WHERE key = ?"
        with self.engine.reading() as reader:
            found = (reader.execute(select, (key,)).fetchone() for key in keys if rows.storable(key))
            return {row[0]: (row[1], row[2]) for row in found if row is not None}

    def records(self, *, source: int = 0, status: str = "") -> Iterator[FileRecord]:
        """A page at a time, in the order of source, path and line."""
        conditions: list[str] = ["(source, path, line) > (?, ?, ?)"]
        values: list[str | int] = []
        if source:
            conditions.append("source = ?")
            values.append(source)
        if status:
            conditions.append("status = ?")
            values.append(status)
        select = f"{_OWNED} WHERE {' AND '.join(conditions)} ORDER BY source, path, line LIMIT {_PAGE}"
        last: tuple[Any, ...] = (-1, "", 0)
        while True:
            with self.engine.reading() as reader:
                batch = [rows.file_record(row, row[10]) for row in list(reader.execute(select, (*last, *values)))]
            yield from batch
            if len(batch) < _PAGE:
                return
            last = (batch[-1].source, batch[-1].path, batch[-1].line)

    def scan(self, pieces: Sequence[str], *, before: int, documents: int) -> Sequence[Scanned]:
        with self.engine.reading() as reader:
            return scanned(reader, pieces, before=before, documents=documents)

    def changes(self, since: int) -> Iterator[Change]:
        select = (
            "SELECT seq, id, key, 0 FROM documents WHERE seq > ? UNION ALL"
            " SELECT seq, document, key, 1 FROM removals WHERE seq > ? ORDER BY seq LIMIT ?"
        )
        while True:
            with self.engine.reading() as reader:
                batch = list(reader.execute(select, (since, since, _BATCH)))
            for seq, number, key, removed in batch:
                yield Change(seq=seq, document_id=number, key=key, removed=bool(removed))
            if len(batch) < _BATCH:
                return
            since = batch[-1][0]

    def seq(self) -> int:
        with self.engine.reading() as reader:
            return rows.whole(reader.execute(_SEQ).get)

    def counts(self) -> Counts:
        """Counted once for each state of the change log."""
        with self.engine.reading() as reader:
            seq = rows.whole(reader.execute(_SEQ).get)
            if self._counts[0] != seq:
                kinds = dict(reader.execute("SELECT kind, count(*) FROM documents GROUP BY kind ORDER BY kind"))
                chunks = reader.execute("SELECT count(*) FROM chunks").get
                stale = reader.execute("SELECT count(*) FROM documents WHERE stale <> ''").get
                counts = Counts(documents=sum(kinds.values()), chunks=chunks, stale=stale, kinds=kinds)
                self._counts = (seq, counts)
            return self._counts[1]

    def undoable(self) -> str:
        with self.engine.reading() as reader:
            return str(reader.execute("SELECT value FROM meta WHERE name = 'undo_label'").get or "")
