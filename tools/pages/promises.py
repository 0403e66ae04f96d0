"""docs/design/promises.md: what wellhead promises, and the tests that show it.

Takes tests/promises.toml (id to sentence) and the `promise` marks of the tests, found by syntax tree; a mark on a class
counts for each of its tests. Never runs a test.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.pages import markdown, source

PATH = "docs/design/promises.md"
INTRODUCTION = """\
What we promise, each with the tests that show it. An id enters when a test shows it; a mark without its sentence, or a
sentence without a test, fails the build.
"""
SENTENCES = source.ROOT / "tests" / "promises.toml"
PLACES = (source.ROOT / "tests", source.ROOT / "src" / "wellhead" / "testing")


def sentences() -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))["promises"]
    return found


def marks() -> dict[str, list[str]]:
    """Promise id to the tests that carry its mark, as `path::name`."""
    found: dict[str, list[str]] = {}
    for place in PLACES:
        for path in sorted(place.rglob("*.py")):
            name = path.relative_to(source.ROOT).as_posix()
            for number, test in marked(ast.parse(path.read_text(encoding="utf-8"), str(path))):
                found.setdefault(number, []).append(f"{name}::{test}")
    return {number: sorted(set(tests)) for number, tests in found.items()}


def marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    """(promise id, name of the test) of one file; methods are `Class::test`."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield from ((number, node.name) for number in _ids(node))
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name.startswith("test"):
                    yield from ((number, f"{node.name}::{each.name}") for number in (*_ids(node), *_ids(each)))


def _ids(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
    return [
        str(argument.value)
        for call in calls
        if ast.unparse(call.func).endswith("mark.promise")
        for argument in call.args
        if isinstance(argument, ast.Constant)
    ]


def _linked(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{Path(path).stem}](../../{path})::{name}"


def page() -> str:
    shown = marks()
    rows = [
        (number, said, "<br>".join(map(_linked, shown.get(number, [])))) for number, said in sorted(sentences().items())
    ]
    opening = markdown.opening("Promises", "tests/promises.toml and the marks of the tests")
    return f"{opening}\n{INTRODUCTION}\n" + markdown.table(("id", "promise", "shown by"), rows)
