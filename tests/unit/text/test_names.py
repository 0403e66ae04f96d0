from __future__ import annotations

from wellhead.text.names import LONGEST, MOST, bounded, distinct, one_line


def test_a_name_is_one_line_of_bounded_length() -> None:
    assert one_line("  a \n b\t") == "a b"
    assert len(one_line("word " * 1_000_000)) <= LONGEST


def test_names_are_kept_once_in_their_first_spelling() -> None:
    assert distinct(["Boats", "", " ", "boats", "Fares"]) == ("Boats", "Fares")


def test_too_many_names_are_cut_and_named() -> None:
    many = tuple(map(str, range(MOST + 1)))
    assert bounded(many, "tags") == (many[:MOST], f"only the first {MOST} of {MOST + 1} tags are used")
    assert bounded(many[:3], "tags") == (many[:3], "")
