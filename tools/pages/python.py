"""docs/reference/python.md: the public face: the names that `wellhead` exports, with signatures and docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import wellhead
from tools.pages import markdown, source

PATH = "docs/reference/python.md"
FIRST = ("open", "Library")
INTRODUCTION = """\
Public are `wellhead`, `wellhead.ports`, `wellhead.model` and `wellhead.testing`. Everything else may change without
notice. Values are frozen; every name is typed, and `py.typed` ships.

```python
import wellhead

with wellhead.open("my-library") as library:
    receipt = library.add("notes")
    for hit in library.search("tide mill").results:
        print(hit.key, hit.title)
```
"""


def homes() -> dict[str, str]:
    """Exported name to the module that defines it, read from the package's own type-checking imports."""
    found = {}
    for node in ast.walk(source.tree("wellhead")):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("wellhead."):
            found.update({alias.asname or alias.name: node.module for alias in node.names})
    return {name: found[name] for name in wellhead.__all__ if name in found}


def entry(name: str, module: str) -> str:
    node = source.named(module, name)
    if isinstance(node, ast.FunctionDef):
        return f"### `{source.signature(node)}`\n\n{markdown.paragraphs(source.docstring(node))}\n"
    if node is None:
        raise LookupError(f"wellhead exports {name}, and {module} does not define it")
    return "\n".join(_class(node))


def _class(node: ast.ClassDef) -> Iterator[str]:
    yield f"### `{node.name}`\n"
    if source.docstring(node):
        yield f"{markdown.paragraphs(source.docstring(node))}\n"
    names = [field for field in source.fields(node) if not field[0].startswith("_")]
    if any("Enum" in base for base in source.bases(node)):
        yield markdown.table(
            ("member", "value"), ((markdown.code(n), markdown.code(v)) for n, v in source.values(node))
        )
    elif any(base.startswith("Struct") for base in source.bases(node)):
        rows = [(markdown.code(field), markdown.code(kind), markdown.code(value)) for field, kind, value in names]
        yield markdown.table(("field", "type", "default"), rows)
    calls = [f"- `{source.signature(method)}`{_said(method)}" for method in source.methods(node)]
    if calls:
        yield "\n".join(calls) + "\n"


def _said(function: ast.FunctionDef) -> str:
    said = " ".join(source.docstring(function).partition("\n\n")[0].split())
    return f"<br>{said}" if said else ""


def page() -> str:
    found = homes()
    ordered = [*FIRST, *sorted(name for name in found if name not in FIRST)]
    ports = [node for node in source.classes("wellhead.ports") if not node.name.startswith("_")]
    parts = (
        markdown.opening("Python", "the names that wellhead exports"),
        INTRODUCTION,
        "## wellhead\n",
        *(entry(name, found[name]) for name in ordered),
        "## wellhead.ports\n",
        f"{markdown.paragraphs(source.docstring(source.tree('wellhead.ports')))}\n",
        *("\n".join(_class(node)) for node in ports),
        testing(),
    )
    return "\n".join(parts).rstrip() + "\n"


def testing() -> str:
    """What `wellhead.testing` offers to those who write an importer or an engine."""
    if not source.path_of("wellhead.testing").exists():
        return ""
    rows = []
    for path in sorted(source.path_of("wellhead.testing").parent.glob("*.py")):
        module = "wellhead.testing" if path.stem == "__init__" else f"wellhead.testing.{path.stem}"
        for node in source.tree(module).body:
            public = isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
            if public and isinstance(node, ast.ClassDef | ast.FunctionDef):
                said = " ".join(source.docstring(node).partition("\n\n")[0].split())
                rows.append((markdown.code(f"{module}.{node.name}"), said))
    return "## wellhead.testing\n\n" + markdown.table(("name", "gives"), rows)
