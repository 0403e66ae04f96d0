from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.importers.links import links_of
from wellhead.model.document import Link

UUID = "6512aa00-1111-2222-3333-444455556666"


def found(text: str, path: str = "a/b.md") -> list[tuple[str, str, str, str]]:
    links = links_of(text, text, 0, path)
    assert [link.start for link in links] == sorted(link.start for link in links)
    return [(link.type, link.to, link.anchor, link.label) for link in links]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[Tove]]", ("link", "Tove", "", "")),
        ("[[ people/Tove | the pilot ]]", ("link", "people/Tove", "", "the pilot")),
        ("| [[Tove\\|the pilot]] |", ("link", "Tove", "", "the pilot")),
        ("[[Tove#Boats]]", ("link", "Tove", "Boats", "")),
        ("[[Tove#Boats#Oars|x]]", ("link", "Tove", "Boats#Oars", "x")),
        ("[[Tove#^ab-1]]", ("link", "Tove", "^ab-1", "")),
        ("[[Tove^ab-1]]", ("link", "Tove", "^ab-1", "")),
        ("[[#Boats]]", ("link", "", "Boats", "")),
        ("![[chart.png|300x20]]", ("embed", "chart.png", "", "")),
        ("![[Tove#Boats|her boats]]", ("embed", "Tove", "Boats", "her boats")),
        ("{{embed [[Tove]]}}", ("embed", "Tove", "", "")),
        (f"see (({UUID.upper()}))", ("block", UUID, "", "")),
        ("[the minutes](minutes%20may.md)", ("link", "minutes may.md", "", "the minutes")),
        ("[x](<minutes may.md#the%20end>)", ("link", "minutes may.md", "the end", "x")),
        ("[x](c.md 'title')", ("link", "c.md", "", "x")),
        ('[x](c_(1).md "a title")', ("link", "c_(1).md", "", "x")),
        ("[x](./c.md)", ("link", "a/c.md", "", "x")),
        ("[x](../c/d.md#e)", ("link", "c/d.md", "e", "x")),
        ("[x](../../../c.md)", ("link", "c.md", "", "x")),
        ("[x](/c.md)", ("link", "c.md", "", "x")),
        ("[x](#here)", ("link", "", "here", "x")),
        ("[a [b] c](d.md)", ("link", "d.md", "", "a [b] c")),
        ("[a\nb](d.md)", ("link", "d.md", "", "a b")),
        ("![a chart](c.png)", ("embed", "c.png", "", "a chart")),
        ("[x](https://a.example/b_(c))", ("url", "https://a.example/b_(c)", "", "x")),
        ("[https://a.example](https://a.example)", ("url", "https://a.example", "", "https://a.example")),
        ("[x](mailto:a@b.example)", ("url", "mailto:a@b.example", "", "x")),
        ("<https://a.example/b>", ("url", "https://a.example/b", "", "")),
        ("(see https://a.example/b_(c)).", ("url", "https://a.example/b_(c)", "", "")),
        ("https://a.example/?q=1&r=#s!", ("url", "https://a.example/?q=1&r=#s", "", "")),
        ("見よhttps://a.example/日本。", ("url", "https://a.example/日本", "", "")),
    ],
)
def test_each_way_to_write_a_link(text: str, link: tuple[str, str, str, str]) -> None:
    assert found(text) == [link]


@pytest.mark.parametrize(
    "text",
    [
        "[[]]",
        "[[ | x]]",
        "[[a\nb]]",
        "[a] (b)",
        "[a](b c)",
        "](b)",
        "[a]()",
        "[x](#)",
        "![](data:image/png;base64,AAAA)",
        "http://",
        "https://...",
        "a[1](",
        "((not a block))",
        "[a\n\nb](c.md)",
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert found(text) == []


def test_a_picture_that_is_a_link_is_both() -> None:
    text = "x [![a chart](c.png)](https://a.example) y"
    assert found(text) == [("url", "https://a.example", "", "a chart"), ("embed", "c.png", "", "a chart")]
    outer, inner = links_of(text, text, 0, "")
    assert text[outer.start : outer.end] == "[![a chart](c.png)](https://a.example)"
    assert text[inner.start : inner.end] == "![a chart](c.png)"


def test_offsets_count_code_points() -> None:
    text = "🚢é ![[a]] and [b](c.md) and https://d.example."
    spans = [text[link.start : link.end] for link in links_of(text, text, 0, "")]
    assert spans == ["![[a]]", "[b](c.md)", "https://d.example"]


def test_labels_come_from_the_text_where_code_is_blanked() -> None:
    text, live = "[the `x` flag](a.md)", "[the ``` flag](a.md)"
    assert [link.label for link in links_of(text, live, 0, "")] == ["the `x` flag"]


def test_properties_link_too() -> None:
    text = '---\nup: "[[Home]]"\nurl: https://a.example\n---\n'
    assert links_of(text, text, 47, "") == [Link(to="Home", start=9, end=17)]


@given(st.text("[]()|#^!a b\n<>:/.'\"htps{}-", max_size=80))
@settings(max_examples=500)
def test_any_soup_gives_links_within_it(text: str) -> None:
    for link in links_of(text, text, 0, "a/b.md"):
        assert 0 <= link.start < link.end <= len(text)
        assert link.to or link.anchor
