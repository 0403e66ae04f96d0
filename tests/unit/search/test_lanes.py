"""The small lanes: what is named outright, names in part or misspelt, tags, and days."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.model.options import LANES
from wellhead.model.query import Hit, SearchResult
from wellhead.search.lanes import NAMES_READ, folded, name_words, said_of
from wellhead.search.query import understood
from wellhead.testing.samples import document, entry


def by(hit: Hit) -> list[str]:
    """The lanes that brought a hit."""
    return [lane.name for lane in hit.lanes]


def why(hit: Hit, lane: str) -> list[str]:
    return [signal.detail for signal in hit.signals if signal.name == lane]


def votes(result: SearchResult, lane: str) -> dict[str, float]:
    """What the lane gave each hit; the words' own signal of a title speaks of how much of it was said."""
    return {
        hit.key: signal.weight
        for hit in result.results
        for signal in hit.signals
        if signal.name == lane and not signal.detail.startswith("of “")
    }


def counts(result: SearchResult) -> dict[str, int]:
    return {lane.name: lane.count for lane in result.lanes}


def only(*but: str) -> tuple[str, ...]:
    """All lanes but these."""
    return tuple(name for name in LANES if name not in but)


# --- names in part ----------------------------------------------------------------------------------------------------


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
    assert by(hit) == ["title"]
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
    result = shelf.search("harbour", limit=60)
    assert result.results[0].key == "note:tides"
    assert len(result.results) == 1 + NAMES_READ


# --- names as they are meant ------------------------------------------------------------------------------------------


@pytest.mark.promise("R-047")
@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("what did Rosamund Vanterpool print", "“Rosamund Vanterpool”: title"),
        ("what did the bell printer print", "alias of"),
        ("who is RV", "initials of “Rosamund Vanterpool”"),
        ("what did R. Vanterpool print", "short for “Rosamund Vanterpool”"),
        ("what did Rosamund Vanterpol print", "one letter off “Rosamund Vanterpool”"),
        ("what did Vanterpool print", "part of “Rosamund Vanterpool”"),
    ],
)
def test_whoever_goes_by_several_names_is_found_by_each(shelf: Shelf, asked: str, reason: str) -> None:
    shelf.put("people/Rosamund Vanterpool.md", "She keeps a workshop by the quay.", aliases=("the bell printer",))
    shelf.put_all([entry(f"{at}.md", f"They print many things here, number {at}.") for at in range(9)])
    first = shelf.search(asked).results[0]
    assert first.key == "note:people/Rosamund%20Vanterpool"
    assert any(reason in each for each in why(first, "title"))


def test_a_name_counts_by_how_much_of_the_question_it_is(shelf: Shelf) -> None:
    shelf.put("Mast.md", "of pine")
    shelf.put_all([entry(f"{at}.md", f"the rope and the sail {at}") for at in range(5)])
    alone, beside = (votes(shelf.search(text), "title") for text in ("mast", "mast rope sail oar keel"))
    assert alone["note:Mast"] > beside["note:Mast"] > 0


def test_of_namesakes_each_counts_less(shelf: Shelf) -> None:
    shelf.put("a/Quill.md", "of a goose")
    shelf.put("b/Otter.md", "of the river")
    shelf.put("c/Otter.md", "of the sea")
    found = votes(shelf.search("otter quill"), "title")
    assert found["note:a/Quill"] > found["note:b/Otter"] == found["note:c/Otter"]


# --- what is named outright -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("note:people/ada", "its key is note:people/ada"),
        ("is note:people/ada of any use", "its key is note:people/ada"),
        ("see https://press.example/ada", "its address"),
        ("Ada Quill", "“Ada Quill” is its name"),
        ("ada quill", "“Ada Quill” is its name"),
        ("the beekeeper", "“Ada Quill” is its name"),
        ('where is "Ada Quill" now', "“Ada Quill” is its name"),
        ("people/ada", "“Ada Quill” is its name"),
    ],
)
def test_what_is_named_outright_comes_first(shelf: Shelf, asked: str, reason: str) -> None:
    shelf.put("people/ada.md", "Bees.", title="Ada Quill", aliases=("the beekeeper",), url="https://press.example/ada")
    shelf.put("louder.md", "people ada quill ada quill, the beekeeper; see press example ada now. " * 3)
    first = shelf.search(asked).results[0]
    assert first.key == "note:people/ada"
    assert why(first, "exact") == [reason]


def test_a_name_within_a_question_is_not_the_whole_of_it(shelf: Shelf) -> None:
    shelf.put("ada.md", "Bees.", title="Ada Quill")
    assert counts(shelf.search("what does Ada Quill keep"))["exact"] == 0


# --- tags -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["#tide-mill water", "the tide mill", "a tide_mill of ours", "TIDE MILL"])
def test_a_tag_is_meant_by_its_words(shelf: Shelf, asked: str) -> None:
    shelf.put("tagged.md", "Water wheels.", tags=("places/tide mill",))
    shelf.put("model.md", "Water wheels.", model_tags=("tide mill",))
    result = shelf.search(asked)
    tagged = [hit for hit in result.results if "tag" in by(hit)]
    assert [hit.key for hit in tagged] == ["note:tagged"]
    assert why(tagged[0], "tag") == ["has a tag of these words"]


def test_a_nested_tag_asked_for_outright_goes_before_its_namesakes(shelf: Shelf) -> None:
    shelf.put("here.md", "x", tags=("places/mill",))
    shelf.put("there.md", "x", tags=("tools/mill",))
    nested, plain = (votes(shelf.search(text), "tag") for text in ("#places/mill", "#mill"))
    assert nested["note:here"] > 2 * nested["note:there"]
    assert plain["note:here"] == plain["note:there"] == nested["note:here"]


def test_a_tag_counts_by_how_much_of_the_question_it_says(shelf: Shelf) -> None:
    shelf.put("one.md", "x", tags=("tide",))
    shelf.put("two.md", "x", tags=("tide mill",))
    found = votes(shelf.search("tide mill"), "tag")
    assert found["note:two"] > found["note:one"] > 0


@pytest.mark.promise("R-049")
def test_a_tag_that_very_many_have_changes_nothing(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{at}.md", f"kettle {'iron ' * (at % 7)}", tags=("garden",)) for at in range(60)])
    shelf.put_all([entry(f"more{at}.md", "an iron pot") for at in range(60)])
    found = shelf.search("garden iron kettle")
    assert counts(found)["tag"] == 0
    without = shelf.search("garden iron kettle", lanes=only("tag"))
    assert [(hit.key, hit.score) for hit in found.results] == [(hit.key, hit.score) for hit in without.results]
    assert counts(shelf.search("#garden iron kettle"))["tag"] > 0


# --- days -------------------------------------------------------------------------------------------------------------


def test_a_time_that_the_question_names_is_near(shelf: Shelf) -> None:
    shelf.put("then.md", "The kettle boiled over.", created="2025-04-12")
    shelf.put("told.md", "On 3 May 2025 the kettle boiled over.", created="2024-01-01")
    shelf.put("other.md", "The kettle boiled over.", created="2023-04-12")
    shelf.put_all([entry(f"{at}.md", f"Nothing of it, {at}.", created="2023-11-11") for at in range(30)])
    found = shelf.search("which kettle boiled over last spring").results
    assert {found[0].key, found[1].key} == {"note:then", "note:told"}
    assert found[2].key == "note:other"
    assert why(found[0], "date") == ["near “last spring”"]


def test_a_time_that_most_of_the_library_lies_in_changes_little(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{at}.md", f"a pot {at}", created=f"2025-0{at % 6 + 1}-11") for at in range(40)])
    shelf.put("rare.md", "a kettle of iron", created="2023-05-05")
    shelf.put("old.md", f"a kettle and a long story {'of other things ' * 9}", created="2019-05-05")
    found = shelf.search("iron kettle in 2025")
    assert [hit.key for hit in found.results[:2]] == ["note:rare", "note:old"]
    assert 0 < max(votes(found, "date").values()) < 0.01


# --- what every lane says of itself -----------------------------------------------------------------------------------


def test_lanes_say_what_they_did(shelf: Shelf) -> None:
    shelf.put("oak.md", "An oak.")
    lanes = {lane.name: lane for lane in shelf.search("oak").lanes}
    assert {name: lane.status for name, lane in lanes.items()} == {
        "lexical": "ok",
        "title": "ok",
        "exact": "ok",
        "tag": "ok",
        "link": "not_run",
        "date": "not_run",
        "semantic": "not_built",
        "scan": "not_run",
    }
    assert lanes["lexical"].count == lanes["title"].count == lanes["exact"].count == 1
    assert all(lane.reason for lane in lanes.values() if lane.status != "ok")


QUESTIONS = (
    "Rosamund Vanterpool",
    "who lent Rosamund Vanterpool the press",
    "the tide mill last spring",
    "note:people/Ned press",
    "#tide-mill wheels",
    "press -zeppelin after:2024",
)


@pytest.mark.parametrize("lane", LANES)
def test_a_lane_that_is_switched_off_is_silent_and_changes_no_other(shelf: Shelf, lane: str) -> None:
    """The lanes that start from others' hits alone follow them."""
    shelf.put("people/Rosamund Vanterpool.md", "She printed with a press of [[Ned]].", created="2025-04-01")
    shelf.put("people/Ned.md", "He lent a press to Rosamund Vanterpool.", tags=("tide mill",), created="2024-04-01")
    shelf.put("Mill.md", "The tide mill has wheels, and Ned a press.", tags=("tide mill",), created="2025-04-03")
    for question in QUESTIONS:
        full, part = shelf.search(question), shelf.search(question, lanes=only(lane))
        reports = {each.name: each for each in part.lanes}
        assert (reports[lane].status, reports[lane].count) == ("disabled", 0)
        assert reports[lane].reason
        for each in full.lanes:
            if each.name != lane and not (lane == "lexical" and each.name in ("link", "scan")):
                assert reports[each.name] == each, (question, each.name)
        voices = {hit.key: {each.name: each for each in hit.lanes} for hit in full.results}
        for hit in part.results:
            assert lane not in by(hit)
            if lane != "lexical":
                assert {each.name: each for each in hit.lanes} == {
                    name: each for name, each in voices[hit.key].items() if name != lane
                }
