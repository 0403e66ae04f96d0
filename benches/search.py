"""Searching a warm library: p50 and p95 of a stated mix of queries, beside plain FTS5 with the same ones.

Each query runs once to warm up and then three times, of which the best counts; goals are held against CPU milliseconds,
because wall time doubles when a neighbour is busy. A paragraph decides the p95: it has up to 32 terms.
"""

from __future__ import annotations

from pathlib import Path

from benches.floor import timed
from benches.measure import Values, run
from benches.notes import Vault, files_of, of_size
from benches.queries import mix
from benches.report import Goal, Row, at_most

NOTES = 10_000
CHUNKS = 100_000


def warm(arguments: Values) -> Values:
    import wellhead

    with wellhead.open(arguments["library"]) as library:
        result = timed(lambda text: library.search(text), arguments["queries"])
        return {**result, "chunks": library.status().chunks}


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    """10,000 notes and 100,000 chunks, or all the starter notes there are."""
    queries = mix(vaults)
    everything = sum(len(files_of(vault.folder)) for vault in vaults)
    size = min(NOTES, everything)
    rows, chunks = _rows(vaults, size, work, queries, (at_most(3), at_most(12)))
    if large:
        more = round(size * CHUNKS / chunks)
        rows += _rows(vaults, more, work, queries, (at_most(10), at_most(40)))[0]
    return rows


def _rows(
    vaults: list[Vault], notes: int, work: Path, queries: list[str], goals: tuple[Goal, Goal]
) -> tuple[list[Row], int]:
    folder = of_size(vaults, notes, work)
    library, database = work / f"library-{notes}", work / f"floor-{notes}.db"
    if not library.exists():
        run("imports", "cold", library=str(library), folder=str(folder))
    run("floor", "build", database=str(database), folder=str(folder))
    ours = run("search", "warm", library=str(library), queries=queries)
    floor = run("floor", "search", database=str(database), queries=queries)
    size = f"{notes:,} notes, {ours['chunks']:,} chunks"
    rows = []
    for part, goal in zip((50, 95), goals, strict=True):
        wall = f"{ours[f'wall_ms_p{part}']:.1f} ms wall"
        rows.append(Row(f"p{part} ms", size, ours[f"cpu_ms_p{part}"], goal, wall))
        rows.append(
            Row(f"p{part} ms of plain FTS5", size, floor[f"cpu_ms_p{part}"], note=f"{notes:,} rows, a row a note")
        )
    rows.append(Row("peak RSS MB", size, ours["peak_mb"]))
    return rows, int(ours["chunks"])
