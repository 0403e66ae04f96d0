"""How much text one answer may hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.document import Role
from wellhead.model.query import Hit, Window
from wellhead.search.budget import tokens_of, within


def hit(key: str, *sizes: int) -> Hit:
    windows = tuple(Window(start=0, end=size, text="x" * size) for size in sizes)
    return Hit(rank=0, key=key, title="", kind="note", role=Role.OWN_NOTE, path="", url="", score=1.0, windows=windows)


def test_a_token_is_four_characters() -> None:
    assert [tokens_of(Window(start=0, end=n, text="x" * n)) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_what_does_not_fit_is_skipped_and_the_rest_goes_on() -> None:
    kept, used, dropped = within([hit("a", 40), hit("b", 400), hit("c", 40, 400, 4)], 25)
    assert [(each.rank, each.key, len(each.windows)) for each in kept] == [(1, "a", 1), (2, "c", 2)]
    assert (used, dropped) == (21, 1)


def test_a_hit_without_windows_costs_nothing() -> None:
    kept, used, dropped = within([hit("a")], 0)
    assert (len(kept), used, dropped) == (1, 0, 0)


@given(st.lists(st.lists(st.integers(1, 300), max_size=3), max_size=20), st.integers(0, 500))
def test_the_budget_holds(sizes: list[list[int]], budget: int) -> None:
    hits = [hit(str(i), *each) for i, each in enumerate(sizes)]
    kept, used, dropped = within(hits, budget)
    assert used == sum(tokens_of(window) for each in kept for window in each.windows) <= budget
    assert len(kept) + dropped == len(hits)
    assert [each.rank for each in kept] == list(range(1, len(kept) + 1))
