from __future__ import annotations

import pytest

from wellhead.importers.yaml_fields import BadYaml, NoFields, fields_of


def test_scalars_are_what_is_written() -> None:
    block = "a: 2024-13-45\nb: 0o7\nc: yes\nd: !!python/object:os.system x\ne: 1_000\nf: 'null'\ng: null"
    assert fields_of(block) == {
        "a": "2024-13-45", "b": "0o7", "c": "yes", "d": "x", "e": "1_000", "f": "null", "g": "",
    }  # fmt: skip


def test_nested_values_keep_their_shape() -> None:
    assert fields_of("a: {b: [c, {d: e}]}\nf:\n  g: |\n    h\n    i") == {
        "a": {"b": ["c", {"d": "e"}]},
        "f": {"g": "h\ni"},
    }


def test_an_integer_of_any_length_is_a_word() -> None:
    assert fields_of("a: " + "9" * 5000) == {"a": "9" * 5000}


def test_empty_blocks_have_no_fields() -> None:
    assert fields_of("") == fields_of("# only a comment") == fields_of("null") == {}


@pytest.mark.parametrize("block", ["just a line", "- a\n- b", "'quoted'"])
def test_yaml_that_is_no_mapping_has_no_fields(block: str) -> None:
    with pytest.raises(NoFields):
        fields_of(block)


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        ("a: b\nb: c: d", "line 3: mapping values are not allowed in this context"),
        ("a: &x 1\nb: *x", "line 3: aliases (*name) are not read"),
        ("a: 1\n---\nb: 2", "more than one YAML document"),
        ("a: " + "[" * 40 + "]" * 40, "nested deeper than 20 levels"),
        ("a: b\x01", "a character that YAML does not allow"),
    ],
)
def test_what_cannot_be_used_is_said(block: str, sentence: str) -> None:
    with pytest.raises(BadYaml, match="^" + sentence.replace("(", r"\(").replace(")", r"\)").replace("*", r"\*")):
        fields_of(block)


def test_a_bomb_of_aliases_stays_small() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 40))]
    with pytest.raises(BadYaml, match="aliases"):
        fields_of("\n".join(lines))
