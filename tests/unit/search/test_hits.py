"""From ranked documents to hits: windows, what each holds and lacks, and why it stands there."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import Shelf
from wellhead.model.document import Anchor, Role
from wellhead.model.options import SIGNALS
from wellhead.model.query import Hit, SearchResult
from wellhead.testing.samples import entry


def first(result: SearchResult) -> Hit:
    return result.results[0]


def signals(hit: Hit) -> dict[str, float]:
    return {signal.name: signal.weight for signal in hit.signals}


SPOKEN = (
    ("00:00:04", "Good morning everybody, is this on? Yes. Let us wait for the others."),
    ("00:09:40", "So the boiler of the bathhouse will be replaced in March, and Selma pays for the valves."),
    ("00:31:15", "Any other business? The kettle is missing again. Thank you all, good morning."),
)


@pytest.mark.promise("R-220")
@pytest.mark.parametrize("role", [Role.TRANSCRIPT, Role.OCR])
def test_a_question_finds_the_place_where_it_is_said_and_not_a_title_that_promises_it(shelf: Shelf, role: Role) -> None:
    text = "\n\n".join(f"[{moment}] {words}" for moment, words in SPOKEN)
    anchors = tuple(Anchor(start=text.index(f"[{moment}]"), timestamp=moment) for moment, _ in SPOKEN)
    shelf.put("recording 0031.md", text, role=role, anchors=anchors, title="Recording 0031")
    shelf.put("Bathhouse meeting.md", "To be written up.", title="Bathhouse meeting")
    shelf.put_all([entry(f"agenda {at}.md", "Agenda: the bathhouse, other business.") for at in range(9)])
    hit = first(shelf.search("when will the boiler of the bathhouse be replaced and who pays for valves"))
    assert (hit.key, hit.role) == ("note:recording%200031", role)
    window = hit.windows[0]
    assert "boiler of the bathhouse will be replaced in March" in window.text
    said = {window.text[low:high] for low, high in window.marks}
    assert {"boiler", "bathhouse", "replaced", "pays", "valves"} <= said


def test_a_window_of_a_recording_names_its_moment(shelf: Shelf) -> None:
    text = "\n\n".join(f"[{moment}] {words} {'And so on and so on. ' * 40}" for moment, words in SPOKEN)
    anchors = tuple(Anchor(start=text.index(f"[{moment}]"), timestamp=moment) for moment, _ in SPOKEN)
    shelf.put("recording.md", text, role=Role.TRANSCRIPT, anchors=anchors)
    assert first(shelf.search("boiler valves")).windows[0].timestamp == "00:09:40"


@pytest.mark.promise("R-050")
@pytest.mark.parametrize(
    ("text", "matched", "missing"),
    [
        ("The oak, the elm and the ash.", ("oak", "elm", "ash"), ()),
        ("The oak and the elm.", ("oak", "elm"), ("ash",)),
        ("Ashes, an oak.", ("oak", "ash"), ("elm",)),
        ("Elms.", ("elm",), ("oak", "ash")),
    ],
)
def test_a_hit_says_which_terms_it_holds_and_which_it_lacks(
    shelf: Shelf, text: str, matched: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    shelf.put("a.md", text)
    hit = first(shelf.search("oak elm ash"))
    assert (hit.matched_terms, hit.missing_terms) == (matched, missing)


@pytest.mark.promise("R-050")
def test_all_terms_go_before_some_and_some_before_one(shelf: Shelf) -> None:
    for name, words in (("x1", "oak"), ("x3", "oak elm ash"), ("x2", "oak elm")):
        shelf.put(f"{name}.md", f"{words} {'and more of it ' * 3}", title="t")
    assert shelf.keys("oak elm ash") == ["x3", "x2", "x1"]


@pytest.fixture
def counted(shelf: Shelf) -> Shelf:
    """A library in which every signal has something to say."""
    shelf.put("Tide mill.md", "The tide mill ground rye.\n\nRye and barley came by barge.\n\nA miller, rye, a tide.")
    shelf.put("b.md", "The mill: rye and barley by barge.")
    shelf.put("c.md", "A tide brought the barge with barley.")
    shelf.put_all([entry(f"z{at}.md", f"a mill {' '.join(f'w{at}x{word}' for word in range(20))}") for at in range(9)])
    return shelf


@pytest.mark.promise("R-050")
def test_what_counted_is_recorded_with_its_weight(counted: Shelf) -> None:
    found = signals(first(counted.search("tide mill miller zeppelin")))
    assert {"near", "title", "feedback"} <= set(found)
    assert all(weight > 0 for weight in found.values())


@pytest.mark.promise("R-050")
@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_that_is_switched_off_is_silent_and_the_others_speak_on(counted: Shelf, name: str) -> None:
    def said(*chosen: str) -> dict[str, set[str]]:
        found = counted.search("tide mill miller zeppelin", lanes=("lexical",), signals=chosen)
        return {hit.key: set(signals(hit)) for hit in found.results}

    with_all, without = said(), said(*(each for each in SIGNALS if each != name))
    assert {key: each - {name, "feedback"} for key, each in with_all.items()} == {
        key: each - {"feedback"} for key, each in without.items()
    }
    if name == "feedback":
        assert all("feedback" not in each for each in without.values())
    else:
        assert any("feedback" in each for each in without.values())


def test_the_best_chunks_are_shown_first(shelf: Shelf) -> None:
    filler = "\n\n".join(f"Nothing of any interest in paragraph {at}. {'More. ' * 80}" for at in range(5))
    shelf.put("long.md", f"A mill there was.\n\n{filler}\n\nThe tide mill ground by the tide.\n\n{filler}")
    windows = first(shelf.search("tide mill")).windows
    assert "ground by the tide" in windows[0].text


def test_a_document_that_only_its_name_brought_shows_its_beginning(shelf: Shelf) -> None:
    shelf.put("Zeppelin.md", "Hydrogen, and a cabin below.")
    hit = first(shelf.search("zeppel"))
    assert [(window.start, window.text) for window in hit.windows] == [(0, "Hydrogen, and a cabin below.")]
