"""One spelling for the many ways Unicode can write the same word: NFKC, with the way back to the text as stored."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

FORM: Literal["NFKC"] = "NFKC"
_RUN = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")


def normal(text: str) -> str:
    """What is indexed and looked for; most texts come back as they are."""
    return text if text.isascii() or unicodedata.is_normalized(FORM, text) else unicodedata.normalize(FORM, text)


def traced(text: str) -> tuple[str, Sequence[int]]:
    """(the normal text, for each of its characters and its end the offset in `text` it came from)."""
    if text.isascii() or unicodedata.is_normalized(FORM, text):
        return text, range(len(text) + 1)
    parts: list[str] = []
    origins: list[int] = []
    last = 0
    for match in _RUN.finditer(text):
        start, end = match.span()
        parts.append(text[last:start])
        origins.extend(range(last, start))
        for at, piece in _clusters(match[0], start):
            written = unicodedata.normalize(FORM, piece)
            parts.append(written)
            origins.extend([at] * len(written) if len(written) != len(piece) else range(at, at + len(piece)))
        last = end
    parts.append(text[last:])
    origins.extend(range(last, len(text) + 1))
    return "".join(parts), origins


def _clusters(run: str, start: int) -> list[tuple[int, str]]:
    """A letter with the marks after it; the letters of a Hangul syllable stay together."""
    found: list[tuple[int, str]] = []
    for offset, char in enumerate(run):
        if found and (unicodedata.combining(char) or "\u1160" <= char <= "\u11ff" or "\uff9e" <= char <= "\uff9f"):
            at, piece = found[-1]
            found[-1] = (at, piece + char)
        else:
            found.append((start + offset, char))
    return found
