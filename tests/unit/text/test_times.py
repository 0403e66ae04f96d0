"""The time words of a question."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.text.times import MOST, meant_day, times

ASKED = date(2025, 7, 4)  # a Friday
MONTH = ("2025-05-01", "2025-06-01")


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what happened yesterday?", "2025-07-03", "2025-07-04"),
        ("yesterday's walk", "2025-07-03", "2025-07-04"),
        ("the day before yesterday", "2025-07-02", "2025-07-03"),
        ("what is on tomorrow", "2025-07-05", "2025-07-06"),
        ("the day after tomorrow", "2025-07-06", "2025-07-07"),
        ("this morning", "2025-07-04", "2025-07-05"),
        ("last night", "2025-07-03", "2025-07-04"),
        ("notes of last week", "2025-06-23", "2025-06-30"),
        ("this week", "2025-06-30", "2025-07-07"),
        ("next month", "2025-08-01", "2025-09-01"),
        ("earlier this year", "2025-01-01", "2026-01-01"),
        ("last weekend", "2025-06-28", "2025-06-30"),
        ("on Friday", "2025-06-27", "2025-06-28"),
        ("last Tuesday", "2025-07-01", "2025-07-02"),
        ("last spring", "2025-03-01", "2025-06-01"),
        ("last winter", "2024-12-01", "2025-03-01"),
        ("last summer", "2024-06-01", "2024-09-01"),
        ("this summer", "2025-06-01", "2025-09-01"),
        ("last May", *MONTH),
        ("last July", "2024-07-01", "2024-08-01"),
        ("next March", "2026-03-01", "2026-04-01"),
        ("two weeks ago", "2025-06-17", "2025-06-24"),
        ("a couple of days ago", "2025-07-02", "2025-07-03"),
        ("3 months ago", "2025-03-20", "2025-04-20"),
        ("a year ago", "2024-01-01", "2025-01-01"),
        ("in the last three months", "2025-04-04", "2025-07-05"),
        ("over the past week", "2025-06-27", "2025-07-05"),
        ("last 10 days", "2025-06-24", "2025-07-05"),
        ("in May 2025", *MONTH),
        ("in may", *MONTH),
        ("in early May", *MONTH),
        ("in mid-May 2025", *MONTH),
        ("the end of May", *MONTH),
        ("minutes of May, 2025", *MONTH),
        ("in December", "2024-12-01", "2025-01-01"),
        ("2025-05", *MONTH),
        ("2025年5月", *MONTH),
        ("2025年5月3日の会議", "2025-05-03", "2025-05-04"),
        ("in 1903", "1903-01-01", "1904-01-01"),
        ("on 3 June", "2025-06-03", "2025-06-04"),
        ("on June 3rd", "2025-06-03", "2025-06-04"),
        ("the 3rd of june", "2025-06-03", "2025-06-04"),
        ("3 march 2025", "2025-03-03", "2025-03-04"),
        ("on 3 August", "2024-08-03", "2024-08-04"),
        ("on 29 February", "2024-02-29", "2024-03-01"),
        ("spring 2024", "2024-03-01", "2024-06-01"),
        ("the summer of 2024", "2024-06-01", "2024-09-01"),
        ("winter 2024/25", "2024-12-01", "2025-03-01"),
        ("Q2 2025", "2025-04-01", "2025-07-01"),
        ("the second quarter of 2025", "2025-04-01", "2025-07-01"),
        ("Christmas 2023", "2023-12-24", "2023-12-27"),
        ("last christmas", "2024-12-24", "2024-12-27"),
        ("between March and May 2024", "2024-03-01", "2024-06-01"),
        ("between November and January", "2024-11-01", "2025-02-01"),
        ("from 3 to 10 June", "2025-06-03", "2025-06-11"),
        ("between 3 June 2024 and 2 May 2025", "2024-06-03", "2025-05-03"),
        ("March–May 2024", "2024-03-01", "2024-06-01"),
        ("2025-03-04 to 2025-03-09", "2025-03-04", "2025-03-10"),
        ("from 1999 until 2003", "1999-01-01", "2004-01-01"),
        ("since March", "2025-03-01", "2025-07-05"),
        ("since Christmas", "2024-12-24", "2025-07-05"),
        ("after last spring", "2025-06-01", "2025-07-05"),
        ("before 2020", "0001-01-01", "2020-01-01"),
        ("until the last week", "0001-01-01", "2025-07-05"),
    ],
)
def test_what_a_question_means(question: str, start: str, end: str) -> None:
    assert [(each.range.start, each.range.end) for each in times(question, ASKED)] == [(start, end)]


@pytest.mark.parametrize(
    "question",
    [
        "may I ask 3 people",
        "march 3 times around",
        "what to plant in spring",
        "winter 2024",
        "this weekend",
        "next Tuesday",
        "a few days ago",
        "budget 2024",
        "of 2000 people",
        "01/02/2024",
        "on 31 June",
        "999999 weeks ago",
        "in 99999",
        "last but not least",
        "week",
        "between you and me",
        "the last word",
        "before the storm",
        "Q7 2025",
        "the day before",
        "",
    ],
)
def test_what_can_be_read_in_two_ways_is_no_time(question: str) -> None:
    assert times(question, ASKED) == []


def _pure(question: str) -> list[str]:
    return [question[start:end] for each in times(question, ASKED) for start, end in each.pure]


def test_words_that_say_nothing_but_when() -> None:
    assert _pure("two weeks ago") == ["two", "weeks", "ago"]
    assert _pure("mills last spring") == ["last"]
    assert _pure("between March and May 2024") == ["between", "and"]
    assert _pure("in May 2025") == []
    assert _pure("2025年5月3日") == ["年", "月", "日"]


def test_a_time_says_where_it_stands_and_how() -> None:
    (found,) = times("what of last  week, then", ASKED)
    assert (found.start, found.end, found.range.text) == (8, 18, "last week")


def test_several_times_are_several() -> None:
    assert [each.range.text for each in times("yesterday or in May 2024", ASKED)] == ["yesterday", "in May 2024"]
    assert len(times("yesterday " * 9, ASKED)) == MOST


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("yesterday", "2025-07-03"),
        ("last spring", "2025-03-01"),
        ("the last week", "2025-06-27"),
        ("two weeks ago", "2025-06-20"),
        ("2025", "2025-01-01"),
        ("2025-03", "2025-03-01"),
        ("2025-03-09", "2025-03-09"),
        ("May", "2025-05-01"),
        ("tuesday", "2025-07-01"),
        ("Christmas", "2024-12-25"),
        ("3.6.2025", "2025-06-03"),
    ],
)
def test_the_day_that_a_value_names(said: str, day: str) -> None:
    assert meant_day(said, ASKED) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "said", ["soon", "yesterday or", "2025-13", "01/02/2024", "7", "", "☂", "yesterday ☂ umbrella"]
)
def test_what_names_no_day(said: str) -> None:
    assert meant_day(said, ASKED) is None


WORDS = (
    "last in the two weeks ago May 3 2025 since before between and spring - , on Friday of q quarter a couple Christmas"
    " day yesterday year 2025-06-03 年 / the"
)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=12), st.dates())
def test_any_words_on_any_day_are_read(words: list[str], asked: date) -> None:
    text = " ".join(words)
    found = times(text, asked)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(each.range.start < each.range.end and each.range.text in text for each in found)
    meant_day(text, asked)
