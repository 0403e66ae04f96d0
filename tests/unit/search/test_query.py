"""What is understood of a question."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.kinds import DEFAULT_ROLES
from wellhead.model.query import DayRange, Filter, Query, QueryAnchor, Term
from wellhead.search.query import (
    COMMON,
    MAX_BYTES,
    MAX_EXCLUDED,
    MAX_PREFIXES,
    MAX_TERMS,
    NO_WORD,
    ONLY_EXCLUDED,
    STOP_WORD,
    TIME,
    understood,
    without_common,
)
from wellhead.text.keys import free_key, make_key, span_key, titled_key

ASKED = datetime(2025, 7, 4, 9, 30, tzinfo=UTC)  # a Friday


def read(text: str, language: str, **more: Any) -> Query:
    return understood(text, language, ASKED, **more)


def texts(query: Query) -> list[str]:
    return [term.text for term in query.terms]


@pytest.mark.promise("R-014")
def test_words_carry_the_stems_of_the_index() -> None:
    assert read("Running Étudiantes", "en").terms == (
        Term(text="Running", stems=("run",)),
        Term(text="Étudiantes", stems=("etudiant",)),
    )
    assert read("Running", "none").terms == (Term(text="Running", stems=("running",)),)


def test_a_quoted_phrase_is_one_term() -> None:
    query = read('red "wheel-barrow  RACES" blue', "en")
    assert query.terms[1] == Term(text="wheel barrow RACES", stems=("wheel", "barrow", "race"), phrase=True)
    assert texts(query) == ["red", "wheel barrow RACES", "blue"]


def test_typographic_quotes_quote() -> None:
    assert [term.phrase for term in read("„alte Mühle“ «vieux moulin»", "none").terms] == [True, True]


def test_a_lone_quote_is_punctuation() -> None:
    assert texts(read('12" vinyl', "en")) == ["12", "vinyl"]


def test_a_quoted_word_is_exact() -> None:
    assert read('"running"', "en").terms == (Term(text="running", stems=("run",), phrase=True),)


def test_a_star_makes_a_prefix() -> None:
    (term,) = read("rebuil*", "en").terms
    assert term.prefix
    assert term.text == "rebuil"
    assert read("a*", "none").terms == (Term(text="a", stems=("a",)),)
    assert texts(read("2*3 * *x", "none")) == ["2", "3", "x"]


def test_a_prefix_knows_the_stems_it_hides() -> None:
    (term,) = read("runni*", "en").terms
    assert "run" in term.stems
    assert read("runni*", "none").terms[0].stems == ("runni",)


def test_runs_without_spaces_are_bigrams() -> None:
    short, soft, exact, one = read('東京都 深度学习方法 "深度学习方法" 学', "en").terms
    assert short == Term(text="東京都", stems=("東京", "京都"), phrase=True, cjk=True)
    assert soft.stems == ("深度", "度学", "学习", "习方", "方法")
    assert not soft.phrase
    assert exact.phrase
    assert one == Term(text="学", stems=("学",), phrase=True, prefix=True, cjk=True)


def test_a_run_inside_a_word_stands_alone() -> None:
    assert texts(read("abc東京def", "en")) == ["abc", "東京", "def"]


@pytest.mark.promise("R-030")
def test_stop_words_go_unless_nothing_remains() -> None:
    query = read("What is the capital of the moon", "en")
    assert texts(query) == ["capital", "moon"]
    assert ("What", STOP_WORD) in query.dropped
    assert texts(read("to be or not to be", "en")) == ["to", "be", "or", "not"]
    assert texts(read("the moon", "none")) == ["the", "moon"]


def test_a_quoted_stop_word_stays() -> None:
    assert texts(read('"the who" moon', "en")) == ["the who", "moon"]


def test_equal_terms_are_one() -> None:
    assert texts(read("run Running runs run", "en")) == ["run"]


def test_no_more_terms_than_there_is_room_for() -> None:
    query = read(" ".join(f"word{i}" for i in range(40)), "en")
    assert len(query.terms) == MAX_TERMS
    assert [term for term, _ in query.dropped] == [f"word{i}" for i in range(32, 40)]


def test_no_more_beginnings_than_there_is_room_for() -> None:
    query = read("oak " + " ".join(f"begin{i}*" for i in range(40)) + " elm", "en")
    assert texts(query) == ["oak", *(f"begin{i}" for i in range(MAX_PREFIXES)), "elm"]
    assert query.dropped[0] == ("begin8*", "a query has room for 8 beginnings of words")
    assert len(query.dropped) == 40 - MAX_PREFIXES
    assert len(read("oak " + " ".join(f"-begin{i}*" for i in range(40)), "en").excluded) == MAX_PREFIXES


def test_no_more_is_left_out_than_there_is_room_for() -> None:
    query = read("oak " + " ".join(f"-word{i}" for i in range(20)), "en")
    assert len(query.excluded) == MAX_EXCLUDED == 16
    assert query.dropped[0] == ("-word16", "a query has room for 16 things to leave out")


def test_a_long_text_is_cut_and_says_so() -> None:
    query = read("ä" * 3_000 + " end", "en")
    assert len(query.text.encode()) <= MAX_BYTES
    assert "4,096 bytes" in query.dropped[0][1]


@pytest.mark.promise("R-014")
def test_compatible_characters_are_one() -> None:
    assert texts(read("ﬁsh ＡＢＣ", "en")) == ["fish", "ABC"]


@pytest.mark.parametrize("text", ["", "   ", "?!… —", '""', "*", "\x00", "☂☂"])
def test_no_word_is_a_reason(text: str) -> None:
    query = read(text, "en")
    assert query.terms == ()
    assert query.dropped[0][1] == NO_WORD


def test_common_terms_go_unless_nothing_remains() -> None:
    query = read("oak tree", "en")
    kept = without_common(query, {"tree"})
    assert texts(kept) == ["oak"]
    assert kept.dropped == (("tree", COMMON),)
    assert without_common(query, {"oak", "tree"}) == query


def test_a_prefix_begins_where_its_word_does() -> None:
    assert [(term.text, term.prefix) for term in read("foo*bar* x_lamp* (tree* end*", "en").terms] == [
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
        query = read(text, language)
        assert query.terms or query.dropped or query.filters or query.anchors
        assert len(query.terms) <= MAX_TERMS
        assert all(term.stems and '"' not in term.text and "\x00" not in term.text for term in query.terms)


@pytest.mark.promise("R-030")
@pytest.mark.parametrize(
    ("question", "terms", "stems"),
    [
        ("What did I save about the Tide Mills?", ["save", "Tide", "Mills"], ["save", "tide", "mill"]),
        ("why WAS it that they ground RYE", ["ground", "RYE"], ["ground", "rye"]),
        ("how do you do", ["how", "do", "you"], ["how", "do", "you"]),
        ("the who", ["the", "who"], ["the", "who"]),
        ("a ﬁne étude", ["fine", "étude"], ["fine", "etud"]),
    ],
)
def test_filler_words_go_and_the_others_are_normalised(question: str, terms: list[str], stems: list[str]) -> None:
    query = read(question, "en")
    assert texts(query) == terms
    assert [term.stems[0] for term in query.terms] == stems


def test_what_no_result_may_hold() -> None:
    query = read('oak -draft -"red  leaf" NOT mill* -leaf-mould -東京都 -running', "en")
    assert texts(query) == ["oak"]
    assert query.excluded == (
        Term(text="draft", stems=("draft",)),
        Term(text="red leaf", stems=("red", "leaf"), phrase=True),
        Term(text="mill", stems=query.excluded[2].stems, prefix=True),
        Term(text="leaf mould", stems=("leaf", "mould"), phrase=True),
        Term(text="東京都", stems=("東京", "京都"), phrase=True, cjk=True),
        Term(text="running", stems=("run",)),
    )


def test_a_word_that_stands_everywhere_keeps_nothing_out() -> None:
    query = read('oak -the -"the"', "en")
    assert query.dropped == (("-the", STOP_WORD),)
    assert query.excluded == (Term(text="the", stems=("the",), phrase=True),)


@pytest.mark.parametrize("text", ["-draft", 'NOT "red leaf"', "-draft -elm*"])
def test_a_query_of_nothing_but_negations_says_so(text: str) -> None:
    query = read(text, "en")
    assert query.terms == ()
    assert query.excluded
    assert query.dropped == ((text, ONLY_EXCLUDED),)


def test_filters_are_no_words() -> None:
    query = read('oak tag:garden -kind:chat author:"Ines Abeku" after:"last spring" mine:', "en")
    assert texts(query) == ["oak"]
    assert query.dropped == ()
    assert query.filters == (
        Filter(field="tag", value="garden"),
        Filter(field="kind", value="chat", excluded=True),
        Filter(field="author", value="Ines Abeku"),
        Filter(field="after", value="2025-03-01", text="last spring"),
        Filter(field="mine", value="yes"),
    )
    assert query.midnights == {"2025-03-01": 29_013_120}


def test_a_filter_that_cannot_be_understood_is_told_and_the_search_goes_on() -> None:
    query = read("oak after:soon mine:perhaps -tag: kind:note", "en")
    assert texts(query) == ["oak"]
    assert [text for text, _ in query.dropped] == ["after:soon", "mine:perhaps", "-tag:"]
    assert query.filters == (Filter(field="kind", value="note"),)


def test_filters_given_beside_the_text_are_among_them() -> None:
    tag = Filter(field="tag", value="a")
    assert read("tag:a tag:b", "en", given=[tag]).filters == (tag, Filter(field="tag", value="b"))


def test_filters_alone_need_no_word() -> None:
    query = read("the tag:garden", "en")
    assert query.terms == ()
    assert query.dropped == (("the", STOP_WORD),)


def test_other_words_with_colons_stay_words() -> None:
    assert texts(read("std::sort 12:30 re: oak", "none")) == ["std", "sort", "12", "30", "re", "oak"]


def test_what_a_question_names() -> None:
    query = read('"The patient clock" @ines #tide-mill note:a/b. https://example.org/x', "en")
    assert query.anchors == (
        QueryAnchor(kind="title", text="The patient clock"),
        QueryAnchor(kind="author", text="ines"),
        QueryAnchor(kind="tag", text="tide-mill"),
        QueryAnchor(kind="key", text="note:a/b."),
        QueryAnchor(kind="key", text="note:a/b"),
        QueryAnchor(kind="url", text="https://example.org/x"),
    )
    assert texts(query) == ["The patient clock", "ines", "tide", "mill", "example", "org", "x"]


def test_what_is_named_can_be_left_out_if_it_is_a_condition() -> None:
    query = read("oak -#draft -@ines -note:a", "en")
    assert query.filters == (
        Filter(field="tag", value="draft", excluded=True),
        Filter(field="author", value="ines", excluded=True),
    )
    assert query.dropped[0][0] == "-note:a"
    assert query.anchors == ()


KINDS = [*DEFAULT_ROLES, "note", "text", "canvas", "tweet", "x-1"]
PATHS = st.text(st.one_of(st.characters(), st.sampled_from("ab/-_.\"'*#:@~% “”-")), min_size=1, max_size=30)


@st.composite
def keys(draw: st.DrawFn) -> str:
    """A key as every maker of keys makes them."""
    kind, path = draw(st.sampled_from(KINDS)), draw(PATHS)
    match draw(st.integers(0, 3)):
        case 0:
            key = titled_key(kind, path, "text")
        case 1:
            key = make_key(kind, path)
        case 2:
            taken = {make_key(kind, path), f"{make_key(kind, path)}~2"}
            key = free_key(make_key(kind, path), "", taken.__contains__)
        case _:
            key = free_key(make_key(kind, path), "vault of mine", make_key(kind, path).__eq__)
    return span_key(key, 3, 41) if draw(st.booleans()) else key


@pytest.mark.promise("R-031")
@given(keys(), st.sampled_from(["en", "none"]))
def test_no_piece_of_a_key_becomes_a_term(key: str, language: str) -> None:
    if key.partition(":")[2] == "":
        return
    query = read(f"what stood in {key} of oak", language, held=lambda keys: keys)
    around = read("what stood in of oak", language)
    assert (query.terms, query.filters, query.excluded) == (around.terms, (), ())
    assert key in [anchor.text for anchor in query.anchors if anchor.kind == "key"]
    assert read(key, language, held=lambda keys: keys).terms == ()


def test_a_question_about_a_time_means_days() -> None:
    query = read("what of the mills last spring, or in May 2024?", "en")
    assert texts(query) == ["mills", "spring", "May", "2024"]
    assert query.days == (
        DayRange(start="2025-03-01", end="2025-06-01", text="last spring"),
        DayRange(start="2024-05-01", end="2024-06-01", text="in May 2024"),
    )
    assert ("last", TIME) in query.dropped
    assert set(query.midnights) == {"2025-03-01", "2025-06-01", "2024-05-01", "2024-06-01"}


def test_words_of_time_stay_where_nothing_else_is_said() -> None:
    assert texts(read("what did I do yesterday", "en")) == ["yesterday"]
    assert texts(read("yesterday tag:garden", "en")) == []
    assert texts(read("last last week oak", "en")) == ["last", "oak"]


def test_quoted_and_excluded_times_are_words() -> None:
    assert read('"last spring" oak', "en").days == ()
    assert read("oak -yesterday", "en").days == ()
    assert [each.text for each in read("last tag:x spring", "en").days] == ["last spring"]


def test_a_date_in_figures_loses_only_its_signs() -> None:
    query = read("2025年5月3日の会議", "none")
    assert texts(query) == ["2025", "5", "3", "の会議"]
    assert query.days[0].start == "2025-05-03"


def test_days_begin_in_the_zone_of_the_question() -> None:
    asked = datetime(2025, 7, 4, 0, 30, tzinfo=timezone(timedelta(hours=9)))
    query = understood("yesterday", "en", asked)
    assert query.days[0].start == "2025-07-03"
    assert query.midnights["2025-07-03"] == 29_191_680 - 540
