"""What every lane and every signal brings: each switched off alone, against everything on, on the same questions.

A part that brings nothing anywhere shows in the first rows, one a part: on how many figures it surely gains, on how
many it surely loses, its best and its worst. Then a row for each figure that it changes at all, with the paired 95 %
interval. With so many intervals one in twenty lies beside 0 by chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benches import rankings
from benches.rankings import OURS, Options
from benches.sets import SETS, load
from benches.verdicts import Values, figure_of
from wellhead.model.options import LANES, SIGNALS

FLOOR = "lexical"  # the lane that all others are measured above
NOTE = (
    "What each lane and each signal brings: everything on, less the same with that part alone switched off. Dev"
    " figures, paired over questions, 95 % by bootstrap; figures that a part does not change have no row of their own."
    " Of twenty intervals one lies beside 0 by chance."
)
GAINS, LOSES, UNSURE = "gains", "loses", "not significant"


def parts() -> dict[str, Options]:
    """Each part by its name, with the options that switch it off."""
    lanes = {f"lane {each}": {"lanes": [other for other in LANES if other != each]} for each in LANES if each != FLOOR}
    signals = {f"signal {each}": {"signals": [other for other in SIGNALS if other != each]} for each in SIGNALS}
    return lanes | signals


def one_set(name: str, data: Path | None, work: Path) -> Values:
    """The figures of one set: ours, and ours without each part."""
    loaded = load(data, name, work)
    systems = {each: rankings.ours(loaded, work, options) for each, options in ({OURS: {}} | parts()).items()}
    about = loaded.suite.data
    return {
        "data": {"name": name, "version": about.version, "sha256": about.sha256},
        "figures": [figure_of(figure, loaded.suite.questions, systems) for figure in SETS[name]],
    }


def rows(found: Mapping[str, Values]) -> list[Values]:
    """One row a part, then one for each figure that it changes."""
    by_part = {part: [each for each in _all(found, part) if each["brings"] or any(_ends(each))] for part in parts()}
    figures = sum(len(each["figures"]) for each in found.values())
    summary = [_summary(part, rows, figures) for part, rows in by_part.items()]
    return [*summary, *(_shown(row) for rows in by_part.values() for row in rows)]


def _all(found: Mapping[str, Values], part: str) -> list[Values]:
    return [_row(part, name, figure) for name, each in found.items() for figure in each["figures"]]


def _row(part: str, name: str, figure: Values) -> Values:
    difference, systems = figure["differences"]["all"][part], figure["systems"]
    measure = f"{figure['measure']}, {figure['part']}" if figure["part"] else figure["measure"]
    low, high = difference["ci95"]
    return {
        "part": part,
        "set": f"{name}, {figure['n']:,} questions",
        "measure": measure,
        "with": systems[OURS]["all"]["value"],
        "without": systems[part]["all"]["value"],
        "brings": difference["diff"],
        "ci95": difference["ci95"],
        "verdict": GAINS if low > 0 else LOSES if high < 0 else UNSURE,
    }


def _ends(row: Values) -> Sequence[float]:
    ends: Sequence[float] = row["ci95"]
    return ends


def _summary(part: str, rows: Sequence[Values], figures: int) -> Values:
    """A part that gains surely nowhere brings nothing that can be shown."""
    count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in (GAINS, LOSES)}
    brings = sorted((row["brings"] for row in rows), reverse=True) or [0.0]
    said = "" if count[GAINS] else "brings nothing that can be shown; "
    return {
        "part": part,
        "set": f"all {figures} figures, {len(rows)} changed",
        **dict.fromkeys(("measure", "with", "without"), None),
        "brings": f"{brings[-1]:+.3f} … {brings[0]:+.3f}",
        "ci95": "",
        "verdict": f"{said}gains on {count[GAINS]}, loses on {count[LOSES]}",
    }


def _shown(row: Values) -> Values:
    low, high = row["ci95"]
    return {**row, "brings": f"{row['brings']:+.3f}", "ci95": f"{low:+.3f} … {high:+.3f}"}
