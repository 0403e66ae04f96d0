"""The verbs that take documents out, and the one that takes that back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from wellhead.deadline import Stopwatch
from wellhead.errors import NotFound
from wellhead.ingest import originals
from wellhead.ingest.receipt import Tally
from wellhead.model.document import Source, location
from wellhead.model.receipt import FileOutcome, Receipt, Status
from wellhead.ports import Index, Store, Writer

UNREACHED = (
    "forgetting does not reach backups, exports and copies of this library made earlier: delete those yourself",
    "traces and captures of other versions, where there are any, are not reached either",
)
_STILL_READ = (
    "another process reads the library right now, so old bytes may still lie in library.db-wal: "
    "run `wellhead remove --forget` with the same key again when it is done"
)


class _Rehearsal(Exception):
    """Ends a transaction that was only to show what it would do."""


class Removal:
    def __init__(self, *, store: Store, index: Index, folder: Path, checkpoint: Callable[[], bool]) -> None:
        self._store, self._index, self._folder, self._checkpoint = store, index, folder, checkpoint

    def remove(self, keys: Iterable[str], *, label: str, dry_run: bool = False) -> Receipt:
        """Out of the library; `undo` brings them back, and a later import does not."""
        watch, keys = Stopwatch(), list(dict.fromkeys(keys))
        if keys and not dry_run:
            with self._trial() as writer:
                writer.begin_undo(label)
                writer.remove(keys)
        return self._receipt(keys, watch, dry_run)

    def prune(self, *, dry_run: bool = False) -> Receipt:
        """What has been marked stale, and is so in the moment it goes."""
        watch = Stopwatch()
        keys = self._stale()
        if dry_run or not keys:
            return self._receipt(keys, watch, dry_run)
        with self._trial() as writer:
            keys = self._stale()
            writer.begin_undo("prune")
            writer.remove(keys)
        return self._receipt(keys, watch, dry_run)

    def source(self, source: Source, *, dry_run: bool = False) -> Receipt:
        """A source and everything that came from it; `undo` brings both back."""
        watch = Stopwatch()
        if dry_run:
            return self._receipt(self._keys_of(source), watch, dry_run)
        with self._trial() as writer:
            keys = self._keys_of(source)
            writer.begin_undo(f"sources remove {source.path}")
            writer.remove(keys)
            writer.remove_source(source.id)
        return self._receipt(keys, watch, dry_run)

    def _stale(self) -> list[str]:
        return [document.key for document in self._store.documents(stale=True)]

    def _keys_of(self, source: Source) -> list[str]:
        return [document.key for document in self._store.documents(source=source.id)]

    @contextlib.contextmanager
    def _trial(self, dry_run: bool = False) -> Iterator[Writer]:
        """A transaction that is taken back at its end if it was only to show what it would do."""
        try:
            with self._store.transaction() as writer:
                yield writer
                if dry_run:
                    raise _Rehearsal
        except _Rehearsal:
            return
        self._index.catch_up(self._store.changes)

    def forget(self, keys: Iterable[str], *, missing: Callable[[str], NotFound], dry_run: bool = False) -> Receipt:
        """Every byte of them that lies in this library, also of those removed before; what that does not reach is said.

        A key of which nothing is left is `missing`, and then none of them is forgotten.
        """
        watch, keys = Stopwatch(), list(dict.fromkeys(keys))
        notes: list[str] = []
        with self._trial(dry_run) as writer:
            numbers = self._store.ids(keys)
            sources = {source.id: source for source in self._store.sources(counted=False)}
            for key in keys:
                record = self._store.record_of(numbers[key]) if key in numbers else None
                if record is not None and record.source in sources:
                    notes.extend(_still_outside(key, sources[record.source], record.path, row=bool(record.line)))
                if not writer.remove([key], forget=True):
                    raise missing(key)
        if not dry_run:
            originals.drop_unused(self._folder, self._used)
            if not self._checkpoint():
                notes.append(_STILL_READ)
        return self._receipt(keys, watch, dry_run, (*notes, *UNREACHED))

    def _used(self) -> set[str]:
        return {record.stamp.hash for record in self._store.records()}

    def undo(self, *, dry_run: bool = False) -> Receipt:
        """What the newest import or deletion replaced, as it was."""
        watch, tally = Stopwatch(), Tally()
        with self._trial(dry_run) as writer:
            outcomes = writer.undo()
        for outcome in outcomes:
            tally.note(outcome)
        return tally.receipt(seconds=watch.seconds(), dry_run=dry_run)

    def _receipt(self, keys: list[str], watch: Stopwatch, dry_run: bool, notes: Iterable[str] = ()) -> Receipt:
        tally = Tally()
        for key in keys:
            tally.note(FileOutcome(path=key, key=key, status=Status.REMOVED))
        for sentence in notes:
            tally.say(sentence)
        return tally.receipt(seconds=watch.seconds(), dry_run=dry_run)


def _still_outside(key: str, source: Source, path: str, *, row: bool) -> list[str]:
    """Where the text of a forgotten document still lies, outside the library."""
    place = location(source, path)
    if not place:
        return []
    what = "a row of" if row else "the file"
    return [f"{key}: {what} {place} is yours and was not touched; the next import of it brings the document back"]
