"""Promises and the tests that show them keep each other honest."""

from __future__ import annotations

import ast

import pytest

from tests.house import tree
from tools import docs
from tools.pages import promises


def test_marks_are_found() -> None:
    """A mark counts on a function, on a method, and from a class for each of its tests."""
    code = "@pytest.mark.promise('R-1')\ndef test_a(): ...\n"
    code += "@pytest.mark.promise('R-2')\nclass TestB:\n    @pytest.mark.promise('R-3')\n    def test_c(self): ...\n"
    assert list(promises.marked(ast.parse(code))) == [
        ("R-1", "test_a"),
        ("R-2", "TestB::test_c"),
        ("R-3", "TestB::test_c"),
    ]


def test_every_mark_has_its_sentence() -> None:
    """No test carries a mark whose id has no sentence in tests/promises.toml."""
    assert set(promises.marks()) - set(promises.sentences()) == set()


def test_every_sentence_has_its_test() -> None:
    """No promise stands in tests/promises.toml without a test that shows it."""
    assert set(promises.sentences()) - set(promises.marks()) == set()


def test_sentences_are_sentences() -> None:
    """Each promise is one sentence: it begins with a capital, ends with a full stop, and no id stands twice."""
    said = promises.sentences()
    assert [number for number, text in said.items() if not text[0].isupper() or not text.endswith(".")] == []
    assert [number for number, text in said.items() if ". " in text] == []
    assert len(set(said.values())) == len(said)


@pytest.mark.promise("R-307")
def test_generated_pages_are_fresh() -> None:
    """Every generated page and block, promises.md among them, is byte for byte what the code says today."""
    assert promises.PATH in docs.pages()
    assert docs.stale() == []


@pytest.mark.promise("R-307")
def test_the_comparison_is_not_blind() -> None:
    """Another page than the one on disk is noticed."""
    path = tree.ROOT / promises.PATH
    assert path.read_bytes() == promises.page().encode("utf-8")
    assert path.read_bytes() != promises.page().replace("Promises", "promises").encode("utf-8")
