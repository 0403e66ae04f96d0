"""A measurement as text: what was measured, each figure with its interval, the types of questions, what was left out.

No more decimals than the interval bears: two where it is wider than a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence

from wellhead.model.measured import Abstention, Figures, Interval, QrelsReport
from wellhead.render.numbers import counted, duration
from wellhead.render.style import PLAIN, Style

_WIDE = 0.1
_SHOWN_BY_TYPE = ("recall_all@", "nDCG@", "MRR@")


def report(value: QrelsReport, style: Style = PLAIN) -> str:
    """Everything one run found."""
    about = f"{style.strong(value.data.name)} · {style.name(value.data.version)} · {duration(value.seconds)}"
    lines = [about]
    if value.data.partial:
        lines.append(style.warn(f"partial: {counted(value.data.questions, 'question')} drawn from all"))
    if value.data.gold_missing:
        lines.append(style.warn(f"{counted(value.data.gold_missing, 'judgment')} of documents that are not there"))
    if value.data.not_taken:
        lines.append(style.warn(f"{counted(value.data.not_taken, 'document')} could not be taken in"))
    for mode, figures in value.modes.items():
        lines += ["", style.strong(mode), *_whole(figures), *_types(value.per_type[mode], style)]
        lines += ["", *(f"  {style.faint(each)}" for each in _beside(value.abstention[mode], value.lanes[mode]))]
    return "\n".join(lines)


def _whole(figures: Figures) -> list[str]:
    rows = [(name, _number(each), _between(each), f"{each.n:,}") for name, each in figures.items()]
    return _aligned([("measure", "value", "95 % interval", "n"), *rows])


def _types(by_type: dict[str, Figures], style: Style) -> list[str]:
    """The deepest of each family that says most, a line a type."""
    if len(by_type) < 2:
        return []
    names = list(next(iter(by_type.values())))
    deepest = [each[-1] for family in _SHOWN_BY_TYPE if (each := [name for name in names if name.startswith(family)])]
    rows = []
    for kind, figures in by_type.items():
        cells = [f"{_number(figures[name])} ({_between(figures[name])})" for name in deepest]
        rows.append((style.name(kind), f"{figures[deepest[0]].n:,}", *cells))
    return ["", *_aligned([("type", "n", *deepest), *rows])]


def _beside(left: Abstention, lanes: dict[str, dict[str, int]]) -> list[str]:
    said = ["lanes: " + " · ".join(f"{name} {_states(states)}" for name, states in lanes.items())]
    if left.n or left.without_gold:
        apart = [counted(left.n, "question that nothing answers", "questions that nothing answers")] if left.n else []
        apart += [f"{left.without_gold:,} without gold"] if left.without_gold else []
        said.insert(0, f"apart: {', '.join(apart)}; {left.returned_nothing:,} of them brought nothing")
    return said


def _states(states: dict[str, int]) -> str:
    return ", ".join(f"{state} {number:,}" for state, number in states.items())


def _number(each: Interval) -> str:
    return f"{each.value:.{_places(each)}f}"


def _between(each: Interval) -> str:
    low, high = each.ci95
    return f"{low:.{_places(each)}f} – {high:.{_places(each)}f}"


def _places(each: Interval) -> int:
    return 2 if each.ci95[1] - each.ci95[0] > _WIDE else 3


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
