"""The days of a document."""

from __future__ import annotations

from datetime import date

import pytest

from wellhead.testing.samples import document
from wellhead.text.dates import MOST_WRITTEN
from wellhead.text.days import Own, own_day, starts_before, text_days


@pytest.mark.parametrize(
    ("path", "fields", "expected"),
    [
        ("a.md", {"created": "2025-03-01"}, Own(date(2025, 3, 1))),
        ("a.md", {"created": "2025-03-01T23:30:00"}, Own(date(2025, 3, 1))),
        ("a.md", {"created": "1970-01-01T23:30:00-05:00"}, Own(date(1970, 1, 1), 1_440 + 270)),
        ("a.md", {"created": "0001-01-01T00:00:00+14:00"}, Own(date(1, 1, 1))),
        ("2025-06-18.md", {"created": "some day"}, Own(date(2025, 6, 18))),
        ("2025-06-18.md", {"created": "2025-03-01"}, Own(date(2025, 3, 1))),
        ("2025-06-18/notes.md", {}, Own(date(2025, 6, 18))),
        ("journal/x.md", {"title": "Sunday 18 May 2025"}, Own(date(2025, 5, 18))),
        ("x.md", {"title": "Sunday"}, None),
    ],
)
def test_a_documents_own_day(path: str, fields: dict[str, str], expected: Own | None) -> None:
    assert own_day(document(path, "on 2001-01-01", **fields)) == expected


def test_other_days_of_a_text() -> None:
    note = document("2025-06-18.md", "2025-06-18, 2025-06-19, 3 July")
    assert text_days(note, own_day(note)) == (date(2025, 6, 19), date(2025, 7, 3))


def test_a_text_has_as_many_days_as_it_has_room_for() -> None:
    many = " ".join(f"{year}-01-01" for year in range(1900, 1990))
    assert len(text_days(document("a.md", many), None)) == 2 + len(many) // 600
    assert len(text_days(document("a.md", many + "." * 99_999), None)) == MOST_WRITTEN


def test_a_moment_falls_on_its_day_in_the_zone_of_the_library() -> None:
    late = own_day(document("a.md", "", created="2025-03-01T23:30:00-05:00"))
    assert late is not None
    assert not starts_before(late, "2025-03-02", {})
    assert starts_before(late, "2025-03-02", {"2025-03-02": 29_013_120 + 1_440 + 300})
    assert starts_before(Own(date(2025, 3, 1)), "2025-03-02", {"2025-03-02": 0})
