"""Connections to `library.db`, safe against the file itself: how they are opened, checked, and how they fail.

A reader cannot write, attach or load anything. In a folder that cannot be written a library is read as immutable, and
only when no write-ahead log lies beside it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import apsw
import msgspec

from wellhead.errors import (
    BadInput,
    Busy,
    CannotWrite,
    Corrupted,
    DiskFull,
    ForeignFile,
    NewSchema,
    NoLibrary,
    OldSchema,
    UnsafePlace,
    UnsafeSQLite,
    WellheadError,
)
from wellhead.files import APPLICATION_ID

SAFE_SQLITE = (3, 51, 3)
BUSY_MS = 10_000
PAGE_BYTES = 4096
LOG_PAGES = 4_000  # the log is brought in at about 16 MB; hot index pages are then written once, not once a batch
LOG_LIMIT_BYTES = 32_000_000
_LIMITS = {
    apsw.SQLITE_LIMIT_LENGTH: 512_000_000,
    apsw.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    apsw.SQLITE_LIMIT_EXPR_DEPTH: 100,
    apsw.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_SWITCHES = {
    apsw.SQLITE_DBCONFIG_DEFENSIVE: 1,
    apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_VIEW: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE: 0,
    apsw.SQLITE_DBCONFIG_DQS_DML: 0,
    apsw.SQLITE_DBCONFIG_DQS_DDL: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_QPSG: 1,  # or every look-up of a term in FTS5 is planned anew: half of a search
}
_ALLOWED = {
    apsw.SQLITE_SELECT,
    apsw.SQLITE_READ,
    apsw.SQLITE_FUNCTION,
    apsw.SQLITE_RECURSIVE,
    apsw.SQLITE_TRANSACTION,
}
_ASKED = {
    "data_version",
    "query_only",
    "freelist_count",
    "page_count",
    "page_size",
}  # what a reader, and FTS5 inside it, may ask by PRAGMA


def require_safe_sqlite(version: str | None = None) -> None:
    """Before 3.51.3 two connections that checkpoint at once can corrupt a write-ahead log."""
    found = version if version is not None else apsw.sqlite_lib_version()
    if tuple(int(part) for part in found.split(".")[:3]) < SAFE_SQLITE:
        raise UnsafeSQLite(
            f"SQLite {found} can corrupt a library that two processes use at once",
            hint="install apsw 3.54 or newer: it brings its own SQLite",
        )


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of the driver, as errors a person can act on."""
    try:
        yield
    except apsw.Error as error:
        raise _told(error, path) from error
    except (UnicodeEncodeError, OverflowError) as error:
        raise _unstorable(str(error)) from error


def _told(error: apsw.Error, path: Path) -> WellheadError:
    match error:
        case apsw.FullError():
            return DiskFull(
                f"the disk is full: nothing of the last batch was written to {path}",
                hint="free some space, then run the same command again: what was counted as done is safe",
            )
        case apsw.NotADBError():
            return ForeignFile(
                f"{path} is not a wellhead library", hint="name another folder with --library DIR, or restore a backup"
            )
        case apsw.BusyError() | apsw.LockedError():
            return Busy(f"{path} is in use by another process", hint="wait a moment and run it again")
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError() | apsw.AuthError():
            return CannotWrite(
                f"{path} cannot be opened for this ({error})", hint="check owner and permissions of the folder"
            )
        case apsw.IOError():
            return CannotWrite(
                f"the disk refused to write or read {path} ({error})",
                hint="check the disk; what was counted as done is safe, run the same command again",
            )
        case apsw.TooBigError():
            return _unstorable(str(error))
        case apsw.NoMemError():
            return WellheadError(f"no memory left for {path}", hint="close other programs, then run it again")
        case apsw.ForkingViolationError() | apsw.ThreadingViolationError() | apsw.ConnectionClosedError():
            return WellheadError(f"{path} was used after it was closed ({error})", hint="open the library again")
    return corrupted(path, str(error))


def _unstorable(why: str) -> BadInput:
    return BadInput(f"a text or number cannot be stored ({why})", hint="mend it where it comes from, then add it again")


def corrupted(path: Path, evidence: str) -> Corrupted:
    return Corrupted(
        f"{path} is damaged ({evidence})",
        hint="run `wellhead doctor`, then `wellhead restore BACKUP`; if only the index is hurt, `wellhead reindex`",
    )


def open_writer(path: Path, vfs: str | None = None) -> apsw.Connection:
    """Read-write, on a file that is there and ours or empty; FULL, so that what was committed survives power loss."""
    require_safe_sqlite()
    _refuse_link(path)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW
    connection = apsw.Connection(_real(path), flags=flags, vfs=vfs)
    try:
        connection.set_busy_timeout(BUSY_MS)
        _harden(connection)
        if schema_version(connection, path) == 0:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA checkpoint_fullfsync = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA cache_size = -16000")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {LOG_LIMIT_BYTES}")
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path, vfs: str | None = None) -> apsw.Connection:
    """Read-only in every respect; as immutable where the folder cannot be written and no log is pending."""
    require_safe_sqlite()
    require_library(path)
    _refuse_link(path)
    _finish_interrupted(path, vfs)
    connection = apsw.Connection(_reader_uri(path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI, vfs=vfs)
    try:
        connection.set_busy_timeout(BUSY_MS)
        _harden(connection)
        connection.execute("PRAGMA cache_size = -8000")
    except BaseException:
        connection.close()
        raise
    return connection


def require_library(path: Path) -> None:
    if not os.path.lexists(path):
        raise NoLibrary(
            f"there is no library at {path.parent}",
            hint="`wellhead add PATH` makes one, `wellhead demo` shows one, `--library DIR` names another",
        )


def identity(path: Path) -> tuple[int, int]:
    """Which file lies there now; a restored library is another file than the one a connection has open."""
    try:
        status = os.stat(path)
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino


def _real(path: Path) -> str:
    """The folder may be reached through links, the file itself may not be one."""
    return os.path.join(os.path.realpath(path.parent), path.name)


def _refuse_link(path: Path) -> None:
    if path.is_symlink():
        raise UnsafePlace(
            f"{path} is a link to another file: two names for one database can tear it",
            hint="name the folder that holds the file itself with --library DIR",
        )


def _finish_interrupted(path: Path, vfs: str | None) -> None:
    """A rollback journal stands beside the file only where a kill met its creation, or its first use after a restore.

    Only a connection that may write can roll it back, as SQLite does on its own with a pending log.
    """
    real = _real(path)
    if os.path.exists(real + "-journal") and os.access(os.path.dirname(real), os.W_OK):
        with contextlib.closing(apsw.Connection(real, flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)) as connection:
            connection.set_busy_timeout(BUSY_MS)
            connection.pragma("schema_version")


def _reader_uri(path: Path) -> str:
    real = _real(path)
    uri = f"file:{quote(real)}?mode=ro"
    if os.access(os.path.dirname(real), os.W_OK):
        return uri
    if os.path.exists(real + "-wal") and os.path.getsize(real + "-wal") > 0:
        raise CannotWrite(
            f"{path.parent} cannot be written, and its last changes wait in {path.name}-wal",
            hint="make the folder writable, or open it once where it is and copy it again",
        )
    return uri + "&immutable=1"


def _harden(connection: apsw.Connection) -> None:
    for switch, value in _SWITCHES.items():
        connection.config(switch, value)
    for limit, value in _LIMITS.items():
        connection.limit(limit, value)
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA temp_store = MEMORY")


def forbid_writing(connection: apsw.Connection) -> None:
    """The last step of making a reader: only what reads is left, besides the connection's own temporary tables."""

    def authorize(action: int, first: str | None, second: str | None, schema: str | None, _trigger: str | None) -> int:
        if action == apsw.SQLITE_FUNCTION:
            allowed = second != "load_extension"
        elif action == apsw.SQLITE_PRAGMA:
            allowed = first in _ASKED and second is None
        else:
            allowed = action in _ALLOWED or (schema == "temp" and action != apsw.SQLITE_ATTACH)
        return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY

    connection.execute("PRAGMA query_only = ON")  # not earlier: it would forbid temporary tables too
    connection.authorizer = authorize


def schema_version(connection: apsw.Connection, path: Path) -> int:
    """The version of the schema; 0 for a file that is still empty. Refuses files of other programs."""
    application = connection.pragma("application_id")
    version = connection.pragma("user_version")
    if application == APPLICATION_ID:
        return int(version)
    if application == 0 and version == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").get == 0:
        return 0
    raise ForeignFile(
        f"{path} is an SQLite database of another program",
        hint="name another folder with --library DIR; this file was not touched",
    )


def require_schema(connection: apsw.Connection, path: Path, current: int) -> None:
    """Refuse what another version made, and what holds things no version of ours makes."""
    version = schema_version(connection, path)
    if version == 0:
        raise NoLibrary(f"{path} is still empty", hint="`wellhead add PATH` fills it")
    if version < current:
        raise OldSchema(
            f"this library has schema {version}, this program wants {current}",
            hint="`wellhead migrate` upgrades it in place, a backup is taken first",
        )
    if version > current:
        raise NewSchema(
            f"this library was written by a newer wellhead (schema {version}, this one knows {current})",
            hint="upgrade wellhead; nothing was changed",
        )
    strange = connection.execute("SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1").get
    if strange is not None:
        raise corrupted(path, f"it holds {strange!r}, which wellhead never makes")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """The same where rows are read: a text that no writer of ours can have written counts as damage."""
    try:
        with translated(path):
            yield
    except (UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise corrupted(path, f"a row cannot be read: {error}") from error
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if _damaged(path):
            raise corrupted(path, f"a row is not as it was written: {error}") from error
        raise


def _damaged(path: Path) -> bool:
    """Whether a strange error is the file's doing, and not a mistake of the program: SQLite knows the types of rows."""
    try:
        with contextlib.closing(open_reader(path)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").get != "ok")
    except (apsw.Error, WellheadError):
        return True
