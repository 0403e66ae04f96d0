"""The way of a folder, or of one file, into the library: walk, compare, read, settle, commit, account for.

A path that is new while another one of the same content is gone is a rename. A path that is gone leaves its document
behind, marked stale. Nothing of the person's folder is ever written to.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from wellhead.ingest.batch import Move
from wellhead.ingest.compare import Comparison, Todo, is_new
from wellhead.ingest.journey import Journey
from wellhead.ingest.reading import UNREADABLE, Attempt, Taken, open_rows, read_one, take, why_unreadable
from wellhead.ingest.renames import Renames
from wellhead.ingest.rows import Rows
from wellhead.ingest.settle import Settled, digest, fault_of_draft, given_role, settle
from wellhead.ingest.walk import Found, Passed, speakable, walk
from wellhead.model.document import Source
from wellhead.model.receipt import FileOutcome, Status
from wellhead.ports import FileRecord, FileStamp, Importer, Stamp

_FRESH_NS = 50_000_000
"""A file changed this shortly before it was read may change again within one tick of its file system's clock."""


class FileImport:
    """One source, as a whole or below some paths of it. `known` is false while the library has never seen it."""

    def __init__(self, journey: Journey, source: Source, *, known: bool, reread: bool = False) -> None:
        self._journey, self._source = journey, source
        self._known, self._reread = known, reread
        self._root = source.path if source.kind == "folder" else os.path.dirname(source.path)
        self._cutoff_ns = int(journey.now().timestamp() * 1e9) - _FRESH_NS

    def run(self, below: Sequence[str], asked: str, found: Callable[[int], None]) -> None:
        """`asked` is the path that the person named; `found` hears how many there are, once the walk is over."""
        journey = self._journey
        stamps: dict[str, Stamp] = {}
        for part in below if self._known else ():
            stamps |= journey.store.stamps(self._source.id, part)
        comparison = Comparison(stamps, journey.importers, journey.options, asked, reread=self._reread)
        for part in below:
            comparison.take_in(self._paths(part))
        comparison.done()
        journey.tally.count(Status.UNCHANGED, comparison.unchanged)
        found(journey.tally.done() + len(comparison.passed) + len(comparison.todo))
        for passed, stamp in comparison.passed:
            self._pass_over(passed, stamp)
        for todo in self._after_renames(comparison, whole="" in below):
            if todo.importer.rows:
                self._import_rows(todo, asked)
            else:
                self._import_file(todo)
        self._let_go(comparison.gone)

    def _paths(self, below: str) -> Iterator[Found | Passed]:
        if self._source.kind == "folder":
            exclude = (*self._journey.exclude, *self._source.exclude)
            return walk(Path(self._root), exclude=exclude, below=below)
        return self._only_file()

    def _only_file(self) -> Iterator[Found | Passed]:
        name = os.path.basename(self._source.path)
        try:
            status = os.stat(self._source.path)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            yield Passed(name, Status.FAILED, why_unreadable(error), False)
            return
        if stat.S_ISREG(status.st_mode):
            yield Found(name, status.st_size, status.st_mtime_ns, status.st_ino)
        elif not stat.S_ISDIR(status.st_mode):
            yield Passed(name, Status.SKIPPED, "not a regular file", False)

    def _location(self, path: str) -> str:
        return f"{self._root}/{path}"

    # --- what is not read -------------------------------------------------------------------------------------------

    def _pass_over(self, passed: Passed, stamp: Stamp | None) -> None:
        """Skipped or failed. A document that came from there earlier is never lost by it."""
        path, reason = speakable(passed.path), passed.reason
        number = stamp.document_id if stamp is not None else 0
        kept = stamp is not None and passed.status is Status.SKIPPED and bool(number or stamp.rows)
        if kept and stamp is not None:
            self._outdate(passed.path, stamp)
            reason = f"{reason}; what was imported from it is kept, marked stale, until `wellhead prune`"
        known = stamp is not None and (stamp.status, stamp.reason) == (passed.status, reason)
        if known or (kept and number) or (stamp is not None and stamp.status == Status.REMOVED):
            self._journey.batch.show(FileOutcome(path=path, status=passed.status, reason=reason))
            return
        self._journey.batch.record(
            FileRecord(path=path, status=passed.status, reason=reason, document_id=number, source=self._source.id)
        )

    def _outdate(self, path: str, stamp: Stamp) -> bool:
        """Mark what once came from this path; whether there is anything."""
        since, numbers = self._journey.moment(), {}
        if stamp.document_id:
            numbers[stamp.document_id] = (path, stamp.status)
        else:
            rows = self._journey.store.row_documents(self._source.id, path)
            numbers = {row.document_id: (f"{path}:{row.line}", row.status) for row in rows.values()}
        for number, (shown, status) in numbers.items():
            if status != Status.STALE:
                self._journey.batch.stale(number, since, shown)
        return bool(numbers)

    def _let_go(self, gone: dict[str, Stamp]) -> None:
        """What was there once: documents stay, marked; rows about anything else go."""
        if any(stamp.rows for stamp in gone.values()):
            self._journey.batch.commit()  # a row may just have moved to another file
        for path, stamp in gone.items():
            if not self._outdate(path, stamp):
                self._journey.batch.forget([path])
            elif not stamp.document_id and stamp.status != Status.STALE:
                gone_rows = FileRecord(path=path, status=Status.STALE, source=self._source.id)
                self._journey.batch.record(gone_rows, shown=False)

    # --- renames ----------------------------------------------------------------------------------------------------

    def _after_renames(self, comparison: Comparison, *, whole: bool) -> list[Todo]:
        """Find files that only changed their place, and commit that before anything takes their old one."""
        left = {todo.found.path: todo for todo in comparison.todo}
        renames = Renames(self._location, self._journey.options.max_file_bytes)
        renames.may_be_gone(comparison.gone.items())
        renames.may_have_moved(left.values())
        if not whole and any(is_new(todo) for todo in left.values()):
            renames.may_be_gone(self._stale_elsewhere())
        for path in list(left) if renames.any() else ():
            while path in left and is_new(left[path]) and (old := self._move(left[path], renames)):
                del left[path]
                comparison.gone.pop(old, None)
                if old in left:  # its path is free now for another one that moved
                    path, left[old] = old, left[old]._replace(stamp=None)
        if len(left) < len(comparison.todo):
            self._journey.batch.commit()
        return list(left.values())

    def _stale_elsewhere(self) -> Iterator[tuple[str, Stamp]]:
        """What was missed earlier in other parts of the source: a watcher may hear of one move in two halves."""
        for record in self._journey.store.records(source=self._source.id, status=Status.STALE):
            if not record.line:
                size, mtime_ns, inode, content = msgspec.structs.astuple(record.stamp)
                yield record.path, Stamp(size, mtime_ns, inode, content, Status.STALE, "", record.document_id, 0)

    def _move(self, todo: Todo, renames: Renames) -> str:
        """The path this file had before; empty if it is a new one."""
        if todo.importer.rows or not renames.likely(todo.found):
            return ""
        try:
            taken = take(self._location(todo.found.path), self._journey.options.max_file_bytes)
            was = renames.before(todo.found, digest(taken.data))
            settled = self._settled(todo, taken) if was is not None else None
        except UNREADABLE:
            return ""
        document = self._journey.store.by_ids([was[1].document_id]).get(was[1].document_id) if was else None
        if was is None or not isinstance(settled, Settled) or document is None:
            return ""
        new = settled.document
        self._journey.batch.move(Move(was[1].document_id, settled.record, new.title, document.key, was[0]))
        return was[0]

    # --- what is read -----------------------------------------------------------------------------------------------

    def _import_file(self, todo: Todo) -> None:
        """One bad file never ends an import: whatever its importer does, it is one row of the receipt."""
        path, stamp = todo.found.path, todo.stamp
        try:
            taken = take(self._location(path), self._journey.options.max_file_bytes)
            if stamp is not None and stamp.document_id and not self._reread and self._same(todo, taken, stamp):
                return
            settled = self._settled(todo, taken)
        except UNREADABLE as error:
            settled = Passed(path, Status.FAILED, why_unreadable(error), False)
        if isinstance(settled, Passed):
            self._pass_over(settled, stamp)
            return
        number = stamp.document_id if stamp is not None else 0
        original = taken.data if self._source.kind == "file" else b""
        self._journey.batch.put(msgspec.structs.replace(settled, number=number) if number else settled, original)

    def _same(self, todo: Todo, taken: Taken, stamp: Stamp) -> bool:
        """Touched, moved back or looked at closely, but with the content it had."""
        if stamp.status not in (Status.INDEXED, Status.STALE) or digest(taken.data) != stamp.hash:
            return False
        batch, path = self._journey.batch, todo.found.path
        if stamp.status == Status.STALE:
            batch.stale(stamp.document_id, "", path)
        else:
            self._journey.tally.count(Status.UNCHANGED)
        record = FileRecord(
            path=path,
            status=Status.INDEXED,
            reason=stamp.reason if stamp.status == Status.INDEXED else "",
            document_id=stamp.document_id,
            stamp=self._stamp(taken, stamp.hash),
            source=self._source.id,
        )
        batch.record(record, shown=False)
        return True

    def _settled(self, todo: Todo, taken: Taken) -> Settled | Passed:
        """Or why nothing came of it."""
        path, importer = todo.found.path, todo.importer
        attempt = Attempt(importer, io.BytesIO(taken.data), path)
        if not attempt.accepted():
            return _not_accepted(attempt, importer, path)
        draft = read_one(attempt)
        if draft is None or not draft.text.strip():
            return Passed(path, Status.SKIPPED, "empty", False)
        if fault := fault_of_draft(draft):
            return Passed(path, Status.FAILED, fault, False)
        role = given_role(self._source, importer.name)
        stamp = self._stamp(taken, digest(taken.data))
        return settle(draft, source=self._source, path=path, stamp=stamp, role=role, named=True)

    def _stamp(self, taken: Taken, content: str) -> FileStamp:
        inode = taken.inode if taken.mtime_ns < self._cutoff_ns else 0
        return FileStamp(size=taken.size, mtime_ns=taken.mtime_ns, inode=inode, hash=content)

    def _import_rows(self, todo: Todo, asked: str) -> None:
        path, stamp, importer = todo.found.path, todo.stamp, todo.importer
        try:
            stream = open_rows(self._location(path))
        except UNREADABLE as error:
            self._pass_over(Passed(path, Status.FAILED, why_unreadable(error), False), stamp)
            return
        with stream:
            attempt = Attempt(importer, stream, path)
            if not attempt.accepted():
                self._pass_over(_not_accepted(attempt, importer, path), stamp)
                return
            rows = Rows(self._journey, self._source, given_role(self._source, importer.name), path=path)
            rows.begin(anew=path == asked)
            rows.run(attempt, reread=self._reread)
        if attempt.fault:
            self._pass_over(Passed(path, Status.FAILED, attempt.fault, False), stamp)
            return
        found = todo.found
        inode = found.inode if found.mtime_ns < self._cutoff_ns else 0
        rows.finish(FileStamp(size=found.size, mtime_ns=found.mtime_ns, inode=inode))


def _not_accepted(attempt: Attempt, importer: Importer, path: str) -> Passed:
    """A file whose importer looked at its beginning and left it alone."""
    if attempt.fault:
        return Passed(path, Status.FAILED, attempt.fault, False)
    what = "rows of documents" if importer.rows else "what its ending says"
    return Passed(path, Status.SKIPPED, f"not {what} ({importer.name})", False)
