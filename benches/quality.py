"""`python -m benches.quality [--data DIR] [SET…]`: how well we rank, beside bm25s and plain FTS5 in the same run.

Every set is a dev half, each question is asked of its own pool. For each figure: ours with a 95 % interval, on all
questions and on either half (`tune` is for choosing weights on, `report` for saying what came of it), the peers, and
the paired difference to each.

`--variant NAME:OPTION=VALUE,…` runs ours again with other search options beside it (`bare:lanes=lexical+title`); it
can be said more than once. `--ablations` switches off each lane and each signal alone instead. `--save NAME` keeps the
rankings of a run, `--against NAME` compares with kept ones: that is how a change of the code is measured. Without data
the demo library's own questions are all there is.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from benches import ablations, rankings, report
from benches.measure import ROOT, machine
from benches.peers import PEERS
from benches.rankings import OURS, Options
from benches.sets import DEMO, LONG, SETS, known, load
from benches.verdicts import MANY, Values, by_type, figure_of, row_of, table
from wellhead.model.options import SearchOptions

OUT, RESULTS = ROOT / "benches" / "out", ROOT / "benches" / "results"
BEFORE = "before"
LISTS = ("lanes", "signals")
NOTE = (
    "Dev figures, words alone: each question is asked of its own pool, beside bm25s (its English stop words,"
    " PyStemmer) and plain FTS5 (`porter unicode61`, any word, a row a document) over the same documents. Intervals are"
    " 95 % by bootstrap over questions, differences are paired; `tune` is the half that weights are chosen on, `report`"
    " the other one."
)


def main() -> int:
    chosen = _arguments()
    rankings.forget_old(chosen.work)
    if chosen.ablations:
        _say_ablations(chosen, _all(chosen, partial(ablations.one_set, data=chosen.data, work=chosen.work)))
        return 0
    base = {"lanes": chosen.lanes.split(",")} if chosen.lanes else {}
    asked = {OURS: base, **{name: base | options for name, options in chosen.variant}}
    against = chosen.work / "saved" / chosen.against if chosen.against else None
    found = _all(chosen, partial(one_set, data=chosen.data, work=chosen.work, asked=asked, against=against))
    _say(chosen, found)
    if chosen.save:
        for name, each in found.items():
            rankings.write(chosen.work / "saved" / chosen.save / f"{name}.json", each["rankings"])
    return 0


def one_set(name: str, data: Path | None, work: Path, asked: dict[str, Options], against: Path | None) -> Values:
    """Everything about one set: the rankings of all systems, and the figures made of them."""
    loaded = load(data, name, work)
    systems = {each: rankings.ours(loaded, work, options) for each, options in asked.items()}
    if against is not None:
        systems[BEFORE] = rankings.read(against / f"{name}.json")
    systems |= {peer: rankings.of_peer(peer, loaded, work) for peer in PEERS}
    questions, about = loaded.suite.questions, loaded.suite.data
    return {
        "data": {"name": name, "version": about.version, "sha256": about.sha256},
        "figures": [figure_of(figure, questions, systems) for figure in SETS[name]],
        "types": [each for figure in SETS[name] for each in by_type(figure, questions, systems)],
        "rankings": systems[OURS],
    }


def _all(chosen: argparse.Namespace, work: partial[Values]) -> dict[str, Values]:
    """The longest first, so that the processes end together; told in the order they were asked for."""
    names = known(chosen.data, chosen.sets or list(SETS))
    for name in sorted(set(chosen.sets or SETS) - set(names)):
        print(f"no {name} {'below the data folder' if chosen.data else 'without data'}: left out", file=sys.stderr)
    found: dict[str, Values] = {}
    with ProcessPoolExecutor(chosen.processes) as pool:
        waiting = {pool.submit(work, name): name for name in sorted(names, key=lambda name: name not in LONG)}
        for each in as_completed(waiting):
            found[waiting[each]] = each.result()
            print(f"{len(found)}/{len(names)} {waiting[each]}", file=sys.stderr, flush=True)
    return {name: found[name] for name in names}


def _say(chosen: argparse.Namespace, found: dict[str, Values]) -> None:
    rows = [row_of(name, figure) for name, each in found.items() for figure in each["figures"]]
    types = [(row_of(name, figure), figure["n"]) for name, each in found.items() for figure in each["types"]]
    judged = [row for row, n in types if n >= MANY]
    shown = [row for row, _ in types] if chosen.types else judged
    print(f"Dev figures.\n\n{table(rows)}" + (f"\n\nBy type of question\n\n{table(shown)}" if shown else ""))
    missed = sum(row["reached"] is False for row in rows)
    defects = sum("DEFECT" in row["note"] for row in [*rows, *judged])
    print(f"\n{missed} goals not reached, {defects} defects (below a peer by more than .01, or surely below it)")
    _write("quality", chosen, found, _result(chosen, found, "Ranking", NOTE, [*rows, *judged]))


def _say_ablations(chosen: argparse.Namespace, found: dict[str, Values]) -> None:
    rows = ablations.rows(found)
    print(f"Dev figures.\n\n{table(rows)}")
    _write("ablations", chosen, found, _result(chosen, found, "Lanes and signals", ablations.NOTE, rows))


def _write(topic: str, chosen: argparse.Namespace, found: dict[str, Values], result: Values) -> None:
    report.write(chosen.out / f"{topic}.json", result | {"sets": found})
    if chosen.record:
        report.write(RESULTS / f"{topic}.json", result)


def _result(chosen: argparse.Namespace, found: dict[str, Values], title: str, note: str, rows: list[Values]) -> Values:
    about = machine()
    said = [*(["--data DATA"] if chosen.data else []), *(["--ablations"] if chosen.ablations else []), *chosen.sets]
    return {
        "title": title,
        "command": " ".join(["python -m benches.quality", *said]),
        "date": datetime.date.today().isoformat(),
        "machine": f"{about['cpus']} CPUs, {about['system']}, Python {about['python']}, SQLite {about['sqlite']}",
        "data": [each["data"] for each in found.values()],
        "note": note,
        "rows": rows,
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benches.quality", description="measure ranking")
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; all if none is named")
    parser.add_argument("--data", type=Path, help=f"folder with a folder a set; {DEMO} needs none")
    parser.add_argument("--ablations", action="store_true", help="each lane and each signal switched off alone")
    parser.add_argument("--lanes", metavar="A,B", help="only these lanes run, in all of ours")
    parser.add_argument("--variant", type=variant, action="append", default=[], metavar="NAME:OPTION=VALUE,…")
    parser.add_argument("--save", metavar="NAME", help="keep our rankings under a name")
    parser.add_argument("--against", metavar="NAME", help="compare with kept rankings")
    parser.add_argument("--types", action="store_true", help=f"show types with fewer than {MANY} questions too")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--record", action="store_true", help="write benches/results too")
    parser.add_argument("--out", type=Path, default=OUT, help="where the raw results go")
    parser.add_argument("--work", type=Path, default=OUT / "quality", help="libraries and rankings are kept here")
    chosen = parser.parse_args()
    unknown = set(chosen.sets) - set(SETS)
    if unknown:
        parser.error(f"no such set: {', '.join(sorted(unknown))}")
    if chosen.ablations and (chosen.lanes or chosen.variant or chosen.save or chosen.against):
        parser.error("--ablations stands alone: it decides itself what is switched off")
    return chosen


def variant(written: str) -> tuple[str, Options]:
    """`bare:lanes=lexical+title` to a name and options; a list has plus signs between."""
    name, _, rest = written.partition(":")
    pairs = (each.partition("=") for each in rest.split(",") if each)
    options = {key: value.split("+") if key in LISTS else value for key, _, value in pairs}
    if not name or name in (OURS, BEFORE, *PEERS) or set(options) - set(SearchOptions.__struct_fields__):
        raise argparse.ArgumentTypeError(f"{written!r}: NAME:OPTION=VALUE,… with options of SearchOptions")
    return name, options


if __name__ == "__main__":
    raise SystemExit(main())
