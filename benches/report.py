"""Rows of figures, as a table on the screen and as JSON.

A file of results is `{title, command, date, machine, data: [{name, version, sha256}], note, rows}`, a row is
`{figure, size, value, goal, reached, note}`; the tables of docs/design/figures.md are made from benches/results.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Goal(NamedTuple):
    said: str
    holds: Callable[[float], bool]


class Row(NamedTuple):
    """One measured figure of one library; a goal makes it a promise."""

    figure: str
    size: str
    value: float
    goal: Goal | None = None
    note: str = ""

    def as_values(self, *, judged: bool) -> dict[str, Any]:
        goal = self.goal if judged else None
        return {
            "figure": self.figure,
            "size": self.size,
            "value": float(f"{self.value:.4g}"),
            "goal": goal.said if goal else "",
            "reached": goal.holds(self.value) if goal else None,
            "note": self.note,
        }


def at_least(floor: float) -> Goal:
    return Goal(f"≥ {floor:,g}", lambda value: value >= floor)


def at_most(ceiling: float) -> Goal:
    return Goal(f"≤ {ceiling:,g}", lambda value: value <= ceiling)


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Aligned columns for a terminal."""
    names = ("figure", "size", "value", "goal", "reached", "note")
    cells = [names, *(tuple(_shown(row[name]) for name in names) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells
    )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.3g}"
    return "" if value is None else str(value)


def write(path: Path, result: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
