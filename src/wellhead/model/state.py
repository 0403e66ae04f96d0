"""How a library stands: what `status` and `doctor` report."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wellhead.model.document import Source


class LibraryStatus(Struct, frozen=True, kw_only=True):
    library: str
    documents: int = 0
    chunks: int = 0
    stale: int = 0
    kinds: dict[str, int] = {}
    sources: tuple[Source, ...] = ()
    seq: int = 0
    watermark: int = 0
    disk_bytes: int = 0


class Check(Struct, frozen=True, kw_only=True):
    """One line of doctor: what was looked at, what was seen, and the command that mends it."""

    name: str
    status: Literal["ok", "warning", "failed"]
    evidence: str
    fix: str = ""


class Backup(Struct, frozen=True, kw_only=True):
    """A backup that was made: its file, and what is in it. `files` counts originals and reviewed cases."""

    path: str
    bytes: int
    made: str
    schema: int
    documents: int = 0
    chunks: int = 0
    files: int = 0


class Restored(Struct, frozen=True, kw_only=True):
    """A library as it was when the backup was made; `replaced` is the folder with what stood there before, if any."""

    library: str
    backup: str
    made: str
    schema: int
    documents: int = 0
    chunks: int = 0
    replaced: str = ""


class Migrated(Struct, frozen=True, kw_only=True):
    """Schema before and after, and the backup that was taken first; equal versions mean there was nothing to do."""

    before: int
    after: int
    backup: str = ""
