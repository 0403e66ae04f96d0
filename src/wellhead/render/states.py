"""The state of a library as text: `status`, its sources, the rows of its receipts."""

from __future__ import annotations

from collections.abc import Sequence

from wellhead.model.document import Source
from wellhead.model.receipt import Status
from wellhead.model.state import LibraryStatus
from wellhead.ports import FileRecord
from wellhead.render.numbers import counted, number, size
from wellhead.render.style import PLAIN, Style

_KINDS = 8


def status(value: LibraryStatus, style: Style = PLAIN) -> str:
    kinds = sorted(value.kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = " · ".join(f"{style.name(kind)} {number(count)}" for kind, count in kinds[:_KINDS])
    more = f" · {counted(len(kinds) - _KINDS, 'more kind')}" if len(kinds) > _KINDS else ""
    stale = style.warn(f" ({number(value.stale)} stale)") if value.stale else ""
    rows = [
        ("library", style.name(style.place(value.library))),
        ("documents", f"{number(value.documents)}{stale}"),
        ("chunks", number(value.chunks)),
        ("kinds", shown + more),
        ("index", _index(value, style)),
        ("disk", size(value.disk_bytes)),
    ]
    lines = [f"{style.faint(f'{label:<9}')}  {said}" for label, said in rows if said]
    return "\n".join([*lines, style.faint("sources"), *(f"  {line}" for line in _sources(value.sources, style))])


def sources(values: Sequence[Source], style: Style = PLAIN) -> str:
    return "\n".join(_sources(values, style))


def file_line(record: FileRecord, style: Style = PLAIN) -> str:
    """One path of a receipt: what became of it, where, why."""
    dress = {Status.FAILED: style.bad, Status.SKIPPED: style.warn, Status.STALE: style.warn}.get(record.status)
    word = f"{record.status.value:<9}"
    path = f"{record.path}:{record.line}" if record.line else record.path
    reason = f"  {style.faint(record.reason)}" if record.reason else ""
    return f"{dress(word) if dress else word}  {style.name(path)}{reason}"


def _index(value: LibraryStatus, style: Style) -> str:
    if value.watermark >= value.seq:
        return f"current (change {number(value.seq)})"
    behind = f"behind: {number(value.watermark)} of {number(value.seq)} changes; `wellhead reindex` brings it up"
    return style.warn(behind)


def _sources(values: Sequence[Source], style: Style) -> list[str]:
    if not values:
        return ["none yet: wellhead add FOLDER"]
    width = max(len(style.name(style.place(each.path))) for each in values)
    return [
        f"{each.id:>3}  {style.name(style.place(each.path)):<{min(width, 60)}}  {style.name(each.kind):<6}  "
        f"{counted(each.documents, 'document')}{_since(each)}"
        for each in values
    ]


def _since(source: Source) -> str:
    """To the second, without the letters a machine wants."""
    return f"  {source.last_import[:19].replace('T', ' ')}" if source.last_import else ""
