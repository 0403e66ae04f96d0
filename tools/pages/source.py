"""The product's source as the generated pages quote it: by syntax tree, so that every Python prints the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Function = ast.FunctionDef


def path_of(module: str) -> Path:
    base = ROOT / "src" / Path(*module.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


@cache
def tree(module: str) -> ast.Module:
    path = path_of(module)
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def docstring(node: ast.Module | ast.ClassDef | Function) -> str:
    return ast.get_docstring(node) or ""


def classes(module: str) -> Iterator[ast.ClassDef]:
    return (node for node in tree(module).body if isinstance(node, ast.ClassDef))


def named(module: str, name: str) -> ast.ClassDef | Function | None:
    """The class or function that a module defines under this name."""
    for node in tree(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node
    return None


def methods(node: ast.ClassDef) -> Iterator[Function]:
    """What may be called: public functions in the order of the file."""
    return (each for each in node.body if isinstance(each, Function) and not each.name.startswith("_"))


def is_property(function: Function) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in function.decorator_list)


def signature(function: Function, *, name: str = "") -> str:
    """`add(what: str, *, options: AddOptions | None = None) -> Receipt`, without self."""
    if is_property(function):
        returns = ast.unparse(function.returns) if function.returns else ""
        return f"{name or function.name}: {returns}"
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"{name or function.name}({', '.join(_arguments(function.args))}){returns}"


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Each argument as it is written in the source, the first one of a method left out."""
    places = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(places) - len(arguments.defaults)) + list(arguments.defaults)
    for place, default in zip(places, defaults, strict=True):
        if place.arg not in ("self", "cls"):
            yield _argument(place, default)
    if arguments.vararg:
        yield f"*{_argument(arguments.vararg, None)}"
    elif arguments.kwonlyargs:
        yield "*"
    for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(each, value)
    if arguments.kwarg:
        yield f"**{_argument(arguments.kwarg, None)}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    said = f"{argument.arg}: {ast.unparse(argument.annotation)}" if argument.annotation else argument.arg
    if default is None:
        return said
    return f"{said} = {'…' if isinstance(default, ast.Lambda) else ast.unparse(default)}"


def fields(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """(name, type, default) of the annotated fields of a class."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id, ast.unparse(each.annotation), ast.unparse(each.value) if each.value else ""


def values(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """(name, value) of the members of an enum."""
    for each in node.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            yield each.targets[0].id, ast.unparse(each.value).strip("'\"")


def bases(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base) for base in node.bases}
