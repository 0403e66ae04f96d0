"""Tests read as a specification, modules say what they give: a sentence where one is due."""

from __future__ import annotations

import ast

from tests.house import tree


def test_tests_state_a_behaviour() -> None:
    """In contract, shapes, faults, e2e and house each test's docstring is one sentence."""
    bad = []
    for path, test in tree.tests(*tree.SENTENCED):
        said = " ".join((ast.get_docstring(test) or "").split())
        if not said.endswith(".") or len(said.split()) < 4 or ". " in said:
            bad.append(f"{tree.name_of(path)}::{test.name}")
    assert bad == []


def test_modules_open_with_what_they_give() -> None:
    """Every module of the product, the tools and the benches opens with a docstring."""
    silent = [
        tree.name_of(path)
        for path in [*tree.product(), *tree.python("tools", "benches", "examples")]
        if tree.text(path).strip() and not ast.get_docstring(tree.tree(path))
    ]
    assert silent == []


def test_each_test_checks_something() -> None:
    """No test is without an assertion, an expected error or a call to a checking function."""
    idle = [f"{tree.name_of(path)}::{test.name}" for path, test in tree.tests() if not _checks(test)]
    assert idle == []


def _checks(test: ast.FunctionDef) -> bool:
    names = [tree.dotted(node.func) for node in ast.walk(test) if isinstance(node, ast.Call)]
    said = any(
        name.rpartition(".")[2].lstrip("_").startswith(("assert", "raises", "check", "expect")) for name in names
    )
    return said or any(isinstance(node, ast.Assert) for node in ast.walk(test))


def test_test_names_are_unique_in_their_file() -> None:
    """No test hides another one of the same name in its file."""
    hidden = []
    for path in tree.python("tests"):
        for scope in [tree.tree(path), *(node for node in ast.walk(tree.tree(path)) if isinstance(node, ast.ClassDef))]:
            names = [node.name for node in scope.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
            hidden += [f"{tree.name_of(path)}::{name}" for name in names if names.count(name) > 1]
    assert hidden == []
