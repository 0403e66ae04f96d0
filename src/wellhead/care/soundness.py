"""What doctor asks of the folder and the files in it: nothing here needs a database that can be read.

Each function gives one Check and may raise; `doctor` turns that into a line of its own. Up to its first colon a line of
evidence holds counts and words of ours only; names and paths stand behind it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from wellhead.care.backup import FOLDER
from wellhead.care.manifest import DATABASE
from wellhead.errors import UnsafePlace, UnsafeSQLite, WellheadError
from wellhead.files import refuse_unsafe_place
from wellhead.model.state import Check
from wellhead.ports import Database
from wellhead.render.numbers import counted

_LEFTOVER = re.compile(r"\.(?:backup|restoring)-\w{8}|\..+\.\w{8}")
_LEFTOVER_AGE_SECONDS = 3600.0  # younger ones may belong to something that is at work
_LOW_BYTES = 500_000_000
_EMPTY_BYTES = 20_000_000
_SHOWN = 3
_COMMAND = re.compile(r"`(wellhead [^`]+)`")


def engine(database: Database) -> Check:
    try:
        return Check(name="sqlite", status="ok", evidence=database.engine())
    except UnsafeSQLite as error:
        return Check(name="sqlite", status="failed", evidence=error.message, fix="pip install --upgrade apsw")


def permissions(folder: Path) -> Check:
    """Private means: nobody else may read a folder or a file of the library."""
    open_ones = [path for path, mode in exposed(folder)]
    if open_ones:
        many = counted(len(open_ones), "file or folder", "files or folders")
        evidence = f"{many} can be read by others: {_some(open_ones)}"
        return Check(name="permissions", status="warning", evidence=evidence, fix="wellhead doctor --fix")
    if not os.access(folder, os.W_OK):
        evidence = f"the folder cannot be written, reading goes on: {folder}"
        return Check(name="permissions", status="warning", evidence=evidence, fix=f"ls -ld {_quoted(folder)}")
    return Check(name="permissions", status="ok", evidence="0700 and 0600 throughout")


def exposed(folder: Path) -> Iterator[tuple[Path, int]]:
    """(path, mode it should have) of everything that others could open. Links are left alone."""
    if folder.stat().st_mode & 0o077:
        yield folder, 0o700
    for above, folders, names in os.walk(folder):
        for name in folders:
            path = Path(above, name)
            if not path.is_symlink() and path.lstat().st_mode & 0o077:
                yield path, 0o700
        for name in names:
            path = Path(above, name)
            if not path.is_symlink() and path.lstat().st_mode & 0o077:
                yield path, 0o600


def place(folder: Path) -> Check:
    try:
        refuse_unsafe_place(folder)
    except UnsafePlace as error:
        evidence = f"not a safe place, restore a backup into a local folder: {error.message}"
        return Check(name="place", status="warning", evidence=evidence, fix="wellhead backup")
    return Check(name="place", status="ok", evidence="a local folder")


def schema(database: Database) -> Check:
    found, current = database.version(), database.current
    if found == current:
        return Check(name="schema", status="ok", evidence=f"schema {found}, the newest")
    if found == 0:
        return Check(name="schema", status="failed", evidence="the database is still empty", fix="wellhead init")
    if found < current:
        evidence = f"schema {found}, this program wants {current}"
        return Check(name="schema", status="failed", evidence=evidence, fix="wellhead migrate")
    evidence = f"schema {found} of a newer wellhead, this one knows {current}"
    return Check(name="schema", status="failed", evidence=evidence, fix="pip install --upgrade wellhead")


def integrity(folder: Path, database: Database, *, deep: bool) -> Check:
    name = "integrity_check" if deep else "quick_check"
    damage = database.damage(thorough=deep)
    if damage:
        evidence = f"{name} finds {counted(len(damage), 'fault')}: {damage[0]}"
        derived = all("ix_" in each for each in damage)
        fix = "wellhead reindex" if derived else restore_newest(folder)
        return Check(name="integrity", status="failed", evidence=evidence, fix=fix)
    return Check(name="integrity", status="ok", evidence=f"{name} finds nothing wrong")


def restore_newest(folder: Path) -> str:
    """The command that goes back to the newest backup; empty if there is none."""
    found = backups(folder)
    return f"wellhead restore {_quoted(found[-1])}" if found else ""


def backups(folder: Path) -> list[Path]:
    """Oldest first."""
    return sorted((folder / FOLDER).glob("*.tar"), key=lambda path: (path.stat().st_mtime_ns, path.name))


def kept(folder: Path, now: datetime) -> Check:
    found = backups(folder)
    if not found:
        return Check(name="backups", status="ok", evidence="none yet, `wellhead backup` makes one")
    days = (now - datetime.fromtimestamp(found[-1].stat().st_mtime, UTC)).days
    age = "from today" if days < 1 else "1 day old" if days == 1 else f"{days} days old"
    return Check(name="backups", status="ok", evidence=f"{len(found)}, the newest {age}")


def disk_space(folder: Path) -> Check:
    """A backup needs as much again as the database."""
    free = shutil.disk_usage(folder).free
    database = folder / DATABASE
    wanted = max(_LOW_BYTES, 2 * database.stat().st_size if database.exists() else 0)
    evidence, fix = f"{free / 1e9:.1f} GB free", f"df -h {_quoted(folder)}"
    if free < _EMPTY_BYTES:
        evidence += ", too little to import anything"
        return Check(name="disk_space", status="failed", evidence=evidence, fix=fix)
    if free < wanted:
        evidence += f", {wanted / 1e9:.1f} GB would be wise"
        return Check(name="disk_space", status="warning", evidence=evidence, fix=fix)
    return Check(name="disk_space", status="ok", evidence=evidence)


def leftovers(folder: Path, now: datetime) -> Check:
    found = left_behind(folder, now)
    if not found:
        return Check(name="leftovers", status="ok", evidence="0 temporary files left behind")
    evidence = f"{counted(len(found), 'temporary file')} of something that was cut off: {_some(found)}"
    return Check(name="leftovers", status="warning", evidence=evidence, fix="wellhead doctor --fix")


def left_behind(folder: Path, now: datetime) -> list[Path]:
    """Temporary files and folders of ours that are too old to be in use."""
    oldest = now.timestamp() - _LEFTOVER_AGE_SECONDS
    return sorted(
        path
        for place in (folder, folder / FOLDER)
        if place.is_dir()
        for path in place.iterdir()
        if _LEFTOVER.fullmatch(path.name) and not path.is_symlink() and path.lstat().st_mtime < oldest
    )


def config(problems: Sequence[WellheadError]) -> Check:
    if not problems:
        return Check(name="config", status="ok", evidence="every value can be used")
    many = counted(len(problems), "value is left out", "values are left out")
    evidence = f"{many}: {problems[0].message}"
    return Check(name="config", status="warning", evidence=evidence, fix=command_in(problems[0].hint))


def egress(hosts: Sequence[str]) -> Check:
    if hosts:
        return Check(
            name="egress", status="ok", evidence=f"{counted(len(hosts), 'host')} can be contacted: {', '.join(hosts)}"
        )
    return Check(
        name="egress", status="ok", evidence="0 hosts can be contacted, nothing in this version sends anything"
    )


def command_in(hint: str) -> str:
    """The first command of ours that a hint names; it stands between backticks."""
    found = _COMMAND.search(hint)
    return found[1] if found else "wellhead config show --origin"


def _some(paths: Sequence[Path]) -> str:
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return ", ".join(str(path) for path in paths[:_SHOWN]) + more


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))
