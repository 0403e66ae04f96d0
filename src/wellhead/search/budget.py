"""How much text one answer may hold: a greedy cut, best first, that skips what does not fit and goes on.

A token is taken to be four characters. A hit of whose windows none fits is left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wellhead.model.query import Hit, Window


def tokens_of(window: Window) -> int:
    return -(-len(window.text) // 4)


def within(hits: Iterable[Hit], budget: int) -> tuple[tuple[Hit, ...], int, int]:
    """(the hits that fit, ranked from 1; the tokens they take; how many hits were left out)."""
    kept: list[Hit] = []
    used = dropped = 0
    for hit in hits:
        fitting = []
        for window in hit.windows:
            if used + tokens_of(window) <= budget:
                used += tokens_of(window)
                fitting.append(window)
        if hit.windows and not fitting:
            dropped += 1
            continue
        kept.append(replace(hit, rank=len(kept) + 1, windows=tuple(fitting)))
    return tuple(kept), used, dropped
