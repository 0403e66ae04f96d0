"""Findings as text: what was looked at · what was seen, and the command that mends it."""

from __future__ import annotations

from collections.abc import Sequence

from wellhead.model.state import Check
from wellhead.render.numbers import counted
from wellhead.render.style import PLAIN, Style


def checks(values: Sequence[Check], style: Style = PLAIN) -> str:
    return "\n".join(line for value in values for line in _lines(value, style))


def verdict(values: Sequence[Check]) -> str:
    """One sentence under the list."""
    failed = sum(value.status == "failed" for value in values)
    warnings = sum(value.status == "warning" for value in values)
    if not failed and not warnings:
        return f"{counted(len(values), 'check')}, all well"
    parts = [counted(failed, "failed check", "failed checks")] if failed else []
    parts += [counted(warnings, "warning")] if warnings else []
    return f"{' and '.join(parts)} of {counted(len(values), 'check')}"


def _lines(value: Check, style: Style) -> list[str]:
    sign = {"ok": style.good("✓"), "warning": style.warn("!"), "failed": style.bad("✗")}[value.status]
    first, *rest = style.text(value.evidence).split("\n")
    lines = [f"{sign} {style.strong(value.name)} · {first}", *(f"    {line}" for line in rest)]
    return [*lines, f"    fix: {style.name(value.fix)}"] if value.fix and value.status != "ok" else lines
