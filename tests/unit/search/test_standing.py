"""How a document stands in a ranking, lane by lane."""

from __future__ import annotations

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.model.options import SearchOptions
from wellhead.model.state import Check
from wellhead.search.reading import DOCUMENTS
from wellhead.search.why_not import explain_query
from wellhead.testing.samples import entry


def asked(shelf: Shelf, text: str, target: str, options: SearchOptions | None = None) -> tuple[Check, ...]:
    chosen = options or SearchOptions()
    return explain_query(text, f"note:{target}", store=shelf.store, index=shelf.index, options=chosen, asked=ASKED)


def said(checks: tuple[Check, ...], name: str) -> str:
    return next((check.evidence for check in checks if check.name == name), "")


def test_the_lanes_that_have_it_come_first_and_the_weightiest_of_them_before(shelf: Shelf) -> None:
    shelf.put("ann.md", "She met [[Bob Tarn]] at the quay.", title="Ann Quill")
    shelf.put("bob.md", "A sailor of the quay.", title="Bob Tarn")
    names = [check.name for check in asked(shelf, "who did Ann Quill meet", "bob")]
    assert names[:4] == ["document", "rank", "link lane", "lexical lane"]
    names = [check.name for check in asked(shelf, "Ann Quill", "ann")]
    assert names[:5] == ["document", "rank", "exact lane", "title lane", "lexical lane"]


def test_a_lane_tells_rank_strength_and_reason(shelf: Shelf) -> None:
    shelf.put("ann.md", "She met [[Bob Tarn]] at the quay.", title="Ann Quill")
    shelf.put("bob.md", "A sailor.", title="Bob Tarn")
    evidence = said(asked(shelf, "who did Ann Quill meet", "bob"), "link lane")
    assert evidence.startswith("rank 1 of 1, ")
    assert evidence.endswith("% sure: “Ann Quill” says: She met Bob Tarn at the quay.")


def test_the_lexical_lane_tells_what_the_words_count(shelf: Shelf) -> None:
    shelf.put("a.md", "oak oak elm")
    shelf.put("b.md", "oak, and a great many other words that stand around it here")
    assert said(asked(shelf, "oak elm", "a"), "lexical lane").startswith("rank 1 of 2; its words count ")
    assert ", those of the best " in said(asked(shelf, "oak elm", "b"), "lexical lane")
    assert said(asked(shelf, "oak elm", "b"), "lexical lane").endswith("; read closely")


def test_a_document_that_was_not_read_closely(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number:02}.md", "oak oak") for number in range(DOCUMENTS + 9)])
    shelf.put("z.md", "oak, and a great many other words that stand around it here and make it long")
    assert f"only the {DOCUMENTS} best candidates are" in said(asked(shelf, "oak", "z"), "lexical lane")


def test_a_document_that_is_no_candidate(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number:03}.md", "oak oak") for number in range(200)])
    shelf.put("z.md", "elm oak, and a great many other words that stand around it here and make it long")
    shelf.put_all([entry(f"birch{number}.md", "ash and birch") for number in range(9)])
    shelf.put_all([entry(f"other{number}.md", "birch") for number in range(250)])
    options = SearchOptions(limit=2, lanes=("lexical",))
    evidence = said(asked(shelf, "oak ash", "z", options), "lexical lane")
    assert evidence.startswith("it is not among the 150 documents whose words were looked at, as the index ranks them")
    assert evidence.endswith("it is number 210; it lacks “ash”")


def test_the_reasons_of_lanes_that_have_it_not(shelf: Shelf) -> None:
    shelf.put("a.md", "oak and elm", title="Trees")
    shelf.put("b.md", "birch", title="Other trees", aliases=("Saplings",), tags=("wood",), created="2025-01-01")
    checks = asked(shelf, "oak elm", "b")
    assert said(checks, "lexical lane") == "it does not hold “oak” or “elm”"
    assert said(checks, "title lane") == "the question does not say its name: “Other trees” or “Saplings”"
    assert said(checks, "link lane") == "where the lane starts, nothing leads here: “Trees”"
    assert said(checks, "other lanes") == (
        "exact: the question is not its key, its address or its name; "
        "tag: the question says none of its tags, #wood; date: the question names no time"
    )
    assert "date: its day is 2025-01-01" in said(asked(shelf, "oak yesterday", "b"), "other lanes")
    assert "link: a single word asks for nothing beyond itself" in said(asked(shelf, "oak", "b"), "other lanes")


def test_a_lane_may_be_switched_off(shelf: Shelf) -> None:
    shelf.put("a.md", "oak and elm")
    shelf.put("b.md", "birch")
    evidence = said(asked(shelf, "oak elm", "b", SearchOptions(lanes=("lexical",))), "other lanes")
    assert "link: switched off by the lanes that were named" in evidence


def test_where_the_link_lane_starts_it_does_not_lead(shelf: Shelf) -> None:
    shelf.put("ann.md", "She met [[Bob Tarn]] at the quay.", title="Ann Quill")
    shelf.put("bob.md", "A sailor.", title="Bob Tarn")
    assert said(asked(shelf, "who did Ann Quill meet", "ann"), "link lane") == "it is where the lane starts from"


def test_what_is_kept_out_is_not_told_lane_by_lane(shelf: Shelf) -> None:
    shelf.put("a.md", "oak and elm")
    names = [check.name for check in asked(shelf, "oak elm tag:none", "a")]
    assert names == ["document", "filter", "rank", "term", "term"]


def test_what_stands_above_it_says_by_which_lanes(shelf: Shelf) -> None:
    shelf.put("oak.md", "An oak.", title="Oak", tags=("oak",))
    shelf.put("b.md", "One oak among many words that are not about it at all.")
    above = said(asked(shelf, "oak", "b"), "above it")
    assert above.startswith("1. note:oak with ")
    assert "it holds “oak” (lexical 1 · title 1 · exact 1 · tag 1)" in above


def test_a_rare_word_that_brings_it_up_has_been_tried(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number}.md", "oak oak forest") for number in range(9)])
    shelf.put("z.md", "One oak in a forest, with a quern under it, among very many other words of the forest")
    evidence = said(asked(shelf, "oak", "z"), "higher")
    assert evidence.startswith("with “")
    command = evidence.rpartition("wellhead search ")[2].strip("')")
    assert shelf.keys(command)[0] == "z"
    assert "it is hit 1 " in evidence


def test_else_its_title_does(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number}.md", "oak oak") for number in range(9)])
    shelf.put("z.md", "oak", title="Weir Mill")
    assert said(asked(shelf, "oak", "z"), "higher") == "by its title it is hit 1 (wellhead search 'Weir Mill')"


def test_the_first_hit_needs_no_advice(shelf: Shelf) -> None:
    shelf.put("a.md", "oak with a quern")
    assert said(asked(shelf, "oak", "a"), "higher") == ""
