"""Words that the stemmer cannot tell from a stop word: Ines and in, use and us."""

from __future__ import annotations

from tests.unit.search.shelf import Shelf
from wellhead.search.query import MIXED
from wellhead.text import tokens


def filled(shelf: Shelf) -> None:
    for number in range(30):
        shelf.put(f"box {number}.md", f"Shelf {number} in the attic, in a box, in paper.")
    shelf.put("crew.md", "Ines came in late and sat down in front.")
    shelf.put("swim.md", "Somebody taught Ines to swim.")


def test_a_name_is_not_the_stop_word_it_stems_to(shelf: Shelf) -> None:
    filled(shelf)
    found = shelf.search("Ines").results
    assert {hit.key for hit in found} == {"note:crew", "note:swim"}
    assert all(hit.matched_terms == ("Ines",) for hit in found)


def test_only_the_name_is_marked(shelf: Shelf) -> None:
    filled(shelf)
    crew = next(hit for hit in shelf.search("Ines").results if hit.key == "note:crew")
    (window,) = crew.windows
    assert [window.text[start:end] for start, end in window.marks] == ["Ines"]


def test_beside_other_words_it_counts_and_says_why_it_is_not_looked_for_alone(shelf: Shelf) -> None:
    filled(shelf)
    shelf.put("pool.md", "Nobody learnt to swim here, not in summer.")
    result = shelf.search("Ines swim")
    assert result.results[0].key == "note:swim"
    assert result.results[0].matched_terms == ("swim",)
    assert ("Ines", MIXED) in result.query.dropped


def test_stop_words_among_mixed_stems_are_blanked() -> None:
    text = "In use: Ines is in it, use us"
    assert tokens.told_apart(text, tokens.stems(text), {"in", "us"}) == ["", "us", "in", "is", "", "it", "us", ""]
    assert tokens.told_apart(text, tokens.stems(text), {"oak"}) == tokens.stems(text)
