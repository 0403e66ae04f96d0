"""What stands inside words is found where nothing else is."""

from __future__ import annotations

from random import Random

import pytest

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.deadline import Deadline
from wellhead.model.options import SearchOptions
from wellhead.model.query import LaneReport, SearchResult
from wellhead.search.ranking import rank
from wellhead.search.scan import PAGE, Scan, scan
from wellhead.testing.samples import entry


def report(result: SearchResult) -> LaneReport:
    (found,) = [lane for lane in result.lanes if lane.name == "scan"]
    return found


def scanned(shelf: Shelf, text: str, deadline: Deadline, limit: int = 3) -> Scan:
    options = SearchOptions(limit=limit)
    ranked = rank(text, store=shelf.store, index=shelf.index, options=options, limit=limit, asked=ASKED)
    return scan(ranked, options, deadline)


def test_a_piece_of_a_word_is_found_with_the_words_around_it(shelf: Shelf) -> None:
    shelf.put("a.md", "First line.\n\nThen the NIGHTLY rebuild stopped.")
    result = shelf.search("ightl")
    (hit,) = result.results
    (window,) = hit.windows
    assert (hit.key, hit.location, [lane.name for lane in hit.lanes]) == ("note:a", "/vault/a.md", ["scan"])
    assert [window.text[start:end] for start, end in window.marks] == ["IGHTL"]
    assert hit.matched_terms == ("ightl",)
    assert (report(result).status, report(result).count) == ("ok", 1)
    assert result.degraded == ()


def test_more_pieces_come_first_and_then_the_newest(shelf: Shelf) -> None:
    shelf.put("both.md", "nightly rebuild")
    shelf.put("old.md", "nightly")
    shelf.put("new.md", "tonight, lightly")
    assert shelf.keys("ightl ebuil") == ["both", "new", "old"]


def test_it_waits_until_the_lanes_bring_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    shelf.put("b.md", "soaked")
    result = shelf.search("oak")
    assert [hit.key for hit in result.results] == ["note:a"]
    assert (report(result).status, report(result).reason) == ("not_run", "the lanes found something")


@pytest.mark.parametrize("text", ["?!", "q", "", "-ightly"])
def test_there_must_be_something_to_look_for(shelf: Shelf, text: str) -> None:
    shelf.put("a.md", "quay, nightly")
    result = shelf.search(text)
    assert (result.results, report(result).status) == ((), "not_run")


def test_it_is_switched_off_with_the_lexical_lane(shelf: Shelf) -> None:
    shelf.put("a.md", "nightly")
    assert shelf.keys("ightl", lanes=("lexical",)) == ["a"]
    result = shelf.search("ightl", lanes=("title", "link"))
    assert (result.results, report(result).status) == ((), "disabled")


def test_filters_and_what_is_left_out_hold(shelf: Shelf) -> None:
    shelf.put("a.md", "nightly", tags=("garden",))
    shelf.put("b.md", "nightly draft", tags=("garden",))
    shelf.put("c.md", "nightly")
    assert shelf.keys("ightl tag:garden -draft") == ["a"]


def test_where_filters_let_nothing_through_nothing_is_looked_through(shelf: Shelf) -> None:
    shelf.put("a.md", "nightly")
    assert shelf.keys("ightl kind:note") == ["a"]
    found = report(shelf.search("ightl kind:chat"))
    assert (found.status, found.reason) == ("not_run", "the filters let nothing through")


def test_without_an_index_no_filter_is_passed_over(shelf: Shelf) -> None:
    shelf.put("a.md", "nightly")
    with shelf.engine.writing() as writer:
        writer.execute("DROP TABLE ix_meta")
    assert shelf.keys("ightl") == ["a"]
    assert shelf.keys("ightl tag:none") == shelf.keys("ightl -nightly") == []


def test_a_quoted_piece_is_looked_for_with_its_spaces(shelf: Shelf) -> None:
    shelf.put("a.md", "the nightly rebuild")
    shelf.put("b.md", "a rebuild, nightly")
    assert shelf.keys('"ightly rebui"') == ["a"]


def test_signs_alone_are_found(shelf: Shelf) -> None:
    shelf.put("a.md", "if (a !== b) {")
    assert shelf.keys("!==") == ["a"]


def test_it_stops_when_its_time_is_up_and_says_how_far_it_came(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number:04}.md", "nightly" if number < 2 else "oak") for number in range(PAGE + 50)])
    early = scanned(shelf, "ightl", Deadline(0))
    assert (early.hits, [each.stage for each in early.degraded]) == ((), ["scan"])
    assert f"the newest {PAGE} documents" in early.degraded[0].reason
    whole = scanned(shelf, "ightl", Deadline(None))
    assert ([hit.key for hit in whole.hits], whole.degraded) == (["note:0001", "note:0000"], ())


def test_it_stops_when_enough_is_found(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number:04}.md", "nightly") for number in range(PAGE + 50)])
    found = scanned(shelf, "ightl", Deadline(0))
    assert (len(found.hits), found.degraded) == (3, ())


def test_letters_that_change_their_length_do_not_move_the_marks(shelf: Shelf) -> None:
    shelf.put("a.md", "İstanbul İİİ übernachtlich")
    (hit,) = shelf.search("bernachtl").results
    (window,) = hit.windows
    assert [window.text[start:end] for start, end in window.marks] == ["bernachtl"]


HOSTILE = (
    "(" * 5_000,
    "x" * 50_000,
    "\x00" * 900,
    "%_%_%_",
    "[a-z]*(",
    "\\",
    "'; --",
    "🎉🎉🎉",
    '"' * 999,
    "ｱｲｳ",
    "İİİİ",
    "\ud800\ud800\ud800",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_makes_it_fail(shelf: Shelf, text: str) -> None:
    shelf.put("a.md", "An oak; (brackets) and 100% of it.\n" * 50)
    assert report(shelf.search(text)).status in ("ok", "not_run")


def test_random_signs_are_looked_for_without_fail(shelf: Shelf, seed: int) -> None:
    shelf.put_all([entry(f"{number}.md", "oak %_( [x] İ ß 漢 \\ '") for number in range(3)])
    luck = Random(seed)
    for _ in range(300):
        text = "".join(luck.choice("%_([x]İß漢\\'\"*-#@:/.… ab") for _ in range(luck.randrange(20)))
        assert report(shelf.search(text)).status in ("ok", "not_run")
