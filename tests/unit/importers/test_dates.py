from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.importers.dates import iso


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-05-01", "2024-05-01"),
        (" 2024/5/1 ", "2024-05-01"),
        ("2024.05.01", "2024-05-01"),
        ("[[2024-05-01]]", "2024-05-01"),
        ("2024-05-01 9:30", "2024-05-01T09:30:00"),
        ("2024-05-01T12:30:00Z", "2024-05-01T12:30:00+00:00"),
        ("2024-05-01T12:30:00.25+02:00", "2024-05-01T12:30:00.250000+02:00"),
        ("2024-05-01 12:30:00 -0330", "2024-05-01T12:30:00-03:30"),
    ],
)
def test_dates_take_one_form(written: str, date: str) -> None:
    assert iso(written) == date


@pytest.mark.parametrize(
    "written",
    [
        "",
        "yesterday",
        "01/02/2024",
        "2024-13-01",
        "2024-02-30",
        "2024-05",
        "{{date}}",
        "2024-05-01x",
        "٢٠٢٤-٠٥-٠١",
        "2024-05/01",
        "2024-05-01T25:00",
        "2024-05-01" + " " * 50 + "1",
    ],
)
def test_what_is_no_date_is_nothing(written: str) -> None:
    assert iso(written) == ""


@given(st.datetimes(timezones=st.none()))
def test_its_own_form_stays(when: object) -> None:
    date = iso(str(when)) or "too early"
    assert iso(date) in (date, "")


@given(st.text(max_size=60))
def test_any_text_is_survived(written: str) -> None:
    date = iso(written)
    assert date == "" or iso(date) == date
