"""The checkout as the house tests see it: its files and their syntax trees, read once."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "wellhead"
GENERATED_OR_FOREIGN = {".git", ".demo", "build", "dist", "__pycache__", "node_modules", "out"}
PROSE = {".md", ".txt"}
SENTENCED = ("contract", "shapes", "faults", "e2e", "house")


def _own(name: str) -> bool:
    return name not in GENERATED_OR_FOREIGN and not name.startswith(".venv") and not name.endswith("_cache")


@cache
def files() -> tuple[Path, ...]:
    """Every file that belongs to the project."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(each for each in folders if _own(each) and not each.endswith(".egg-info"))
        found += (Path(folder, name) for name in sorted(names) if not name.endswith((".pyc", ".db")))
    return tuple(each for each in found if ".hypothesis" not in each.parts)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def python(*below: str) -> Iterator[Path]:
    """Python files, of the folders named or of the whole checkout."""
    starts = tuple(f"{each}/" for each in below)
    for path in files():
        if path.suffix == ".py" and (not starts or name_of(path).startswith(starts)):
            yield path


def product() -> Iterator[Path]:
    """The package itself; the demo library is data."""
    return (path for path in python("src/wellhead") if "demo" not in path.relative_to(PACKAGE).parts[:-1])


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), str(path))


def module(path: Path) -> str:
    """src/wellhead/text/keys.py -> wellhead.text.keys"""
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file names in an import, with the names taken from it: `os`, `os.environ`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dotted(node: ast.expr) -> str:
    """`os.environ.get` of an attribute chain; empty if it is none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def tests(*folders: str) -> Iterator[tuple[Path, ast.FunctionDef]]:
    """Every test function of the folders of tests/, methods of test classes too."""
    for path in python(*(f"tests/{each}" for each in folders)):
        if path.name.startswith("test_"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield path, node
