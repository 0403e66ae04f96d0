"""What a walk found, against what the newest receipt says: which paths are unchanged, to be read, passed over, gone.

The fast half of an import. A file whose size, time and inode are as they were is never opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wellhead.ingest.reading import Importers, too_large, why_not_taken
from wellhead.ingest.walk import Found, Passed, speakable
from wellhead.model.options import AddOptions
from wellhead.model.receipt import REMOVED, Status
from wellhead.ports import Importer, Stamp

_INDEXED = Status.INDEXED.value


class Todo(NamedTuple):
    """A file to be read; `stamp` is how it stood, None if it is new here."""

    found: Found
    stamp: Stamp | None
    importer: Importer


def is_new(todo: Todo) -> bool:
    """No document ever came from this path."""
    return todo.stamp is None or not todo.stamp.document_id


class Comparison:
    """Filled by `take_in`; what is left in `gone` afterwards was there once and was not met again."""

    def __init__(
        self,
        stamps: dict[str, Stamp],
        importers: Importers,
        options: AddOptions,
        asked: str,
        *,
        reread: bool,
    ) -> None:
        self.unchanged = 0
        self.todo: list[Todo] = []
        self.passed: list[tuple[Passed, Stamp | None]] = []
        self.gone = stamps
        self._not_entered: list[Passed] = []
        self._importers, self._options, self._asked = importers, options, asked
        self._trusting = not options.verify and not reread

    def done(self) -> None:
        """All paths are taken in. What lies in a folder that was not entered is not gone for that."""
        for folder in self._not_entered if self.gone else ():
            hidden = folder.status is Status.FAILED
            for path, stamp in list(self.gone.items()):
                if path.startswith(folder.path) and (hidden or stamp.status == Status.REMOVED):
                    del self.gone[path]

    def take_in(self, paths: Iterable[Found | Passed]) -> None:
        gone, trusting = self.gone, self._trusting
        for each in paths:
            stamp = gone.pop(each[0], None)
            if stamp is None and not each[0].isascii():
                stamp = gone.pop(speakable(each[0]), None)
            if (
                stamp is not None
                and trusting
                and stamp[4] == _INDEXED
                and stamp[0] == each[1]
                and stamp[1] == each[2]
                and stamp[2] == each[3]
            ):
                self.unchanged += stamp[7] or 1
            elif isinstance(each, Passed):
                self._pass_over(each, stamp)
            else:
                self._consider(each, stamp)

    def _pass_over(self, passed: Passed, stamp: Stamp | None) -> None:
        self.passed.append((passed, stamp))
        if passed.folder:
            self._not_entered.append(passed)

    def _consider(self, found: Found, stamp: Stamp | None) -> None:
        """A file that has to be read, unless its name, its size or the person's word says no."""
        importer = self._importers.for_path(found.path)
        reason, status = "", Status.SKIPPED
        if speakable(found.path) != found.path:
            reason, status = "its name is not UTF-8: rename it", Status.FAILED
        elif stamp is not None and stamp.status == Status.REMOVED and found.path != self._asked:
            reason = REMOVED
        elif importer is None:
            reason = why_not_taken(found.path)
        elif found.size == 0:
            reason = "empty"
        elif found.size > self._options.max_file_bytes and not importer.rows:
            reason = too_large(found.size, self._options.max_file_bytes)
        if reason or importer is None:
            self._pass_over(Passed(found.path, status, reason, False), stamp)
        else:
            self.todo.append(Todo(found, stamp, importer))
