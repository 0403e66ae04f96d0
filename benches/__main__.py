"""`python -m benches [--data DIR] [TOPIC…]`: measure, print tables, write JSON.

Raw results go to benches/out, which is not tracked; `--record` writes them to benches/results as well, from which the
tables of docs/design/figures.md are made.
"""

from __future__ import annotations

import argparse
import datetime
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benches import cli, hostile, imports, report, search
from benches.measure import ROOT, machine
from benches.notes import Vault, vaults

OUT = ROOT / "benches" / "out"
RESULTS = ROOT / "benches" / "results"
Topic = tuple[str, Callable[[list[Vault], Path, bool], list[report.Row]], str]
TOPICS: dict[str, Topic] = {
    "import": ("Import", imports.measure, "CPU seconds of opening, importing and closing, best of three."),
    "search": (
        "Search",
        search.measure,
        "CPU milliseconds, warm, all lanes: a third keywords, a third questions, a third paragraphs of the vaults'"
        " query files, each at its best of three. A first ask is that of a process that has answered other queries.",
    ),
    "hostile": (
        "Odd queries",
        hostile.measure,
        "CPU milliseconds, warm, each query asked once; those above the goal are asked by two more processes, once"
        " each, and keep their best.",
    ),
    "cli": ("Command line", cli.measure, "CPU milliseconds of a whole cold process, median of fifteen."),
}
NO_DATA = (
    "No data given: measured with the starter notes alone, so goals are not judged. `make bench DATA=folder` does."
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benches", description="measure wellhead")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"of {', '.join(TOPICS)}; all if none is named")
    parser.add_argument("--data", type=Path, help="folder with vault-*/notes.tar.xz")
    parser.add_argument("--no-large", action="store_true", help="leave out 100,000 notes and 100,000 chunks")
    parser.add_argument("--record", action="store_true", help="write benches/results too")
    parser.add_argument("--out", type=Path, default=OUT, help="where the raw results go")
    parser.add_argument("--work", type=Path, help="keep libraries here for the next run")
    chosen = parser.parse_args()
    unknown = set(chosen.topics) - set(TOPICS)
    if unknown:
        parser.error(f"no such topic: {', '.join(sorted(unknown))}")
    work = chosen.work or Path(tempfile.mkdtemp(prefix="wellhead-benches-"))
    try:
        return _measure(chosen, work)
    finally:
        if chosen.work is None:
            shutil.rmtree(work, ignore_errors=True)


def _measure(chosen: argparse.Namespace, work: Path) -> int:
    work.mkdir(parents=True, exist_ok=True)
    sources = vaults(chosen.data, work)
    judged = chosen.data is not None
    missed = 0
    for name in chosen.topics or TOPICS:
        title, measure, note = TOPICS[name]
        rows = [row.as_values(judged=judged) for row in measure(sources, work, judged and not chosen.no_large)]
        result = _result(name, title, note if judged else f"{NO_DATA} {note}", sources, rows)
        print(f"\n{title}: {result['note']}\n{report.table(rows)}", flush=True)
        report.write(chosen.out / f"{name}.json", result)
        if chosen.record:
            report.write(RESULTS / f"{name}.json", result)
        missed += sum(row["reached"] is False for row in rows)
    if missed:
        print(f"\n{missed} goals not reached", file=sys.stderr)
    return 0


def _result(name: str, title: str, note: str, sources: list[Vault], rows: list[dict[str, object]]) -> dict[str, object]:
    about = machine()
    return {
        "title": title,
        "command": f"python -m benches{' --data DATA' if sources[0].archive else ''} {name}",
        "date": datetime.date.today().isoformat(),
        "machine": f"{about['cpus']} CPUs, {about['system']}, Python {about['python']}, SQLite {about['sqlite']}",
        "data": [vault.identity() for vault in sources],
        "note": note,
        "rows": rows,
    }


if __name__ == "__main__":
    raise SystemExit(main())
