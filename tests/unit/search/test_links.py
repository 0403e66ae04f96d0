"""Where strong hits and the names of a question lead: links, names in the text, and why."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import Shelf
from wellhead.model.query import Hit, SearchResult
from wellhead.testing.samples import entry


def reached(result: SearchResult) -> dict[str, str]:
    """Documents that the lane brought, best first, with its reasons."""
    hits = [(lane.rank, hit) for hit in result.results for lane in hit.lanes if lane.name == "link"]
    return {
        hit.key.removeprefix("note:"): reason(hit) for _, hit in sorted(hits, key=lambda each: (each[0], each[1].key))
    }


def reason(hit: Hit) -> str:
    return next(signal.detail for signal in hit.signals if signal.name == "link")


def vote(result: SearchResult, name: str) -> float:
    return next(
        signal.weight
        for hit in result.results
        if hit.key == f"note:{name}"
        for signal in hit.signals
        if signal.name == "link"
    )


def status(result: SearchResult) -> tuple[str, str]:
    return next((lane.status, lane.reason) for lane in result.lanes if lane.name == "link")


@pytest.fixture
def harbour(shelf: Shelf) -> Shelf:
    shelf.put("Isolde.md", "She mends nets. She was to meet Conrad Pell on the pier. Tea was had with Berta Holm.")
    shelf.put("Conrad.md", "A pilot. He was taught by Edda Marsh.", title="Conrad Pell")
    shelf.put("Berta.md", "A baker of rye.", title="Berta Holm")
    shelf.put("Edda.md", "She drew the charts of the estuary.", title="Edda Marsh")
    shelf.put_all([entry(f"log/{at}.md", f"Wind and water, day {at}.") for at in range(6)])
    return shelf


@pytest.mark.promise("R-046")
def test_who_somebody_met_is_found_though_his_page_says_nothing_of_it(harbour: Shelf) -> None:
    result = harbour.search("Who did Isolde meet?")
    found = reached(result)
    assert next(iter(found)) == "Conrad"
    assert found["Conrad"] == "“Isolde” says: She was to meet Conrad Pell on the pier."
    (hit,) = (hit for hit in result.results if hit.key == "note:Conrad")
    assert hit.missing_terms == ("Isolde", "meet")
    assert hit.rank == 2


def test_the_sentence_that_says_it_counts_more_than_another(harbour: Shelf) -> None:
    harbour.put(
        "Isolde.md", "She mends nets. Last autumn she saw Conrad Pell on the pier. Tea was had with Berta Holm."
    )
    assert next(iter(reached(harbour.search("With whom did Isolde have tea?")))) == "Berta"
    assert next(iter(reached(harbour.search("Whom did Isolde see on the pier?")))) == "Conrad"


@pytest.mark.promise("R-046")
def test_two_steps_where_the_first_names_the_bridge(shelf: Shelf) -> None:
    shelf.put("ferry.md", "The ferry was built by Conrad Pell and painted by Berta Holm.", title="The ferry")
    shelf.put("Conrad.md", "His workshop burnt down on the island of Skarn.", title="Conrad Pell")
    shelf.put("Berta.md", "A baker of rye.", title="Berta Holm")
    shelf.put_all([entry(f"log/{at}.md", f"On day {at} a workshop was seen, with smoke.") for at in range(9)])
    asked = "Where was the workshop of the one who built the ferry burnt down?"
    result = shelf.search(asked)
    assert next(iter(reached(result))) == "Conrad"
    assert vote(result, "Conrad") > 1.2 * vote(result, "Berta")
    places = [
        [hit.key for hit in each.results].index("note:Conrad")
        for each in (result, shelf.search(asked, lanes=("lexical",)))
    ]
    assert places[0] <= places[1]


def test_a_name_that_several_documents_have_counts_less(shelf: Shelf) -> None:
    shelf.put("Isolde.md", "She met Conrad Pell and then she met Berta Holm.")
    for folder in ("a", "b", "c"):
        shelf.put(f"{folder}/Berta Holm.md", f"Of {folder}.")
    shelf.put("Conrad Pell.md", "A pilot.")
    result = shelf.search("who met Isolde")
    assert vote(result, "Conrad%20Pell") == pytest.approx(3 * vote(result, "a/Berta%20Holm"), rel=0.1)


def test_links_are_followed_whatever_their_words(shelf: Shelf) -> None:
    shelf.put("plan.md", "The scaffold stands where [[attic|the upper floor]] leaks.", title="The plan")
    shelf.put("attic.md", "Rain comes in.")
    shelf.put_all([entry(f"{at}.md", f"day {at}") for at in range(3)])
    found = reached(shelf.search("what about the scaffold of the plan"))
    assert found == {"attic": "“The plan” says: The scaffold stands where the upper floor leaks."}


def test_what_links_to_a_document_that_is_named_is_found(shelf: Shelf) -> None:
    shelf.put("Skarn.md", "Rocks.")
    shelf.put("trip.md", "We rowed to [[Skarn|the island of seals]] and back.", title="A trip")
    shelf.put("other.md", "Rowing is hard.")
    found = reached(shelf.search("seals of Skarn island"))
    assert found["trip"] == "links to “Skarn” as “the island of seals”"


def test_filters_and_what_is_left_out_hold_for_what_is_reached(harbour: Shelf) -> None:
    harbour.put("Conrad.md", "A pilot. He was taught by Edda Marsh.", title="Conrad Pell", tags=("crew",))
    assert set(reached(harbour.search("who did Isolde meet tag:crew"))) == {"Conrad"}
    assert "Conrad" not in reached(harbour.search("who did Isolde meet -tag:crew"))
    assert "Conrad" not in reached(harbour.search("who did Isolde meet -pilot"))


def test_a_document_that_the_question_names_is_not_its_own_neighbour(harbour: Shelf) -> None:
    harbour.put("Conrad.md", "He met Isolde and Isolde met him.", title="Conrad Pell")
    assert "Isolde" not in reached(harbour.search("who did Isolde meet"))


def test_a_single_word_asks_for_nothing_else(harbour: Shelf) -> None:
    said, why = status(harbour.search("Isolde"))
    assert (said, bool(why)) == ("not_run", True)


def test_without_a_hit_there_is_nowhere_to_start(harbour: Shelf) -> None:
    assert status(harbour.search("zeppelin gondola")) == ("not_run", "no document to start from")


def test_a_long_sentence_is_cut_in_the_reason(shelf: Shelf) -> None:
    shelf.put("Isolde.md", f"She met Conrad Pell {'and went on and on ' * 30}until night.")
    shelf.put("Conrad Pell.md", "A pilot.")
    (why,) = reached(shelf.search("who did Isolde meet")).values()
    assert why.endswith("…")
    assert len(why) < 120


@pytest.mark.parametrize(
    "text", ["Ada Quill " * 4_000, "[[a]] " * 4_000, "x. " * 4_000, "“" * 9_000, "Ada\u0301 [[\x00]] " * 900]
)
def test_no_text_makes_it_fail_or_take_everything(shelf: Shelf, text: str) -> None:
    shelf.put("Isolde.md", text)
    shelf.put("Ada Quill.md", text)
    assert status(shelf.search("who did Isolde meet Ada"))[0] == "ok"
