"""Which stretch of a question is what."""

from __future__ import annotations

import pytest

from wellhead.search.parts import Part, clauses


def parts(text: str, *held: str) -> list[tuple[str, str]]:
    """(kind, text) of everything but plain words; `-` before what is left out."""
    found = [part for clause in clauses(text, 4_096, lambda keys: held) for part in clause.parts]
    return [(part.kind, f"{'-' * part.excluded}{part.text}") for part in found if part.kind != "words" or part.excluded]


def filters(text: str) -> list[tuple[str, str]]:
    found = [part for clause in clauses(text, 4_096, lambda keys: ()) for part in clause.parts]
    return [(f"{'-' * part.excluded}{part.field}", part.text) for part in found if part.kind == "filter"]


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("oak -draft", ["-draft"]),
        ('oak -"red leaf"', ["-red leaf"]),
        ("oak NOT draft", ["-draft"]),
        ('oak NOT "red leaf"', ["-red leaf"]),
        ("oak NOT 2024", ["-2024"]),
        ("-leaf-mould oak", ["-leaf-mould"]),
        ("oak (-draft)", ["-draft"]),
        ("東京 -京都", ["-京都"]),
        ("a －b", ["-b"]),
    ],
)
def test_what_is_left_out(text: str, left_out: list[str]) -> None:
    assert [said for kind, said in parts(text) if said.startswith("-")] == left_out


@pytest.mark.parametrize(
    "text",
    [
        "leaf-mould",
        "oak - elm",
        "oak -- elm",
        "--force",
        "at -18 degrees",
        "oak-",
        "a-b-c",
        "NOT",
        "oak not elm",
        "–oak",
        "NOTE oak",
    ],
)
def test_hyphens_dashes_and_numbers_leave_nothing_out(text: str) -> None:
    assert parts(text) == []


@pytest.mark.parametrize("text", ["oak is NOT elm", "whether or NOT oak", "to NOT cut"])
def test_a_stressed_not_leaves_nothing_out(text: str) -> None:
    assert parts(text) == []


def test_in_a_shouted_question_not_is_a_word() -> None:
    assert parts("DO NOT OPEN") == []
    assert parts("東京 NOT 大阪") == [("words", "-大阪")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind:note", [("kind", "note")]),
        ('author:"Ines Abeku-Brandt" x', [("author", "Ines Abeku-Brandt")]),
        ("-tag:draft", [("-tag", "draft")]),
        ("NOT tag:draft", [("-tag", "draft")]),
        ("Tag:a tag:b,", [("tag", "a"), ("tag", "b")]),
        ("(path:Notes/2024)", [("path", "Notes/2024")]),
        ("mine: oak", [("mine", "")]),
        ("after:2025-03-01?", [("after", "2025-03-01")]),
        ("ｔａｇ：garden", []),
        ("tag：garden", [("tag", "garden")]),
        ("subtag:x std::sort 12:30 re: hi tags:x", []),
        ("https://a.b/?tag:x", []),
        ('"tag:x"', []),
    ],
)
def test_filters(text: str, found: list[tuple[str, str]]) -> None:
    if text.startswith("ｔ"):
        found = [("tag", "garden")]
    assert filters(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("in note:garden/2024-05 x", ("key", "note:garden/2024-05")),
        ("(see note:garden/2024-05)", ("key", "note:garden/2024-05)")),
        ("note:a#12-40", ("key", "note:a#12-40")),
        ("(note:a)", ("key", "note:a")),
        ('"note:a"', ("key", "note:a")),
        ("-note:a", ("key", "-note:a")),
        ("see https://example.org/a?b=c#d.", ("url", "https://example.org/a?b=c#d")),
        ("(https://example.org/a_(b))", ("url", "https://example.org/a_(b)")),
        ("by @ines.", ("author", "ines")),
        ('@"Ines Abeku"', ("author", "Ines Abeku")),
        ("-@ines", ("author", "-ines")),
        ("a #tide-mill/old,", ("tag", "tide-mill/old")),
        ("-#draft", ("tag", "-draft")),
    ],
)
def test_anchors(text: str, found: tuple[str, str]) -> None:
    assert parts(text) == [found]


@pytest.mark.parametrize("text", ["me@example.org", "C# # #1 a#b", "@ @.", "std:x/y", "localhost:80/a", "note:"])
def test_what_names_nothing(text: str) -> None:
    assert parts(text) == []


def test_a_key_of_a_kind_of_ones_own_is_one_if_a_document_has_it() -> None:
    assert parts("tweet:a/b", "tweet:a/b") == [("key", "tweet:a/b")]
    assert parts("tweet:a/b#1-2?", "tweet:a/b") == [("key", "tweet:a/b#1-2?")]
    assert parts("tweet:a/c", "tweet:a/b") == []
    assert parts("tweet:a/b#1-2", "tweet:a/b") == [("key", "tweet:a/b#1-2")]
    assert parts("tweet:a/b.", "tweet:a/b") == [("key", "tweet:a/b.")]


def test_parts_are_the_whole_text_in_order() -> None:
    (clause,) = clauses('red "oak  leaf" -elm mill* tag:x blue', 4_096, lambda keys: ())
    assert clause.parts[0] == Part("words", "red ", start=0)
    assert all(clause.text[part.start :].startswith(part.text) for part in clause.parts)
    assert [part.kind for part in clause.parts if part.text.strip()] == [
        "words",
        "phrase",
        "words",
        "prefix",
        "filter",
        "words",
    ]


def test_no_more_is_read_than_there_is_room_for() -> None:
    found = list(clauses("ﷺ " * 50 + "https://a.b " + "ﷺ" * 50, 100, lambda keys: ()))
    assert sum(len(clause.text) for clause in found) == 100
