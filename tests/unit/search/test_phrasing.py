"""Words of a sentence."""

from __future__ import annotations

import pytest

from wellhead.search.phrasing import both, listed, quoted, times, without_markup


def test_words_are_listed_as_one_would_say_them() -> None:
    assert listed(["a"]) == "“a”"
    assert listed(["a", "b"], "or") == "“a” or “b”"
    assert listed(["a", "b", "c"]) == "“a”, “b” and “c”"
    assert listed(list("abcdefgh")) == "“a”, “b”, “c”, “d”, “e”, “f” and 2 more"
    assert both(["#x"]) == "#x"


def test_a_long_word_is_cut() -> None:
    assert quoted("x" * 99) == "“" + "x" * 39 + "…”"


def test_times() -> None:
    assert [times(count) for count in (0, 1, 2, 1200)] == ["", " once", " twice", " 1,200 times"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("- See [[people/ann|Ann]] and\n  [the page](https://x.example/a).", "See Ann and the page."),
        ("> * **Bold** `code` ![[picture.png]]", "Bold code picture.png"),
        ("- [ ] call [[Ann]]", "call Ann"),
        ("3 - 2 is #1", "3 - 2 is #1"),
        ("[[" * 40, "[[" * 40),
    ],
)
def test_a_sentence_is_told_without_its_marks(written: str, read: str) -> None:
    assert without_markup(written) == read
