"""The shapes of a library's state: `status`, its sources, and the rows of its newest receipts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wellhead.model.document import Source
from wellhead.model.state import LibraryStatus
from wellhead.ports import FileRecord
from wellhead.wire.encode import versioned


def to_v1(status: LibraryStatus) -> dict[str, Any]:
    return versioned(
        {
            "library": status.library,
            "documents": status.documents,
            "chunks": status.chunks,
            "stale": status.stale,
            "kinds": status.kinds,
            "sources": [source_fields(source) for source in status.sources],
            "seq": status.seq,
            "watermark": status.watermark,
            "disk_bytes": status.disk_bytes,
        }
    )


def sources_to_v1(sources: Sequence[Source]) -> dict[str, Any]:
    return versioned({"sources": [source_fields(source) for source in sources]})


def source_fields(source: Source) -> dict[str, Any]:
    return {
        "id": source.id,
        "path": source.path,
        "kind": source.kind,
        "role": source.role,
        "exclude": source.exclude,
        "documents": source.documents,
        "last_import": source.last_import,
    }


def source_row(source: Source) -> dict[str, Any]:
    return versioned(source_fields(source))


def file_fields(record: FileRecord) -> dict[str, Any]:
    """One path of a receipt, as `files` tells it; how it was recognised (stamps, ids) is the engine's business."""
    return {
        "path": f"{record.path}:{record.line}" if record.line else record.path,
        "status": record.status,
        "reason": record.reason,
        "key": record.key,
        "source": record.source,
    }


def file_row(record: FileRecord) -> dict[str, Any]:
    return versioned(file_fields(record))


def files_to_v1(records: Iterable[FileRecord]) -> dict[str, Any]:
    return versioned({"files": [file_fields(record) for record in records]})
