"""The shape of a receipt: counts that add up, and a row for each path that did not simply stay as it was."""

from __future__ import annotations

from typing import Any

from wellhead.model.receipt import Receipt, Status
from wellhead.wire.encode import versioned


def to_v1(receipt: Receipt) -> dict[str, Any]:
    return versioned(
        {
            "found": receipt.found,
            "indexed": receipt.indexed,
            "unchanged": receipt.unchanged,
            "renamed": receipt.renamed,
            "skipped": receipt.skipped,
            "failed": receipt.failed,
            "removed": receipt.removed,
            "stale": receipt.stale,
            "seconds": round(receipt.seconds, 3),
            "bytes_sent": receipt.bytes_sent,
            "dry_run": receipt.dry_run,
            "notes": receipt.notes,
            "files": [outcome for outcome in receipt.files if outcome.status is not Status.UNCHANGED],
        }
    )
