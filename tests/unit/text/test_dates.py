"""Days as documents write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.text.dates import MOST_WRITTEN, day_in_names, days_meant, days_written

BASE = date(2025, 12, 30)


@pytest.mark.parametrize(
    "written",
    [
        "2025-06-03",
        "2025/06/03",
        "2025.6.3",
        "3.6.2025",
        "03.06.2025",
        "3 June 2025",
        "3rd of June, 2025",
        "3. June 2025",
        "June 3, 2025",
        "June 3rd 2025",
        "Jun. 3 2025",
        "2025年6月3日",
        "2025 年 6 月 3 日",
        "(2025-06-03T12:30)",
    ],
)
def test_a_full_date_is_a_day(written: str) -> None:
    assert days_written(f"We met on {written}.") == (date(2025, 6, 3),)


@pytest.mark.parametrize(
    "written",
    [
        "01/02/2024",
        "3-6-2025",
        "v3.6.2025",
        "10.3.6.2025",
        "2025-06-03-17",
        "12025-06-03",
        "2025-13-01",
        "2025-02-30",
        "2025-06",
        "June 2025",
        "25年6月3日",
        "Maybe 3 people",
        "Augustus 3",
        "version 2025.10.1.2",
        "0025-06-03",
    ],
)
def test_what_is_no_day_or_two_is_none(written: str) -> None:
    assert days_written(f"see {written} there") == ()


def test_a_day_without_a_year_is_the_nearest_to_the_documents_own() -> None:
    assert days_written("on 10 June and on January 3rd", BASE) == (date(2026, 6, 10), date(2026, 1, 3))
    assert days_written("on 10 June", date(2025, 11, 1)) == (date(2025, 6, 10),)
    assert days_written("on 10 June") == ()
    assert days_written("on 31 June", BASE) == ()


def test_each_day_counts_once_and_only_so_many() -> None:
    assert days_written("2025-06-03, 3 June 2025, 2025-06-03") == (date(2025, 6, 3),)
    many = " ".join(f"{year}-01-01" for year in range(1900, 1990))
    assert len(days_written(many)) == MOST_WRITTEN
    assert len(days_written(many + " 3 June 2025")) == MOST_WRITTEN


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2025-06-18", date(2025, 6, 18)),
        ("2025-02-19-disk-full.md", date(2025, 2, 19)),
        ("2025_06_18.md", date(2025, 6, 18)),
        ("2025/06/18.md", date(2025, 6, 18)),
        ("20250618 idea", date(2025, 6, 18)),
        ("202506181205 idea.md", date(2025, 6, 18)),
        ("20250618120559.md", date(2025, 6, 18)),
        ("Meeting of 3 June 2025", date(2025, 6, 3)),
        ("1234567890", None),
        ("20251318", None),
        ("2025-02-30 2025-03-01", date(2025, 3, 1)),
        ("plan", None),
        ("", None),
    ],
)
def test_the_day_that_a_name_carries(name: str, expected: date | None) -> None:
    assert day_in_names([name]) == expected


def test_the_first_name_with_a_day_decides() -> None:
    assert day_in_names(["plan", "2025-01-02", "2025-03-04"]) == date(2025, 1, 2)


@given(st.text(max_size=300), st.dates())
def test_any_text_is_read(text: str, base: date) -> None:
    assert len(days_written(text, base)) <= MOST_WRITTEN
    assert day_in_names([text]) is None or text


@given(st.lists(st.sampled_from([*"1-/.年6 3,x", "\n", "2025", "May", "st", "of", "12"])))
def test_pieces_of_dates_are_read(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert all(1800 <= day.year <= 2199 for day in days_written(text, BASE))
    assert all(each.start < each.end for each in days_meant(text, BASE))
