"""Opens one database and offers a Store and an Index that are already joined.

A reader connection a thread, one writer connection a process, whose transactions wait their turn in the queue. After
an error of the disk the writer is closed and opened anew: what it believed of the file may be wrong.
"""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import apsw

from wellhead.engines.sqlite import connection as opening
from wellhead.engines.sqlite import matching, migrations, postings
from wellhead.engines.sqlite.writer import WAIT_SECONDS, writers_turn
from wellhead.errors import CannotWrite, Corrupted, WellheadError
from wellhead.files import FILE_MODE, make_folder, touch_private

DATABASE = "library.db"
CHECKPOINT_MS = 2_000


class _Opened(NamedTuple):
    """A connection, and which file it has open."""

    connection: apsw.Connection
    file: tuple[int, int]


class Engine:
    """The connections to one `library.db`; safe for many threads, not across a fork."""

    current = migrations.CURRENT

    def __init__(self, folder: Path, *, language: str = "en", vfs: str | None = None) -> None:
        self.folder = folder
        self.path = folder / DATABASE
        self.language = language
        self.vfs = vfs
        self._local = threading.local()
        self._pid = os.getpid()
        self._guard = threading.Lock()
        self._readers: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()
        self._writer: _Opened | None = None

    def engine(self) -> str:
        """SQLite's version; one that can corrupt a library is refused."""
        opening.require_safe_sqlite()
        return f"SQLite {apsw.sqlite_lib_version()}"

    def create(self) -> None:
        """Make the database if it is not there; an older or foreign one is refused, untouched."""
        self._refuse_fork()
        make_folder(self.folder)
        with writers_turn(self.folder):
            if not self.path.exists():
                touch_private(self.path)
            with opening.translated(self.path), self._fresh_writer() as connection:
                if opening.schema_version(connection, self.path) == 0:
                    migrations.create(connection, lambda fresh: postings.create(fresh, self.language))
                opening.require_schema(connection, self.path, migrations.CURRENT)

    @contextlib.contextmanager
    def _fresh_writer(self) -> Iterator[apsw.Connection]:
        connection = opening.open_writer(self.path, self.vfs)
        try:
            yield connection
        finally:
            connection.close()

    def reader(self) -> apsw.Connection:
        """This thread's reader of the file that lies there now."""
        self._refuse_fork()
        found: _Opened | None = getattr(self._local, "reader", None)
        file = opening.identity(self.path)
        if found is not None and found.file == file:
            return found.connection
        if found is not None:
            found.connection.close()
            self._local.reader = None
        connection = self._open_reader()
        self._local.reader = _Opened(connection, file)
        with self._guard:
            self._readers.add(connection)
        return connection

    def _refuse_fork(self) -> None:
        if os.getpid() != self._pid:
            raise WellheadError("a library was carried across a fork", hint="open it again in the new process")

    def _open_reader(self) -> apsw.Connection:
        with opening.reading(self.path):
            connection = opening.open_reader(self.path, self.vfs)
            try:
                opening.require_schema(connection, self.path, migrations.CURRENT)
                matching.open_vocabulary(connection)
                opening.forbid_writing(connection)
            except BaseException:
                connection.close()
                raise
            return connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """One moment of the library: whoever writes meanwhile, everything read in the block belongs together."""
        held: _Opened | None = getattr(self._local, "reader", None)
        if held is not None and os.getpid() == self._pid and held.connection.in_transaction:
            yield held.connection  # within a moment that translates its errors
            return
        with opening.reading(self.path):
            reader = self.reader()
            reader.execute("BEGIN")
            try:
                yield reader
            finally:
                _end(reader)

    @contextlib.contextmanager
    def writing(self, wait_seconds: float = WAIT_SECONDS) -> Iterator[apsw.Connection]:
        """A transaction on the only writer, in our turn; committed when the block ends well."""
        self._refuse_fork()
        self.refuse_unwritable()
        with writers_turn(self.folder, wait_seconds), opening.reading(self.path):
            connection = self._our_writer()
            try:
                with _immediate(connection):
                    yield connection
            except apsw.Error:
                self._drop_writer()
                raise

    @contextlib.contextmanager
    def turn(self, wait_seconds: float) -> Iterator[None]:
        """Hold the only right to write in this folder, without touching the file."""
        self._refuse_fork()
        with writers_turn(self.folder, wait_seconds):
            yield

    def settle(self) -> None:
        """In our turn: everything in the one file and no log beside it; Busy while anybody else has it open."""
        self._refuse_fork()
        self.close()
        opening.require_library(self.path)
        with opening.translated(self.path), self._fresh_writer() as connection:
            connection.set_busy_timeout(CHECKPOINT_MS)
            connection.execute("PRAGMA journal_mode = DELETE")

    def _our_writer(self) -> apsw.Connection:
        file, found = opening.identity(self.path), self._writer
        if found is not None and found.file == file:
            return found.connection
        self._drop_writer()
        opening.require_library(self.path)
        connection = opening.open_writer(self.path, self.vfs)
        try:
            opening.require_schema(connection, self.path, migrations.CURRENT)
        except BaseException:
            connection.close()
            raise
        self._writer = _Opened(connection, file)
        return connection

    def refuse_unwritable(self) -> None:
        if not self.folder.is_dir():
            opening.require_library(self.path)
        if not os.access(self.folder, os.W_OK) or (self.path.exists() and not os.access(self.path, os.W_OK)):
            raise CannotWrite(
                f"the library at {self.folder} cannot be written",
                hint="reading and searching go on; check owner and permissions, or use --library DIR",
            )

    def _drop_writer(self) -> None:
        opened, self._writer = self._writer, None
        if opened is not None:
            with contextlib.suppress(apsw.Error):
                opened.connection.close()

    def checkpoint(self) -> bool:
        """Bring the log into the database and empty it; false while a reader elsewhere still needs it."""
        self._refuse_fork()
        self.refuse_unwritable()
        with opening.translated(self.path), writers_turn(self.folder):
            connection = self._our_writer()
            connection.set_busy_timeout(CHECKPOINT_MS)
            try:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except (apsw.BusyError, apsw.LockedError):
                return False
            finally:
                connection.set_busy_timeout(opening.BUSY_MS)
            return True

    def migrate(self, steps: Sequence[migrations.Step] = migrations.STEPS) -> tuple[int, int]:
        """(version before, version after); the backup is the caller's affair."""
        self._refuse_fork()
        self.refuse_unwritable()
        opening.require_library(self.path)
        with opening.translated(self.path), writers_turn(self.folder), self._fresh_writer() as connection:
            before = opening.schema_version(connection, self.path)
            return before, migrations.apply(connection, before, steps) if before < len(steps) else before

    def version(self) -> int:
        """The schema version of the file, whichever it is."""
        with opening.reading(self.path), self._fresh_reader() as connection:
            return opening.schema_version(connection, self.path)

    @contextlib.contextmanager
    def _fresh_reader(self) -> Iterator[apsw.Connection]:
        self._refuse_fork()
        connection = opening.open_reader(self.path, self.vfs)
        try:
            yield connection
        finally:
            connection.close()

    def copy_to(self, target: Path) -> None:
        """An online copy through SQLite's backup interface: a consistent moment, whoever writes meanwhile."""
        touch_private(target)
        with opening.reading(self.path), self._fresh_reader() as source, opening.translated(target):
            copy = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                with copy.backup("main", source, "main") as backup:
                    backup.step(-1)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
        os.chmod(target, FILE_MODE)

    def damage(self, *, thorough: bool = False) -> list[str]:
        """What SQLite's own check finds wrong; empty if nothing."""
        check = "integrity_check" if thorough else "quick_check"
        try:
            with opening.reading(self.path), self._fresh_reader() as connection:
                found = [str(row[0]) for row in connection.execute(f"PRAGMA {check}(20)")]
        except Corrupted as error:
            return [error.message]
        return [] if found == ["ok"] else found

    def close(self) -> None:
        """The writer last: whoever closes last brings the log in, and a reader cannot.

        After a fork the connections are their first process's to close.
        """
        with self._guard:
            readers, self._readers = list(self._readers), weakref.WeakSet()
        if os.getpid() != self._pid:
            return
        for connection in readers:
            with contextlib.suppress(apsw.Error):
                connection.close()
        self._drop_writer()
        self._local = threading.local()


@contextlib.contextmanager
def _immediate(connection: apsw.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        _end(connection)
        raise


def _end(connection: apsw.Connection) -> None:
    """Some errors have ended the transaction already."""
    with contextlib.suppress(apsw.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")
