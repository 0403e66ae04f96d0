"""A receipt as text: counts that add up, then the reasons, each with how often and where first."""

from __future__ import annotations

from collections.abc import Iterable

from wellhead.model.receipt import FileOutcome, Receipt, Status
from wellhead.render.numbers import counted, duration, number
from wellhead.render.style import PLAIN, Style

_REASONS = 8
_EXAMPLES = 3
_LISTED = 20


def receipt(value: Receipt, style: Style = PLAIN) -> str:
    """What an import did with everything it found."""
    lines = [*_dry(value, style), f"{style.strong(number(value.found) + ' found')} = {_sum(value)}", _beside(value)]
    for status in (Status.FAILED, Status.SKIPPED, Status.STALE, Status.REMOVED):
        lines += _reasons(status, [each for each in value.files if each.status is status], style)
    lines += _remarks(value, style)
    return "\n".join(lines)


def changes(value: Receipt, style: Style = PLAIN) -> str:
    """Only what changed, a line a path: for somebody who watches. What was passed over before stays unsaid."""
    told = (Status.INDEXED, Status.RENAMED, Status.FAILED, Status.STALE, Status.REMOVED)
    rows = [each for each in value.files if each.status in told]
    lines = [_change(each, style) for each in rows[:_LISTED]]
    return "\n".join([*lines, f"and {counted(len(rows) - _LISTED, 'more path')}"] if len(rows) > _LISTED else lines)


def _change(row: FileOutcome, style: Style) -> str:
    dressed = style.bad if row.status is Status.FAILED else style.faint
    reason = f"  {style.faint(row.reason)}" if row.reason else ""
    return f"{dressed(f'{row.status.value:<9}')} {style.name(row.path)}{reason}"


def removal(value: Receipt, style: Style = PLAIN) -> str:
    """What a removal took away, and what it does not reach."""
    gone = [each for each in value.files if each.status is Status.REMOVED]
    verb = "would remove" if value.dry_run else "removed"
    lines = [*_dry(value, style), style.strong(f"{verb} {counted(value.removed, 'document')}")]
    lines += _listed(gone, style)
    lines += [f"  {style.name(note)}" for note in value.notes]
    return "\n".join(lines)


def undone(value: Receipt, label: str, style: Style = PLAIN) -> str:
    """What was put back, and what went because the undone import had brought it; `label` says what is undone."""
    lines = [*_dry(value, style), f"{'would take back' if value.dry_run else 'took back'}: {style.strong(label)}"]
    if not value.files:
        lines.append("  nothing of it was left to put back")
    for status in Status:
        rows = [each for each in value.files if each.status is status]
        if rows:
            lines.append(f"  {_UNDONE[status]} {number(len(rows))}")
            lines += [f"  {line}" for line in _listed(rows, style)]
    lines += [f"  {style.name(note)}" for note in value.notes]
    return "\n".join(lines)


_UNDONE = {
    Status.INDEXED: "as it was before:",
    Status.UNCHANGED: "unchanged:",
    Status.RENAMED: "under its old name again:",
    Status.SKIPPED: "left alone:",
    Status.FAILED: "could not be put back:",
    Status.STALE: "stale again:",
    Status.REMOVED: "taken out again:",
}


def _dry(value: Receipt, style: Style) -> list[str]:
    return [style.warn("dry run: nothing was written")] if value.dry_run else []


def _sum(value: Receipt) -> str:
    parts = (
        (value.indexed, "indexed"),
        (value.unchanged, "unchanged"),
        (value.renamed, "renamed"),
        (value.skipped, "skipped"),
        (value.failed, "failed"),
    )
    return " + ".join(f"{number(count)} {word}" for count, word in parts)


def _beside(value: Receipt) -> str:
    parts = (f"{number(value.stale)} stale", f"{number(value.removed)} removed", duration(value.seconds))
    return f"  {' · '.join(parts)} · {counted(value.bytes_sent, 'byte')} sent"


def _reasons(status: Status, rows: list[FileOutcome], style: Style) -> list[str]:
    """The commonest reasons first; of each, how many and the first paths."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row.reason, []).append(row.path)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    dressed = style.bad if status is Status.FAILED else style.warn
    lines = [f"  {dressed(status.value)} {number(len(rows))}"] if rows else []
    for reason, paths in ordered[:_REASONS]:
        shown = ", ".join(style.name(path) for path in paths[:_EXAMPLES])
        more = f", and {number(len(paths) - _EXAMPLES)} more" if len(paths) > _EXAMPLES else ""
        said = f"{style.name(reason)}: " if reason else ""
        lines.append(f"    {number(len(paths)):>5}  {said}{style.faint(shown + more)}")
    if len(ordered) > _REASONS:
        lines.append(f"           and {counted(len(ordered) - _REASONS, 'more reason')}")
    return lines


def _remarks(value: Receipt, style: Style) -> list[str]:
    """Sentences about the whole, and about files that came in with something left unread."""
    partly = [each for each in value.files if each.reason and each.status in (Status.INDEXED, Status.RENAMED)]
    lines = [f"  {style.name(note)}" for note in value.notes]
    lines += [f"  {style.name(each.path)}: {style.name(each.reason)}" for each in partly[:_REASONS]]
    if len(partly) > _REASONS:
        lines.append(f"  and remarks on {counted(len(partly) - _REASONS, 'more file')}")
    return lines


def _listed(rows: Iterable[FileOutcome], style: Style) -> list[str]:
    names = [each.key or each.path for each in rows]
    lines = [f"  {style.name(name)}" for name in names[:_LISTED]]
    return [*lines, f"  and {number(len(names) - _LISTED)} more"] if len(names) > _LISTED else lines
