"""The public face: which names it has, that they cost nothing until used, and what never comes with it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

import wellhead
from tests.house import tree

PUBLIC = [
    "BadInput",
    "Chunk",
    "Document",
    "Draft",
    "Hit",
    "Library",
    "Query",
    "Receipt",
    "Role",
    "SearchResult",
    "WellheadError",
    "__version__",
    "open",
]
HEAVY = {
    *("apsw", "click", "msgspec", "numpy", "pathspec", "rapidfuzz", "rich", "tomlkit", "watchfiles", "yaml"),
    *("asyncio", "ssl"),
}
MOST_DISTRIBUTIONS = 35
# What must never come with a bare install: models, their hubs, HTTP clients, servers, drivers of other databases.
UNWANTED = {
    *("torch", "tensorflow", "transformers", "huggingface-hub", "tokenizers", "onnxruntime", "scipy", "pydantic"),
    *("requests", "httpx", "aiohttp", "urllib3", "openai", "anthropic", "litellm", "langchain", "llama-index", "mcp"),
    *("starlette", "fastapi", "uvicorn", "sqlalchemy", "psycopg", "qdrant-client"),
}
# Rooms this house does not have: machines that run on their own, places to plug code into them, containers of wiring.
REFUSED = re.compile(
    r"^(?:agents?|crew|swarm|autonomous|workflows?|chains?|graphs?|orchestrat\w+|tools?|toolkits?|skills?|plugins?"
    r"|hooks?|registry|registries|container|inject\w*|orm|dsl|managers?)$"
)
PORTS = {"Importer", "Writer", "Store", "Index", "Database"}


def _fresh(code: str) -> list[str]:
    """What a new Python prints, one word a line, without the site's own start-up imports."""
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tree.ROOT / 'src')!r})\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_public_names_are_pinned() -> None:
    """`wellhead` exports exactly the names listed here; a change of them is a decision, not an accident."""
    assert wellhead.__all__ == PUBLIC
    assert dir(wellhead) == PUBLIC


def test_public_names_resolve() -> None:
    """Every exported name is there, documented, and comes from where the type checker is told."""
    values = {name: getattr(wellhead, name) for name in PUBLIC if name != "__version__"}
    assert [name for name, value in values.items() if not (value.__doc__ or "").strip()] == []
    assert {name: value.__module__ for name, value in values.items()} == wellhead._HOMES


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A name that is not exported is no part of the package, whatever modules lie below."""
    with pytest.raises(AttributeError, match="wellhead"):
        _ = wellhead.Brain  # type: ignore[attr-defined]


def test_the_version_is_said_once() -> None:
    """The package and the project file agree on the version."""
    assert f'version = "{wellhead.__version__}"' in tree.text(tree.ROOT / "pyproject.toml")


def test_importing_the_package_costs_nothing() -> None:
    """`import wellhead` loads no module of ours below the root and nothing heavy."""
    loaded = set(_fresh("import wellhead\nprint(*sorted(sys.modules))"))
    assert "wellhead" in loaded
    assert {name for name in loaded if name.startswith("wellhead.")} == set()
    assert loaded & HEAVY == set()


def test_types_ship() -> None:
    """The marker that tells type checkers to read our annotations lies in the package."""
    assert (tree.PACKAGE / "py.typed").is_file()


@pytest.mark.promise("R-318")
def test_a_bare_install_is_small() -> None:
    """The base lock holds at most 35 distributions, and none that brings models, servers or a network client."""
    names = {
        match[1].lower().replace("_", "-")
        for line in tree.text(tree.ROOT / "requirements/base.txt").splitlines()
        if (match := re.match(r"([A-Za-z0-9][\w.-]*)==", line))
    }
    assert 5 < len(names) <= MOST_DISTRIBUTIONS
    assert names & UNWANTED == set()


def test_the_net_for_refused_rooms_catches() -> None:
    """The names that stand for what we do not build are recognised."""
    assert all(REFUSED.match(name) for name in ("agent", "agents", "workflow", "plugins", "orchestrator", "registry"))
    assert not any(REFUSED.match(name) for name in ("ingest", "search", "engines", "care", "plain_yaml"))


@pytest.mark.promise("R-318")
def test_no_room_for_free_running_programs() -> None:
    """No package, module or class is, or is named after, a machine that decides on its own what to do."""
    rooms = {part for path in tree.product() for part in path.relative_to(tree.PACKAGE).with_suffix("").parts}
    classes = {
        node.name for path in tree.product() for node in ast.walk(tree.tree(path)) if isinstance(node, ast.ClassDef)
    }
    assert {name for name in rooms if REFUSED.match(name.strip("_"))} == set()
    assert {name for name in classes if REFUSED.match(name.lower())} == set()


@pytest.mark.promise("R-318")
def test_the_sockets_are_counted() -> None:
    """The ports are these and no others, and no Protocol outside them is a place to plug in a behaviour."""
    protocols = {
        (tree.name_of(path), node.name)
        for path in tree.product()
        for node in ast.walk(tree.tree(path))
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Protocol") for base in node.bases)
    }
    assert {name for path, name in protocols if path == "src/wellhead/ports.py"} == PORTS
    assert {(path, name) for path, name in protocols if path != "src/wellhead/ports.py"} == set()
