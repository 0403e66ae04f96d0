"""Filters as they are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from wellhead.errors import UsageError
from wellhead.model.query import Filter
from wellhead.search.filters import MOST, NO_VALUE, Unusable, given, midnights, read

ASKED = datetime(2025, 7, 4, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "written", "value"),
    [
        ("kind", "Note", "note"),
        ("tag", "#Tide  Mill", "Tide Mill"),
        ("author", " Ines  Abeku ", "Ines Abeku"),
        ("path", "./notes/a", "notes/a"),
        ("mine", "", "yes"),
        ("mine", "No", "no"),
        ("after", "2025-03-01", "2025-03-01"),
    ],
)
def test_a_value_as_it_is_looked_for(field: Any, written: str, value: str) -> None:
    assert read(field, written, ASKED) == Filter(field=field, value=value)


@pytest.mark.parametrize(
    ("written", "day"),
    [("last spring", "2025-03-01"), ("2025", "2025-01-01"), ("2025-03", "2025-03-01"), ("yesterday", "2025-07-03")],
)
def test_a_time_is_its_first_day_and_keeps_how_it_was_said(written: str, day: str) -> None:
    assert read("before", written, ASKED, excluded=True) == Filter(
        field="before", value=day, text=written, excluded=True
    )


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("kind", "two words"),
        ("kind", ""),
        ("tag", "###"),
        ("author", "…"),
        ("path", "/"),
        ("mine", "perhaps"),
        ("after", "soon"),
        ("after", "01/02/2025"),
        ("tag", "x" * 400),
    ],
)
def test_a_value_that_is_none_has_a_reason(field: Any, written: str) -> None:
    with pytest.raises(Unusable) as told:
        read(field, written, ASKED)
    assert len(str(told.value)) > 10
    assert (str(told.value) == NO_VALUE) == (not written)


def test_filters_of_a_call() -> None:
    assert given({"tag": ["a", "b"], "-kind": "chat", "after": "yesterday"}, ASKED) == (
        Filter(field="tag", value="a"),
        Filter(field="tag", value="b"),
        Filter(field="kind", value="chat", excluded=True),
        Filter(field="after", value="2025-07-03", text="yesterday"),
    )


@pytest.mark.parametrize(
    "filters", [{"colour": "red"}, {"after": "soon"}, {"tag": [1]}, {"tag": ["x"] * (MOST + 1)}, {"": "x"}]
)
def test_a_call_with_a_filter_that_cannot_be_used_is_refused(filters: Any) -> None:
    with pytest.raises(UsageError):
        given(filters, ASKED)


def test_a_day_begins_when_it_does_in_its_zone_summer_and_winter() -> None:
    lisbon = ASKED.astimezone(ZoneInfo("Europe/Lisbon"))
    assert midnights(["1970-01-02"], ASKED) == {"1970-01-02": 1_440}
    winter, summer = midnights(["2025-01-01", "2025-07-01"], lisbon).values()
    assert (winter % 1_440, summer % 1_440) == (0, 1_380)
    assert midnights(["0001-01-01"], ASKED.astimezone(timezone(timedelta(hours=5, minutes=45))))["0001-01-01"] < 0
