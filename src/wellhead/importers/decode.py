"""Bytes of a file → its text, exactly; or BadInput with the first byte that is not text.

Takes UTF-8 (a byte order mark is taken off) and UTF-16 with its mark. Newlines stay as they are. It never guesses
an encoding: a wrong guess would be stored, searched and cited as if the person had written it.
"""

from __future__ import annotations

import codecs
from typing import BinaryIO

from wellhead.errors import BadInput

MAX_BYTES = 256_000_000
"""A second wall behind the size limit of the import itself, for callers that hand in a stream without one."""

_NUL_SHARE = 10
_MOSTLY_NUL = "not text: more than a tenth of it are NUL characters; convert it to UTF-8, or exclude it"


def read_text(stream: BinaryIO) -> str:
    """The whole stream as text."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"larger than {MAX_BYTES // 1_000_000} MB: split it, or exclude it")
    return decoded(data)


def decoded(data: bytes) -> str:
    """The text of the bytes; a lone NUL stays, a file full of them is no text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _utf16(data)
    if b"\0" in data and data.count(b"\0") * _NUL_SHARE > len(data):
        raise BadInput(_MOSTLY_NUL)
    try:
        return data.decode("utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + (3 if data.startswith(codecs.BOM_UTF8) else 0)
        raise BadInput(
            f"not UTF-8 text: byte 0x{data[offset]:02x} at offset {offset}; convert it, or exclude it"
        ) from None


def _utf16(data: bytes) -> str:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"not UTF-16 text although it begins like one: see offset {error.start}; convert it, or exclude it"
        ) from None
    if text.count("\0") * _NUL_SHARE > len(text):
        raise BadInput(_MOSTLY_NUL)
    return text
