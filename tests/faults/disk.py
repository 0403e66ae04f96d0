"""A disk that can lose power, fill up or refuse to sync: an apsw VFS that keeps what is durable apart from what is not.

Every write and truncation is remembered until its file is synced. `crash` makes the files as they may look after the
power went: of what was not synced some is there, some is not, and some is torn at the borders of sectors. Not in this
picture: file names that are lost because their folder was not synced.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import apsw

SECTOR = 512
_names = itertools.count(1)


class Write(NamedTuple):
    """Something not yet synced: bytes at an offset, or (`data` None) a truncation to that length."""

    offset: int
    data: bytes | None


class Platter:
    """One file: the bytes that would survive, and what was written since."""

    def __init__(self, durable: bytes) -> None:
        self.durable = bytearray(durable)
        self.pending: list[Write] = []

    def sync(self) -> None:
        for write in self.pending:
            apply(self.durable, write)
        self.pending.clear()

    def after_crash(self, luck: random.Random) -> bytes:
        image = bytearray(self.durable)
        for write in self.pending:
            fate = luck.random()
            if fate < 0.4:
                apply(image, write)
            elif fate < 0.8 and write.data is not None:
                _tear(image, write, luck)
        return bytes(image)


def apply(image: bytearray, write: Write) -> None:
    if write.data is None:
        del image[write.offset :]
        return
    if len(image) < write.offset:
        image.extend(bytes(write.offset - len(image)))
    image[write.offset : write.offset + len(write.data)] = write.data


def _tear(image: bytearray, write: Write, luck: random.Random) -> None:
    """Some sectors of a write arrive; a file may have grown for one that did not, and holds zeros there."""
    data = write.data or b""
    for start in range(0, len(data), SECTOR):
        if luck.random() < 0.5:
            apply(image, Write(write.offset + start, data[start : start + SECTOR]))


class Disk:
    """The files of one machine. `trouble(operation, number)` may raise in place of the number-th operation."""

    def __init__(self) -> None:
        self.platters: dict[str, Platter] = {}
        self.operations = 0
        self.trouble: Callable[[str, int], None] | None = None
        self.unheard: list[BaseException | None] = []
        self.name = f"wellhead-disk-{next(_names)}"
        self._vfs = _Vfs(self)

    def tell(self, operation: str) -> None:
        self.operations += 1
        if self.trouble is not None:
            self.trouble(operation, self.operations)

    def platter(self, path: str) -> Platter:
        if path not in self.platters:
            self.platters[path] = Platter(Path(path).read_bytes() if os.path.exists(path) else b"")
        return self.platters[path]

    def crash(self, target: Path, luck: random.Random) -> None:
        """Write into `target` what may be left of the databases. The shared map of the log is memory: it is gone."""
        target.mkdir(parents=True)
        for path, platter in sorted(self.platters.items()):
            if os.path.exists(path):
                (target / os.path.basename(path)).write_bytes(platter.after_crash(luck))

    @contextlib.contextmanager
    def running(self) -> Iterator[Disk]:
        """Errors that SQLite has no ear for (it is closing, or handles another one) are kept, not shown."""
        before, sys.unraisablehook = sys.unraisablehook, lambda what: self.unheard.append(what.exc_value)
        try:
            yield self
        finally:
            sys.unraisablehook = before
            self._vfs.unregister()


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(disk.name, "")

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> apsw.VFSFile:
        return _File(self.disk, name, flags)

    def xDelete(self, filename: str, sync_folder: bool) -> None:
        self.disk.tell("delete")
        self.disk.platters.pop(filename, None)
        super().xDelete(filename, sync_folder)


class _File(apsw.VFSFile):
    """The real file shows each write at once, as the system's cache would; the platter knows what is durable."""

    def __init__(self, disk: Disk, name: apsw.URIFilename | str | None, flags: list[int]) -> None:
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.path = os.fspath(path) if path else ""
        super().__init__("", name, flags)
        if self.path:
            disk.platter(self.path)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self.path:
            self.disk.platter(self.path).pending.append(Write(offset, bytes(data)))
            self.disk.tell("write")
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        if self.path:
            self.disk.platter(self.path).pending.append(Write(newsize, None))
            self.disk.tell("truncate")
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        """Nothing to wait for: the platter is what counts, and the files of a test need not survive."""
        if self.path:
            self.disk.tell("sync")
            self.disk.platter(self.path).sync()
