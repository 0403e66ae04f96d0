"""Why hits stand where they stand, and how the search went: the lines that `--explain` adds to a result."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from wellhead.model.query import Hit, LaneReport, SearchResult
from wellhead.render.numbers import counted
from wellhead.render.style import PLAIN, Style

_WIDTH = 14
_WORDS = 10
_LEAST_ROOM = 20
_BRINGS = {
    "lexical": "with words of yours",
    "title": "by name",
    "exact": "named outright",
    "tag": "by tag",
    "link": "that others lead to",
    "date": "by day",
    "scan": "with what you wrote inside other words",
}
_STATES = {"not_run": "not asked", "disabled": "switched off", "not_built": "not there yet"}


def why(hit: Hit, indent: str, style: Style = PLAIN) -> list[str]:
    """A line a reason, then the places it has in each lane and its score."""
    lines = [line for reason in hit.reasons for line in _wrapped(style.name(reason), f"{indent}· ", style)]
    places = " · ".join([*(f"{lane.name} {lane.rank}" for lane in hit.lanes), f"score {hit.score:.2f}"])
    return [*lines, f"{indent}{style.faint(places)}"]


def ran(result: SearchResult, style: Style = PLAIN) -> str:
    """Each lane with what it brought or why it brought nothing, then the words that were looked for as well."""
    asked = [lane for lane in result.lanes if lane.name != "scan" or lane.status == "ok"]
    rows = [(lane.name, said) for lane in asked if (said := _lane(lane))]
    idle = [lane.name for lane in asked if lane.status == "ok" and not lane.count]
    if idle:
        rows.append(("no document", ", ".join(idle)))
    rows.append(("also", _added(result)))
    return "\n".join([style.strong("where it looked"), *(line for row in rows for line in _row(*row, style))])


def _lane(lane: LaneReport) -> str:
    if lane.status != "ok":
        reason = f": {lane.reason}" if lane.reason else ""
        return f"{_STATES.get(lane.status, lane.status)}{reason}"
    if not lane.count:
        return ""
    reason = f" ({lane.reason})" if lane.reason else ""
    return f"{counted(lane.count, 'document')} {_BRINGS.get(lane.name, '')}".rstrip() + reason


def _added(result: SearchResult) -> str:
    words, share = result.feedback.words, result.feedback.share
    if not words:
        return "no words beside yours were looked for"
    more = f" and {len(words) - _WORDS} more" if len(words) > _WORDS else ""
    return f"words of the best hits, for up to {share:.0%} of what counts: {', '.join(words[:_WORDS])}{more}"


def _row(name: str, said: str, style: Style) -> Iterator[str]:
    first = f"  {name.ljust(_WIDTH)}"
    lines = _wrapped(style.name(said), first, style)
    yield f"  {style.faint(name.ljust(_WIDTH))}{lines[0][len(first) :]}"
    yield from lines[1:]


def _wrapped(text: str, start: str, style: Style) -> Sequence[str]:
    """Broken to the width with what follows under the first word; unbroken where there is no width."""
    if style.width - len(start) < _LEAST_ROOM:
        return [f"{start}{text}"]
    lines = textwrap.wrap(text, style.width - len(start), break_long_words=False) or [""]
    return [f"{start if number == 0 else ' ' * len(start)}{line}" for number, line in enumerate(lines)]
