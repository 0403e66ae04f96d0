"""docs/design/figures.md: every measured figure with its command, data and date, from benches/results/*.json.

A result is `{command, date, machine, data: [{name, version, sha256}], rows: [{…}]}`; `title` and `note` are optional.
Nothing here is typed by hand: a topic without a result says that it was not run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.pages import markdown, source

PATH = "docs/design/figures.md"
RESULTS = source.ROOT / "benches" / "results"
INTRODUCTION = """\
CPU seconds count: wall time doubles when a neighbour is busy. Each table has its command, its data and its date below
it, so that anybody can run it again.
"""
NOT_RUN = "Not run yet: `make bench DATA=folder` measures and writes the results these tables are made from.\n"


def results(folder: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """Topic to its result."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def figure(value: object) -> str:
    """A number as one reads it: whole ones in groups of three, others with three figures that count."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no"}.get(bool(value), "") if value is not None else ""
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def rows_table(rows: list[dict[str, Any]]) -> str:
    """One column a field, in the order the fields first appear."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    numbers = {at for at, name in enumerate(names) if all(_is_number(row.get(name)) for row in rows)}
    cells = [[figure(row.get(name)) for name in names] for row in rows]
    return markdown.table([name.replace("_", " ") for name in names], cells, right=frozenset(numbers))


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def footer(result: dict[str, Any]) -> str:
    """Where the figures come from, in one line."""
    data = [
        f"{each['name']} {each.get('version', '')}".strip() + f" (sha256 {each['sha256'][:12]})"
        for each in result["data"]
    ]
    return f"`{result['command']}` · {result['date']} · {result['machine']} · data: {', '.join(data) or 'none'}\n"


def topic(name: str, result: dict[str, Any]) -> str:
    title = result.get("title") or name.replace("_", " ").capitalize()
    parts = [
        f"## {title}\n",
        f"{result['note']}\n" if result.get("note") else "",
        rows_table(result["rows"]),
        footer(result),
    ]
    return "\n".join(part for part in parts if part)


def summary() -> str:
    """What the README shows, one level deeper: the figures that something was promised of."""
    found = {name: _promised(result) for name, result in results().items()}
    tables = [topic(name, result).replace("## ", "### ", 1) for name, result in found.items() if result["rows"]]
    return "\n".join(tables) if tables else NOT_RUN


def _promised(result: dict[str, Any]) -> dict[str, Any]:
    return {**result, "rows": [row for row in result["rows"] if row.get("goal")]}


def page() -> str:
    found = results()
    tables = "\n".join(topic(*each) for each in found.items()) if found else NOT_RUN
    return f"{markdown.opening('Figures', 'benches/results')}\n{INTRODUCTION}\n{tables}".rstrip() + "\n"
