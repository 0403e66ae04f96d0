"""Keeps folders current: what changes on disk is imported a moment later, path by path.

The operating system says which paths changed; an import of just these paths decides what that means. One call, one
thread: it returns when `stop` is set. The native watcher's own thread ends with it. A folder that goes away keeps its
documents, and is watched again when it is back.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING

from wellhead.errors import BadInput, Busy
from wellhead.ingest import sources
from wellhead.ingest.ignore import IGNORE_FILE
from wellhead.ingest.walk import is_library
from wellhead.model.document import Source

if TYPE_CHECKING:
    from watchfiles.main import FileChange

_DEBOUNCE_MS = 400
_STEP_MS = 50
_MANY = 2_000
"""More changed paths than this at once are quicker found by walking the folder."""

_Identities = dict[str, tuple[int, int]]


def watch(
    folders: Sequence[Source],
    imported: Callable[[Source, Sequence[str]], None],
    *,
    stop: threading.Event,
    ready: Callable[[], None],
) -> None:
    """Calls `imported` with a source and its changed paths until `stop` is set; `""` is all of it.

    While another process keeps writing, what changed waits for the next moment.
    """
    told = False
    take_in = _Patient(imported).take_in
    while not stop.is_set():
        present = _identities(folders)
        if not present:
            raise BadInput("there is no folder to watch", hint="`wellhead watch FOLDER` adds one and keeps it current")
        with contextlib.closing(_watcher(present, stop)) as watcher:
            for number, changes in enumerate(watcher):
                if number == 0:  # from here on nothing is missed; what happened before is found now
                    for source in folders:
                        take_in(source, [""])
                    if not told:
                        ready()
                    told = True
                if _identities(folders) != present:
                    break
                for source in folders:
                    take_in(source, changed_paths(source, (path for _, path in changes)))


class _Patient:
    """Imports, and keeps the paths for the next call when another process does not stop writing."""

    def __init__(self, imported: Callable[[Source, Sequence[str]], None]) -> None:
        self._imported = imported
        self._waiting: dict[str, list[str]] = {}

    def take_in(self, source: Source, paths: Sequence[str]) -> None:
        wanted = [*self._waiting.pop(source.path, ()), *paths]
        if not wanted:
            return
        try:
            self._imported(source, [""] if "" in wanted else sorted(set(wanted)))
        except Busy:
            self._waiting[source.path] = wanted


def _identities(folders: Sequence[Source]) -> _Identities:
    """Which folders are there now: one that was replaced by another of the same name has to be watched anew."""
    found: _Identities = {}
    for source in folders:
        with contextlib.suppress(OSError):
            status = os.stat(source.path)
            if os.path.isdir(source.path):
                found[source.path] = (status.st_dev, status.st_ino)
    return found


def _watcher(present: _Identities, stop: threading.Event) -> Generator[set[FileChange], None, None]:
    """Sets of changes, now and then an empty one; it ends with `stop`, or when a folder goes away as it begins."""
    from watchfiles import watch as changes_in

    try:
        yield from changes_in(
            *present,
            watch_filter=None,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=stop,
            yield_on_timeout=True,
            rust_timeout=500,
            raise_interrupt=True,
            ignore_permission_denied=True,
        )
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(
            f"the folders cannot be watched: {error}", hint="`wellhead sync` now and then takes changes in as well"
        ) from error


def changed_paths(source: Source, changed: Iterable[str]) -> list[str]:
    """Paths below the source that an import may have a word on, without those that lie below another one of them."""
    libraries: dict[str, bool] = {}
    parts = (sources.part_of(source, path) for path in changed)
    found = sorted({to for part in parts if part is not None and (to := _worth(source, part, libraries)) is not None})
    if len(found) > _MANY or "" in found:
        return [""]
    kept: list[str] = []
    for part in found:
        if not kept or not part.startswith(f"{kept[-1]}/"):
            kept.append(part)
    return kept


def _worth(source: Source, part: str, libraries: dict[str, bool]) -> str | None:
    """The path to look at. What is hidden is none, and a library's own writes must not lead to further ones."""
    folder, _, name = part.rpartition("/")
    if name == IGNORE_FILE:
        part, name = folder, ""
    if any(each.startswith(".") for each in part.split("/")):
        return None
    while folder:
        if folder not in libraries:
            libraries[folder] = is_library(os.path.join(source.path, folder))
        if libraries[folder]:
            return None
        folder = folder.rpartition("/")[0]
    return part
