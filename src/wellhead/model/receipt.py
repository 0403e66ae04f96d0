"""What an import did with each file it found: the sum is exact, always."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

REMOVED = "removed by you: `wellhead add` with its path brings it back"
"""The reason of a path whose document the person took out."""


class Status(StrEnum):
    INDEXED = "indexed"
    UNCHANGED = "unchanged"
    RENAMED = "renamed"
    SKIPPED = "skipped"
    FAILED = "failed"
    STALE = "stale"
    REMOVED = "removed"


class FileOutcome(Struct, frozen=True, kw_only=True):
    """One path and what became of it. `reason` is a sentence a person can act on."""

    path: str
    status: Status
    reason: str = ""
    key: str = ""


class Receipt(Struct, frozen=True, kw_only=True):
    """`found = indexed + unchanged + renamed + skipped + failed`; stale and removed are counted beside it.

    `notes` are sentences about the whole: what a removal does not reach, what could not be understood.
    """

    found: int = 0
    indexed: int = 0
    unchanged: int = 0
    renamed: int = 0
    skipped: int = 0
    failed: int = 0
    removed: int = 0
    stale: int = 0
    seconds: float = 0.0
    bytes_sent: int = 0
    dry_run: bool = False
    notes: tuple[str, ...] = ()
    files: tuple[FileOutcome, ...] = ()


def added_up(receipts: Sequence[Receipt], *, seconds: float, dry_run: bool = False) -> Receipt:
    """One receipt for several imports."""
    files = [outcome for receipt in receipts for outcome in receipt.files]
    return Receipt(
        found=sum(each.found for each in receipts),
        indexed=sum(each.indexed for each in receipts),
        unchanged=sum(each.unchanged for each in receipts),
        renamed=sum(each.renamed for each in receipts),
        skipped=sum(each.skipped for each in receipts),
        failed=sum(each.failed for each in receipts),
        removed=sum(each.removed for each in receipts),
        stale=sum(each.stale for each in receipts),
        seconds=seconds,
        bytes_sent=sum(each.bytes_sent for each in receipts),
        dry_run=dry_run,
        notes=tuple(dict.fromkeys(sentence for receipt in receipts for sentence in receipt.notes)),
        files=tuple(sorted(files, key=lambda outcome: outcome.path)),
    )
