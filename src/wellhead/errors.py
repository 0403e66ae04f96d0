"""Everything that can go wrong, as one tree.

WellheadError                      1  failed
├── UsageError                     2  the call's words are off
│   └── UnknownName                2  a name that is not there, with the nearest one that is
├── NoLibrary                      1  nothing at that place yet
├── NotFound                       1  no document, source or file under that name
├── BadLibrary                     1  the files of the library cannot be used as they are
│   ├── ForeignFile                1  library.db belongs to another program
│   ├── OldSchema                  1  made by an older wellhead: `wellhead migrate`
│   ├── NewSchema                  1  made by a newer wellhead
│   ├── Corrupted                  1  SQLite finds it damaged
│   └── UnsafePlace                1  a network or cloud-synced folder
├── BadInput                       1  bytes or values that were given cannot be used
├── CannotWrite                    1  the disk or the permissions say no
│   └── DiskFull                   1  no space is left: what was counted as done is safe
├── Busy                          75  another process holds the writer's place too long
├── MissingExtra                   1  an optional part is not installed
└── UnsafeSQLite                   1  an SQLite with known corruption bugs

An expected outcome (nothing found, a file skipped) is a value, never one of these.
Each message says what happened, with which value; `hint` says what to do next.
"""

from __future__ import annotations


class WellheadError(Exception):
    """What happened, and what to do next; `code` is stable."""

    code = "failed"
    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(WellheadError):
    code = "usage"
    exit_code = 2


class UnknownName(UsageError):
    code = "unknown_name"


class NoLibrary(WellheadError):
    code = "no_library"


class NotFound(WellheadError):
    code = "not_found"


class BadLibrary(WellheadError):
    code = "bad_library"


class ForeignFile(BadLibrary):
    code = "foreign_file"


class OldSchema(BadLibrary):
    code = "old_schema"


class NewSchema(BadLibrary):
    code = "new_schema"


class Corrupted(BadLibrary):
    code = "corrupted"


class UnsafePlace(BadLibrary):
    code = "unsafe_place"


class BadInput(WellheadError):
    """Bytes or values that were given cannot be used; the message says why, as a person can act on it."""

    code = "bad_input"


class CannotWrite(WellheadError):
    code = "cannot_write"


class DiskFull(CannotWrite):
    code = "disk_full"


class Busy(WellheadError):
    code = "busy"
    exit_code = 75


class MissingExtra(WellheadError):
    code = "missing_extra"


class UnsafeSQLite(WellheadError):
    code = "unsafe_sqlite"
