"""What is understood of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.query import Query, Term
from wellhead.search.query import COMMON, MAX_BYTES, MAX_TERMS, STOP_WORD, understood, without_common


def texts(query: Query) -> list[str]:
    return [term.text for term in query.terms]


def test_words_carry_the_stems_of_the_index() -> None:
    assert understood("Running Étudiantes", "en").terms == (
        Term(text="Running", stems=("run",)),
        Term(text="Étudiantes", stems=("etudiant",)),
    )
    assert understood("Running", "none").terms == (Term(text="Running", stems=("running",)),)


def test_a_quoted_phrase_is_one_term() -> None:
    query = understood('red "wheel-barrow  RACES" blue', "en")
    assert query.terms[1] == Term(text="wheel barrow RACES", stems=("wheel", "barrow", "race"), phrase=True)
    assert texts(query) == ["red", "wheel barrow RACES", "blue"]


def test_typographic_quotes_quote() -> None:
    assert [term.phrase for term in understood("„alte Mühle“ «vieux moulin»", "none").terms] == [True, True]


def test_a_lone_quote_is_punctuation() -> None:
    assert texts(understood('12" vinyl', "en")) == ["12", "vinyl"]


def test_a_quoted_word_is_exact() -> None:
    assert understood('"running"', "en").terms == (Term(text="running", stems=("run",), phrase=True),)


def test_a_star_makes_a_prefix() -> None:
    (term,) = understood("rebuil*", "en").terms
    assert term.prefix
    assert term.text == "rebuil"
    assert understood("a*", "none").terms == (Term(text="a", stems=("a",)),)
    assert texts(understood("2*3 * *x", "none")) == ["2", "3", "x"]


def test_a_prefix_knows_the_stems_it_hides() -> None:
    (term,) = understood("runni*", "en").terms
    assert "run" in term.stems
    assert understood("runni*", "none").terms[0].stems == ("runni",)


def test_runs_without_spaces_are_bigrams() -> None:
    short, soft, exact, one = understood('東京都 深度学习方法 "深度学习方法" 学', "en").terms
    assert short == Term(text="東京都", stems=("東京", "京都"), phrase=True, cjk=True)
    assert soft.stems == ("深度", "度学", "学习", "习方", "方法")
    assert not soft.phrase
    assert exact.phrase
    assert one == Term(text="学", stems=("学",), phrase=True, prefix=True, cjk=True)


def test_a_run_inside_a_word_stands_alone() -> None:
    assert texts(understood("abc東京def", "en")) == ["abc", "東京", "def"]


def test_stop_words_go_unless_nothing_remains() -> None:
    query = understood("What is the capital of the moon", "en")
    assert texts(query) == ["capital", "moon"]
    assert ("What", STOP_WORD) in query.dropped
    assert texts(understood("to be or not to be", "en")) == ["to", "be", "or", "not"]
    assert texts(understood("the moon", "none")) == ["the", "moon"]


def test_a_quoted_stop_word_stays() -> None:
    assert texts(understood('"the who" moon', "en")) == ["the who", "moon"]


def test_equal_terms_are_one() -> None:
    assert texts(understood("run Running runs run", "en")) == ["run"]


def test_no_more_terms_than_there_is_room_for() -> None:
    query = understood(" ".join(f"word{i}" for i in range(40)), "en")
    assert len(query.terms) == MAX_TERMS
    assert [term for term, _ in query.dropped] == [f"word{i}" for i in range(32, 40)]


def test_a_long_text_is_cut_and_says_so() -> None:
    query = understood("ä" * 3_000 + " end", "en")
    assert len(query.text.encode()) <= MAX_BYTES
    assert "4,096 bytes" in query.dropped[0][1]


def test_compatible_characters_are_one() -> None:
    assert texts(understood("ﬁsh ＡＢＣ", "en")) == ["fish", "ABC"]


@pytest.mark.parametrize("text", ["", "   ", "?!… —", '""', "*", "\x00", "☂☂"])
def test_no_word_is_a_reason(text: str) -> None:
    query = understood(text, "en")
    assert query.terms == ()
    assert query.dropped[0][1] == "no word in it"


def test_common_terms_go_unless_nothing_remains() -> None:
    query = understood("oak tree", "en")
    kept = without_common(query, {"tree"})
    assert texts(kept) == ["oak"]
    assert kept.dropped == (("tree", COMMON),)
    assert without_common(query, {"oak", "tree"}) == query


def test_a_prefix_begins_where_its_word_does() -> None:
    assert [(term.text, term.prefix) for term in understood("foo*bar* x_lamp* -tree* end*", "en").terms] == [
        ("foo", False),
        ("bar", True),
        ("x", False),
        ("lamp", True),
        ("tree", True),
        ("end", True),
    ]


@given(st.text(max_size=400))
def test_any_text_is_understood(text: str) -> None:
    for language in ("en", "none"):
        query = understood(text, language)
        assert query.terms or query.dropped
        assert len(query.terms) <= MAX_TERMS
        assert all(term.stems and '"' not in term.text and "\x00" not in term.text for term in query.terms)
