"""Words of a sentence: quoted, listed, counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST = 6
_LONGEST = 40
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{0,200})\]\]")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,400}\)")
_LINE_START = re.compile(r"\A[\s>*+#|-]{1,20}(?:\[.\]\s)?")
_EMPHASIS = re.compile(r"\*\*|__|`")
_TIMES = {0: "", 1: " once", 2: " twice"}


def quoted(words: str) -> str:
    return f"“{cut(words)}”"


def cut(words: str) -> str:
    """No longer than a line can bear."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def listed(words: Sequence[str], last: str = "and") -> str:
    """“a”, “b” and “c”; of very many the first."""
    shown = [quoted(word) for word in words[:_MOST]]
    left = len(words) - len(shown)
    return both([*shown, f"{left} more"] if left else shown, last)


def both(said: Sequence[str], last: str = "and") -> str:
    return f"{', '.join(said[:-1])} {last} {said[-1]}" if len(said) > 1 else said[0]


def times(count: int) -> str:
    return _TIMES.get(count, f" {count:,} times")


def without_markup(text: str) -> str:
    """A sentence as it is read: links by their words, no list signs, one space between words."""
    plain = _LINK.sub(r"\1", _WIKILINK.sub(r"\1", text))
    return " ".join(_EMPHASIS.sub("", _LINE_START.sub("", plain, count=1)).split())
