"""What a backup says of itself: the first member of its file, with the size and sha256 of every other one.

Only these names can be in a backup: library.db, config.toml, originals by their digest, reviewed cases.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from msgspec import Struct

from wellhead.ports import Counts

NAME = "manifest.json"
DATABASE = "library.db"
CONFIG = "config.toml"
ORIGINALS = "originals"
CASES = "evals/cases"
FORMAT = "wellhead-backup"
VERSION = 1
_ALLOWED = re.compile(
    r"library\.db|config\.toml|originals/[0-9a-f]{2}/[0-9a-f]{6,126}|evals/cases/(?!\.)[\w.~-]{1,80}\.json"
)


class Member(Struct, frozen=True, kw_only=True):
    """One file of a backup."""

    name: str
    size: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """`counts` are those of the copied database; none for one with another schema, which is copied unread."""

    schema_version: int = VERSION
    format: str = FORMAT
    made: str
    schema: int
    counts: Counts | None = None
    members: tuple[Member, ...]

    @property
    def documents(self) -> int:
        return self.counts.documents if self.counts else 0

    @property
    def chunks(self) -> int:
        return self.counts.chunks if self.counts else 0


def allowed(name: str) -> bool:
    """Whether a file of this name can be in a backup at all."""
    return _ALLOWED.fullmatch(name) is not None


def stamp(now: datetime) -> str:
    """A moment as file names carry it: UTC, sortable."""
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
