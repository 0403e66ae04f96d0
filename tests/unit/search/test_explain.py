"""Why a hit stands where it stands, in the words of a person."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.model.options import SearchOptions
from wellhead.model.query import SearchResult
from wellhead.search.search import search
from wellhead.testing.samples import entry


def asked(shelf: Shelf, text: str, *, explain: bool = True) -> SearchResult:
    return search(text, store=shelf.store, index=shelf.index, options=SearchOptions(), asked=ASKED, explain=explain)


def reasons(shelf: Shelf, text: str, key: str) -> tuple[str, ...]:
    (found,) = [hit.reasons for hit in asked(shelf, text).results if hit.key == f"note:{key}"]
    return found


def test_nothing_is_explained_unless_asked(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.")
    assert [hit.reasons for hit in asked(shelf, "oak", explain=False).results] == [()]


def test_explaining_changes_no_order_and_no_score(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number}.md", f"oak and elm {'ash ' * number}") for number in range(9)])
    plain, told = (asked(shelf, "oak elm", explain=explain).results for explain in (False, True))
    assert [(hit.rank, hit.key, hit.score) for hit in plain] == [(hit.rank, hit.key, hit.score) for hit in told]
    assert all(hit.reasons for hit in told)


def test_the_words_it_holds_and_lacks(shelf: Shelf) -> None:
    shelf.put("x.md", "An oak stood far away from here, beyond the hill and the long road, by an elm.", title="One")
    shelf.put("y.md", "The oak elm.", title="Two")
    shelf.put("z.md", "An oak by the elm, and ash.", title="Three")
    assert reasons(shelf, "oak elm zeppelin", "y") == ("It holds “oak” and “elm”, side by side, not “zeppelin”.",)
    assert reasons(shelf, "oak elm", "x") == ("It holds “oak” and “elm”.",)
    assert reasons(shelf, "oak elm", "z") == ("It holds “oak” and “elm”, close together.",)


def test_some_of_the_words_may_stand_together(shelf: Shelf) -> None:
    shelf.put("x.md", "oak elm, and much later in this long text of very many words, an ash.", title="One")
    assert reasons(shelf, "ash oak elm", "x") == ("It holds “ash”, “oak” and “elm” (“oak” and “elm” side by side).",)


def test_one_word_is_counted(shelf: Shelf) -> None:
    shelf.put("x.md", "---\nsummary: an oak\n---\nAn oak, and oaks.", title="One")
    assert reasons(shelf, "oak", "x") == ("“oak” stands in it twice.",)


def test_its_title_and_its_tags(shelf: Shelf) -> None:
    shelf.put("x.md", "The tide came.", title="The tide mill of old", tags=("tide-mill", "other"))
    assert reasons(shelf, "tide mill zeppelin", "x")[1:] == (
        "Its title says “tide” and “mill”.",
        "It has your tag #tide-mill.",
    )
    assert "Its title says both of them." in reasons(shelf, "tide mill", "x")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Harbour Ledgr", "“Harbour Ledgr” was taken for “Harbour Ledger”: one letter off."),
        ("the Big Book", "“the Big Book” is one of its names."),
        ("Harbour Ledgers", "“Harbour Ledgers” is another form of its name."),
        ("Harbour Ledger", "“Harbour Ledger” is its title."),
        ("note:x", "You asked for it by its key."),
        ("https://example.org/ledger", "You asked for it by its address."),
    ],
)
def test_its_name(shelf: Shelf, text: str, said: str) -> None:
    shelf.put("x.md", "Nothing.", title="Harbour Ledger", aliases=("the Big Book",), url="https://example.org/ledger")
    assert reasons(shelf, text, "x")[0] == said


def test_a_word_that_stands_nowhere_is_told_with_what_it_was_taken_for(shelf: Shelf) -> None:
    shelf.put("x.md", "A sourdough loaf.", title="One")
    assert reasons(shelf, "sourdouhg loaf", "x") == (
        "“sourdouhg” stands nowhere and was taken for “sourdough”.",
        "It holds “sourdough” and “loaf”, side by side.",
    )


def test_a_word_that_only_its_name_holds(shelf: Shelf) -> None:
    shelf.put("x.md", "Nothing of it.", title="Oak")
    assert reasons(shelf, "oak", "x")[0] == "“oak” is its title."
    shelf.put("y.md", "Nothing of it.", title="T", tags=("elm",))
    assert reasons(shelf, "elm ash", "y")[0] == "It holds “elm”, not “ash”."


def test_a_name_that_was_misspelt_is_not_said_to_be_missing(shelf: Shelf) -> None:
    shelf.put("x.md", "Nothing.", title="Skerry")
    assert reasons(shelf, "Skery", "x") == ("“Skery” was taken for “Skerry”: one letter off.",)


def test_a_sentence_that_leads_to_it(shelf: Shelf) -> None:
    shelf.put("ann.md", "She met [[Bob Tarn]] at the harbour.", title="Ann Quill")
    shelf.put("bob.md", "A sailor.", title="Bob Tarn")
    assert "“Ann Quill” says: She met Bob Tarn at the harbour." in reasons(shelf, "who did Ann Quill meet", "bob")


def test_its_day(shelf: Shelf) -> None:
    shelf.put("x.md", "An oak.", created="2025-07-03")
    assert "It is of 2025-07-03, which is “yesterday”." in reasons(shelf, "oak yesterday", "x")
    shelf.put("y.md", "An oak, on 2025-07-03.", created="2025-01-01")
    shelf.put("z.md", "An oak.", created="2025-07-02")
    assert "It names 2025-07-03, which is “yesterday”." in reasons(shelf, "oak yesterday", "y")
    assert "It is of 2025-07-02, not far from “yesterday”." in reasons(shelf, "oak yesterday", "z")
    assert reasons(shelf, "kind:note", "x")[-1] == "Its day is 2025-07-03; the newest come first."


def test_a_piece_of_a_word(shelf: Shelf) -> None:
    shelf.put("x.md", "The nightly rebuild.")
    assert reasons(shelf, "ightl", "x")[0] == "“ightl” stands in its text, though not as a word."


def test_signs_as_they_were_typed(shelf: Shelf) -> None:
    shelf.put("x.md", "Written in C++.", title="One")
    assert "It holds “C++” just as you wrote it." in reasons(shelf, "C++ code", "x")


def test_words_that_feedback_added_are_told_as_texts_have_them(shelf: Shelf) -> None:
    shelf.put_all(
        [
            entry(f"{number}.md", f"oak {number}. Forestries and Valleys, valleys.", title=f"T{number}")
            for number in range(4)
        ]
    )
    shelf.put_all(
        [
            entry(f"x{number}.md", f"{'other words of a long text ' * 20}, number {number}, oak?", title=f"X{number}")
            for number in range(9)
        ]
    )
    shelf.put("best.md", "oak elm. Forestries and valleys, valleys.", title="Best")
    result = asked(shelf, "oak elm zeppelin grove")
    assert {"Forestries", "valleys"} <= set(result.feedback.words)
    assert 0 < result.feedback.share <= 1
    (detail,) = [each.detail for each in result.results[0].signals if each.name == "feedback"]
    assert "valleys" in detail


def test_no_hit_is_told_more_than_three_things(shelf: Shelf) -> None:
    shelf.put("x.md", "The oak elm in C++.", title="Oak Elm", tags=("oak-elm",), created="2025-07-03")
    shelf.put("y.md", "See [[x|Oak Elm]] for the oak elm in C++.", title="Other")
    assert len(reasons(shelf, "Oak Elm C++ yesterday", "x")) == 3


def test_any_text_is_explained(shelf: Shelf) -> None:
    shelf.put("x.md", "oak " * 3_000, title="oak " * 300, tags=("oak " * 50,))
    assert all(len(reason) < 400 for reason in reasons(shelf, "oak elm " * 500, "x"))
