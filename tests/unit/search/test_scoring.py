"""The arithmetic of the words: what makes a document that was read stand before another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.search.readings import closely, note
from wellhead.model.options import SIGNALS, SearchOptions
from wellhead.ports import Entry
from wellhead.search.scoring import B_CHUNK, K1, NEAR, NEAR_SHARE, TITLE_SHARE, Scored, bm25, norm, score, weights

FILLER = [f"w{number}" for number in range(60)]
PLAIN = st.lists(st.sampled_from(["oak", "elm", "ash", "fir", "bay", "box"]), min_size=1, max_size=9)


def scored(question: str, *entries: Entry, weight: Sequence[float] = (), **options: Any) -> dict[str, Scored]:
    """By the document's name, best first; every term weighs 1 unless said otherwise."""
    readings, sought = closely(question, entries)
    found = score(readings, weight or [1.0] * sought.count, sought, SearchOptions(**options))
    return {each.reading.document.key.removeprefix("note:"): each for each in found}


def without(*signals: str) -> tuple[str, ...]:
    return tuple(name for name in SIGNALS if name not in signals)


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=6), st.integers(0, 5_000))
def test_a_rarer_word_says_more_and_every_word_something(frequencies: list[int], chunks: int) -> None:
    found = weights(frequencies, chunks)
    assert all(each > 0 for each in found)
    for one, first in zip(found, frequencies, strict=True):
        for other, second in zip(found, frequencies, strict=True):
            assert one <= other or first < second


def test_the_rarer_word_decides() -> None:
    both = (note("an oak here", name="oak.x", title="t"), note("an elm here", name="elm.x", title="t"))
    assert list(scored("oak elm", *both, weight=[2.0, 1.0])) == ["oak.x", "elm.x"]
    assert list(scored("oak elm", *both, weight=[1.0, 2.0])) == ["elm.x", "oak.x"]


@given(st.integers(1, 50), st.integers(1, 50), st.floats(0.1, 10), st.floats(0.1, 10))
def test_a_word_counts_more_the_more_often_it_stands_up_to_a_bound(
    some: int, more: int, weight: float, size: float
) -> None:
    one, other = (bm25({0: float(count)}, [weight], norm(size, 1.0, B_CHUNK)) for count in (some, some + more))
    assert one < other < weight * (K1 + 1)


def test_of_two_texts_that_say_it_once_the_shorter_is_about_it() -> None:
    short, long = (
        note("the oak there", name="short", title="t"),
        note(f"the oak {' '.join(FILLER)}", name="long", title="t"),
    )
    assert list(scored("oak", long, short)) == ["short", "long"]


def test_a_text_about_it_goes_before_one_that_mentions_it() -> None:
    about = note("the oak\n\nan oak\n\nthis oak", name="about", title="t")
    mentions = note("the oak\n\nan elm\n\nthis elm", name="mentions", title="t")
    found = scored("oak", mentions, about, signals=without("near"))
    assert list(found) == ["about", "mentions"]
    parted = scored("oak", mentions, about, signals=without("near", "spread"))
    gap = [each["about"].score - each["mentions"].score for each in (found, parted)]
    assert gap[0] > gap[1]


@pytest.mark.promise("R-050")
def test_words_that_neighbour_in_the_question_count_more_where_they_are_near() -> None:
    apart = [
        note(f"tide {' '.join(FILLER[:gap])} mill {' '.join(FILLER[gap:20])}", name=f"{gap}", title="t")
        for gap in (0, 3, 7, 12)
    ]
    found = scored("tide mill", *apart)
    assert list(found) == ["0", "3", "7", "12"]
    assert [[signal.name for signal in each.signals] for each in found.values()] == [["near"]] * 3 + [[]]
    base = found["12"].score
    assert [each.score - base for each in found.values()] == pytest.approx(
        [NEAR_SHARE, NEAR_SHARE / 4, NEAR_SHARE / 8, 0]
    )
    for each in list(found.values())[:3]:
        assert each.signals[0].weight == pytest.approx(each.score / base)
    assert {each.score for each in scored("tide mill", *apart, signals=without("near")).values()} == {base}


def test_only_neighbours_of_the_question_are_near() -> None:
    found = scored("tide ferry mill", note("tide mill", title="t"))
    assert found["note"].signals == []
    assert NEAR > 1


@given(PLAIN, PLAIN, PLAIN)
def test_a_title_lifts_by_a_quarter_at_most(title: list[str], text: list[str], question: list[str]) -> None:
    document = note(" ".join([*text, *question]), title=" ".join(title))
    (with_title,) = scored(" ".join(question), document).values()
    (bare,) = scored(" ".join(question), document, signals=without("title")).values()
    assert bare.score * (1 - 1e-9) <= with_title.score <= bare.score * (1 + TITLE_SHARE) * (1 + 1e-9)
    assert TITLE_SHARE <= 0.25
    lifts = [signal.weight for signal in with_title.signals if signal.name == "title"]
    assert [with_title.score / bare.score] == pytest.approx(lifts or [1.0])
    if set(title) == set(question):
        assert lifts == pytest.approx([1 + TITLE_SHARE])
    assert bool(lifts) == bool(set(title) & set(question))


@pytest.mark.promise("R-050")
def test_a_title_counts_by_how_much_of_it_the_question_says() -> None:
    titles = ("tide mill", "The tide mill", "tide mill accounts", "mill", "ferry")
    entries = [note("tide mill", name=str(at), title=title) for at, title in enumerate(titles)]
    lifts = [
        sum(signal.weight - 1 for signal in each.signals if signal.name == "title")
        for _, each in sorted(scored("tide mill", *entries).items())
    ]
    assert lifts[0] == lifts[1] == pytest.approx(TITLE_SHARE)
    assert lifts[1] > lifts[2] > lifts[3] > lifts[4] == 0


def test_equal_documents_are_ordered_by_key() -> None:
    assert list(scored("oak", *(note("an oak", name=name, title="t") for name in "dbca"))) == ["a", "b", "c", "d"]


def test_nothing_read_is_nothing_scored() -> None:
    assert scored("oak") == {}
