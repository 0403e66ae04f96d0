"""One word per concept: names of classes, tables, commands and folders, and what we call the thing as a whole."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house import tree

BANNED = {"item", "passage", "snippet", "memory", "brain", "slug"}
LANDFILLS = {"util", "core", "common", "manager", "helper", "service", "misc", "stuff", "base"}
TABLE = re.compile(r"CREATE\s+(?:VIRTUAL\s+)?(?:TABLE|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?\"?(\w+)", re.IGNORECASE)
WRONG_NAMES = re.compile(r"\bLLM[ -]benchmarks?\b|\bagent[ -](?:runtime|framework|platform)s?\b", re.IGNORECASE)


def words(name: str) -> set[str]:
    """`ChunkRow`, `chunk_rows` and `chunk-row` all say chunk and row."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    lower = {part.lower() for part in parts}
    return lower | {part.removesuffix("s") for part in lower} | {part.removesuffix("ies") + "y" for part in lower}


def _classes() -> list[tuple[str, str]]:
    return [
        (tree.name_of(path), node.name)
        for path in tree.python("src", "tests", "tools", "benches", "examples")
        for node in ast.walk(tree.tree(path))
        if isinstance(node, ast.ClassDef)
    ]


def test_words_sees_through_spelling() -> None:
    """The word finder reads camel case, snake case, dashes and plurals."""
    assert {"chunk", "row"} <= words("ChunkRows") & words("chunk_rows") & words("chunk-rows")
    assert "memory" in words("Memories")
    assert words("Systematic") & BANNED == set()


def test_class_names_use_the_ten_words() -> None:
    """No class is an item, passage, snippet, memory, brain or slug, nor a manager, helper or service."""
    assert [each for each in _classes() if words(each[1]) & (BANNED | (LANDFILLS - {"core", "base"}))] == []


def test_table_names_use_the_ten_words() -> None:
    """No table or view of the store carries a banned word."""
    tables = [(tree.name_of(path), name) for path in tree.product() for name in TABLE.findall(tree.text(path))]
    assert tables != []
    assert [each for each in tables if words(each[1]) & BANNED] == []


def test_fields_of_values_use_the_ten_words() -> None:
    """No field of a Struct carries a banned word, so none reaches the wire."""
    fields = [
        (tree.name_of(path), node.name, each.target.id)
        for path in tree.product()
        for node in ast.walk(tree.tree(path))
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    ]
    assert len(fields) > 50
    assert [each for each in fields if words(each[2]) & BANNED] == []


def test_commands_and_options_use_the_ten_words() -> None:
    """No command, argument or option of the command line carries a banned word."""
    from tools.pages.commands import every_command

    named = [(path, name) for path, command in every_command() for name in [path, *_parameters(command)]]
    assert len(named) > 20
    assert [each for each in named if words(each[1]) & BANNED] == []


def _parameters(command: object) -> list[str]:
    return [name for parameter in getattr(command, "params", []) for name in [*parameter.opts, parameter.name or ""]]


def test_no_landfill_modules() -> None:
    """No folder or module is called utils, core, common, managers, helpers or services."""
    named = {part for path in tree.python() for part in path.relative_to(tree.ROOT).with_suffix("").parts}
    assert {name for name in named if words(name.strip("_")) & LANDFILLS} == set()


@pytest.mark.promise("R-001")
def test_readme_and_docs_say_what_it_is() -> None:
    """README calls wellhead a local-first research harness that retrieves, and no page calls it anything grander."""
    readme = " ".join(tree.text(tree.ROOT / "README.md").lower().split())
    assert "local-first" in readme
    assert "research harness" in readme or "retrieval" in readme
    pages = [
        path
        for path in tree.files()
        if path.suffix in {".md", ".toml", ".py"} and path != tree.ROOT / "tests/house/test_words.py"
    ]
    assert [tree.name_of(path) for path in pages if WRONG_NAMES.search(tree.text(path))] == []
