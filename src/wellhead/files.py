"""Files of a library: made private from the start, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wellhead.errors import CannotWrite, DiskFull, UnsafePlace

FILE_MODE = 0o600
FOLDER_MODE = 0o700
MARKER = ".wellhead-library"
_NAME_CHARS = 50  # of a long name: even in four-byte letters a temporary name stays below 255 bytes
_OCTAL = re.compile(r"\\([0-7]{3})")
APPLICATION_ID = 0x77656C6C
"""What a database of ours carries in its header."""
_NETWORK_TYPES = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "davfs", "webdav"}
_NETWORK_PREFIXES = ("fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.gvfsd", "fuse.google")
_SYNCED_NAMES = ("dropbox", "onedrive", "google drive", "googledrive", "mobile documents", "nextcloud", "syncthing")
_NOTES = {".md", ".markdown"}


def cannot_write(error: OSError, path: Path | str) -> CannotWrite:
    """An OSError as the person can act on it."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"the disk is full: {path} could not be written", hint="free some space, then run it again")
    reason = os.strerror(error.errno) if error.errno else str(error)
    return CannotWrite(
        f"{path} cannot be written ({reason})", hint="check the folder's owner and permissions, or use --library DIR"
    )


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Whatever the disk refuses in the block is told as an error about `path`."""
    try:
        yield
    except OSError as error:
        raise cannot_write(error, path) from error


def make_folder(path: Path) -> None:
    """The folder and its missing parents; the folder itself is private."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except FileExistsError as error:
        raise CannotWrite(f"{path} is a file, not a folder", hint="name another folder with --library DIR") from error
    except OSError as error:
        raise cannot_write(error, path) from error


def touch_private(path: Path) -> None:
    """Make an empty file that is private from its first moment; one that exists stays as it is."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE))
    except OSError as error:
        raise cannot_write(error, path) from error


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content replaces `path` when the block ends well, and leaves nothing behind when it does not."""
    import tempfile  # two milliseconds that a command which only reads need not pay

    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:_NAME_CHARS]}.", dir=path.parent)
    except OSError as error:
        raise cannot_write(error, path) from error
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
        sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise cannot_write(error, path) from error
        raise


def sync_folder(path: Path) -> None:
    """Make a rename durable."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refuse_unsafe_place(path: Path) -> None:
    """A database on a network or cloud-synced folder is sooner or later torn in two: refused at creation."""
    resolved = path.resolve()
    for part in resolved.parts:
        if part.casefold().startswith(_SYNCED_NAMES):
            raise _unsafe(resolved, f"“{part}” is kept in step by a cloud service")
    kind = _filesystem(resolved)
    if kind in _NETWORK_TYPES or kind.startswith(_NETWORK_PREFIXES):
        raise _unsafe(resolved, f"it lies on a network file system ({kind})")


def refuse_notes(path: Path) -> None:
    """A folder that somebody keeps notes in is no place for a library: they could never be imported from there."""
    if (path / MARKER).exists() or not path.is_dir():
        return
    with telling(path):
        found = next((each.name for each in path.iterdir() if each.suffix.lower() in _NOTES), "")
    if found:
        raise CannotWrite(
            f"{path} holds notes ({found}), and a library is never imported",
            hint="name another folder with --library DIR, and add this one to it",
        )


def _unsafe(path: Path, why: str) -> UnsafePlace:
    return UnsafePlace(
        f"a library at {path} would not be safe: {why}",
        hint="choose a local folder with --library DIR, or insist with `wellhead init --insist`",
    )


def _filesystem(path: Path) -> str:
    """The type of the file system that holds `path`, where the system tells; else empty."""
    try:
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    for line in lines:
        parts = line.split(" ")
        if len(parts) < 3:
            continue
        mount = _OCTAL.sub(lambda match: chr(int(match[1], 8)), parts[1])
        if (str(path) + "/").startswith(mount.rstrip("/") + "/") and len(mount) >= len(best):
            best, kind = mount, parts[2]
    return kind


def folder_bytes(path: Path) -> int:
    """What a folder takes on disk, links not followed."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(folder, name)).st_size
    return total
