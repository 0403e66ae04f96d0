"""What a question holds as it was typed."""

from __future__ import annotations

import pytest

from wellhead.model.query import Query
from wellhead.search.pieces import LONGEST, MOST, stands_in, typed, with_signs


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ightly", ("ightly",)),
        ("the ightly, rebui!", ("ightly", "rebui")),
        ("the and", ("the", "and")),
        ("ab cd", ()),
        ("字 ab", ("字",)),
        ('"ightly  rebui" -draft tag:garden @ines', ("ightly rebui",)),
        ("foo_bar( (see) f(x)", ("foo_bar(", "see", "f(x)")),
        ("rebui*", ("rebui",)),
        ("https://example.org/a?b", ("https://example.org/a?b",)),
        ("?! () “”", ()),
        ("ightly ightly", ("ightly",)),
    ],
)
def test_pieces_are_what_stands_between_spaces(text: str, pieces: tuple[str, ...]) -> None:
    assert typed(Query(text=text)) == pieces


def test_they_are_few_and_short() -> None:
    found = typed(Query(text=" ".join(f"{number}{'x' * 300}" for number in range(40))))
    assert len(found) == MOST
    assert max(map(len, found)) == LONGEST


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("C++ templates", ("C++",)),
        ("foo_bar( and a/b", ("foo_bar(", "a/b")),
        ("costs 50%, $5 or 3.14", ("50%", "$5", "3.14")),
        ("the well-known miller's don’t 2025-03-01", ()),
        ("plain words?", ()),
        ("!!! ??? ->", ()),
        ("std::sort", ("std::sort",)),
    ],
)
def test_only_some_say_more_than_their_words(text: str, pieces: tuple[str, ...]) -> None:
    assert with_signs(Query(text=text)) == pieces


@pytest.mark.parametrize(
    ("piece", "text", "there"),
    [
        ("c++", "in c++ too", True),
        ("a/b", "beta/bravo", False),
        ("a/b", "beta/bravo a/b", True),
        ("foo(", "xfoo(", False),
        ("$5", "us$5", True),
        ("$5", "$50", False),
    ],
)
def test_a_piece_does_not_begin_or_end_within_a_word(piece: str, text: str, there: bool) -> None:
    assert stands_in(piece, text) is there
