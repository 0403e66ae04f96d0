"""Signs count: `C++` is not C."""

from __future__ import annotations

from tests.unit.search.shelf import Shelf
from wellhead.search.literal import MOST, SHARE
from wellhead.testing.samples import entry


def test_a_text_with_the_piece_as_typed_stands_before_one_with_its_words(shelf: Shelf) -> None:
    shelf.put("c.md", "Templates and macros in C, a note on C templates.", title="One")
    shelf.put("cpp.md", "Templates and macros in C++, a note on C++ templates.", title="Two")
    first, second = shelf.search("c++ templates").results
    assert (first.key, second.key) == ("note:cpp", "note:c")
    (literal,) = [signal for signal in first.signals if signal.name == "literal"]
    assert literal.detail == "“c++”"
    assert 1 < literal.weight < 1 + SHARE
    assert "literal" not in {signal.name for signal in second.signals}


def test_it_counts_by_how_much_of_the_question_it_is(shelf: Shelf) -> None:
    shelf.put("cpp.md", "Templates and macros of C++ in long texts.")
    shelf.put_all([entry(f"{number}.md", "Templates and macros in long texts.") for number in range(9)])
    weights = []
    for text in ("C++", "C++ templates", "C++ templates and macros in long texts of zeppelins"):
        signals = next(hit.signals for hit in shelf.search(text).results if hit.key == "note:cpp")
        weights += [signal.weight for signal in signals if signal.name == "literal"]
    assert weights[0] == 1 + SHARE
    assert weights == sorted(weights, reverse=True)
    assert weights[2] > 1


def test_it_can_be_left_out(shelf: Shelf) -> None:
    shelf.put("cpp.md", "Templates in C++.")
    signals = shelf.search("C++ templates", signals=("near", "title")).results[0].signals
    assert "literal" not in {signal.name for signal in signals}


def test_it_is_read_even_where_very_many_hold_the_word(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number:03}.md", f"C number{number}") for number in range(80)])
    shelf.put("z.md", "C++ only once")
    (literal,) = [hit.key for hit in shelf.search("C++").results if "literal" in {each.name for each in hit.signals}]
    assert literal == "note:z"
    assert MOST > 80


def test_words_alone_change_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak, well-known.")
    assert "literal" not in {signal.name for signal in shelf.search("well-known oak").results[0].signals}
