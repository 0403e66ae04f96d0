"""A library brought to the newest schema in place, after a backup of it; killed at any moment it is old or new."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from wellhead.care import backup
from wellhead.errors import NewSchema, NoLibrary
from wellhead.model.state import Migrated
from wellhead.ports import Opened


def migrate(folder: Path, *, engine: Callable[[Path], Opened], now: datetime) -> Migrated:
    """From and to which schema; equal ones mean that there was nothing to do, and no backup was made."""
    database = engine(folder).database
    try:
        before = database.version()
        if before == 0:
            raise NoLibrary(f"{database.path} is still empty", hint="`wellhead add PATH` fills it")
        if before > database.current:
            raise NewSchema(
                f"this library was written by a newer wellhead (schema {before}, this one knows {database.current})",
                hint="upgrade wellhead; nothing was changed",
            )
        if before == database.current:
            return Migrated(before=before, after=before)
        made = backup.make(folder, engine=engine, now=now, target=backup.before_migration(folder, now))
        _, after = database.migrate()
    finally:
        database.close()
    backup.prune(folder)
    return Migrated(before=before, after=after, backup=made.path)
