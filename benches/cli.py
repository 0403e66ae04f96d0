"""The command line, cold: CPU milliseconds of a whole process, Python's own start included.

Each command runs once to warm the disk and then many times; the median counts.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

from benches.imports import built
from benches.measure import spawn
from benches.notes import Vault, files_of, of_size
from benches.queries import keywords_of
from benches.report import Row, at_most

RUNS = 15
NOTES = 1_000


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    del large
    notes = min(NOTES, sum(len(files_of(vault.folder)) for vault in vaults))
    library, words = built(vaults, notes, work), keywords_of(of_size(vaults, notes, work), RUNS)
    size = f"{notes:,} notes"
    return [
        _row("wellhead search, CPU ms", size, [["search", "--library", str(library), each] for each in words], 120),
        _row(
            "wellhead search --json, CPU ms",
            size,
            [["search", "--json", "--library", str(library), each] for each in words],
        ),
        _row("wellhead --help, CPU ms", "", [["--help"]] * RUNS, 80),
        _row("python -c pass, CPU ms", "", [["-c", "pass"]] * RUNS, program=sys.executable),
    ]


def _row(figure: str, size: str, calls: list[list[str]], ceiling: float = 0.0, program: str = "") -> Row:
    command = program or str(Path(sys.executable).with_name("wellhead"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WELLHEAD_")}
    spent = [spawn([command, *call], environment) for call in [calls[0], *calls]][1:]
    failed = {each.exit_code for each in spent} - {0}
    if failed:
        raise SystemExit(f"{' '.join(calls[0])} ended with {failed}")
    cpu = statistics.median(each.cpu_ms for each in spent)
    wall = statistics.median(each.wall_ms for each in spent)
    return Row(figure, size, cpu, at_most(ceiling) if ceiling else None, f"{wall:.0f} ms wall")
