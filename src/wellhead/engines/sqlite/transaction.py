"""The Writer of one transaction: documents, chunks, links, tags, names, receipt rows, undo texts, and the full text.

Everything of a document is written here together, so a crash cannot leave one without the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import apsw

from wellhead.engines.sqlite import named, postings, rows, undo
from wellhead.engines.sqlite.undo import Before, SourceBefore
from wellhead.model.document import Chunk, Document, Source
from wellhead.model.receipt import REMOVED, FileOutcome, Status
from wellhead.ports import Entry, FileRecord
from wellhead.text.derive import fields
from wellhead.text.language import foreign

_PUT_DOCUMENT = "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_CHUNK = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)"
_PUT_LINK = "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_TAG = "INSERT INTO tags VALUES (?, ?, ?, ?)"
_PUT_FILE = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_SOURCE = "INSERT OR REPLACE INTO sources (id, path, kind, role, exclude, last_import) VALUES (?, ?, ?, ?, ?, ?)"
_COUNTERS = ("seq", "next_document", "next_chunk")


class _Part(NamedTuple):
    """Which rows of a source are meant, as a condition and its values."""

    condition: str = "1"
    values: tuple[str, ...] = ()


class SqliteWriter:
    """Lives as long as its transaction; `finish` writes the counters."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection
        counters = dict(connection.execute("SELECT name, value FROM meta"))
        self._seq, self._next_document, self._next_chunk = (rows.whole(counters.get(name)) for name in _COUNTERS)
        self._first_seq = self._seq
        self._fresh_from = rows.whole(counters.get("undo_from"))
        self._indexed = postings.exists(connection) and postings.meta(connection, "watermark") == self._seq

    def finish(self) -> None:
        values = zip((self._seq, self._next_document, self._next_chunk), _COUNTERS, strict=True)
        self._db.executemany("UPDATE meta SET value = ? WHERE name = ?", values)
        if self._indexed and self._seq != self._first_seq:
            postings.set_meta(self._db, "watermark", self._seq)

    def seq(self) -> int:
        return self._seq

    def add_source(self, source: Source) -> Source:
        select = f"{rows.SOURCE_SELECT} WHERE path = ? AND kind = ?"
        found = self._db.execute(select, (source.path, source.kind)).fetchone()
        if found is None:
            fresh = rows.source_row(source)
            self._db.execute(_PUT_SOURCE, (None, *fresh[1:]))
            undo.keep_source(self._db, self._db.last_insert_rowid(), None)
            found = self._db.execute(select, (source.path, source.kind)).fetchone()
        return rows.source(found or ())

    def _source(self, source_id: int) -> Source | None:
        found = self._db.execute(f"{rows.SOURCE_SELECT} WHERE id = ?", (source_id,)).fetchone()
        return None if found is None else rows.source(found)

    def change_source(self, source: Source) -> None:
        present = self._source(source.id)
        if present is not None:
            undo.keep_source(self._db, source.id, SourceBefore(source=present))
            self._db.execute(_PUT_SOURCE, rows.source_row(source))

    def adopt(self, inner: Source, outer: Source, prefix: str) -> None:
        present = self._source(inner.id)
        if present is None:
            return
        undo.keep_source(self._db, inner.id, SourceBefore(source=present, outer=outer.id, prefix=prefix))
        self._rehouse(inner.id, outer.id, _Part(), lambda path: f"{prefix}{path}")
        self._db.execute("DELETE FROM sources WHERE id = ?", (inner.id,))

    def _rehouse(self, source_id: int, new_source: int, part: _Part, renamed: Callable[[str], str]) -> None:
        """A part of a source to another source, under other paths. An empty path stays empty: it names no file."""
        mine = f"source = ? AND {part.condition}"
        for path, line in list(
            self._db.execute(f"SELECT path, line FROM files WHERE {mine}", (source_id, *part.values))
        ):
            change = "UPDATE OR REPLACE files SET source = ?, path = ? WHERE source = ? AND path = ? AND line = ?"
            self._db.execute(change, (new_source, renamed(path), source_id, path, line))
        select = f"SELECT id, path FROM documents WHERE {mine}"
        for number, path in list(self._db.execute(select, (source_id, *part.values))):
            new_path = renamed(path) if path else ""
            self._seq += 1
            change = "UPDATE documents SET source = ?, path = ?, seq = ? WHERE id = ?"
            before = undo.snapshot(self._db, number).document
            self._db.execute(change, (new_source, new_path, self._seq, number))
            after = undo.snapshot(self._db, number).document
            named.change(self._db, number, before, after)
            self._index_document_again(number, before, after)

    def _index_document_again(self, number: int, before: Document, after: Document) -> None:
        if self._indexed:
            postings.delete_documents(self._db, [(number, before)])
            postings.insert_documents(self._db, [(number, after)])

    def remove_source(self, source_id: int) -> None:
        present = self._source(source_id)
        if present is None:
            return
        select = f"SELECT {rows.FILE_COLUMNS} FROM files WHERE source = ?"
        records = tuple(rows.file_record(row) for row in list(self._db.execute(select, (source_id,))))
        undo.keep_source(self._db, source_id, SourceBefore(source=present, records=records))
        self._db.execute("DELETE FROM files WHERE source = ?", (source_id,))
        self._db.execute("DELETE FROM sources WHERE id = ?", (source_id,))

    def begin_undo(self, label: str) -> None:
        self._fresh_from = self._next_document
        undo.begin(self._db, label, self._next_document)

    def put(self, entries: Sequence[Entry]) -> None:
        keys = [entry.document.key for entry in entries]
        if len(set(keys)) < len(keys):
            for entry in entries:
                self.put([entry])
            return
        numbers = self._known(keys)
        replaced = {number: self._kept(number) for number in numbers.values()}
        for key in keys:
            if key not in numbers:
                numbers[key] = self._next_document
                self._next_document += 1
        self._clear(replaced)
        for number, before in replaced.items():
            named.retire(self._db, number, before.document)
        self._write(entries, numbers, replaced)

    def _kept(self, number: int) -> Before:
        """The present state of a document, which from here on can be brought back."""
        before = undo.snapshot(self._db, number)
        if number < self._fresh_from:
            undo.keep(self._db, number, before)
        return before

    def _known(self, keys: list[str]) -> dict[str, int]:
        select = "SELECT key, id FROM documents WHERE key = ?"
        return dict(row for key in keys if (row := self._db.execute(select, (key,)).fetchone()) is not None)

    def _clear(self, numbers: Iterable[int]) -> None:
        """What is written anew for a document that is replaced; its chunks are compared first (`_settle`)."""
        ids = [(number,) for number in numbers]
        for table in ("links", "tags"):
            self._db.executemany(f"DELETE FROM {table} WHERE document = ?", ids)
        self._db.executemany(f"DELETE FROM files WHERE {rows.ITS_FILE}", ids)

    def _write(self, entries: Sequence[Entry], numbers: dict[str, int], replaced: dict[int, Before]) -> None:
        documents: list[tuple[Any, ...]] = []
        chunks: list[tuple[Any, ...]] = []
        texts: list[tuple[int, str, str, str, str, str]] = []
        links: list[tuple[Any, ...]] = []
        tags: list[tuple[int, str, int, str]] = []
        whole: list[tuple[int, Document]] = []
        records: list[FileRecord] = []
        for entry in entries:
            document = entry.document
            number = numbers[document.key]
            self._seq += 1
            old = replaced.get(number)
            documents.append(rows.document_row(number, document, self._seq))
            fresh = entry.chunks if old is None else self._settle(document, entry.chunks, old)
            for chunk in fresh:
                placed = rows.numbered(chunk, self._next_chunk)
                self._next_chunk += 1
                chunks.append(rows.chunk_row(placed.id, number, placed))
                if self._indexed:
                    texts.append(postings.text_row(document, placed))
            links.extend([rows.link_row(number, i, link) for i, link in enumerate(entry.links)])
            tags.extend([(number, "user", i, tag) for i, tag in enumerate(document.tags)])
            tags.extend([(number, "model", i, tag) for i, tag in enumerate(document.model_tags)])
            whole.append((number, document))
            records.append(rows.owned(entry.record, number))
        self._db.executemany(_PUT_DOCUMENT, documents)
        self._db.executemany(_PUT_CHUNK, chunks)
        self._db.executemany(_PUT_LINK, links)
        named.put(self._db, whole)
        self._db.executemany(_PUT_TAG, tags)
        self._put_records(records)
        if self._indexed:
            postings.delete_documents(self._db, [(number, before.document) for number, before in replaced.items()])
            postings.insert_texts(self._db, texts)
            postings.insert_documents(self._db, whole)

    def _settle(self, document: Document, new: tuple[Chunk, ...], before: Before) -> list[Chunk]:
        """Match chunks by their hash in order: those that stay keep their id, the others are returned to be added."""
        renamed = _heads(before.document) != _heads(document)
        waiting: dict[tuple[str, tuple[str, ...]], list[Chunk]] = {}
        for chunk in reversed(before.chunks):
            waiting.setdefault((chunk.hash, chunk.heading), []).append(chunk)
        fresh: list[Chunk] = []
        moved: list[tuple[int, int, int, int]] = []
        for chunk in new:
            same = waiting.get((chunk.hash, chunk.heading))
            if not same:
                fresh.append(chunk)
                continue
            old = same.pop()
            kept = rows.numbered(chunk, old.id)
            if kept != old:
                moved.append((kept.ordinal, kept.start, kept.end, kept.id))
            if renamed or _front_differs(before.document, old, document, kept):
                self._index_again(document, kept)
        self._db.executemany('UPDATE chunks SET ordinal = ?, start = ?, "end" = ? WHERE id = ?', moved)
        self._drop_chunks([chunk.id for chunks in waiting.values() for chunk in chunks])
        return fresh

    def _index_again(self, document: Document, chunk: Chunk) -> None:
        if self._indexed:
            postings.delete_texts(self._db, [chunk.id])
            postings.insert_texts(self._db, [postings.text_row(document, chunk)])

    def _drop_chunks(self, chunk_ids: list[int]) -> None:
        self._db.executemany("DELETE FROM chunks WHERE id = ?", [(chunk_id,) for chunk_id in chunk_ids])
        if self._indexed:
            postings.delete_texts(self._db, chunk_ids)

    def move(self, document_id: int, record: FileRecord, title: str) -> None:
        before = self._kept(document_id)
        self._db.execute(f"DELETE FROM files WHERE {rows.ITS_FILE}", (document_id,))
        self._seq += 1
        self._db.execute(
            "UPDATE documents SET path = ?, title = ?, stale = '', seq = ? WHERE id = ?",
            (record.path, title, self._seq, document_id),
        )
        after = undo.snapshot(self._db, document_id).document
        named.retire(self._db, document_id, before.document)
        named.put(self._db, [(document_id, after)])
        self.record([rows.owned(record, document_id)])
        self._index_document_again(document_id, before.document, after)
        if _heads(before.document) != _heads(after):
            for chunk in before.chunks:
                self._index_again(after, chunk)

    def record(self, records: Iterable[FileRecord]) -> None:
        found = list(records)
        owners = [(record.document_id,) for record in found if record.document_id]
        self._db.executemany(f"DELETE FROM files WHERE {rows.ITS_FILE}", owners)
        self._put_records(found)

    def _put_records(self, records: Iterable[FileRecord]) -> None:
        found = [rows.file_row(record) for record in records]
        try:
            self._db.executemany(_PUT_FILE, found)
        except UnicodeEncodeError:
            self._db.executemany(_PUT_FILE, [rows.speakable(row) for row in found])

    def forget_records(self, source_id: int, paths: Iterable[str]) -> None:
        doomed = [(source_id, path) for path in paths]
        self._db.executemany("DELETE FROM files WHERE source = ? AND path = ?", doomed)

    def forget_failures(self, source_id: int, path: str, *, removed: bool = False) -> None:
        delete = "DELETE FROM files WHERE source = ? AND path = ? AND line > 0 AND document = 0 AND (status = ?) = ?"
        self._db.execute(delete, (source_id, path, Status.REMOVED.value, removed))

    def mark_stale(self, document_ids: Iterable[int], since: str) -> None:
        for number in document_ids:
            self._kept(number)
            self._seq += 1
            self._db.execute("UPDATE documents SET stale = ?, seq = ? WHERE id = ?", (since, self._seq, number))
            status = (Status.STALE if since else Status.INDEXED).value
            self._db.execute(f"UPDATE files SET status = ?, reason = '' WHERE {rows.ITS_FILE}", (status, number))

    def remove(self, keys: Iterable[str], *, forget: bool = False) -> int:
        wanted = [key for key in keys if rows.storable(key)]
        known = self._known(wanted)
        for key, number in known.items():
            if forget:
                self._db.execute(f"DELETE FROM files WHERE {rows.ITS_FILE}", (number,))
            else:
                self._kept(number)
                self._db.execute(
                    f"DELETE FROM files WHERE {rows.ITS_FILE} AND status = ?", (number, Status.STALE.value)
                )
                self._db.execute(
                    f"UPDATE files SET status = ?, reason = ?, document = 0 WHERE {rows.ITS_FILE}",
                    (Status.REMOVED.value, REMOVED, number),
                )
            self._delete(number, "" if forget else key)
        return self._forget(wanted, known) if forget else len(known)

    def _forget(self, keys: list[str], known: dict[str, int]) -> int:
        """What is left of these documents, and of those of them that were removed before."""
        gone = set(known)
        for key in keys:
            if undo.forget(self._db, key):
                gone.add(key)
            if self._db.execute("SELECT 1 FROM removals WHERE key = ?", (key,)).get is not None:
                self._db.execute("UPDATE removals SET key = '' WHERE key = ?", (key,))
                gone.add(key)
            undo.forget_label(self._db, key)
        if gone and self._indexed:
            postings.scrub_deleted(self._db)
        return len(gone)

    def _delete(self, number: int, key: str) -> None:
        before = undo.snapshot(self._db, number).document
        self._drop_chunks([row[0] for row in self._db.execute("SELECT id FROM chunks WHERE document = ?", (number,))])
        for table in ("links", "tags"):
            self._db.execute(f"DELETE FROM {table} WHERE document = ?", (number,))
        named.drop(self._db, number, before)
        if self._indexed:
            postings.delete_documents(self._db, [(number, before)])
        self._db.execute("DELETE FROM documents WHERE id = ?", (number,))
        self._seq += 1
        self._db.execute("INSERT INTO removals VALUES (?, ?, ?)", (self._seq, number, key))

    def undo(self) -> list[FileOutcome]:
        if not undo.label(self._db):
            return []
        outcomes, touched = [], set()
        for number, key, path in undo.arrived(self._db):
            touched |= _rows_file(undo.record_of(self._db, number))
            self._db.execute(f"DELETE FROM files WHERE {rows.ITS_FILE}", (number,))
            self._delete(number, key)
            outcomes.append(_outcome(path, key, Status.REMOVED, "was not there before"))
        sources = undo.kept_sources(self._db)
        for _, source in sources:
            if source is not None:
                self._db.execute(_PUT_SOURCE, rows.source_row(source.source))
                self._put_records(source.records)
        for number, before in undo.kept(self._db):
            touched |= _rows_file(before.record) | _rows_file(undo.record_of(self._db, number))
            self._restore(number, before)
            outcomes.append(_outcome(before.document.path, before.document.key, Status.INDEXED, "as it was before"))
        self._read_again(touched)
        for _, source in sources:
            if source is not None and source.outer:
                self._release(source)
        self._drop_sources([number for number, source in sources if source is None])
        self.begin_undo("")
        return outcomes

    def _read_again(self, files: set[tuple[int, str]]) -> None:
        """A file of rows holds other ones than the library does now: it must not look unchanged."""
        change = "UPDATE files SET size = 0, mtime_ns = 0, inode = 0 WHERE source = ? AND path = ? AND line = 0"
        self._db.executemany(change, files)

    def _release(self, before: SourceBefore) -> None:
        """What was taken in by another source, to its own again."""
        if before.source.kind == "folder":
            values: tuple[str, ...] = (before.prefix, before.prefix)
            part = _Part("substr(path, 1, length(?)) = ?", values)
        else:
            part = _Part("path = ?", (before.prefix + before.source.path.rpartition("/")[2],))
        self._rehouse(before.outer, before.source.id, part, lambda path: path.removeprefix(before.prefix))

    def _drop_sources(self, numbers: list[int]) -> None:
        """Those that were not there before; one that holds documents all the same stays."""
        for number in numbers:
            if self._db.execute("SELECT 1 FROM documents WHERE source = ?", (number,)).get is None:
                self._db.execute("DELETE FROM files WHERE source = ?", (number,))
                self._db.execute("DELETE FROM sources WHERE id = ?", (number,))

    def _restore(self, number: int, before: Before) -> None:
        """The document as it was, under its old number; chunks that are gone get new ids, for none is given twice."""
        record = before.record or undo.record_of(self._db, number)
        entry = Entry(
            document=before.document,
            chunks=before.chunks,
            links=before.links,
            record=record or FileRecord(path="", status=Status.INDEXED),
        )
        present = self._db.execute("SELECT 1 FROM documents WHERE id = ?", (number,)).get is not None
        replaced = {number: undo.snapshot(self._db, number)} if present else {}
        self._clear([number])
        for outdated in replaced.values():
            named.drop(self._db, number, outdated.document)
        self._db.execute("DELETE FROM removals WHERE document = ?", (number,))
        self._write([entry], {before.document.key: number}, replaced)
        if record is None:
            self._db.execute(f"DELETE FROM files WHERE {rows.ITS_FILE}", (number,))
        named.restore_former(self._db, number, before.former)


def _outcome(path: str, key: str, status: Status, reason: str) -> FileOutcome:
    return FileOutcome(path=path or key, key=key, status=status, reason=reason)


def _rows_file(record: FileRecord | None) -> set[tuple[int, str]]:
    """The file that a row of it stands in, if it is one."""
    return {(record.source, record.path)} if record is not None and record.line else set()


def _heads(document: Document) -> tuple[object, ...]:
    """What of a document stands in the row of each of its chunks."""
    return document.title, document.aliases, document.tags, foreign(document.text)


def _front_differs(was: Document, old: Chunk, now: Document, kept: Chunk) -> bool:
    """Only a chunk at the very start depends on more than its text: on where the front matter ends."""
    if old.start and kept.start:
        return False
    return fields(was, old) != fields(now, kept)
