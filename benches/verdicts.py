"""From rankings to figures: each system on all questions and on either half, and ours against each of the others.

Below bm25s or FTS5 of the same run by more than .01, or with a paired 95 % interval wholly below 0, is a defect; a
smaller loss is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from benches.peers import PEERS
from benches.rankings import OURS, Rankings
from benches.sets import HALVES, Figure, half
from wellhead.evals import measures, stats
from wellhead.evals.layout import Question
from wellhead.model.measured import Difference, Interval

TOLERATED = 0.01
MANY = 100  # questions of one type that a verdict needs
Values = dict[str, Any]


def figure_of(figure: Figure, questions: Sequence[Question], systems: Mapping[str, Rankings]) -> Values:
    """One figure of one set; `systems` has ours first."""
    chosen = [each for each in questions if each.counts and figure.is_about(each.type)]
    measure = measures.measure(figure.measure)
    columns = {
        name: [measure.value(ranked.get(each.id, []), each.gold) for each in chosen] for name, ranked in systems.items()
    }
    parts = {"all": list(range(len(chosen)))}
    parts |= {part: [at for at, each in enumerate(chosen) if half(each) == part] for part in HALVES}
    compared = {
        part: _compared({name: [column[at] for at in places] for name, column in columns.items()})
        for part, places in parts.items()
    }
    return {
        "measure": figure.measure,
        "part": figure.part,
        "goal": figure.said,
        "floor": figure.goal,
        "n": len(chosen),
        "systems": {name: {part: compared[part][0][name] for part in parts} for name in systems},
        "differences": {part: found for part, (_, found) in compared.items()},
    }


def by_type(figure: Figure, questions: Sequence[Question], systems: Mapping[str, Rankings]) -> list[Values]:
    """The same figure for each type of question; nothing if there is only one."""
    types = sorted({each.type for each in questions if each.counts and figure.is_about(each.type)})
    wanted = [Figure(figure.measure, part=kind, whole=True) for kind in types]
    return [figure_of(each, questions, systems) for each in wanted] if len(types) > 1 else []


def _compared(columns: Mapping[str, list[float]]) -> tuple[dict[str, Values], dict[str, Values]]:
    """(each system's mean, ours against each of the others)."""
    others = [name for name in columns if name != OURS]
    found = stats.differences([(columns[OURS], columns[name]) for name in others])
    whole = dict(zip(columns, map(_plain, stats.means(list(columns.values()))), strict=True))
    return whole, dict(zip(others, map(_plain, found), strict=True))


def _plain(value: Interval | Difference) -> Values:
    fields: Values = msgspec.to_builtins(value)
    return {name: round(each, 4) if isinstance(each, float) else each for name, each in fields.items()}


def losses(figure: Values) -> dict[str, str]:
    """The peers that stand above us, and what that counts as."""
    found = {}
    for peer in PEERS:
        difference = figure["differences"]["all"][peer]
        if difference["ci95"][1] < 0 or difference["diff"] < -TOLERATED:
            found[peer] = "DEFECT"
        elif difference["diff"] < 0:
            found[peer] = "loss"
    return found


def reached(figure: Values) -> bool | None:
    """Whether the goal is; None where there is none."""
    if not figure["goal"]:
        return None
    value, fts5 = (figure["systems"][name]["all"]["value"] for name in (OURS, "FTS5"))
    return bool(value >= (figure["floor"] or fts5))


def row_of(name: str, figure: Values) -> Values:
    """One line of a table."""
    systems, compared = figure["systems"], figure["differences"]["all"]
    return {
        "figure": f"{figure['measure']}, {figure['part']}" if figure["part"] else figure["measure"],
        "size": f"{name}, {figure['n']:,} questions",
        "value": systems[OURS]["all"]["value"],
        "ci95": "{:.3f} – {:.3f}".format(*systems[OURS]["all"]["ci95"]),
        **{part: systems[OURS][part]["value"] for part in HALVES},
        **{other: systems[other]["all"]["value"] for other in compared},
        **{f"ours − {other}": _said(each) for other, each in compared.items()},
        "goal": figure["goal"],
        "reached": reached(figure),
        "note": ", ".join(f"{word} to {peer}" for peer, word in losses(figure).items()),
    }


def _said(difference: Values) -> str:
    low, high = difference["ci95"]
    return f"{difference['diff']:+.3f} ({low:+.3f} … {high:+.3f})"


def table(rows: Sequence[Values]) -> str:
    """Aligned columns for a terminal."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
