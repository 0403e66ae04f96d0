"""What a person installs: the built wheel holds the program, its starter library and its licence, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house import tree


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without an index and without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    outcome = subprocess.run(command, cwd=tree.ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_everything_it_needs(wheel: Path) -> None:
    """Every module, the type marker, every note of the starter library and both licence files are in the wheel."""
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        path.relative_to(tree.ROOT / "src").as_posix() for path in tree.files() if path.is_relative_to(tree.PACKAGE)
    }
    assert expected - names == set()
    assert "wellhead/py.typed" in names
    assert sum(name.startswith("wellhead/demo/notes/") for name in names) >= 120
    assert {Path(name).name for name in names if "/licenses/" in name} == {"LICENSE", "THIRD_PARTY.md"}


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    """No test, tool, bench, cache or library of anybody is in the wheel."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")} == {"wellhead"}
    assert [name for name in names if name.endswith((".pyc", ".db", ".log")) or "__pycache__" in name] == []


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    """Its metadata names the licence, the lowest Python, the command and the README."""
    with zipfile.ZipFile(wheel) as archive:
        texts = {
            Path(name).name: archive.read(name).decode("utf-8") for name in archive.namelist() if ".dist-info/" in name
        }
    assert "License-Expression: Apache-2.0" in texts["METADATA"]
    assert "Requires-Python: >=3.11" in texts["METADATA"]
    assert "# wellhead" in texts["METADATA"]
    assert "wellhead = wellhead.cli:main" in texts["entry_points.txt"]
