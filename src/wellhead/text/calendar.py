"""Stretches of days, and the names that months, seasons and weekdays go by. Pure arithmetic; nothing here knows today.

A stretch runs from its first day to before its second. A day that no calendar has is None, never an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

FIRST_YEAR, LAST_YEAR = 1800, 2199  # what four digits are taken for a year between


def numbered(names: str, first: int = 1) -> dict[str, int]:
    """Names in their order, counted."""
    return {name: number for number, name in enumerate(names.split(), first)}


FULL_MONTHS = numbered("january february march april may june july august september october november december")
MONTHS = FULL_MONTHS | numbered("jan feb mar apr may jun jul aug sep oct nov dec") | {"sept": 9}
WEEKDAYS = numbered("monday tuesday wednesday thursday friday saturday sunday", 0)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


DAY_MINUTES = 1_440
_EPOCH = date(1970, 1, 1).toordinal()


class Days(NamedTuple):
    """From the first day to before the second."""

    start: date
    end: date


def number_of(day: date) -> int:
    """Days since 1970."""
    return day.toordinal() - _EPOCH


def begins(day: str, midnights: Mapping[str, int]) -> int:
    """The minute in which a day begins; UTC's where nobody said otherwise."""
    found = midnights.get(day)
    return number_of(date.fromisoformat(day)) * DAY_MINUTES if found is None else found


def day_of(year: int, month: int, day: int) -> date | None:
    """That day, if there is one in the years we read."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def one_day(day: date) -> Days:
    return Days(day, day + timedelta(1))


def whole_month(year: int, month: int) -> Days | None:
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return None
    first = date(year, month, 1)
    return Days(first, shifted(first, 1))


def whole_year(year: int) -> Days | None:
    return Days(date(year, 1, 1), date(year + 1, 1, 1)) if FIRST_YEAR <= year <= LAST_YEAR else None


def quarter(year: int, number: int) -> Days | None:
    first = whole_month(year, 3 * number - 2)
    return Days(first.start, shifted(first.start, 3)) if first else None


def season(name: str, year: int) -> Days | None:
    """By whole months of the northern half of the earth; a winter goes by the year it begins in."""
    first = whole_month(year, SEASONS[name])
    return Days(first.start, shifted(first.start, 3)) if first else None


def week_of(day: date) -> Days:
    """Monday to Sunday."""
    monday = day - timedelta(day.weekday())
    return Days(monday, monday + timedelta(7))


def month_of(day: date) -> Days:
    first = day.replace(day=1)
    return Days(first, shifted(first, 1))


def year_of(day: date) -> Days:
    return Days(date(day.year, 1, 1), date(day.year + 1, 1, 1))


def shifted(day: date, months: int) -> date:
    """So many months away, on the same day of the month or the last one that month has."""
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    return date(year, month, min(day.day, _length(year, month)))


def _length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31
