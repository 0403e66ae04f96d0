r"""JSON that was cut in the middle of a character: `\ud83d` without its other half stands for no character at all.

Takes bytes of JSON, gives the same JSON with each lone half replaced by U+FFFD; lengths in code points stay.
"""

from __future__ import annotations

import re

_HALF = re.compile(rb"\\u[dD][89abcdefABCDEF]")
_ESCAPE = re.compile(
    rb"\\(?:(u[dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|(u[dD][c-fC-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def mended(data: bytes) -> bytes:
    """The same object if nothing had to be replaced."""
    return _ESCAPE.sub(_replaced, data) if _HALF.search(data) else data


def _replaced(match: re.Match[bytes]) -> bytes:
    lone = match[3] or (match[1] and not match[2])
    return b"\\ufffd" if lone else match[0]
