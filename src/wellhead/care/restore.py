"""A library as it was when a backup was made. Everything is verified before anything is changed.

What comes in is unpacked into a private folder beside what it replaces. The database then changes in one rename; the
originals stand there before it (they are named by their content, so more of them harm nobody), settings and cases
follow it. What was there before is kept whole in `backups/replaced-<time>`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from wellhead.care.backup import FOLDER, free_name
from wellhead.care.manifest import CASES, CONFIG, DATABASE, ORIGINALS, Manifest, stamp
from wellhead.care.unpack import manifest_of, opened_tar, unpack, verify
from wellhead.errors import BadLibrary, Busy, CannotWrite, NewSchema, WellheadError
from wellhead.files import (
    MARKER,
    make_folder,
    refuse_unsafe_place,
    sync_folder,
    telling,
    touch_private,
)
from wellhead.model.state import Restored
from wellhead.ports import Opened

WORK_PREFIX = ".restoring-"
REPLACED_PREFIX = "replaced-"
WAIT_SECONDS = 3.0
_LOGS = (f"{DATABASE}-wal", f"{DATABASE}-journal")
_SHARED = f"{DATABASE}-shm"
_PIECE = 1 << 20
_Engine = Callable[[Path], Opened]


def restore(backup: Path, folder: Path, *, engine: _Engine, now: datetime, insist: bool = False) -> Restored:
    """Put the library of `backup` into `folder`; the caller has closed its own library there first."""
    with telling(folder), opened_tar(backup) as tar:
        manifest = manifest_of(tar, backup)
        _refuse_newer(manifest, engine(folder).database.current, backup)
        with (
            telling(folder),
            _prepared(folder, engine, insist=insist),
            _in_turn(folder, engine),
            _stage(folder) as stage,
        ):
            unpack(tar, manifest, stage, backup)
            counts = verify(engine(stage), manifest, backup)
            replaced = _swap(stage, folder, manifest, engine, now)
    return Restored(
        library=str(folder),
        backup=str(backup),
        made=manifest.made,
        schema=manifest.schema,
        documents=counts.documents,
        chunks=counts.chunks,
        replaced=str(replaced) if replaced else "",
    )


def _refuse_newer(manifest: Manifest, current: int, backup: Path) -> None:
    if manifest.schema > current:
        raise NewSchema(
            f"{backup} was made by a newer wellhead (schema {manifest.schema}, this one knows {current})",
            hint="upgrade wellhead; nothing was changed",
        )


@contextlib.contextmanager
def _prepared(folder: Path, engine: _Engine, *, insist: bool) -> Iterator[None]:
    """The folder, made if it is missing and taken away again if nothing came into it; a stranger's is refused."""
    fresh = not folder.exists()
    if fresh and not insist:
        refuse_unsafe_place(folder)
    if not fresh and not _is_library(folder, engine) and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotWrite(
            f"{folder} is no library and is not empty", hint="name an empty folder, or a library, with --library DIR"
        )
    make_folder(folder)
    touch_private(folder / MARKER)
    try:
        yield
    except BaseException:
        if fresh:
            with contextlib.suppress(OSError):
                for name in (MARKER, "writer.lock"):
                    (folder / name).unlink(missing_ok=True)
                folder.rmdir()
        raise


def _is_library(folder: Path, engine: _Engine) -> bool:
    """By its marker; without one, by a database that is ours and can be read."""
    if (folder / MARKER).exists():
        return True
    try:
        return (folder / DATABASE).exists() and engine(folder).database.version() > 0
    except WellheadError:
        return False


@contextlib.contextmanager
def _in_turn(folder: Path, engine: _Engine) -> Iterator[None]:
    """Nobody writes while we are at it, and nobody who writes already is disturbed."""
    with contextlib.ExitStack() as turn:
        try:
            turn.enter_context(engine(folder).database.turn(WAIT_SECONDS))
        except Busy as error:
            raise _in_use(folder) from error
        yield


def _in_use(folder: Path) -> Busy:
    return Busy(
        f"{folder} is in use by another process, so nothing was restored",
        hint="end what reads or writes there (watch, an import), then run this again",
    )


@contextlib.contextmanager
def _stage(folder: Path) -> Iterator[Path]:
    """A private folder on the same disk; gone afterwards, whatever happened."""
    stage = Path(tempfile.mkdtemp(prefix=WORK_PREFIX, dir=folder))
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _swap(stage: Path, folder: Path, manifest: Manifest, engine: _Engine, now: datetime) -> Path | None:
    """Old before the rename of the database, new after it."""
    coming = {member.name for member in manifest.members}
    present = list(_present(folder))
    replaced = _set_aside(stage, folder, present, engine, now) if present else None
    for name in sorted(name for name in coming if name.startswith(ORIGINALS)):
        _move_in(stage, folder, name)
    _move_in(stage, folder, DATABASE)
    for name in sorted(name for name in coming if name.startswith((CONFIG, CASES))):
        _move_in(stage, folder, name)
    for name in present:
        if name not in coming:
            (folder / name).unlink(missing_ok=True)
    return replaced


def _present(folder: Path) -> Iterator[str]:
    """What of a library lies here, by the names a backup has for it."""
    yield from (name for name in (DATABASE, CONFIG) if (folder / name).exists())
    for below in (ORIGINALS, CASES):
        yield from sorted(path.relative_to(folder).as_posix() for path in (folder / below).rglob("*") if path.is_file())


def _move_in(stage: Path, folder: Path, name: str) -> None:
    _make_below(folder, name)
    os.replace(stage / name, folder / name)
    sync_folder((folder / name).parent)


def _make_below(top: Path, name: str) -> None:
    """The folders between `top` and the file `name`, all private."""
    for part in reversed(Path(name).parents):
        make_folder(top / part)


def _set_aside(stage: Path, folder: Path, present: list[str], engine: _Engine, now: datetime) -> Path:
    """The present library, whole, a second time; the first stays in use until the rename."""
    aside = stage / "replaced"
    logs = [name for name in _LOGS if (folder / name).exists()]
    for name in logs:  # closing a damaged database takes them away
        _copy_below(folder, aside, name)
    if not (folder / DATABASE).exists() or _settle(folder, engine):
        for name in logs:
            (aside / name).unlink()
    for name in (MARKER, *present):
        _copy_below(folder, aside, name)
    make_folder(folder / FOLDER)
    replaced = free_name(folder / FOLDER / f"{REPLACED_PREFIX}{stamp(now)}")
    os.rename(aside, replaced)
    sync_folder(folder / FOLDER)
    for name in (*_LOGS, _SHARED):  # beside another database a log is poison
        (folder / name).unlink(missing_ok=True)
    sync_folder(folder)
    return replaced


def _settle(folder: Path, engine: _Engine) -> bool:
    """False for a database that is too damaged to be closed in order: it is set aside as it lies."""
    try:
        engine(folder).database.settle()
    except Busy as error:
        raise _in_use(folder) from error
    except BadLibrary:
        return False
    return True


def _copy_below(folder: Path, aside: Path, name: str) -> None:
    """A copy and no second name: a database with two names can be torn, and is refused for writing."""
    _make_below(aside, name)
    touch_private(aside / name)
    with (folder / name).open("rb") as source, (aside / name).open("wb") as target:
        shutil.copyfileobj(source, target, _PIECE)
        target.flush()
        os.fsync(target.fileno())
