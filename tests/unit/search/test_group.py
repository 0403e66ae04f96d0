"""The arithmetic of ranking documents by their chunks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.query import Candidate
from wellhead.search.group import by_document


def lane(*rows: tuple[int, int, float, int]) -> list[Candidate]:
    """(document, chunk, score, chunks of the document), best first."""
    ranked = sorted(rows, key=lambda row: -row[2])
    return [
        Candidate(document_id=document, chunk_id=chunk, score=score, chunks=size, rank=rank)
        for rank, (document, chunk, score, size) in enumerate(ranked, 1)
    ]


def test_a_document_of_one_chunk_has_its_score() -> None:
    (group,) = by_document(lane((1, 11, 4.0, 1)))
    assert (group.score, group.chunks, group.lanes) == (4.0, [11], [])


def test_a_document_about_it_beats_one_that_mentions_it() -> None:
    groups = by_document(lane((1, 11, 5.0, 3), (2, 21, 5.0, 3), (2, 22, 4.0, 3), (2, 23, 4.0, 3)))
    assert [group.document_id for group in groups] == [2, 1]


def test_many_weak_chunks_do_not_beat_a_good_one() -> None:
    crowd = [(2, 100 + i, 5.0, 3) for i in range(50)]
    assert by_document(lane((1, 11, 5.1, 1), *crowd))[0].document_id == 1


def test_ties_fall_to_the_older_document() -> None:
    assert [group.document_id for group in by_document(lane((7, 71, 2.0, 1), (3, 31, 2.0, 1)))] == [3, 7]


@given(st.lists(st.tuples(st.integers(1, 9), st.floats(0.1, 50), st.integers(1, 3)), max_size=60))
def test_a_document_is_never_better_than_its_best_chunk(rows: list[tuple[int, float, int]]) -> None:
    candidates = lane(*((document, i, score, size) for i, (document, score, size) in enumerate(rows)))
    groups = by_document(candidates)
    best = {each.document_id: each.score for each in reversed(candidates)}
    assert {group.document_id for group in groups} == set(best)
    assert all(2 / 3 * best[group.document_id] <= group.score <= best[group.document_id] * 1.000001 for group in groups)
    assert [group.score for group in groups] == sorted((group.score for group in groups), reverse=True)
