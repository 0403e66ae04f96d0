"""From lanes to one order: who votes how much, and that nothing else decides."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from wellhead.model.options import LANES
from wellhead.search.fuse import WEIGHTS, K, fused
from wellhead.search.group import Group
from wellhead.search.lane import Entry, Lane, disabled, not_run, ranked

DOCUMENTS = st.integers(1, 12)
STRENGTHS = st.sampled_from([0.1, 0.25, 0.5, 1.0])
ENTRIES = st.lists(
    st.builds(Entry, document_id=DOCUMENTS, strength=STRENGTHS, score=STRENGTHS, detail=st.sampled_from(["", "so"])),
    max_size=12,
)
LANE_SETS = st.fixed_dictionaries(dict.fromkeys(LANES, ENTRIES)).map(
    lambda found: [ranked(name, entries) for name, entries in found.items()]
)


def lane(name: str, *numbers: int, **fields: float) -> Lane:
    """Documents that the lane tells apart, best first."""
    size = len(numbers)
    return Lane(
        name=name,
        entries=tuple(Entry(document_id=number, score=float(size - at), **fields) for at, number in enumerate(numbers)),
    )


def order(groups: list[Group]) -> list[int]:
    return [group.document_id for group in groups]


@given(LANE_SETS)
def test_the_order_is_total_and_everybody_is_in_it(lanes: list[Lane]) -> None:
    found = fused(lanes, {})
    assert sorted(order(found)) == sorted({entry.document_id for each in lanes for entry in each.entries})
    assert [(-group.score, group.document_id) for group in found] == sorted(
        (-group.score, group.document_id) for group in found
    )
    for group in found:
        most = sum(WEIGHTS[hit.name] for hit in group.lanes)
        assert 0 < group.score <= most * (1 + 1e-9)
        assert len({hit.name for hit in group.lanes}) == len(group.lanes)


@given(LANE_SETS, st.randoms(use_true_random=False))
def test_the_order_of_equal_entries_says_nothing(lanes: list[Lane], luck: Random) -> None:
    turned = []
    for each in lanes:
        entries = list(each.entries)
        luck.shuffle(entries)
        entries.sort(key=lambda entry: (-entry.strength, -entry.score))
        turned.append(replace(each, entries=tuple(entries)))
    assert [(group.document_id, group.score, group.lanes) for group in fused(turned, {})] == [
        (group.document_id, group.score, group.lanes) for group in fused(lanes, {})
    ]


@given(LANE_SETS, st.permutations(range(1, 13)))
def test_the_order_in_which_documents_came_says_nothing(lanes: list[Lane], numbers: list[int]) -> None:
    renumbered = [
        ranked(each.name, [replace(entry, document_id=numbers[entry.document_id - 1]) for entry in each.entries])
        for each in lanes
    ]
    scores = {numbers[group.document_id - 1]: group.score for group in fused(lanes, {})}
    assert {group.document_id: group.score for group in fused(renumbered, {})} == scores


@given(LANE_SETS)
def test_every_vote_can_be_traced(lanes: list[Lane]) -> None:
    said = [replace(each, entries=tuple(replace(entry, detail="so") for entry in each.entries)) for each in lanes]
    for group in fused(said, {}):
        assert sum(signal.weight for signal in group.signals) == pytest.approx(group.score)
        assert [signal.name for signal in group.signals] == [hit.name for hit in group.lanes]


def test_the_first_by_its_words_alone_has_a_score_of_one() -> None:
    (first, second) = fused([lane("lexical", 7, 3)], {})
    assert (first.document_id, first.score) == (7, 1.0)
    assert second.score == (K + 1) / (K + 2)


def test_lanes_vote_by_weight_strength_and_rank() -> None:
    lanes = [lane("lexical", 1, 2), lane("title", 2, 1, strength=0.5)]
    scores = {group.document_id: group.score for group in fused(lanes, {})}
    later = (K + 1) / (K + 2)
    assert scores[1] == pytest.approx(1 + WEIGHTS["title"] * 0.5 * later)
    assert scores[2] == pytest.approx(later + WEIGHTS["title"] * 0.5)


def test_what_a_lane_does_not_tell_apart_shares_a_rank() -> None:
    alike = [Entry(document_id=number, strength=0.5, score=2.0) for number in (4, 5, 6)]
    tail = Entry(document_id=9, strength=0.5, score=1.0)
    found = fused([Lane(name="tag", entries=(*alike, tail))], {})
    assert [(group.document_id, group.lanes[0].rank) for group in found] == [(4, 1), (5, 1), (6, 1), (9, 4)]


def test_no_lane_that_guesses_outvotes_words_that_are_there() -> None:
    """A name said outright may; a tag, a link and a day may not, each by itself."""
    assert all(WEIGHTS[name] < WEIGHTS["lexical"] for name in ("tag", "link", "date"))
    assert WEIGHTS["exact"] > WEIGHTS["title"] > WEIGHTS["lexical"]
    assert set(WEIGHTS) == set(LANES)


def test_chunks_and_signals_of_the_words_stay_with_their_document() -> None:
    known = {3: Group(document_id=3, chunks=[31, 32], size=2, score=9.0)}
    found = fused([lane("lexical", 3), lane("exact", 8)], known)
    assert {group.document_id: group.chunks for group in found} == {3: [31, 32], 8: []}


def test_lanes_that_did_not_run_have_no_voice() -> None:
    assert fused([not_run("link", "why"), disabled("tag")], {}) == []


def test_a_lane_names_a_document_once_by_its_surest_entry() -> None:
    found = ranked("title", [Entry(document_id=1, strength=0.2), Entry(document_id=1, strength=0.9, detail="whole")])
    assert [(entry.document_id, entry.strength) for entry in found.entries] == [(1, 0.9)]
