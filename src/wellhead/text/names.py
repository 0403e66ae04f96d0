"""Titles, tags and aliases as they are kept: on one line, told apart without regard to case, and bounded.

They are repeated beside every chunk of their document in an index, so a hostile megabyte of them would cost
gigabytes there. What is cut off here is only a name: the text it was read from stays whole.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 300
MOST = 500


def one_line(written: str) -> str:
    """The words of a name with single spaces between them."""
    return " ".join(written[: 4 * LONGEST].split())[:LONGEST].rstrip()


def distinct(written: Iterable[str]) -> tuple[str, ...]:
    """The names in their order, each once; the first spelling stays."""
    found: dict[str, str] = {}
    for each in written:
        name = one_line(each)
        if name:
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


def kept(names: Iterable[str]) -> tuple[str, ...]:
    """As they stand, unless they are longer than a name or hold line ends."""
    return tuple(name if len(name) <= LONGEST and name.isprintable() else one_line(name) for name in names)


def bounded(names: tuple[str, ...], what: str) -> tuple[tuple[str, ...], str]:
    """At most so many of them, and a sentence if that leaves some out."""
    if len(names) <= MOST:
        return names, ""
    return names[:MOST], f"only the first {MOST} of {len(names):,} {what} are used"
