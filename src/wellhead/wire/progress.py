"""The shape of progress on request: one JSON object a line, on stderr, `event` first among its own fields.

What a line counts as done is durable: `keys` name the documents a committed batch made findable.
"""

from __future__ import annotations

from typing import Any, assert_never

from wellhead.model.events import BatchCommitted, Event, FilesFound, ImportFinished, ImportStarted
from wellhead.wire.encode import versioned


def to_v1(event: Event) -> dict[str, Any]:
    match event:
        case ImportStarted():
            return versioned({"event": "import_started", "path": event.path})
        case FilesFound():
            return versioned({"event": "files_found", "found": event.found})
        case BatchCommitted():
            return versioned({"event": "batch_committed", "done": event.done, "found": event.found, "keys": event.keys})
        case ImportFinished():
            return versioned({"event": "import_finished", "path": event.path})
        case _:
            assert_never(event)


def step_to_v1(done: int, total: int) -> dict[str, Any]:
    """Work that is only counted: `reindex`."""
    return versioned({"event": "step", "done": done, "total": total})


def stage_to_v1(stage: str, done: int, total: int, seconds_left: float | None) -> dict[str, Any]:
    """Work of several stages: `eval`. Nothing is guessed before the first step is done."""
    left = None if seconds_left is None else round(seconds_left, 1)
    return versioned({"event": "step", "stage": stage, "done": done, "total": total, "seconds_left": left})
