"""Which importer takes a file, and the file's bytes: opened once, never through a link, never larger than allowed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from wellhead.errors import BadInput
from wellhead.model.document import BadRow, Draft
from wellhead.ports import Importer

HEAD_BYTES = 4096
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_LATER = {
    ".pdf": "PDF files come with a later version",
    ".html": "saved web pages come with a later version",
    ".htm": "saved web pages come with a later version",
    ".docx": "office documents come with a later version",
    ".pptx": "office documents come with a later version",
    ".xlsx": "office documents come with a later version",
    ".odt": "office documents come with a later version",
    ".epub": "e-books come with a later version",
    ".csv": "tables come with a later version",
    ".vtt": "transcripts come with a later version",
    ".srt": "transcripts come with a later version",
    ".eml": "mail comes with a later version",
    ".mbox": "mail comes with a later version",
}


UNREADABLE = (BadInput, OSError)
"""What reading a file can end in; `why_unreadable` says it."""


class Taken(NamedTuple):
    """A file as it was read: its bytes, and how it looked then."""

    data: bytes
    size: int
    mtime_ns: int
    inode: int


class Importers:
    """The importers at hand, by the ending of a name."""

    def __init__(self, importers: Sequence[Importer]) -> None:
        self._by_extension: dict[str, Importer] = {}
        for importer in importers:
            for extension in importer.extensions:
                self._by_extension.setdefault(extension, importer)

    def for_path(self, path: str) -> Importer | None:
        return self._by_extension.get(extension(path))


class Attempt:
    """What an importer yields, until it is done or `fault` says why it is not: nothing it throws ends an import."""

    def __init__(self, importer: Importer, stream: BinaryIO, path: str) -> None:
        self.fault = ""
        self._importer, self._stream, self._path = importer, stream, path

    def accepted(self) -> bool:
        """Whether the importer takes what the stream begins with; the stream stands at its beginning again."""
        try:
            head = self._stream.read(HEAD_BYTES)
            self._stream.seek(0)
            return self._importer.accepts(self._path, head)
        except Exception as error:
            self.fault = why_unreadable(error)
            return False

    def __iter__(self) -> Iterator[Draft | BadRow]:
        try:
            for part in self._importer.read(self._stream, self._path):
                if not isinstance(part, (Draft, BadRow)):
                    raise TypeError(f"a {type(part).__name__} is no Draft")
                yield part
        except Exception as error:
            self.fault = why_unreadable(error)


def read_one(attempt: Attempt) -> Draft | None:
    """The document of a file that holds one; None if it holds nothing. Raises BadInput where it cannot be read."""
    draft = next(iter(attempt), None)
    if attempt.fault:
        raise BadInput(attempt.fault)
    return draft if isinstance(draft, Draft) else None


def extension(path: str) -> str:
    """The last ending of a file name, lower case, with its dot."""
    dot = path.rfind(".")
    return path[dot:].lower() if dot > path.rfind("/") + 1 else ""


def why_not_taken(path: str) -> str:
    """The reason why no importer takes a file of this name."""
    ending = extension(path)
    later = _LATER.get(ending)
    if later is not None:
        return f"not yet: {later}"
    return f"no importer for {ending} files" if ending else "no importer for files without an ending"


def why_unreadable(error: BaseException) -> str:
    """The reason why nothing came of a file, as a sentence."""
    match error:
        case BadInput():
            return error.message
        case FileNotFoundError():
            return "it disappeared while it was read"
        case OSError():
            return f"it cannot be read: {error.strerror or error}"
    return f"it cannot be read ({type(error).__name__} in its importer)"


def take(location: str, limit: int) -> Taken:
    """The whole file. Raises BadInput where there is nothing to read, OSError where the system refuses."""
    descriptor = os.open(location, _FLAGS)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise BadInput("not a regular file")
        if status.st_size > limit:
            raise BadInput(too_large(status.st_size, limit))
        data = os.read(descriptor, status.st_size + 1)
        while len(data) < status.st_size:
            more = os.read(descriptor, status.st_size - len(data))
            if not more:
                break
            data += more
    finally:
        os.close(descriptor)
    return Taken(data, status.st_size, status.st_mtime_ns, status.st_ino)


def too_large(size: int, limit: int) -> str:
    return (
        f"larger than {limit // 1_000_000} MB ({size / 1_000_000:.1f} MB): "
        f"`wellhead config set add.max_file_bytes {size}` lets it in"
    )


def open_rows(location: str) -> BinaryIO:
    """A file of rows, as a stream."""
    descriptor = os.open(location, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadInput("not a regular file")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
