"""Documents on their way in, gathered until a batch is due, then committed together and only then counted.

Keys are given inside the transaction: while we hold the only right to write, a key that is free stays free.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wellhead.deadline import Stopwatch
from wellhead.errors import BadInput
from wellhead.ingest import originals
from wellhead.ingest.receipt import Tally
from wellhead.ingest.settle import Settled, entry
from wellhead.model.document import Source
from wellhead.model.events import BatchCommitted, Observer
from wellhead.model.options import BatchLimits
from wellhead.model.receipt import FileOutcome, Status
from wellhead.ports import Entry, FileRecord, Index, Store, Writer
from wellhead.text.keys import free_key, make_key


class Move(NamedTuple):
    """A document found under another path."""

    document_id: int
    record: FileRecord
    title: str
    key: str
    was: str


class Undoing:
    """What one call does, which `undo` takes back as a whole, however many sources and batches it has."""

    def __init__(self, label: str) -> None:
        self._label, self._asked, self._begun = label, False, False

    def begin(self, writer: Writer) -> None:
        """In the transaction that is the first to change something."""
        if not self._begun:
            writer.begin_undo(self._label)
            self._asked = True

    def committed(self) -> None:
        """What was asked for stands."""
        self._begun = self._asked


class Batch:
    """`found` is how many paths the walk promised; a dry run counts and commits nothing."""

    def __init__(
        self,
        store: Store,
        index: Index,
        limits: BatchLimits,
        tally: Tally,
        emit: Observer,
        *,
        folder: Path,
        undoing: Undoing,
        dry_run: bool,
    ) -> None:
        self.found = 0
        self.undoing = undoing
        self._folder = folder
        self._store, self._index, self._limits, self._tally, self._emit = store, index, limits, tally, emit
        self._dry_run, self._seq = dry_run, 0
        self._watch = Stopwatch()
        self._characters = 0
        self._settled: list[Settled] = []
        self._moves: list[Move] = []
        self._records: list[FileRecord] = []
        self._forgotten: list[str] = []
        self._retried: list[tuple[str, bool]] = []
        self._originals: dict[str, bytes] = {}
        self._waiting: dict[str, FileRecord] = {}
        self._stale: list[tuple[int, str, str]] = []
        self._gathered: tuple[list[Any], ...] = (
            self._settled,
            self._moves,
            self._records,
            self._forgotten,
            self._retried,
            self._stale,
        )
        self._outcomes: list[FileOutcome] = []
        self._source = Source(path="", kind="")
        self._moment = ""

    def of(self, source: Source) -> None:
        """From here on, documents belong to this source; what others write from now on is looked out for."""
        self._source = source
        if not self._dry_run:
            self._seq = self._store.seq()

    def waiting(self, key: str) -> FileRecord | None:
        """The row of a document that wants this key and is not committed yet."""
        return self._waiting.get(key)

    def put(self, settled: Settled, original: bytes = b"") -> None:
        """`original` is kept with it: bytes that lie nowhere else for good."""
        self._settled.append(settled)
        self._waiting[settled.key] = settled.record
        if original:
            self._originals[settled.record.stamp.hash] = original
        self._characters += len(settled.document.text)
        if (
            len(self._settled) >= self._limits.documents
            or self._characters >= self._limits.characters
            or self._watch.seconds() >= self._limits.seconds
        ):
            self.commit()

    def move(self, move: Move) -> None:
        self._moves.append(move)
        if len(self._moves) >= self._limits.documents:
            self.commit()

    def record(self, record: FileRecord, *, shown: bool = True) -> None:
        """A row of the receipt without a document of its own; `shown` ones are counted as well."""
        self._records.append(record)
        if shown:
            self._outcomes.append(outcome_of(record))
        if len(self._records) >= 4 * self._limits.documents:
            self.commit()

    def show(self, outcome: FileOutcome) -> None:
        """Counted with this batch; its row of the receipt stands already."""
        self._outcomes.append(outcome)

    def forget(self, paths: Sequence[str]) -> None:
        self._forgotten.extend(paths)

    def forget_failures(self, path: str, *, removed: bool = False) -> None:
        self._retried.append((path, removed))

    def stale(self, number: int, since: str, path: str) -> None:
        """`since` empty takes the mark away: the file is back as it was."""
        self._stale.append((number, since, path))

    def close(self, moment: str) -> None:
        """The last commit of an import, which notes in its source when that was."""
        self._moment = moment
        self.commit()

    def commit(self) -> None:
        """Write what was gathered, make it findable, count it, say so."""
        keys: list[str] = []
        if not self._dry_run and (any(self._gathered) or self._moment):
            with self._store.transaction() as writer:
                keys = self._write(writer)
            self.undoing.committed()
            self._index.catch_up(self._store.changes)
        self._count(keys)
        self._clear()
        if not self._dry_run:
            done = self._tally.done()
            self._emit(BatchCommitted(done=done, found=max(done, self.found), keys=tuple(keys)))

    def _write(self, writer: Writer) -> list[str]:
        if writer.seq() != self._seq:
            self._face_changes()
        if self._settled or self._moves or self._stale:
            self.undoing.begin(writer)
        for digest, data in self._originals.items():
            originals.keep(self._folder, digest, data)
        for move in self._moves:
            writer.move(move.document_id, move.record, move.title)
        entries = self._keyed() if self._settled else []
        writer.put(entries)
        writer.forget_records(self._source.id, self._forgotten)
        for path, removed in self._retried:
            writer.forget_failures(self._source.id, path, removed=removed)
        writer.record(self._records)
        for since in dict.fromkeys(since for _, since, _ in self._stale):
            writer.mark_stale([number for number, when, _ in self._stale if when == since], since)
        if self._moment:
            present = next((each for each in self._store.sources(counted=False) if each.id == self._source.id), None)
            if present is not None:
                writer.change_source(msgspec.structs.replace(present, last_import=self._moment))
        self._seq = writer.seq()
        return [each.document.key for each in entries] + [move.key for move in self._moves]

    def _count(self, keys: list[str]) -> None:
        for settled, key in zip(self._settled, keys or [each.key for each in self._settled], strict=False):
            record = settled.record
            self._tally.note(outcome_of(record, key))
        for move in self._moves:
            reason = f"was {move.was}"
            self._tally.note(FileOutcome(path=move.record.path, status=Status.RENAMED, reason=reason, key=move.key))
        for outcome in self._outcomes:
            self._tally.note(outcome)
        gone = [number for number, since, _ in self._stale if since]
        keys_of = self._store.keys_of(gone) if gone else {}
        for number, since, path in self._stale:
            if since:
                reason = "its file is gone: kept and still found, marked stale, until `wellhead prune`"
                key = keys_of.get(number, "")
                self._tally.note(FileOutcome(path=path, status=Status.STALE, reason=reason, key=key))
            else:
                self._tally.count(Status.UNCHANGED)

    def _clear(self) -> None:
        for gathered in (*self._gathered, self._outcomes):
            gathered.clear()
        self._originals.clear()
        self._waiting.clear()
        self._characters = 0
        self._watch.restart()

    def _keyed(self) -> list[Entry]:
        """Every document under its final key: its own if it has one, the wanted one if it is free, else the next."""
        before = self._store.by_ids(each.number for each in self._settled if each.number)
        owners = self._store.owners([each.key for each in self._settled if each.number not in before])
        given: set[str] = set()
        entries = []
        for each in self._settled:
            old = before.get(each.number)
            if old is None and each.by_key and each.key in owners:
                old = self._store.by_ids([owners[each.key][0]]).get(owners[each.key][0])
            if old is not None:
                key = old.key
            elif each.key in owners or each.key in given:
                key = self._another_key(each, owners, given)
            else:
                key = each.key
            given.add(key)
            entries.append(entry(each, key, old))
        return entries

    def _face_changes(self) -> None:
        """Somebody else wrote meanwhile: what they took out is not written to, what they took in is known."""
        if all(each.id != self._source.id for each in self._store.sources(counted=False)):
            raise BadInput(
                f"{self._source.path} was taken off the sources while it was imported",
                hint="`wellhead add` with its path brings it back",
            )
        wanted = {each.document_id for each in self._records} | {move.document_id for move in self._moves}
        held = self._store.keys_of(wanted | {number for number, _, _ in self._stale})
        self._settled[:] = [each if each.by_key else self._renumbered(each) for each in self._settled]
        self._records[:] = [each for each in self._records if not each.document_id or each.document_id in held]
        self._stale[:] = [each for each in self._stale if each[0] in held and self._lies_at(each[0], each[2])]
        lost = [move for move in self._moves if move.document_id not in held]
        self._moves[:] = [move for move in self._moves if move.document_id in held]
        reason = "the document it was before was removed meanwhile: run this again to take it in as a new one"
        self._outcomes += [
            FileOutcome(path=move.record.path, status=Status.FAILED, reason=reason, key=move.key) for move in lost
        ]

    def _renumbered(self, each: Settled) -> Settled:
        stamp = self._store.stamps(self._source.id, each.record.path).get(each.record.path)
        return msgspec.structs.replace(each, number=stamp.document_id if stamp is not None else 0)

    def _lies_at(self, number: int, path: str) -> bool:
        record = self._store.record_of(number)
        return record is None or outcome_of(record).path == path

    def _another_key(self, each: Settled, owners: dict[str, tuple[int, int]], given: set[str]) -> str:
        base = make_key(each.document.kind, each.document.path) if each.document.path else each.key
        if base != each.key:
            self._tally.say(
                f"{each.record.path} asks for the key {each.key}, which is another document's: it got {base}"
            )
        owner = owners.get(base) or self._store.owners([base]).get(base)
        foreign = owner is not None and owner[1] != each.document.source
        prefix = os.path.basename(self._source.path) if foreign else ""
        return free_key(base, prefix, lambda key: key in given or bool(self._store.owners([key])))


def outcome_of(record: FileRecord, key: str = "") -> FileOutcome:
    path = f"{record.path}:{record.line}" if record.line else record.path
    return FileOutcome(path=path, status=record.status, reason=record.reason, key=key or record.key)
