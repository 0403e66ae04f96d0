"""Rows of the files a measurement is made from, packed (`.xz`) or not, one at a time, each with where it stands.

A row that cannot be used is told with its file and its line. Nothing a file holds makes this raise anything else.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from wellhead.errors import BadInput, NotFound

LONGEST_ROW = 64_000_000
_MARK = b"\xef\xbb\xbf"
_READ_AT_ONCE = 1 << 20

RowType = TypeVar("RowType")


def bad(path: Path, line: int, reason: str) -> BadInput:
    return BadInput(f"{path.name}, line {line}: {reason}", hint="mend the row, or take it out")


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """(number, line) of every line that holds something; lines end at a line feed and nothing else."""
    with _opened(path) as stream:
        number = 0
        while data := stream.readline(LONGEST_ROW + 1):
            number += 1
            if len(data) > LONGEST_ROW:
                raise bad(path, number, f"a row larger than {LONGEST_ROW // 1_000_000} MB")
            data = data.removeprefix(_MARK).strip() if number == 1 else data.strip()
            if data:
                yield number, data


def objects(path: Path, kind: type[RowType]) -> Iterator[tuple[int, RowType]]:
    """(line, row) of a file with one JSON object a line."""
    decoder = msgspec.json.Decoder(kind)
    for number, data in lines(path):
        try:
            yield number, decoder.decode(data)
        except msgspec.ValidationError as error:
            raise bad(path, number, str(error)[:200]) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise bad(path, number, f"not JSON: {str(error)[:200]}") from None
        except RecursionError:
            raise bad(path, number, "nested too deeply") from None


def digest(path: Path) -> str:
    """Of a file's bytes, or of the names and bytes of the files of a folder."""
    whole = sha256()
    for each in files(path) if path.is_dir() else [path]:
        if each != path:
            name = each.relative_to(path).as_posix().encode("utf-8", "surrogateescape")
            whole.update(name + b"\0%d\0" % each.stat().st_size)
        with _raw(each) as stream:
            while data := stream.read(_READ_AT_ONCE):
                whole.update(data)
    return whole.hexdigest()


def files(folder: Path) -> list[Path]:
    """Everything below a folder that a person sees there."""
    found = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return [each for each in found if not any(part.startswith(".") for part in each.relative_to(folder).parts)]


@contextmanager
def _raw(path: Path) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}", hint="check the path") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror})") from None


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with _raw(path) as stream:
        if path.suffix != ".xz":
            yield stream
            return
        try:
            with lzma.LZMAFile(stream) as packed:
                yield packed
        except (lzma.LZMAError, EOFError) as error:
            raise BadInput(f"{path.name} cannot be unpacked: {error}") from None
