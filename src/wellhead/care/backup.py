"""A backup while others write: one private file with its manifest first, under its name only when it is whole.

The database is copied through the engine, never as a file, and the copy is checked before it is packed. What can be
made again (the index is inside the database) or is diagnostic is not in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import stat
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from wellhead.care.manifest import CASES, CONFIG, DATABASE, NAME, ORIGINALS, Manifest, Member, allowed, stamp
from wellhead.errors import BadInput, Busy, CannotWrite, Corrupted
from wellhead.files import FILE_MODE, atomic_write, make_folder, telling
from wellhead.model.state import Backup
from wellhead.ports import Counts, Opened
from wellhead.wire.encode import encode, indented

FOLDER = "backups"
MIGRATION_PREFIX = "migration-"
WORK_PREFIX = ".backup-"
KEPT = 3


def make(folder: Path, *, engine: Callable[[Path], Opened], now: datetime, target: Path | None = None) -> Backup:
    """Copy what cannot be made again into `target` (a new file, or a folder to put one in)."""
    with telling(target or folder):
        path = _free_target(folder, now, target)
    with telling(path), _workplace(path.parent) as place:
        _copy_database(engine(folder), place)
        schema, counts = _checked_copy(engine(place))
        found = {DATABASE: place / DATABASE, **_beside(folder)}
        members = tuple(_member(name, file) for name, file in found.items())
        made = now.astimezone(UTC).isoformat(timespec="seconds")
        manifest = Manifest(made=made, schema=schema, counts=counts, members=members)
        with atomic_write(path) as stream:
            _pack(stream, manifest, found, now)
    return Backup(
        path=str(path),
        bytes=path.stat().st_size,
        made=made,
        schema=schema,
        documents=counts.documents if counts else 0,
        chunks=counts.chunks if counts else 0,
        files=sum(name.startswith((ORIGINALS, CASES)) for name in found),
    )


def default_name(now: datetime) -> str:
    return f"{stamp(now)}.tar"


def before_migration(folder: Path, now: datetime) -> Path:
    """Where the backup goes that is taken before a migration; these alone are ever pruned."""
    make_folder(folder / FOLDER)
    return free_name(folder / FOLDER / f"{MIGRATION_PREFIX}{default_name(now)}")


def prune(folder: Path) -> tuple[Path, ...]:
    """Keep the newest backups made before migrations; a backup the person asked for is never touched."""
    old = sorted((folder / FOLDER).glob(f"{MIGRATION_PREFIX}*.tar"), key=lambda path: path.name)[:-KEPT]
    for path in old:
        path.unlink(missing_ok=True)
    return tuple(old)


def free_name(path: Path) -> Path:
    """`path`, or the first of its kind that is not there yet: two calls may fall into one second."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}~{number}{path.suffix}")
    return free


def _free_target(folder: Path, now: datetime, target: Path | None) -> Path:
    if target is None:
        if not (folder / DATABASE).exists():
            return folder / FOLDER / default_name(now)  # nothing to copy: the engine says so in its own words
        make_folder(folder / FOLDER)
        return free_name(folder / FOLDER / default_name(now))
    if target.is_dir():
        return free_name(target / default_name(now))
    if target.exists() or target.is_symlink():
        raise BadInput(f"{target} is there already", hint="a backup never replaces a file: name a new one")
    if not target.parent.is_dir():
        raise CannotWrite(f"there is no folder {target.parent}", hint="make it first, or name another place")
    return target


@contextlib.contextmanager
def _workplace(parent: Path) -> Iterator[Path]:
    """A private folder beside the target, gone when we are done."""
    place = Path(tempfile.mkdtemp(prefix=WORK_PREFIX, dir=parent if parent.is_dir() else None))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _copy_database(opened: Opened, place: Path) -> None:
    try:
        opened.database.copy_to(place / DATABASE)
    finally:
        opened.database.close()


def _checked_copy(copy: Opened) -> tuple[int, Counts | None]:
    """(schema, counts) of the copy; a damaged library makes no backup, for it would be taken for a good one."""
    try:
        damage = copy.database.damage()
        if damage:
            raise Corrupted(
                f"the library is damaged ({damage[0]}), so no backup was made",
                hint="`wellhead doctor` says more; `wellhead restore BACKUP` goes back to the newest good one",
            )
        schema = copy.database.version()
        return schema, copy.store.counts() if schema == copy.database.current else None
    finally:
        copy.database.close()


def _beside(folder: Path) -> dict[str, Path]:
    """What belongs to the library beside the database: plain files under the names a backup knows."""
    found: dict[str, Path] = {}
    for below in (CONFIG, ORIGINALS, CASES):
        for file in _plain_files(folder / below):
            name = file.relative_to(folder).as_posix()
            if allowed(name):
                found[name] = file
    return found


def _plain_files(path: Path) -> Iterator[Path]:
    """A file, or every file below a folder; links below it are not followed."""
    if path.is_file():
        yield path
    for each in sorted(path.rglob("*")):
        if stat.S_ISREG(each.lstat().st_mode):
            yield each


def _member(name: str, file: Path) -> Member:
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return Member(name=name, size=os.fstat(stream.fileno()).st_size, sha256=digest)


def _pack(stream: BinaryIO, manifest: Manifest, found: dict[str, Path], now: datetime) -> None:
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        described = indented(encode(manifest))
        tar.addfile(_header(NAME, len(described), now), io.BytesIO(described))
        for member in manifest.members:
            with found[member.name].open("rb") as source:
                reading = _Hashed(source)
                try:
                    tar.addfile(_header(member.name, member.size, now), reading)
                except OSError as error:
                    if error.errno is None:
                        raise _changed(member.name) from error
                    raise
                if reading.digest.hexdigest() != member.sha256:
                    raise _changed(member.name)


class _Hashed:
    """A stream that keeps count of what was read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self.digest.update(data)
        return data


def _changed(name: str) -> Busy:
    return Busy(f"{name} changed while the backup was made", hint="run it again; no file was left behind")


def _header(name: str, size: int, now: datetime) -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.size, header.mode, header.mtime = size, FILE_MODE, int(now.timestamp())
    return header
