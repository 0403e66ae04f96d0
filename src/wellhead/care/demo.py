"""The demo library: the bundled notes, imported beside the person's own library and never into it.

Built when it is missing, rebuilt when the bundled notes, the place they lie in or the schema differ from what it was
built with. A folder of that name which is no demo library is left alone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from wellhead.errors import BadLibrary, CannotWrite, NoLibrary, WellheadError
from wellhead.files import FILE_MODE, MARKER, atomic_write, cannot_write
from wellhead.library import Library
from wellhead.model.events import Observer, ignore
from wellhead.model.receipt import Receipt

NOTES = Path(__file__).resolve().parent.parent / "demo" / "notes"
SUITE = NOTES.parent / "suite"
QUESTION = "why did the team stop the nightly rebuild"
_STAMP = "demo-digest"


class Demo(Struct, frozen=True, kw_only=True):
    """Where it lies; `receipt` is there when it was built just now."""

    folder: str
    receipt: Receipt | None = None


def ensure(
    folder: Path, *, open_library: Callable[[Path], Library], notes: Path = NOTES, emit: Observer = ignore
) -> Demo:
    """The demo library at `folder`, current; built aside and moved there whole, so that nobody meets half of it."""
    stamp = _stamp(notes)
    if _is_current(folder, stamp, open_library):
        return Demo(folder=str(folder))
    _refuse_stranger(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise cannot_write(error, folder) from error
    try:
        with open_library(aside) as library:
            receipt = library.add(notes, emit=emit)
        with atomic_write(aside / _STAMP) as stream:
            stream.write(stamp.encode())
        (aside / _STAMP).chmod(FILE_MODE)
        shutil.rmtree(folder, ignore_errors=True)
        _move(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return Demo(folder=str(folder), receipt=receipt)


def remove(folder: Path) -> bool:
    """Take the demo library away; false if there was none."""
    if not folder.exists():
        return False
    _refuse_stranger(folder)
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise cannot_write(error, folder) from error
    return True


def _stamp(notes: Path) -> str:
    """A digest of every bundled file and of where they lie: hits lead there."""
    digest = blake2b(str(notes).encode("utf-8", "surrogateescape"), digest_size=16)
    for path in sorted(notes.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(notes).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _is_current(folder: Path, stamp: str, open_library: Callable[[Path], Library]) -> bool:
    try:
        if (folder / _STAMP).read_text(encoding="utf-8") != stamp:
            return False
        with open_library(folder) as library:
            return library.status().documents > 0
    except (OSError, ValueError, BadLibrary, NoLibrary):
        return False


def _refuse_stranger(folder: Path) -> None:
    """What we did not build we do not delete."""
    if not os.path.lexists(folder):
        return
    ours = folder.is_dir() and not folder.is_symlink() and ((folder / _STAMP).is_file() or not any(folder.iterdir()))
    if not ours:
        kind = "a library of yours" if (folder / MARKER).exists() else "something else"
        raise CannotWrite(
            f"{folder} is {kind}, not the demo library", hint="move it away, or name another place with --library DIR"
        )


def _move(aside: Path, folder: Path) -> None:
    """Another process may have built it meanwhile: theirs is as good."""
    try:
        os.rename(aside, folder)
    except OSError as error:
        if not (folder / _STAMP).is_file():
            raise WellheadError(
                f"the demo library could not be put at {folder}", hint="wellhead demo tries it again"
            ) from error
