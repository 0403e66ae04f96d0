"""A backup read with suspicion: its file is believed only as far as it agrees with its own manifest.

Refuses what no backup holds (other names, links, devices, sizes that do not add up, checksums that differ) before a
byte lies outside the private folder it is unpacked into.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from wellhead.care.manifest import DATABASE, FORMAT, NAME, VERSION, Manifest, allowed
from wellhead.errors import BadInput, BadLibrary
from wellhead.files import FILE_MODE, make_folder
from wellhead.ports import Counts, Opened

_MAX_MANIFEST_BYTES = 64_000_000
_PIECE = 1 << 20
_BROKEN = (tarfile.TarError, EOFError, RecursionError, OverflowError, ValueError)


@contextlib.contextmanager
def opened_tar(backup: Path) -> Iterator[tarfile.TarFile]:
    if not os.path.isfile(backup):
        raise BadInput(f"there is no backup {backup}", hint="`wellhead paths` says where backups are kept")
    with contextlib.ExitStack() as stack:
        try:
            tar = stack.enter_context(tarfile.open(backup, mode="r:"))
        except _BROKEN as error:
            raise refused(backup, "it is not a whole wellhead backup") from error
        except OSError as error:
            why = error.strerror or "the disk refused"
            raise BadInput(f"{backup} cannot be read ({why})", hint="check its owner and permissions") from error
        yield tar


def refused(backup: Path, why: str) -> BadInput:
    return BadInput(f"{backup} was not restored: {why}", hint="nothing was changed; try another backup")


def manifest_of(tar: tarfile.TarFile, backup: Path) -> Manifest:
    """The first member, where it is one and agrees with itself and with the size of the file."""
    first = _next(tar, backup)
    if first is None or first.name != NAME or not _plain(first) or first.size > _MAX_MANIFEST_BYTES:
        raise refused(backup, "it does not begin with a manifest")
    try:
        stream = tar.extractfile(first)
        manifest = msgspec.json.decode(stream.read() if stream else b"", type=Manifest)
    except (msgspec.DecodeError, *_BROKEN) as error:
        raise refused(backup, "its manifest cannot be read") from error
    why = _fault(manifest, backup.stat().st_size)
    if why:
        raise refused(backup, why)
    return manifest


def _fault(manifest: Manifest, size: int) -> str:
    names = [member.name for member in manifest.members]
    strange = next((name for name in names if not allowed(name)), None)
    if manifest.format != FORMAT or manifest.schema_version > VERSION or manifest.schema < 1:
        return f"its manifest is of another kind ({manifest.format[:40]!r}, version {manifest.schema_version})"
    if strange is not None:
        return f"it holds {strange[:200]!r}, which no backup holds"
    if DATABASE not in names or len(set(names)) != len(names):
        return "its manifest is without a database, or names a file twice"
    if min(member.size for member in manifest.members) < 0 or sum(each.size for each in manifest.members) > size:
        return "its manifest promises more than the file holds"
    return ""


def _next(tar: tarfile.TarFile, backup: Path) -> tarfile.TarInfo | None:
    try:
        return tar.next()
    except _BROKEN as error:
        raise refused(backup, "it is cut off or damaged") from error


def _plain(header: tarfile.TarInfo) -> bool:
    return header.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and header.sparse is None


def unpack(tar: tarfile.TarFile, manifest: Manifest, stage: Path, backup: Path) -> None:
    """Every member under its own name, exactly as long and as its manifest says, and nothing else."""
    waiting = {member.name: member for member in manifest.members}
    while (header := _next(tar, backup)) is not None:
        member = waiting.pop(header.name, None)
        if member is None or not _plain(header) or header.size != member.size:
            raise refused(backup, f"{header.name[:200]!r} in it is not what its manifest says")
        if _unpack_member(tar, header, stage / member.name) != member.sha256:
            raise refused(backup, f"{member.name} in it is damaged (its checksum differs)")
    if waiting:
        raise refused(backup, f"{min(waiting)} is missing in it")


def _unpack_member(tar: tarfile.TarFile, header: tarfile.TarInfo, path: Path) -> str:
    """The sha256 of what was written; empty if it was cut off."""
    make_folder(path.parent)
    digest = hashlib.sha256()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE)
    with os.fdopen(descriptor, "wb") as out:
        for piece in _pieces(tar.extractfile(header)):
            digest.update(piece)
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
        return digest.hexdigest() if out.tell() == header.size else ""


def _pieces(stream: IO[bytes] | None) -> Iterator[bytes]:
    while stream is not None:
        try:
            piece = stream.read(_PIECE)
        except _BROKEN:
            return
        if not piece:
            return
        yield piece


def verify(staged: Opened, manifest: Manifest, backup: Path) -> Counts:
    """The database itself: whole, of the schema and with the counts that the manifest names, where it could count."""
    try:
        damage = staged.database.damage()
        version = staged.database.version()
        known = version == staged.database.current and not damage
        counts = staged.store.counts() if known else manifest.counts
    except BadLibrary as error:
        raise refused(backup, f"its database cannot be used ({error.code})") from error
    finally:
        staged.database.close()
    if damage:
        raise refused(backup, f"its database is damaged ({damage[0]})")
    if version != manifest.schema or manifest.counts not in (counts, None):
        raise refused(backup, "its database is not the one its manifest describes")
    return counts or Counts()
