from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.importers.zones import Zones, has_zones


def live(text: str, start: int = 0) -> str:
    return Zones(text).blanked(start)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a `b` c", ["a", "c"]),
        ("a ``b ` c`` d", ["a", "d"]),
        ("a\n```\nb\n```\nc", ["a", "c"]),
        ("a\n~~~py\nb\n```\n~~~\nc", ["a", "c"]),
        ("a\n````\n```\nb\n````\nc", ["a", "c"]),
        ("- a\n\t- ```js\n\t  b\n\t  ```\n- c", ["-", "a", "-", "c"]),
        ("> ```\n> b\n> ```\nc", ["c"]),
        ("a\n```\nb", ["a"]),
        ("a\r\n```\r\nb\r\n```\r\nc", ["a", "c"]),
        ("a <!-- b\n\nb --> c", ["a", "c"]),
        ("a %%b%% c\n%%\nb\n%%\nd", ["a", "c", "d"]),
        ("a %% `b %% c` d", ["a", "c`", "d"]),
        ("a ```b``` c", ["a", "c"]),
        ("`a\n\nb` c", ["`a", "b`", "c"]),
        ("`a\n# b` c", ["`a", "#", "b`", "c"]),
        ("a \\`b c` d", ["a", "\\`b", "c`", "d"]),
        ("a <!-- b", ["a", "<!--", "b"]),
        ("100%% sure", ["100%%", "sure"]),
        ("a ~~~ b", ["a", "~~~", "b"]),
    ],
)
def test_code_and_comments_fall_silent(text: str, left: list[str]) -> None:
    shown = live(text)
    assert len(shown) == len(text)
    remaining = shown if any("`" in word for word in left) else shown.replace("`", " ")
    assert remaining.split() == left


def test_front_matter_is_not_looked_into() -> None:
    text = "---\na: `b\n---\nc `d`"
    assert live(text, 13) == "---\na: `b\n---\nc ```"


@given(st.text("a`~%<!-> \n\\#*", max_size=60))
@settings(max_examples=500)
def test_blanking_only_replaces(text: str) -> None:
    shown = live(text)
    assert len(shown) == len(text)
    assert all(new in (old, " ", "`") for old, new in zip(text, shown, strict=True))
    assert shown == text or has_zones(text)


@pytest.mark.parametrize(
    "text", ["```dataview\nLIST\n```", "```dataviewjs\n```", "a `= this.file.name` b", "`$= dv.current()`"]
)
def test_queries_are_noticed(text: str) -> None:
    zones = Zones(text)
    zones.blanked(0)
    assert zones.queries


@pytest.mark.parametrize("text", ["```py\ndataview\n```", "`dataview`", "`= 5`", "dataview"])
def test_other_code_is_no_query(text: str) -> None:
    zones = Zones(text)
    zones.blanked(0)
    assert not zones.queries
