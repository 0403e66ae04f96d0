"""Tags as they are compared."""

from __future__ import annotations

import pytest

from wellhead.text.tags import folded_tag, holds_tag, tag_aliases, tag_aliases_of, tag_words


@pytest.mark.parametrize("tag", ["Tide-Mill", "tide_mill", "#tide mill", "ＴＩＤＥ－mill", "tide--mill-"])
def test_one_spelling_of_a_tag(tag: str) -> None:
    assert folded_tag(tag) == "tide-mill"


def test_nested_tags_keep_their_slashes() -> None:
    assert folded_tag("Project/Skerry_two/") == "project/skerry-two"
    assert holds_tag("project", "project/skerry")
    assert holds_tag("project", "project")
    assert not holds_tag("project", "projects")
    assert not holds_tag("project/skerry", "project")


def test_the_words_of_a_tag() -> None:
    assert tag_words("#project/tide-mill_2") == "project tide mill 2"


@pytest.mark.promise("R-032")
@pytest.mark.parametrize(
    ("words", "aliases"),
    [
        (["mill"], ("mill",)),
        (["Tide", "mill"], ("tide-mill", "tide", "mill")),
        (["old", "tide", "mill"], ("old-tide-mill", "old-tide", "tide-mill", "old", "tide", "mill")),
        (["half-life"], ("half-life",)),
        (["潮汐"], ("潮汐",)),
        (["?", "mill"], ("mill",)),
        ([], ()),
    ],
)
def test_tags_that_words_may_mean(words: list[str], aliases: tuple[str, ...]) -> None:
    assert tag_aliases(words) == aliases


@pytest.mark.promise("R-032")
@pytest.mark.parametrize("tag", ["tide-mill", "tide_mill", "Tide Mill", "tide/mill", "history/tide-mill"])
def test_a_tag_of_several_words_is_meant_by_them(tag: str) -> None:
    assert set(tag_aliases_of(tag)) & set(tag_aliases(["tide", "mill"]))
    assert not set(tag_aliases_of(tag)) & set(tag_aliases(["tide", "house"]))


def test_no_more_words_than_a_tag_has() -> None:
    assert max(alias.count("-") for alias in tag_aliases(["a"] * 32)) == 3
