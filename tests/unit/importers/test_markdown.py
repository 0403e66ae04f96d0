from __future__ import annotations

import io
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.errors import BadInput
from wellhead.importers.markdown import MarkdownImporter
from wellhead.model.document import Anchor, Draft, Link


def read(text: str | bytes, path: str = "garden/note.md") -> Draft:
    data = text if isinstance(text, bytes) else text.encode()
    (draft,) = MarkdownImporter().read(io.BytesIO(data), path)
    return draft


def test_everything_of_a_note() -> None:
    text = (
        "---\naliases: [Ferry]\ntags: [harbour]\ncreated: 2024-05-01\nkind: question\n---\n"
        "# Does it pay?\n\nAsk [[Tove]] at https://a.example. #Harbour #fares ^ask\n\n## Fares\n\n`[[no]] #no`\n"
    )
    draft = read(text)
    assert draft.text == text
    assert (draft.title, draft.kind, draft.created) == ("Does it pay?", "question", "2024-05-01")
    assert (draft.aliases, draft.tags) == (("Ferry",), ("harbour", "fares"))
    assert [(text[h.start : h.start + 8], h.level, h.title) for h in draft.headings] == [
        ("# Does i", 1, "Does it pay?"),
        ("## Fares", 2, "Fares"),
    ]
    assert [text[link.start : link.end] for link in draft.links] == ["[[Tove]]", "https://a.example"]
    assert [(text[anchor.start : anchor.start + 3], anchor.name) for anchor in draft.anchors] == [("Ask", "ask")]
    assert draft.notes == ()


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\ntitle: Given\n---\n# Other", "a.md", "Given"),
        ("# First", "a.md", "First"),
        ("\n\n# First\n## Second", "a.md", "First"),
        ("First\n=====\ntext", "a.md", "First"),
        ("%% a comment %%\n# First", "a.md", "First"),
        ("text\n# First", "a.md", ""),
        ("# First\n# Second", "a.md", ""),
        ("## Second\n# First", "a.md", ""),
        ("```\n# code\n```", "a.md", ""),
        ("plain", "pages/a___b.md", "a/b"),
        ("plain", "pages/a%2Fb.md", "a/b"),
        ("title:: Ours\n\n- # First", "a.md", "Ours"),
        ("tags:: x\n\n# First", "a.md", "First"),
        ("", "a.md", ""),
    ],
)
def test_where_a_title_comes_from(text: str, path: str, title: str) -> None:
    assert read(text, path).title == title


def test_front_matter_that_cannot_be_read_costs_only_itself() -> None:
    text = "---\ntags: [a\ntitle: b\n---\n# Title\n#c"
    draft = read(text)
    assert draft.text == text
    assert (draft.title, draft.tags) == ("Title", ("c",))
    assert draft.notes[0].startswith("front matter not used: line ")


def test_front_matter_has_no_headings_or_tags() -> None:
    draft = read("---\n# a comment\ncolour: a #b\n---\ntext")
    assert (draft.headings, draft.tags) == ((), ())


def test_both_kinds_of_properties_are_joined() -> None:
    draft = read("---\ntitle: A\ntags: [x]\n---\ntitle:: B\ntags:: y, X\nalias:: C\n\n- z #w")
    assert (draft.title, draft.tags, draft.aliases) == ("A", ("x", "y", "w"), ("C",))


def test_blocks_of_logseq() -> None:
    number = "6512aa00-1111-2222-3333-444455556666"
    text = f"- one\n  id:: {number}\n- two (({number}))"
    draft = read(text)
    assert draft.anchors == (Anchor(start=6, name=number),)
    assert draft.links == (Link(to=number, type="block", start=56, end=96),)


def test_queries_are_said_once() -> None:
    draft = read("```dataview\nLIST\n```\n`= this.x`\n```dataview\n[[no]]\n```")
    assert draft.notes == ("Dataview queries are kept as text; they are not run",)
    assert draft.links == ()


def test_comments_stay_text_without_marks() -> None:
    text = "a %%[[b]] #c%%\n<!--\n# d\n-->"
    draft = read(text)
    assert draft.text == text
    assert (draft.links, draft.tags, draft.headings) == ((), (), ())


def test_too_many_tags_are_cut_and_said() -> None:
    draft = read(" ".join(f"#t{number}" for number in range(2_000)))
    assert len(draft.tags) == 500
    assert draft.notes == ("only the first 500 of 2,000 tags are used",)


def test_windows_line_ends_and_marks_are_kept() -> None:
    text = "---\r\ntags: [a]\r\n---\r\n# Title\r\n\r\nsee [[b]] ^c\r\n"
    draft = read(b"\xef\xbb\xbf" + text.encode())
    assert draft.text == text
    assert (draft.title, draft.tags, len(draft.links), draft.anchors[0].name) == ("Title", ("a",), 1, "c")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadInput, match="not UTF-8 text"):
        read(b"\xff\xfa")


PIECES = st.sampled_from(
    [
        "---\n",
        "title: a\n",
        "tags: [a]\n",
        "# a\n",
        "\n",
        "[[a|b]]",
        "![[",
        "]]",
        "](b)",
        "[",
        "`",
        "```\n",
        "%%",
        "<!--",
        "-->",
        "#t ",
        " ^i\n",
        "===\n",
        "a",
        "é",
        "🚢",
        "http://a.b",
        "id:: ",
        "x:: y\n",
        "\r\n",
        "\0",
        "- ",
        "> ",
        "((",
        "~~~\n",
        "\\",
    ]
)


@pytest.mark.promise("R-266")
@given(st.lists(PIECES, max_size=30).map("".join))
@settings(max_examples=600)
def test_any_note_is_read_whole(text: str) -> None:
    if text.count("\0") * 10 > len(text):
        text += "x" * 300
    draft = read(text)
    assert draft.text == text
    assert all(0 <= link.start < link.end <= len(text) for link in draft.links)
    assert all(h.start == 0 or text[h.start - 1] == "\n" for h in draft.headings)
    assert all(0 <= anchor.start <= len(text) for anchor in draft.anchors)


HOSTILE = [
    "[[",
    "![",
    "[[a",
    "[](",
    "](a)",
    '](a "',
    "[a](b",
    "[![x](a)",
    "((",
    "*a_",
    "`",
    "`` ` ",
    "```\n",
    "```a`\n",
    "~~~",
    "<!--",
    "<!-- ` ",
    "%%",
    "%%a",
    "#",
    "# ",
    "#a",
    "#a ",
    "\n# ",
    "- ",
    "\n- ",
    "\n> ",
    "\n\t",
    "-- \n",
    "a\n==\n",
    "^",
    " ^a",
    " ^a\n",
    "a:: b\n",
    "id:: ",
    "http://",
    "http://a)",
    "---\n",
    "\\`",
    "(",
    " ",
    "\n",
    "`a\n\n",
    "- # ",
    "a|",
    "[a\n",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_notes_cost_their_length(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    started = time.process_time()
    draft = read(text)
    assert len(draft.text) == len(text)
    assert time.process_time() - started < 8.0


def test_runs_of_every_length_cost_their_length() -> None:
    text = " ".join("`" * length for length in range(1, 900))
    started = time.process_time()
    assert read(text).links == ()
    assert time.process_time() - started < 8.0
