"""What was understood of a question, as a block of lines before its hits: nothing of it is left unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from wellhead.model.query import DayRange, Filter, Query, QueryAnchor, Term
from wellhead.render.style import PLAIN, Style

_NAMES = {"key": "the document", "author": "the author", "tag": "the tag", "title": "the title", "url": "the address"}
_WIDTH = 14


def understood(query: Query, style: Style = PLAIN) -> str:
    """One line a thing: what is looked for, what is kept out, what must be met, which days are meant, what was left."""
    rows = [
        ("looked for", [_term(term, style) for term in query.terms]),
        ("not with", [_term(term, style) for term in query.excluded]),
        ("only", _wanted(query.filters, style)),
        ("never", [condition(each, style) for each in query.filters if each.excluded]),
        ("named", [_anchor(each, style) for each in query.anchors]),
        ("days", [_days(each, style) for each in query.days]),
        ("left out", list(_dropped(query, style))),
    ]
    lines = [line for name, found in rows for line in _lines(name, found, style)]
    return "\n".join([style.strong("understood"), *lines]) if lines else ""


def _lines(name: str, found: Sequence[str], style: Style) -> Iterator[str]:
    """Short things stand side by side, long ones below each other."""
    told = [", ".join(found)] if found and name in ("looked for", "not with", "never") else found
    for number, line in enumerate(told):
        yield f"  {style.faint((name if number == 0 else '').ljust(_WIDTH))}{line}"


def _term(term: Term, style: Style) -> str:
    if term.cjk and not term.phrase:
        return f"{style.name(term.text)} (by its pairs {', '.join(style.name(pair) for pair in term.stems[:6])})"
    if term.prefix and not term.cjk:
        return f"{style.name(term.text)}* (every word that begins so)"
    if term.phrase:
        return f"“{style.name(term.text)}” (exactly)"
    if len(term.stems) == 1 and term.stems[0] != term.text.lower():
        return f"{style.name(term.text)} (as {style.name(term.stems[0])}…)"
    return style.name(term.text)


def _wanted(filters: Sequence[Filter], style: Style) -> list[str]:
    """A field a line; several of its values will do each."""
    fields = dict.fromkeys(each.field for each in filters if not each.excluded)
    return [
        " or ".join(condition(each, style) for each in filters if each.field == field and not each.excluded)
        for field in fields
    ]


def condition(each: Filter, style: Style = PLAIN) -> str:
    """A filter as it would be typed, with the day it stands for."""
    if each.field == "mine":
        return "mine:" if each.value == "yes" else "mine:no"
    said = f" (“{style.name(each.text)}”)" if each.text else ""
    value = f'"{each.value}"' if " " in each.value else each.value
    return f"{each.field}:{style.name(value)}{said}"


def _anchor(anchor: QueryAnchor, style: Style) -> str:
    return f"{_NAMES[anchor.kind]} {style.name(anchor.text)}"


def _days(stretch: DayRange, style: Style) -> str:
    last = date.fromisoformat(stretch.end) - timedelta(1)
    if stretch.start == last.isoformat():
        days = stretch.start
    elif stretch.start == date.min.isoformat():
        days = f"up to {last}"
    else:
        days = f"{stretch.start} to {last}"
    return f"{days} (“{style.name(stretch.text)}”)"


def _dropped(query: Query, style: Style) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for text, why in query.dropped:
        reasons.setdefault(why, []).append(style.name(text))
    for why, texts in reasons.items():
        named = ", ".join(text for text in texts if text.strip())
        yield f"{named}: {style.name(why)}" if named else style.name(why)
