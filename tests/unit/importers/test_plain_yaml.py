from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wellhead.importers.plain_yaml import plain_fields
from wellhead.importers.yaml_fields import BadYaml, NoFields, Value, fields_of

WORDS = st.text("abcXYZ019 _-:#,.'\"[]{}&*!|>%@`~?/\\=<+(é日\t\u0085\u2028", max_size=12)
SCALARS = st.one_of(
    WORDS,
    st.sampled_from(
        ["null", "~", "yes", "2024-05-01", "12:30", "[a, b]", "[]", "[,]", "'it''s'", '"a"', "- x", "a: b"]
    ),
    WORDS.map(lambda word: f'"{word}"'),
    WORDS.map(lambda word: f"'{word}'"),
    st.lists(WORDS, max_size=3).map(lambda words: f"[{', '.join(words)}]"),
)
LINES = st.one_of(
    st.tuples(st.sampled_from(["title", "tags", "a b", "a-b", "x_1", "1", "<<"]), SCALARS).map(": ".join),
    st.tuples(st.sampled_from(["  - ", "- ", "    - ", "\t- ", "-  ", "  "]), SCALARS).map("".join),
    st.sampled_from(["tags:", "title: ", "", "   ", "---", "# comment", "key:value"]),
    SCALARS,
)
BLOCKS = st.lists(LINES, max_size=6).map("\n".join)


def _parsed(block: str) -> dict[str, Value] | str:
    try:
        return fields_of(block)
    except (BadYaml, NoFields) as error:
        return type(error).__name__


@given(BLOCKS)
@settings(max_examples=1_500)
@example("tags:\n  - a\n  - b: c")
@example("tags: [a, b]\n- c")
@example("title: a\n b")
@example("a: b\na: c")
def test_it_says_what_yaml_says_or_declines(block: str) -> None:
    plain = plain_fields(block)
    assert plain is None or plain == _parsed(block)


@given(st.text(max_size=40))
@settings(max_examples=500)
def test_any_characters_are_read_like_yaml_or_declined(value: str) -> None:
    block = f"title: {value}"
    plain = plain_fields(block)
    assert plain is None or plain == _parsed(block)


@pytest.mark.parametrize(
    ("block", "fields"),
    [
        ("title: A plain note", {"title": "A plain note"}),
        ("tags:\n  - a\n  - b/c", {"tags": ["a", "b/c"]}),
        ("tags: [a, b]\naliases: []", {"tags": ["a", "b"], "aliases": []}),
        ('title: "Decision 11: one"', {"title": "Decision 11: one"}),
        (
            "created: 2024-05-01\nurl: https://a.example/b?c=d",
            {"created": "2024-05-01", "url": "https://a.example/b?c=d"},
        ),
        ("tags:\ntitle:", {"tags": "", "title": ""}),
        ("", {}),
    ],
)
def test_the_usual_front_matter_is_not_declined(block: str, fields: dict[str, Value]) -> None:
    assert plain_fields(block) == fields == fields_of(block)


@pytest.mark.parametrize(
    "block", ["a: b: c", "a: &x b", "a: |\n  b", "a: {b: c}", "a: b # c", "- a", "a: 'it''s'", "a:\n  b: c"]
)
def test_what_could_mean_more_is_declined(block: str) -> None:
    assert plain_fields(block) is None
