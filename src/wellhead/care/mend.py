"""`doctor --fix`: only what can be taken back or made again, each told in a sentence. Documents are never touched."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from wellhead.care.soundness import exposed, left_behind
from wellhead.errors import WellheadError
from wellhead.files import cannot_write
from wellhead.ports import Opened


def mend(folder: Path, opened: Opened, *, now: datetime) -> tuple[str, ...]:
    """What was mended; empty if nothing was to do."""
    done = []
    try:
        for path, mode in list(exposed(folder)):
            path.chmod(mode)
            done.append(f"{path} is private again ({mode:04o})")
        for path in left_behind(folder, now):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
            done.append(f"{path} is gone, it was left behind by something that was cut off")
    except OSError as error:
        raise cannot_write(error, folder) from error
    return (*done, *_caught_up(opened))


def _caught_up(opened: Opened) -> tuple[str, ...]:
    try:
        behind = opened.index.watermark() != opened.store.seq()
    except WellheadError:
        return ()  # a library that cannot be read is not mended here; doctor's line about it says how
    if not behind:
        return ()
    opened.index.catch_up(opened.store.changes)
    return ("the index is where the store is again",)
