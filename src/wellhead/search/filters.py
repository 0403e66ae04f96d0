"""Filters: what a person wants of a result besides words, typed into a question or given with a call.

Takes a field and a value as written; gives a Filter with the value as it is looked for, or the reason why it is none.
The same field several times: any of its values; different fields: all of them; excluded ones: none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import get_args

from wellhead.errors import UsageError
from wellhead.model.query import Filter, FilterField
from wellhead.text.calendar import DAY_MINUTES, number_of
from wellhead.text.keys import is_kind
from wellhead.text.normal import normal
from wellhead.text.tags import folded_tag

FIELDS: tuple[FilterField, ...] = get_args(FilterField)
MOST = 32
_LONGEST = 300
_YES_NO = {"": "yes", "yes": "yes", "true": "yes", "1": "yes", "no": "no", "false": "no", "0": "no"}
NO_VALUE = "a filter needs its value right after the colon, in quotes if it has spaces"


class Unusable(Exception):
    """The reason why a value cannot be one of its field's."""


def read(field: FilterField, written: str, asked: datetime, *, excluded: bool = False) -> Filter:
    """The filter that was written; raises Unusable."""
    value = " ".join(normal(written).split())
    if not value and field != "mine":
        raise Unusable(NO_VALUE)
    if len(value) > _LONGEST:
        raise Unusable(f"a value has at most {_LONGEST} characters")
    if field in ("after", "before"):
        return _day(field, value, asked, excluded=excluded)
    return Filter(field=field, value=_VALUES[field](value), excluded=excluded)


def _yes_or_no(value: str) -> str:
    if value.lower() not in _YES_NO:
        raise Unusable("it is `mine:`, `mine:yes` or `mine:no`")
    return _YES_NO[value.lower()]


def _kind(value: str) -> str:
    if not is_kind(value.lower()):
        raise Unusable("a kind is one lower-case word, as in kind:note")
    return value.lower()


def _tag(value: str) -> str:
    if not folded_tag(value):
        raise Unusable("a tag holds a letter or a number")
    return value.lstrip("#")


def _name(value: str) -> str:
    if not any(char.isalnum() for char in value):
        raise Unusable("it holds no letter and no number")
    return value


_VALUES: dict[str, Callable[[str], str]] = {
    "kind": _kind,
    "tag": _tag,
    "author": _name,
    "path": lambda value: _name(value.removeprefix("./")),
    "mine": _yes_or_no,
}


def _day(field: FilterField, value: str, asked: datetime, *, excluded: bool) -> Filter:
    """The first of the days that a value means: from it on, or before it."""
    from wellhead.text.times import meant_day  # only questions about days pay for reading them

    found = meant_day(value, asked.date())
    if found is None:
        raise Unusable(
            "no day that can be read in one way; write 2025-06-18, 2025-06, 2025, yesterday or “last spring”"
        )
    iso = found.isoformat()
    return Filter(field=field, value=iso, excluded=excluded, text="" if value == iso else value)


def given(filters: Mapping[str, str | Sequence[str]], asked: datetime) -> tuple[Filter, ...]:
    """Those of a call, by field, `-field` for the excluded; a name or a value that cannot be used is an error."""
    found: list[Filter] = []
    for name, values in filters.items():
        field = next((each for each in FIELDS if each == name.removeprefix("-").lower()), None)
        if field is None:
            raise UsageError(f"there is no filter {name!r}", hint=f"there are {', '.join(FIELDS)}")
        for value in [values] if isinstance(values, str) else values:
            if not isinstance(value, str):
                raise UsageError(f"the filter {name} is {value!r}", hint="give a text, or several of them in a list")
            try:
                found.append(read(field, value, asked, excluded=name.startswith("-")))
            except Unusable as reason:
                raise UsageError(f"the filter {name}:{value[:80]} cannot be used", hint=str(reason)) from None
    if len(found) > MOST:
        raise UsageError(f"{len(found)} filters are too many", hint=f"a search takes {MOST}")
    return tuple(found)


def midnights(days: Sequence[str], asked: datetime) -> dict[str, int]:
    """In which minute of UTC each of these days begins, where the question is asked."""
    return {day: _midnight(date.fromisoformat(day), asked) for day in dict.fromkeys(days)}


def _midnight(day: date, asked: datetime) -> int:
    try:
        offset = datetime(day.year, day.month, day.day, tzinfo=asked.tzinfo).utcoffset()
    except (OverflowError, ValueError, OSError):  # a zone knows only so many years
        offset = None
    return number_of(day) * DAY_MINUTES - (round(offset.total_seconds() / 60) if offset else 0)
