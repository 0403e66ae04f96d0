"""Every path of a folder, in the order of the paths: the files to look at, and what is passed over, with the reason.

Takes a folder and patterns to leave out; opens folders and ignore files, never a note, and follows no link. A folder
that is passed over is one row, its path ends in a slash. A path that is gone before it is looked at is none. The root
itself has to be there: a drive that is not mounted must not look like a folder that was emptied.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from wellhead.errors import BadInput, NotFound
from wellhead.files import APPLICATION_ID, MARKER
from wellhead.ingest.ignore import IGNORE_FILE, Rules, given, left_out, narrowed, never_a_note
from wellhead.ingest.reading import why_unreadable
from wellhead.model.receipt import Status

_DATABASE = "library.db"
_MOST_RULE_BYTES = 1_000_000
_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NONBLOCK
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFBLK: "a device", stat.S_IFCHR: "a device"}


class Found(NamedTuple):
    """A file to look at; `path` is posix, from the root."""

    path: str
    size: int
    mtime_ns: int
    inode: int


class Passed(NamedTuple):
    """A path that is not looked at further: skipped or failed, and why."""

    path: str
    status: Status
    reason: str
    folder: bool


class _Below(NamedTuple):
    """A folder still to be opened; its path ends in a slash."""

    path: str


_Row = Found | Passed | _Below
_Entry = os.DirEntry[str]
_HEADER = 72  # an SQLite file says at its 68th byte whose it is


def is_library(folder: Path | str) -> bool:
    """Whether this folder is a library of ours, by its marker or its database: what it holds are no notes."""
    if os.path.lexists(os.path.join(folder, MARKER)):
        return True
    try:
        with open(os.path.join(folder, _DATABASE), "rb", opener=_never_waiting) as database:
            return database.read(_HEADER)[-4:] == APPLICATION_ID.to_bytes(4, "big")
    except OSError:
        return False


def _never_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def walk(root: Path, *, exclude: Sequence[str] = (), below: str = "") -> Iterator[Found | Passed]:
    """Everything in `root`, or only `below` it (a file or a folder), with the rules of the folders above it."""
    journey, names = _Walk(str(root), given(exclude)), _names(below)
    return journey.part(names) if names else journey.whole()


def _names(below: str) -> list[str]:
    names = [name for name in below.split("/") if name not in ("", ".")]
    if ".." in names or below.startswith("/") or "\0" in below:
        raise BadInput(f"{below!r} leads out of the folder", hint="name a path inside it")
    return names


class _Walk:
    """One walk over one root. Its open descriptors never outlive a step, however deep it is."""

    def __init__(self, root: str, rules: Rules) -> None:
        self._root, self._rules = root, rules
        self._real_root = ""

    def whole(self) -> Iterator[Found | Passed]:
        return self._descend("", self._rules)

    def part(self, names: list[str]) -> Iterator[Found | Passed]:
        """What stands at one path. A folder above it that is passed over passes over this too, as its one row."""
        self._expect_root()
        path, rules = "", self._rules
        for place, name in enumerate(names, start=1):
            row, rules = self._step(path, name, rules)
            if isinstance(row, _Below):
                path = row.path
                continue
            if row is not None and (place == len(names) or isinstance(row, Passed)):
                yield row
            return
        yield from self._descend(path, rules)

    def _descend(self, path: str, rules: Rules) -> Iterator[Found | Passed]:
        """Depth first, on a stack of our own: a folder may be deeper than Python lets functions nest."""
        start: list[_Row] = [_Below(path)]
        waiting = [(iter(start), rules)]
        while waiting:
            rows, rules = waiting[-1]
            for row in rows:
                if isinstance(row, _Below):
                    waiting.append(self._open(row.path, rules))
                    break
                yield row
            else:
                waiting.pop()

    def _open(self, path: str, rules: Rules) -> tuple[Iterator[_Row], Rules]:
        """The rows of one folder in order, and the rules that hold below it."""
        rows: list[_Row] = []
        try:
            rows, rules = self._listed(path, rules)
        except FileNotFoundError as error:
            if not path:
                raise self._no_root(error) from error
        except OSError as error:
            if not path:
                raise self._no_root(error) from error
            rows = [_failed(path, why_unreadable(error))]
        except BadInput as error:
            if not path:
                raise
            rows = [_failed(path, error.message)]
        return iter(rows), rules

    def _listed(self, path: str, rules: Rules) -> tuple[list[_Row], Rules]:
        if path:  # without its slash: with it the system would follow a link that has just taken the folder's place
            folder = os.open(os.path.join(self._root, path[:-1]), _FOLDER_FLAGS | os.O_NOFOLLOW)
        else:
            folder = os.open(self._root, _FOLDER_FLAGS)
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
            names = {entry.name for entry in entries}
            if path and (MARKER in names or _DATABASE in names) and is_library(os.path.join(self._root, path)):
                return [_library(path)], rules
            if IGNORE_FILE in names:
                rules = narrowed(rules, path, _rule_text(IGNORE_FILE, path, folder))
            return _looked_at(entries, path, rules, self._link), rules
        finally:
            os.close(folder)

    def _step(self, path: str, name: str, rules: Rules) -> tuple[_Row | None, Rules]:
        """One name of one folder, without listing the others."""
        folder = os.path.join(self._root, path)
        if path and is_library(folder):
            return _library(path), rules
        try:
            if os.path.lexists(os.path.join(folder, IGNORE_FILE)):
                rules = narrowed(rules, path, _rule_text(os.path.join(folder, IGNORE_FILE), path))
            return _look(path, name, os.lstat(os.path.join(folder, name)), rules, self._link), rules
        except (FileNotFoundError, NotADirectoryError):
            return None, rules
        except OSError as error:
            if not path:
                raise self._no_root(error) from error
            return _failed(path, why_unreadable(error)), rules
        except BadInput as error:
            if not path:
                raise
            return _failed(path, error.message), rules

    def _link(self, path: str) -> str:
        """Why a link is passed over: where it leads is said only if that is inside the root."""
        self._real_root = self._real_root or os.path.join(os.path.realpath(self._root), "")
        try:
            target = os.path.realpath(os.path.join(self._root, path), strict=True)
        except (FileNotFoundError, NotADirectoryError):
            return "a link to nothing"
        except OSError as error:
            return "a link in a circle" if error.errno == errno.ELOOP else f"a link; {why_unreadable(error)}"
        if not os.path.join(target, "").startswith(self._real_root):
            return "a link out of the folder, which is not followed"
        if os.path.isdir(target):
            return "a link to a folder, which is not followed"
        if not os.path.isfile(target):
            return "a link to something that is no file"
        return f"a link to {target[len(self._real_root) :]}, which is imported itself"

    def _expect_root(self) -> None:
        try:
            os.close(os.open(self._root, _FOLDER_FLAGS))
        except OSError as error:
            raise self._no_root(error) from error

    def _no_root(self, error: OSError) -> NotFound | BadInput:
        if isinstance(error, FileNotFoundError):
            return NotFound(
                f"there is no folder at {self._root}",
                hint="connect its drive, or take it off the list with `wellhead sources remove`",
            )
        if isinstance(error, NotADirectoryError):
            return BadInput(f"{self._root} is a file, not a folder", hint="add it as a file")
        return BadInput(f"{self._root}: {why_unreadable(error)}", hint="check the folder's owner and permissions")


def _looked_at(entries: list[_Entry], path: str, rules: Rules, link: Callable[[str], str]) -> list[_Row]:
    """What becomes of each entry, in the order of the paths below it. The folder of the entries is still open."""
    rows: list[_Row] = []
    ruled = any(rules)
    for entry in entries:
        name = entry.name
        try:
            status = entry.stat(follow_symlinks=False)
            if not ruled and name[0] != "." and stat.S_ISREG(status.st_mode):  # nearly all of them: no calls
                rows.append(Found(path + name, status.st_size, status.st_mtime_ns, status.st_ino))
            else:
                rows.append(_look(path, name, status, rules, link))
        except FileNotFoundError:
            continue
        except OSError as error:
            rows.append(_failed(f"{path}{name}/" if _says_folder(entry) else f"{path}{name}", why_unreadable(error)))
    rows.sort(key=itemgetter(0))
    return rows


def _look(path: str, name: str, status: os.stat_result, rules: Rules, link: Callable[[str], str]) -> _Row:
    """What becomes of one name in the folder `path`; `link` says why a link is passed over."""
    kind = stat.S_IFMT(status.st_mode)
    is_folder = kind == stat.S_IFDIR
    where = f"{path}{name}"
    reason = never_a_note(name, path, is_folder) or left_out(rules, where, name, is_folder)
    if is_folder:
        where += "/"
        return Passed(where, Status.SKIPPED, speakable(reason), True) if reason else _Below(where)
    if not reason and kind == stat.S_IFREG:
        return Found(where, status.st_size, status.st_mtime_ns, status.st_ino)
    if not reason:
        reason = link(where) if kind == stat.S_IFLNK else f"{_KINDS.get(kind, 'something')}, not a file"
    return Passed(where, Status.SKIPPED, speakable(reason), False)


def _says_folder(entry: _Entry) -> bool:
    """What the listing itself said, where the entry could not be looked at."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _rule_text(name: str, path: str, folder: int | None = None) -> str:
    """What an ignore file says. One that cannot be read hides something: its folder is not entered without it."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=folder)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise BadInput(f"{path}{IGNORE_FILE} is not a file", hint="make it a text file, or remove it")
            if status.st_size > _MOST_RULE_BYTES:
                raise BadInput(f"{path}{IGNORE_FILE} is larger than 1 MB", hint="name folders instead of files")
            return os.read(descriptor, _MOST_RULE_BYTES).decode("utf-8", "surrogateescape")
        finally:
            os.close(descriptor)
    except OSError as error:
        raise BadInput(
            f"{path}{IGNORE_FILE}: {why_unreadable(error)}", hint="make it readable, or remove it"
        ) from error


def _failed(path: str, reason: str) -> Passed:
    return Passed(path, Status.FAILED, speakable(reason), path.endswith("/"))


def _library(path: str) -> Passed:
    return Passed(path, Status.SKIPPED, "a wellhead library: what it holds are no notes", True)


def speakable(text: str) -> str:
    """A path or a reason that can be stored and shown; bytes that are no UTF-8 become the replacement character."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
