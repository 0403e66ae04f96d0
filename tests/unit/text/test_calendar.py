"""Stretches of days."""

from __future__ import annotations

from datetime import date

import pytest

from wellhead.text import calendar
from wellhead.text.calendar import Days


def test_a_day_that_no_calendar_has_is_none() -> None:
    assert calendar.day_of(2025, 2, 29) is None
    assert calendar.day_of(1503, 1, 1) is None
    assert calendar.day_of(2024, 2, 29) == date(2024, 2, 29)


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2025, 3, 31), -1, date(2025, 2, 28)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
        (date(1900, 1, 31), 1, date(1900, 2, 28)),
        (date(2000, 1, 31), 1, date(2000, 2, 29)),
        (date(2025, 12, 5), 1, date(2026, 1, 5)),
        (date(2025, 10, 31), 1, date(2025, 11, 30)),
        (date(2025, 7, 31), 1, date(2025, 8, 31)),
    ],
)
def test_months_away_stays_within_the_month(day: date, months: int, expected: date) -> None:
    assert calendar.shifted(day, months) == expected


def test_seasons_and_quarters_are_whole_months() -> None:
    assert calendar.season("winter", 2024) == Days(date(2024, 12, 1), date(2025, 3, 1))
    assert calendar.season("fall", 2024) == calendar.season("autumn", 2024)
    assert calendar.quarter(2025, 2) == Days(date(2025, 4, 1), date(2025, 7, 1))
    assert calendar.season("spring", 9000) is None
    assert calendar.quarter(2025, 9) is None


def test_a_week_begins_on_monday() -> None:
    assert calendar.week_of(date(2025, 7, 6)) == Days(date(2025, 6, 30), date(2025, 7, 7))
    assert calendar.week_of(date(2025, 6, 30)).start == date(2025, 6, 30)


def test_a_day_begins_where_it_was_said_to() -> None:
    assert calendar.number_of(date(1970, 1, 2)) == 1
    assert calendar.begins("1970-01-02", {}) == 1_440
    assert calendar.begins("1970-01-02", {"1970-01-02": 1_380}) == 1_380
