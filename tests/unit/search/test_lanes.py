"""What names bring: pieces of titles, aliases and paths."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.search.lanes import folded, name_words, said_of
from wellhead.search.query import understood
from wellhead.testing.samples import document, entry


def test_a_name_is_compared_without_case_and_marks() -> None:
    assert folded("ÉTUDE Ｎo. 5") == "etude no. 5"


def test_how_much_of_a_name_is_said() -> None:
    garden = document("plants/Green tomatoes.md", "", aliases=("Paradeiser",))
    assert said_of(garden, ["green", "tomatoes"]) == (1.0, "Green tomatoes")
    assert said_of(garden, ["paradeiser"])[0] == 1.0
    assert said_of(garden, ["tomat"])[0] == pytest.approx(5 / 13)
    assert said_of(garden, ["green", "potatoes"]) == (0.0, "")


def test_a_long_question_is_no_name() -> None:
    assert name_words(understood("one two three four five six seven eight", "none", ASKED))
    assert name_words(understood("one two three four five six seven eight nine", "none", ASKED)) == ()
    assert name_words(understood("is it ok", "none", ASKED)) == ()


def test_a_piece_of_a_title_finds_its_document(shelf: Shelf) -> None:
    shelf.put("Zettelkasten.md", "slips of paper in a box")
    shelf.put("other.md", "nothing of the sort")
    result = shelf.search("ettelkas")
    (hit,) = result.results
    assert hit.key == "note:Zettelkasten"
    assert [lane.name for lane in hit.lanes] == ["title"]
    assert hit.matched_terms == ("ettelkas",)
    assert hit.windows[0].text.startswith("slips")


def test_an_alias_and_a_folder_are_names(shelf: Shelf) -> None:
    shelf.put("box.md", "slips", aliases=("Karteikasten",))
    shelf.put("projects/kayak/log.md", "paddled")
    assert shelf.keys("arteikast") == ["box"]
    assert shelf.keys("kaya") == ["projects/kayak/log"]


def test_names_never_flood(shelf: Shelf) -> None:
    shelf.put_all([entry(f"harbour/{i}.md", f"ship number {i}") for i in range(60)])
    shelf.put("tides.md", "The harbour at low tide.")
    result = shelf.search("harbour")
    assert result.results[0].key == "note:tides"
    assert len(result.results) == 6


def test_the_whole_title_lifts_a_document_a_little(shelf: Shelf) -> None:
    shelf.put("Kelp forest.md", "Otters live there. " * 3)
    shelf.put("aside.md", "The kelp forest and the kelp.")
    first = shelf.search("kelp forest").results[0]
    assert first.title == "Kelp forest"
    (signal,) = first.signals
    assert signal.name == "title"
    assert 1 < signal.weight <= 1.25


def test_lanes_say_what_they_did(shelf: Shelf) -> None:
    shelf.put("oak.md", "An oak.")
    lanes = {lane.name: lane for lane in shelf.search("oak").lanes}
    assert {name: lane.status for name, lane in lanes.items()} == {
        "lexical": "ok",
        "title": "ok",
        "semantic": "not_built",
    }
    assert lanes["lexical"].count == 1
    long = {lane.name: lane for lane in shelf.search("oak " + " ".join(f"w{i}" for i in range(9))).lanes}
    assert long["title"].status == "not_run"
    assert long["title"].reason
