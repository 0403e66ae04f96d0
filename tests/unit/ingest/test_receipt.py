from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellhead.ingest.receipt import Tally
from wellhead.model.receipt import FileOutcome, Receipt, Status, added_up

OUTCOMES = st.lists(st.tuples(st.sampled_from(list(Status)), st.integers(0, 3)), max_size=30)


def tallied(outcomes: list[tuple[Status, int]]) -> Receipt:
    tally = Tally()
    for number, (status, more) in enumerate(outcomes):
        tally.note(FileOutcome(path=f"{number}.md", status=status))
        tally.count(Status.UNCHANGED, more)
    return tally.receipt(seconds=1.0)


@given(OUTCOMES)
def test_found_is_the_sum_of_its_parts(outcomes: list[tuple[Status, int]]) -> None:
    made = tallied(outcomes)
    assert made.found == made.indexed + made.unchanged + made.renamed + made.skipped + made.failed
    assert len(made.files) == len(outcomes)


@given(OUTCOMES, OUTCOMES)
def test_several_receipts_add_up(one: list[tuple[Status, int]], two: list[tuple[Status, int]]) -> None:
    parts = tallied(one), tallied(two)
    total = added_up(parts, seconds=2.0)
    for name in ("found", "indexed", "unchanged", "renamed", "skipped", "failed", "removed", "stale"):
        assert getattr(total, name) == sum(getattr(part, name) for part in parts)


def test_a_sentence_is_said_once() -> None:
    tally = Tally()
    tally.say("look here")
    tally.say("look here")
    assert tally.receipt(seconds=0.0).notes == ("look here",)
