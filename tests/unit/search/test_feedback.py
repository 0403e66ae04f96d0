"""Words that the best chunks have in common: which ones, how much they may say, and what they may never do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.search.readings import closely, note
from tests.unit.search.shelf import Shelf
from wellhead.model.options import SearchOptions
from wellhead.ports import Entry
from wellhead.search.feedback import BOUND, LEAST_LETTERS, MOST, WORDS, Feedback, with_feedback
from wellhead.search.scoring import Scored, score
from wellhead.testing.samples import entry
from wellhead.text.tokens import stems

SAID = "ferry rope tar sail mast keel oar net buoy reef gull tide jetty crane harbour pier of and an it"
VOCABULARY = SAID.split()
TEXTS = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=14).map(" ".join)
LIBRARIES = st.lists(TEXTS, min_size=1, max_size=14)
WEIGHTS = st.lists(st.floats(0.1, 9), min_size=3, max_size=3)
QUESTION = "ferry rope zeppelin"


def before_and_after(
    entries: list[Entry], weight: list[float] | None = None, question: str = QUESTION
) -> tuple[list[Scored], list[Scored], Feedback]:
    readings, sought = closely(question, entries)
    own = score(readings, weight or [1.0] * sought.count, sought, SearchOptions())
    return (own, *with_feedback(own, weight or [1.0] * sought.count, sought))


def library(*texts: str, others: int = 9) -> list[Entry]:
    """These texts, and others that hold one word of the question and nothing else of interest."""
    weak = [
        note(f"a ferry {' '.join(f'w{at}x{word}' for word in range(30))}", name=f"z{at}", title="t")
        for at in range(others)
    ]
    return [*(note(text, name=f"a{at}", title="t") for at, text in enumerate(texts)), *weak]


STORY = (
    "the ferry and its rope, rope of tar and sail",
    "the ferry, the rope, tar and a sail",
    "a zeppelin with tar and sail",
)
LITTLE = [1.0, 1.0, 0.5]  # what its words say


@settings(max_examples=300)
@given(LIBRARIES, WEIGHTS)
def test_no_document_is_buried_under_one_that_merely_sounds_like_it(texts: list[str], weight: list[float]) -> None:
    entries = [note(text, name=f"n{at:02}", title="t") for at, text in enumerate(texts)]
    own, again, _ = before_and_after(entries, weight)
    first = {each.reading.document_id: each.score for each in own}
    place = {each.reading.document_id: at for at, each in enumerate(again)}
    for one, high in first.items():
        for other, low in first.items():
            if high > low * (1 + BOUND) * (1 + 1e-9):
                assert place[one] < place[other]


@given(LIBRARIES, WEIGHTS)
def test_no_document_comes_or_goes_and_no_score_grows_beyond_the_bound(texts: list[str], weight: list[float]) -> None:
    entries = [note(text, name=f"n{at:02}", title="t") for at, text in enumerate(texts)]
    own, again, added = before_and_after(entries, weight)
    first = {each.reading.document_id: each.score for each in own}
    assert {each.reading.document_id for each in again} == set(first)
    assert 0 <= added.share <= MOST < 1
    for each in again:
        low = (1 - added.share) * first[each.reading.document_id]
        assert low * (1 - 1e-9) <= each.score <= low * (1 + BOUND) * (1 + 1e-9)
    assert [(-each.score, each.reading.document.key) for each in again] == sorted(
        (-each.score, each.reading.document.key) for each in again
    )


@given(LIBRARIES)
def test_chosen_are_words_of_two_chunks_that_say_something(texts: list[str]) -> None:
    entries = [note(text, name=f"n{at:02}", title="t") for at, text in enumerate(texts)]
    _, _, added = before_and_after(entries)
    assert len(added.words) <= WORDS
    for word in added.words:
        assert len(word) >= LEAST_LETTERS
        assert word not in {"of", "and", "an", "it"}
        assert sum(word in stems(text) for text in texts) >= 2


def test_words_of_the_best_are_looked_for_as_well() -> None:
    own, again, added = before_and_after(library(*STORY), LITTLE)
    assert {"tar", "sail"} <= set(added.words)
    assert 0 < added.share <= MOST
    names = [[each.reading.document.key.removeprefix("note:") for each in found] for found in (own, again)]
    assert names[0].index("a2") > 2
    assert names[1].index("a2") == 2


@pytest.mark.promise("R-050")
def test_what_was_added_is_recorded_with_what_it_brought() -> None:
    own, again, added = before_and_after(library(*STORY))
    first = {each.reading.document_id: each.score for each in own}
    for each in again:
        recorded = [signal for signal in each.signals if signal.name == "feedback"]
        assert len(recorded) == int(each.score > (1 - added.share) * first[each.reading.document_id] * (1 + 1e-12))
        for signal in recorded:
            assert signal.weight == pytest.approx(each.score / ((1 - added.share) * first[each.reading.document_id]))
            words = signal.detail.partition(": ")[2].split(", ")
            assert set(words) <= set(added.words)


def test_a_word_of_one_chunk_alone_is_not_added() -> None:
    _, _, added = before_and_after(library("the ferry and its rope and a compass", *STORY[1:]))
    assert added.words
    assert "compass" not in added.words


def test_the_more_of_the_question_is_held_the_less_may_be_added() -> None:
    shares = []
    weak = [note("the pier", name=f"z{at}", title="t") for at in range(12)]
    for words in ("ferry", "ferry rope", "ferry rope zeppelin"):
        texts = [note(f"{words} tar sail {words}", name=f"a{at}", title="t") for at in range(2)]
        shares.append(before_and_after([*texts, *weak], [1.0, 1.0, 1.0, 0.01], f"{QUESTION} pier")[2].share)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2]


def test_nothing_is_added_where_nothing_stands_out() -> None:
    alike = [note("the ferry and a rope with tar", name=f"n{at}", title="t") for at in range(12)]
    own, again, added = before_and_after(alike)
    assert added == Feedback()
    assert again == own


def test_what_holds_nothing_of_the_question_is_not_listened_to(shelf: Shelf) -> None:
    shelf.put("rice.md", "กิน")
    shelf.put_all([entry(f"prawn{at}.md", "กุ้ง tar sail mast") for at in range(3)])
    assert shelf.keys("กิ zeppelin") == ["rice"]
    assert before_and_after([note("the ferry"), note("tar", name="b"), note("tar", name="c")])[2].words == ()


def test_nothing_is_added_for_a_single_document() -> None:
    assert before_and_after([note("the ferry and a rope with tar")])[2] == Feedback()
    assert before_and_after([])[2] == Feedback()


def test_the_same_documents_give_the_same_words_in_any_order() -> None:
    given_order, turned = before_and_after(library(*STORY)), before_and_after(library(*STORY)[::-1])
    assert given_order[2].words == turned[2].words
    assert given_order[2].share == pytest.approx(turned[2].share)
    assert [each.reading.document.key for each in given_order[1]] == [each.reading.document.key for each in turned[1]]


def test_it_can_be_switched_off(shelf: Shelf) -> None:
    shelf.put_all(
        [entry(f"{each.document.title}{at}.md", each.document.text) for at, each in enumerate(library(*STORY))]
    )
    names = {signal.name for hit in shelf.search(QUESTION).results for signal in hit.signals}
    assert "feedback" in names
    off = shelf.search(QUESTION, signals=("near", "title", "spread"))
    assert "feedback" not in {signal.name for hit in off.results for signal in hit.signals}
