"""The bytes of what came from no folder: kept under their hash, so that nothing given is ever only half there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wellhead.files import atomic_write, make_folder

_FOLDER = "originals"


def keep(library: Path, digest: str, data: bytes) -> None:
    """Durable before the document is; the same bytes are kept once."""
    path = library / _FOLDER / digest[:2] / digest[2:]
    if path.exists():
        return
    make_folder(path.parent.parent)
    make_folder(path.parent)
    with atomic_write(path) as stream:
        stream.write(data)


def drop_unused(library: Path, used: Callable[[], set[str]]) -> None:
    """Those that no row of a receipt names: of documents that are gone, and of what was edited since."""
    folder = library / _FOLDER
    kept = [path for path in folder.glob("??/*") if path.is_file()]
    names = used() if kept else set()
    for path in kept:
        if f"{path.parent.name}{path.name}" not in names:
            path.unlink(missing_ok=True)
