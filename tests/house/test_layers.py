"""Imports point downwards, and the contract that says so lists what exists, no more and no less."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house import tree

CONTRACTS = tomllib.loads(tree.text(tree.ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
BELOW_THE_LIBRARY = ("search", "ingest", "engines", "importers", "ports", "text", "model")
ABOVE = ("testing", "cli", "app", "config", "adapters", "care", "library", "research", "answers", "evals", "web", "mcp")


def _linted(root: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    environment = {"PATH": "", "PYTHONPATH": str(root / "src"), "NO_COLOR": "1"}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.promise("R-006")
def test_imports_point_downwards() -> None:
    """The layers, the protected engines and importers, and the untouched package root hold."""
    outcome = _linted(tree.ROOT)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert "Contracts: 3 kept, 0 broken" in outcome.stdout


def test_the_contract_is_not_blind(tmp_path: Path) -> None:
    """An upward import, an engine reached past adapters, and an import of the root are each reported."""
    shutil.copytree(tree.ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("demo", "__pycache__"))
    shutil.copy(tree.ROOT / "pyproject.toml", tmp_path)
    for name, line in (
        ("text/keys.py", "import wellhead.search.search"),
        ("library.py", "import wellhead.engines.sqlite.engine"),
        ("search/search.py", "from wellhead import Library"),
    ):
        path = tmp_path / "src" / "wellhead" / name
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    outcome = _linted(tmp_path)
    assert outcome.returncode == 1
    assert "Contracts: 0 kept, 3 broken" in outcome.stdout


def test_contract_lists_what_exists() -> None:
    """Every module and package of the root stands in the layers contract, and nothing else does."""
    layers = next(each for each in CONTRACTS if each["type"] == "layers")
    listed = {name.strip() for layer in layers["layers"] for name in layer.split("|")}
    code = {path.relative_to(tree.PACKAGE).parts[0].removesuffix(".py") for path in tree.product()}
    assert listed == code - {"__init__", "__main__"}
    assert layers["exhaustive"] is True
    assert layers["exhaustive_ignores"] == ["__main__"]


@pytest.mark.promise("R-006")
def test_search_and_store_know_nothing_above_them() -> None:
    """No file of search, ingest, the engines, the ports or the words imports a layer that composes them."""
    upward = [
        (tree.name_of(path), name)
        for package in BELOW_THE_LIBRARY
        for path in tree.product()
        if path.relative_to(tree.PACKAGE).parts[0].removesuffix(".py") == package
        for name in tree.imports(path)
        if name.startswith("wellhead.") and name.split(".")[1] in ABOVE
    ]
    assert upward == []


def test_no_package_is_empty() -> None:
    """A package arrives with its first real code: none holds an __init__ file alone."""
    packages = {path.parent for path in tree.product() if path.name == "__init__.py"} - {tree.PACKAGE}
    real = {parent for path in tree.product() if path.name != "__init__.py" for parent in path.parents}
    assert {tree.name_of(package) for package in packages - real} == set()
