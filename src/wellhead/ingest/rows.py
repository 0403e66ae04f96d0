"""Rows on their way in: the lines of a file of documents, documents of a Python caller, a note from standard input.

A row is known by its key. The same row again is unchanged, a changed one replaces its document, one that is no longer
in its file leaves its document behind, marked stale. What a folder holds is changed in the folder, not by a row.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from wellhead.ingest.journey import Journey
from wellhead.ingest.settle import digest, draft_digest, fault_of_draft, settle, wanted_key
from wellhead.model.document import BadRow, Draft, Role, Source, location
from wellhead.model.receipt import REMOVED, FileOutcome, Status
from wellhead.ports import FileRecord, FileStamp, RowStamp
from wellhead.text.keys import fault_of_key


class _Refused(NamedTuple):
    """Why a row does not come in, and as what that counts."""

    status: Status
    reason: str


class Rows:
    """The rows of one file, or (without `path`) rows that came from no file: these are never taken for gone."""

    def __init__(
        self, journey: Journey, source: Source, role: Role | None, *, path: str = "", original: bytes = b""
    ) -> None:
        """`original` are the bytes that these rows came from, if they lie nowhere else."""
        self._journey, self._source, self._role, self._path = journey, source, role, path
        self._original, self._content = original, digest(original) if original else ""
        self._sources = {each.id: each for each in journey.store.sources(counted=False)} if journey.exists else {}
        self._known: dict[str, RowStamp] = {}
        self._removed: frozenset[str] = frozenset()
        self._left_out: list[FileRecord] = []
        self._seen: dict[str, tuple[int, str]] = {}
        self._failed, self._shared, self._settled_others = 0, False, False

    def begin(self, *, anew: bool) -> None:
        """A file of rows. `anew`: the person named it, so what they removed of it comes back."""
        store, path = self._journey.store, self._path
        if self._source.id and self._journey.exists:
            self._known = store.row_documents(self._source.id, path)
            self._removed = frozenset() if anew else store.removed_rows(self._source.id, path)
        self._journey.batch.forget_failures(path)
        half = "its import was interrupted: run it again"
        self._journey.batch.record(
            FileRecord(path=path, status=Status.FAILED, reason=half, source=self._source.id), shown=False
        )

    def run(self, rows: Iterable[Draft | BadRow], *, reread: bool = False) -> None:
        for row in rows:
            reason = row.reason if isinstance(row, BadRow) else self._fault(row)
            if isinstance(row, BadRow) or reason:
                self._fail(row.line, reason)
            else:
                self._take(row, reread)

    def finish(self, stamp: FileStamp) -> None:
        """The file is read to its end: what is no longer in it is stale, and its own row says how it looked."""
        batch, since = self._journey.batch, self._journey.moment()
        for known in self._known.values():
            if known.status != Status.STALE:
                batch.stale(known.document_id, since, f"{self._path}:{known.line}")
        batch.forget_failures(self._path, removed=True)
        for record in self._left_out:
            batch.record(record, shown=False)
        status, reason = Status.INDEXED, ""
        if self._failed:
            status, reason = Status.FAILED, f"{self._failed} of its rows could not be read"
        elif not self._seen:
            status, reason = Status.SKIPPED, "no rows in it"
        if self._shared:  # another file has some of its rows: when that one lets go of them, this one is looked at
            stamp = FileStamp()
        record = FileRecord(path=self._path, status=status, reason=reason, stamp=stamp, source=self._source.id)
        batch.record(record, shown=status is Status.SKIPPED)

    def _fault(self, row: Draft) -> str:
        if fault := fault_of_draft(row):
            return fault
        return "a row without text" if not row.text.strip() else row.key and fault_of_key(row.key)

    def _fail(self, line: int, reason: str, status: Status = Status.FAILED) -> None:
        self._failed += status is Status.FAILED
        path = self._path or self._source.path
        record = FileRecord(path=path, line=line, status=status, reason=reason, source=self._source.id)
        if self._path:
            self._journey.batch.record(record)
        else:
            self._journey.batch.show(FileOutcome(path=f"{path}:{line}", status=status, reason=reason))

    def _take(self, row: Draft, reread: bool) -> None:
        key, digest = wanted_key(row), self._content or draft_digest(row)
        earlier = self._seen.get(key)
        if earlier is not None:
            self._refuse(row, _stands_already(key, "on", f"line {earlier[0]}", same=earlier[1] == digest))
            return
        self._seen[key] = (row.line, digest)
        known = self._known.pop(key, None)
        mine = known is not None
        if known is None and digest in self._removed:
            self._stay_out(row, digest)
            return
        found = self._elsewhere(key, digest) if known is None else known
        if isinstance(found, _Refused):
            self._refuse(row, found)
        elif found is not None and found.hash == digest and not reread:
            self._unchanged(row, key, found, mine=mine)
        else:
            self._put(row, key, digest)

    def _refuse(self, row: Draft, why: _Refused) -> None:
        self._fail(row.line, why.reason, why.status)

    def _stay_out(self, row: Draft, digest: str) -> None:
        path = f"{self._path}:{row.line}"
        self._journey.batch.show(FileOutcome(path=path, status=Status.SKIPPED, reason=REMOVED))
        self._left_out.append(
            FileRecord(
                path=self._path,
                line=row.line,
                status=Status.REMOVED,
                reason=REMOVED,
                stamp=FileStamp(hash=digest),
                source=self._source.id,
            )
        )

    def _elsewhere(self, key: str, digest: str) -> RowStamp | _Refused | None:
        """A document of this key that is not known as a row of this file: ours to go on with, or why it is not."""
        record, held = self._holder(key)
        if record is None:
            return None
        place = location(held, record.path)
        if place and not record.line:
            reason = f"the key {key} belongs to {place}: change it there, or give this row another key"
            return _Refused(Status.FAILED, reason)
        if record.line and record.status != Status.STALE and not self._here(record) and os.path.lexists(place):
            self._shared = True
            return _stands_already(key, "in", f"{place}:{record.line}", same=record.stamp.hash == digest)
        if record.source != self._source.id or (self._path and not record.line):
            return None
        return RowStamp(record.document_id, record.line, record.stamp.hash, record.status.value)

    def _here(self, record: FileRecord) -> bool:
        return (record.source, record.path) == (self._source.id, self._path)

    def _holder(self, key: str) -> tuple[FileRecord | None, Source | None]:
        """Who has this key, or is about to."""
        journey = self._journey
        waiting = journey.batch.waiting(key)
        if waiting is not None:
            return waiting, self._source
        owner = journey.store.owners([key]).get(key) if journey.exists else None
        if owner is None:
            return None, None
        if not self._settled_others:  # another file may just have let go of it
            self._settled_others = True
            journey.batch.commit()
        return journey.store.record_of(owner[0]), self._sources.get(owner[1])

    def _record(self, row: Draft, key: str, digest: str, number: int = 0) -> FileRecord:
        return FileRecord(
            path=self._path or key,
            line=row.line if self._path else 0,
            status=Status.INDEXED,
            reason="; ".join(row.notes),
            document_id=number,
            stamp=FileStamp(hash=digest),
            source=self._source.id,
        )

    def _unchanged(self, row: Draft, key: str, known: RowStamp, *, mine: bool) -> None:
        """`mine`: a row of this very file before."""
        batch = self._journey.batch
        if known.status == Status.STALE:
            batch.stale(known.document_id, "", self._path)
        elif self._path and not mine:
            path = f"{self._path}:{row.line}"
            batch.show(FileOutcome(path=path, status=Status.RENAMED, reason="was in another file", key=key))
        else:
            self._journey.tally.count(Status.UNCHANGED)
        if self._path and (known.line != row.line or known.status == Status.STALE or not mine):
            batch.record(self._record(row, key, known.hash, known.document_id), shown=False)

    def _put(self, row: Draft, key: str, digest: str) -> None:
        stamp = FileStamp(hash=digest)
        settled = settle(row, source=self._source, path="", stamp=stamp, role=self._role, named=False)
        record = self._record(row, key, digest)
        self._journey.batch.put(msgspec.structs.replace(settled, record=record), self._original)


def _stands_already(key: str, where: str, place: str, *, same: bool) -> _Refused:
    """The same row twice is once too often; another one under its key is a fault."""
    if same:
        return _Refused(Status.SKIPPED, f"the same as {place}")
    return _Refused(Status.FAILED, f"its key {key} stands {where} {place} already")
