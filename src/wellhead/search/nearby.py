"""Which neighbouring terms of a question stand near each other in a document that was read, and how near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from wellhead.search.desk import Desk
from wellhead.search.reading import Part
from wellhead.search.scoring import NEAR, NEAR_PARTS, Scored, least_gap


class Together(Struct, frozen=True, kw_only=True):
    """Terms as the question has them, in its order; side by side if nothing stands between any two of them."""

    terms: tuple[str, ...]
    side_by_side: bool = False


def together(scored: Scored, desk: Desk, held: Sequence[str]) -> Together | None:
    """The longest run of them in one of the best chunks, as far as they are among `held`."""
    runs = [run for part in scored.reading.parts[:NEAR_PARTS] for run in _runs(part, desk.sought.count)]
    best = max(runs, key=lambda run: (len(run), -max(run[1:]), -run[0]), default=None)
    if best is None:
        return None
    first, gaps = best[0], best[1:]
    terms = [term.text for term in desk.query.terms[first : first + len(gaps) + 1] if term.text in held]
    return Together(terms=tuple(terms), side_by_side=max(gaps) == 1) if len(terms) > 1 else None


def _runs(part: Part, count: int) -> Iterator[list[int]]:
    """Each run as the place of its first term and the gaps after it."""
    where: dict[int, list[int]] = {}
    for at, place in part.places:
        where.setdefault(place, []).append(at)
    run: list[int] = []
    for place in range(count - 1):
        gap = _gap(where.get(place, ()), where.get(place + 1, ()))
        if gap <= NEAR:
            run = [*(run or [place]), gap]
        elif run:
            yield run
            run = []
    if run:
        yield run


def _gap(one: Sequence[int], other: Sequence[int]) -> int:
    return least_gap(one, other) if one and other else NEAR + 1
