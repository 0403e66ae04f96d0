"""Which new file is an old one under another path: known by its content, however it got there.

A path is left by its file if it is gone, or if something else lies there now. A file that was only copied, touched or
edited in place is where it was: nothing moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wellhead.ingest.compare import Todo
from wellhead.ingest.reading import UNREADABLE, take
from wellhead.ingest.settle import digest
from wellhead.ingest.walk import Found
from wellhead.ports import Stamp


class Renames:
    """Filled with the paths that files may have left; `before` gives each of them once."""

    def __init__(self, location: Callable[[str], str], most_bytes: int) -> None:
        self._location, self._most_bytes = location, most_bytes
        self._left: dict[str, dict[str, Stamp]] = {}
        self._sizes: set[int] = set()
        self._changed: dict[str, Found] = {}

    def may_be_gone(self, paths: Iterable[tuple[str, Stamp]]) -> None:
        for path, stamp in paths:
            if stamp.document_id and stamp.hash:
                self._left.setdefault(stamp.hash, {})[path] = stamp
                self._sizes.add(stamp.size)

    def may_have_moved(self, changed: Iterable[Todo]) -> None:
        """Files that lie where another one lay, unless they are that one, edited in its place."""
        for found, stamp, _ in changed:
            if stamp is not None and (stamp.inode == 0 or stamp.inode != found.inode):
                self._changed[found.path] = found
                self.may_be_gone([(found.path, stamp)])

    def any(self) -> bool:
        return bool(self._left)

    def likely(self, new: Found) -> bool:
        """Whether it is worth reading."""
        return new.size in self._sizes

    def before(self, new: Found, content: str) -> tuple[str, Stamp] | None:
        """The path a file had; among several the same inode, then the same name, wins."""
        name = new.path.rpartition("/")[2]
        same = self._left.get(content, {})
        order = sorted(same, key=lambda old: (same[old].inode != new.inode, old.rpartition("/")[2] != name, old))
        for path in order:
            stamp = same.pop(path)
            if not self._still_there(path, content):
                return path, stamp
        return None

    def _still_there(self, path: str, content: str) -> bool:
        if path not in self._changed:
            return False
        try:
            return digest(take(self._location(path), self._most_bytes).data) == content
        except UNREADABLE:
            return False
