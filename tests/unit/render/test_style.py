"""Dressing: nothing undressed slips through, and without a terminal nothing is dressed."""

from __future__ import annotations

import re

from wellhead.render.style import PLAIN, Style

COLOUR = Style(colour=True, links=True)
HOSTILE = "x\x1b[2J\x07y"


def test_plain_text_stays_plain() -> None:
    said = [
        PLAIN.strong("a"),
        PLAIN.faint("a"),
        PLAIN.good("a"),
        PLAIN.warn("a"),
        PLAIN.bad("a"),
        PLAIN.link("a", "/a"),
    ]
    assert said == ["a"] * 6


def test_a_matched_word_can_be_seen_without_colour() -> None:
    assert PLAIN.mark("rebuild") == "«rebuild»"
    assert COLOUR.mark("rebuild") == "\x1b[1;33mrebuild\x1b[0m"


def test_colour_never_spans_a_line_end() -> None:
    assert COLOUR.mark("a\nb") == "\x1b[1;33ma\x1b[0m\n\x1b[1;33mb\x1b[0m"


def test_every_way_to_dress_makes_printable_first() -> None:
    for dress in (
        COLOUR.text,
        COLOUR.name,
        COLOUR.strong,
        COLOUR.faint,
        COLOUR.good,
        COLOUR.warn,
        COLOUR.bad,
        COLOUR.mark,
    ):
        assert "\\x1b[2J\\x07" in dress(HOSTILE)
        assert "\x07" not in dress(HOSTILE)


def test_a_link_carries_an_encoded_address() -> None:
    link = COLOUR.link("a b.md:3", "/notes/a b\x1b;\udcff.md")
    assert link == "\x1b]8;;file:///notes/a%20b%1B%3B%FF.md\x1b\\a b.md:3\x1b]8;;\x1b\\"


def test_only_a_file_becomes_a_link() -> None:
    assert COLOUR.link("here", "") == "here"
    assert COLOUR.link("here", "https://example.org") == "here"


def test_places_are_shown_from_where_the_person_is() -> None:
    style = Style(home="/people/ada", here="/people/ada/notes")
    assert style.near("/people/ada/notes/a.md") == "a.md"
    assert style.near("/people/ada/other/a.md") == "~/other/a.md"
    assert style.place("/people/ada/notes/a.md") == "~/notes/a.md"
    assert style.place("/people/adam/a.md") == "/people/adam/a.md"
    assert PLAIN.near("/people/ada/a.md") == "/people/ada/a.md"


def test_nothing_to_dress_leaves_no_codes() -> None:
    assert not re.search("\x1b", COLOUR.strong("") + COLOUR.mark(""))
