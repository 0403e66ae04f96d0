from __future__ import annotations

from typing import Any

import pytest

from wellhead.importers.front_matter import block_of, claims


def said(block: str) -> dict[str, Any]:
    return claims(block_of(f"---\n{block}\n---\nbody").fields)


def test_the_block_ends_with_its_closing_line() -> None:
    for text in (
        "---\ntitle: a\n---\nbody",
        "--- \r\ntitle: a\r\n---\r\nbody",
        "---\ntitle: a\n...\nbody",
        "---\ntitle: a\n---",
    ):
        block = block_of(text)
        assert block.fields == {"title": "a"}
        assert text[block.end :].strip() in ("body", "")


@pytest.mark.parametrize(
    "text", ["", "---", "---\n", "---\ntitle: a\n", "\n---\na: b\n---\n", "----\na: b\n---\n", "x\n---\na: b\n---"]
)
def test_no_block_where_none_is(text: str) -> None:
    assert block_of(text) == (0, {}, "")


def test_an_empty_block_has_no_fields() -> None:
    assert block_of("---\n---\nbody") == (7, {}, "")
    assert block_of("---\n\n---\nbody") == (8, {}, "")


def test_text_between_two_rules_is_text() -> None:
    assert block_of("---\nA motto.\n---\n# Title") == (0, {}, "")


def test_a_block_that_cannot_be_read_is_named_with_its_line() -> None:
    block = block_of("---\ntitle: a\ntags: [a\n---\nbody")
    assert block.fields == {}
    assert block.end == 25
    assert block.note.startswith("front matter not used: line ")


def test_a_block_without_end_in_sight_is_not_parsed() -> None:
    block = block_of("---\n" + "- a\n" * 60_000 + "---\n")
    assert block.note == "front matter not used: longer than 100 kB"


@pytest.mark.parametrize(
    ("block", "field", "value"),
    [
        ("title: A  B ", "title", "A B"),
        ("Title: A", "title", "A"),
        ("tags: [a, b/c, A]", "tags", ("a", "b/c")),
        ("tags: a, b", "tags", ("a", "b")),
        ("tags: a b", "tags", ("a", "b")),
        ("tags: '#a #b'", "tags", ("a", "b")),
        ("tags: field notes, b", "tags", ("field notes", "b")),
        ("tag: a", "tags", ("a",)),
        ("tag: a\ntags: [b]", "tags", ("a", "b")),
        ("tags:\n  - '#a'\n  - [[b]]\n  -", "tags", ("a", "b")),
        ("alias: Skerry", "aliases", ("Skerry",)),
        ("aliases: One, Two", "aliases", ("One", "Two")),
        ("aliases: ['One, Two']", "aliases", ("One, Two",)),
        ("author: '[[people/ana|Ana]]'", "author", "Ana"),
        ("authors:\n- Ana\n- '[[Bo]]'", "author", "Ana, Bo"),
        ("date: 2024-05-01", "created", "2024-05-01"),
        ("date: 2024-05-01\ncreated: 2023-01-01", "created", "2023-01-01"),
        ("created: 2023-01-01\ndate: 2024-05-01", "created", "2023-01-01"),
        ("Date Modified: 2024-05-01 10:00", "updated", "2024-05-01T10:00:00"),
        ("url: https://a.example/?q=1", "url", "https://a.example/?q=1"),
        ("source: https://a.example", "url", "https://a.example"),
        ("kind: Meeting", "kind", "meeting"),
        ("role: own_note", "role", "own_note"),
        ("key: note:x", "key", "note:x"),
    ],
)
def test_spellings_people_use(block: str, field: str, value: object) -> None:
    assert said(block) == {field: value}


@pytest.mark.parametrize(
    "block",
    [
        "summary: a plain sentence",
        "source: a book",
        "title:",
        "title: [a]",
        "tags: {a: b}",
        "created: soon",
        "cssclass: x",
    ],
)
def test_what_is_no_field_or_says_nothing_is_left_alone(block: str) -> None:
    assert said(block) == {}
