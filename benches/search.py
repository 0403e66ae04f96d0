"""Searching a warm library with every lane: p50 and p95 of a stated mix of queries, beside plain FTS5 in the same run.

Goals are held against the best of three in CPU milliseconds, because wall time doubles when a neighbour is busy. Beside
them stand the same queries asked for the first time by a process that has answered others, the three kinds of queries
apart, and all of them with one lane switched off: what a lane costs. Paragraphs decide the p95: they have up to 32
terms.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benches import timing
from benches.imports import built
from benches.measure import Values, peak_mb, percentile, run
from benches.notes import Vault, files_of, of_size
from benches.queries import KINDS, Asked, mix
from benches.report import Goal, Row, at_most

SMALL = 1_000
NOTES = 10_000
CHUNKS = 100_000
WARMERS = 10  # queries of each kind that others have asked before
NO_GOALS: tuple[Goal | None, ...] = (None, None)
PARTS = (50, 95)


def warm(arguments: Values) -> Values:
    """Milliseconds of every query: the first time, at its best, and without each lane."""
    import wellhead
    from wellhead.model.options import LANES

    queries = arguments["queries"]
    with wellhead.open(arguments["library"]) as library:
        timing.once(library.search, arguments["warmers"])
        first, best = timing.once(library.search, queries), timing.best(library.search, queries)
        peak = peak_mb()
        ways: dict[str, timing.Ask] = {"": library.search}
        for off in LANES:
            ways[off] = partial(library.search, lanes=[each for each in LANES if each != off])
        without = timing.side_by_side(ways, queries)
        return {"first": first, "best": best, "without": without, "peak": peak, "chunks": library.status().chunks}


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    """1,000 and 10,000 notes and 100,000 chunks, or all the starter notes there are."""
    asked = mix(vaults)
    everything = sum(len(files_of(vault.folder)) for vault in vaults)
    size = min(NOTES, everything)
    rows = _rows(vaults, SMALL, work, asked, NO_GOALS)[0] if everything > SMALL else []
    more, chunks = _rows(vaults, size, work, asked, (at_most(5), at_most(15)))
    rows += more
    if large:
        rows += _rows(vaults, round(size * CHUNKS / chunks), work, asked, (at_most(10), at_most(40)))[0]
    return rows


def _rows(
    vaults: list[Vault], notes: int, work: Path, asked: list[Asked], goals: Sequence[Goal | None]
) -> tuple[list[Row], int]:
    library, database = built(vaults, notes, work), work / f"floor-{notes}.db"
    run("floor", "build", database=str(database), folder=str(of_size(vaults, notes, work)))
    texts = {"queries": _texts(asked), "warmers": _texts(mix(vaults, WARMERS, "warmers"))}
    ours = run("search", "warm", library=str(library), **texts)
    floor = run("floor", "search", database=str(database), **texts)
    size = f"{notes:,} notes, {ours['chunks']:,} chunks"
    rows = _all(ours, floor, size, goals)
    rows.append(Row("peak RSS MB", size, ours["peak"]))
    return [*rows, *_kinds(asked, ours, floor, size), *_lanes(ours["without"], size)], int(ours["chunks"])


def _texts(asked: Sequence[Asked]) -> list[str]:
    return [each.text for each in asked]


def _all(ours: Values, floor: Values, size: str, goals: Sequence[Goal | None]) -> list[Row]:
    """Over all queries, at their best and for the first time."""
    return [
        _part(f"p{part} ms{said}", part, ours[name], floor[name], size, goal)
        for name, said, wanted in (("best", "", goals), ("first", ", first ask", NO_GOALS))
        for part, goal in zip(PARTS, wanted, strict=True)
    ]


def _part(figure: str, part: int, ours: Values, floor: Values, size: str, goal: Goal | None = None) -> Row:
    beside = f"plain FTS5 {percentile(floor['cpu'], part):.3g} ms; {percentile(ours['wall'], part):.3g} ms wall"
    return Row(figure, size, percentile(ours["cpu"], part), goal, beside)


def _kinds(asked: Sequence[Asked], ours: Values, floor: Values, size: str) -> list[Row]:
    """Each kind of queries apart."""
    rows = []
    for kind in KINDS:
        places = [at for at, each in enumerate(asked) if each.kind == kind]
        mine, theirs = (_at(places, values["best"]) for values in (ours, floor))
        rows += [_part(f"p{part} ms, {kind}", part, mine, theirs, size) for part in PARTS]
    return rows


def _at(places: Sequence[int], values: Values) -> Values:
    return {clock: [ms[at] for at in places] for clock, ms in values.items()}


def _lanes(without: dict[str, list[float]], size: str) -> list[Row]:
    """All queries with one lane switched off, against the same ones with all of them in the same minute."""
    whole = without[""]
    rows = []
    for lane, ms in without.items():
        if lane:
            costs = [all_on - off for all_on, off in zip(whole, ms, strict=True)]
            note = f"the lane costs {statistics.median(costs):.2g} ms in the middle, {percentile(costs, 95):.2g} at p95"
            rows.append(Row(f"p50 ms without {lane}", size, percentile(ms, 50), note=note))
    return rows
