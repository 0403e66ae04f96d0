from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.evals.dates import asked, created, moment


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("2023/05/20 (Sat) 01:22", "2023-05-20T01:22:00"),
        ("2023/05/20", "2023-05-20"),
        ("1:51 pm on 26 June, 2023", "2023-06-26T13:51:00"),
        ("12:05 am on 1 jan 2024", "2024-01-01T00:05:00"),
        ("12:05 pm on 1 Jan, 2024", "2024-01-01T12:05:00"),
        ("26 June, 2023", "2023-06-26"),
        ("2023-05-20", "2023-05-20"),
        ("2023-05-20T01:22:00+02:00", "2023-05-20T01:22:00+02:00"),
        (" 2023-05-20 01:22 ", "2023-05-20T01:22:00"),
    ],
)
def test_dates_as_data_sets_write_them(written, made):
    assert created(written) == made


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            "yesterday",
            "05/06/2023",
            "2023/13/01",
            "2023/02/30",
            "13:00 pm on 1 May, 2023",
            "0:10 am on 1 May, 2023",
        ),
        *("1 Ma, 2023", "1 Jux, 2023", "31 June, 2023", "2" * 5_000, None, 5, ["2023-05-20"], {"date": 1}),
    ],
)
def test_what_has_no_one_reading_is_no_date(written):
    assert moment(written) is None
    assert created(written) == ""


def test_a_question_is_asked_in_utc_unless_it_says_otherwise():
    assert asked("2023/05/20 (Sat) 01:22") == datetime(2023, 5, 20, 1, 22, tzinfo=UTC)
    assert asked("2023-05-20T01:22:00+02:00").utcoffset().seconds == 7_200
    assert asked("soon") is None


@given(st.text(max_size=50))
def test_any_text_is_a_date_or_none(written):
    assert moment(written) is None or created(written)
