from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.importers.headings import block_anchors, outline_of, plain_title
from wellhead.model.document import Anchor


def headings(text: str) -> list[tuple[int, int, str]]:
    return [(each.start, each.level, each.title) for each in outline_of(text, text, 0).headings]


def tags(text: str) -> list[str]:
    return outline_of(text, text, 0).tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A", [(0, 1, "A")]),
        ("# A\n## B ##\n###### C", [(0, 1, "A"), (4, 2, "B"), (12, 6, "C")]),
        ("x\n   # A\r\n", [(2, 1, "A")]),
        ("# C#", [(0, 1, "C#")]),
        ("- # A\n\t- ## B", [(0, 1, "A"), (6, 2, "B")]),
        ("A\n===\n\nB\n---\nx", [(0, 1, "A"), (7, 2, "B")]),
        ("x\n\n# A\nB\n--", [(3, 1, "A"), (7, 2, "B")]),
        ("A\n==\nB\n--\n", [(0, 1, "A"), (5, 2, "B")]),
        ("A\r\n===\r\nx", [(0, 1, "A")]),
    ],
)
def test_headings_with_their_places(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "#A",
        "####### A",
        "    # A",
        "\\# A",
        "# ",
        "#",
        "a # b",
        "one\ntwo\n---\n",
        "- a\n---",
        "| a |\n---",
        "\n---",
        "> a\n===",
        "---\n---",
        "a\n\n---",
        "a\n-",
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert headings(text) == []


def test_first_lines_after_front_matter_count() -> None:
    text = "---\na: b\n---\nA\n==\n# B"
    assert [each.title for each in outline_of(text, text, 12).headings] == ["A", "B"]


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("**Bold** and *thin* and `code`", "Bold and thin and code"),
        ("[[a/b|the b]], [[c]] and [d](e.md)", "the b, c and d"),
        ("snake_case stays", "snake_case stays"),
        ("2 * 3 \\* 4", "2 * 3 * 4"),
        ("Costs ^ab-1", "Costs"),
        ("x ^2 y", "x ^2 y"),
    ],
)
def test_titles_are_what_is_read(written: str, title: str) -> None:
    assert plain_title(written) == title


def test_a_title_of_a_megabyte_is_cut() -> None:
    assert len(headings("# " + "*a_ [" * 200_000)[0][2]) <= 300


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#boat", ["boat"]),
        ("a #boat, #fare/child. (#x) **#y**", ["boat", "fare/child", "x", "y"]),
        ("#日本語 #हिन्दी #família #🚢", ["日本語", "हिन्दी", "família", "🚢"]),
        ("#標籤。後", ["標籤"]),
        ("#a-b_c #2024-q1 #a/", ["a-b_c", "2024-q1", "a"]),
        ("x\n#boat\n- #oar", ["boat", "oar"]),
        ("> #boat", ["boat"]),
        ("#boat#oar", ["boat"]),
    ],
)
def test_tags_in_the_text(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "#123",
        "#1/2",
        "a#b",
        "# heading ##",
        "## see C#not",
        "https://a.example/#not",
        "[x](#not)",
        "[[#not]]",
        "\\#not",
        "&#39;",
        "# ",
        "#",
        "##not",
        '<a href="#not">',
    ],
)
def test_what_is_no_tag(text: str) -> None:
    assert tags(text) == []


def test_block_ids_name_their_line() -> None:
    text = "one ^first\ntwo\nthree ^th-3  \r\n\n^alone\nx^no ^no-end here"
    assert block_anchors(text, 0) == [
        Anchor(start=0, name="first"),
        Anchor(start=15, name="th-3"),
        Anchor(start=31, name="alone"),
    ]


@given(st.text("#-=*> \n\t\ra^1`[|", max_size=60))
@settings(max_examples=500)
def test_any_soup_gives_headings_at_line_starts(text: str) -> None:
    outline = outline_of(text, text, 0)
    starts = [each.start for each in outline.headings]
    assert starts == sorted(set(starts))
    assert all(start == 0 or text[start - 1] == "\n" for start in starts)
    assert all(each.title.strip() == each.title != "" for each in outline.headings)


def test_a_tag_in_a_heading_counts() -> None:
    assert tags("# Week 12 #review\n\ntext #later\n\n## Done #review/done ##\n") == ["review", "later", "review/done"]
