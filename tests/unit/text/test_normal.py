"""One spelling, and the way back."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from wellhead.text.normal import normal, traced


def test_plain_text_stays_the_same_object() -> None:
    text = "plain words, schön"
    assert normal(text) is text
    assert traced(text)[0] is text


def test_the_way_back() -> None:
    text = "wait… cafe\u0301 ½"
    plain, origins = traced(text)
    assert plain == unicodedata.normalize("NFKC", text)
    assert [text[origins[i]] for i, char in enumerate(plain) if char in "wcé"] == ["w", "c", "e"]
    assert origins[len(plain)] == len(text)


@given(st.text(max_size=200))
def test_offsets_rise_and_end_at_the_end(text: str) -> None:
    plain, origins = traced(text)
    assert len(origins) == len(plain) + 1
    assert origins[len(plain)] == len(text)
    assert list(origins) == sorted(origins)
    assert all(0 <= origin <= len(text) for origin in origins)
