"""Whatever could not do its part says so in the result."""

from __future__ import annotations

import pytest

from tests.unit.search.shelf import Shelf
from wellhead.testing.samples import entry


def stages(shelf: Shelf, text: str, **options: int) -> list[tuple[str, str]]:
    return [(each.stage, each.reason) for each in shelf.search(text, **options).degraded]


def test_a_search_that_did_all_its_parts_says_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.")
    assert stages(shelf, "the oak") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("oak " * 2_000, "only the first 4,096 bytes of a query are read"),
        (" ".join(f"word{number}" for number in range(40)), "a query has room for 32 terms"),
        ("oak " + " ".join(f"tag:t{number}" for number in range(40)), "a query has room for 32 filters"),
    ],
)
def test_a_query_that_is_read_in_part(shelf: Shelf, text: str, reason: str) -> None:
    shelf.put("a.md", "An oak.")
    assert stages(shelf, text) == [("query", reason)]


def test_hits_that_do_not_fit(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number}.md", f"oak {number} " + "filler word " * 80) for number in range(9)])
    ((stage, reason),) = stages(shelf, "oak", token_budget=250)
    assert stage == "budget"
    assert reason.endswith("left out to stay within 250 tokens")


def test_an_index_that_is_behind_comes_before_what_was_cut(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{number}.md", f"oak {number} " + "filler word " * 80) for number in range(9)])
    with shelf.engine.writing() as writer:
        writer.execute("UPDATE ix_meta SET value = 0 WHERE name = 'watermark'")
    assert [stage for stage, _ in stages(shelf, "oak", token_budget=250)] == ["index", "budget"]
