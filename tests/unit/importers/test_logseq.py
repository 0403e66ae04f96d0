from __future__ import annotations

import pytest

from wellhead.importers.logseq import block_ids, page_properties, title_of_file
from wellhead.model.document import Anchor

UUID = "6512aa00-1111-2222-3333-444455556666"


def test_properties_of_the_first_block() -> None:
    text = (
        "title:: The Ferry\ntags:: a, #b, [[c d]], #[[e]]\nalias:: One, Two\nicon:: x\n\n- body\n  title:: not this\n"
    )
    fields, end = page_properties(text, 0)
    assert fields == {"title": "The Ferry", "tags": ["a", "b", "c d", "e"], "alias": ["One", "Two"]}
    assert text[end:].lstrip().startswith("- body")


def test_properties_in_a_bullet_and_after_front_matter() -> None:
    assert page_properties("- title:: A\r\n  tags:: b\r\n- x", 0)[0] == {"title": "A", "tags": ["b"]}
    assert page_properties("---\n---\n\ntags:: b", 7)[0] == {"tags": ["b"]}


@pytest.mark.parametrize("text", ["std::vector is a type", "a b:: c", "x\ntags:: a", "", "::", "tags::a"])
def test_what_is_no_property(text: str) -> None:
    assert page_properties(text, 0) == ({}, 0)


def test_block_ids_are_anchors() -> None:
    text = f"- one\n  id:: {UUID.upper()}\n- void:: {UUID}\n- xid:: {UUID}\nid:: short\n"
    assert block_ids(text, 0) == [Anchor(start=6, name=UUID)]


@pytest.mark.parametrize(
    ("stem", "title"),
    [
        ("a___b", "a/b"),
        ("a___b___c%3Fd", "a/b/c?d"),
        ("a%2Fb", "a/b"),
        ("a%2fb", "a/b"),
        ("a_b", ""),
        ("100%", ""),
        ("a__b", ""),
    ],
)
def test_file_names_of_pages(stem: str, title: str) -> None:
    assert title_of_file(stem) == title
