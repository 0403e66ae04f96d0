"""The scripts of examples/ run as they stand, in an empty home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import wellhead
from tests.house import tree

MOST_LINES = 40
DIARY = "== 2025-03-01 Snow ==\nThe heron came back.\n\n== 2025-03-02 Thaw ==\nWater in the cellar.\n"


def _run(home: Path, script: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(tree.ROOT / "examples" / script), *arguments]
    environment = {**os.environ, "WELLHEAD_HOME": str(home), "PYTHONPATH": str(tree.ROOT / "src")}
    outcome = subprocess.run(command, env=environment, cwd=home.parent, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


def test_examples_are_short() -> None:
    """Each example fits on a screen: fewer than 40 lines."""
    lines = {path.name: len(tree.text(path).splitlines()) for path in tree.python("examples")}
    assert len(lines) >= 2
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}


def test_open_add_search(tmp_path: Path) -> None:
    """The first example imports a folder and prints the best document for some words."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "Heron.md").write_text("# Heron\n\nIt stood in the reeds all morning.\n", encoding="utf-8")
    (notes / "Bread.md").write_text("# Bread\n\nRye, water, salt.\n", encoding="utf-8")
    said = _run(tmp_path / "home", "open_add_search.py", str(notes), "reeds", "morning")
    assert "2 found, 2 new, 0 failed" in said
    assert "1. Heron (note:Heron)" in said


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    path = tmp_path / "diary.days"
    path.write_text(DIARY, encoding="utf-8")
    return path


def test_own_importer(tmp_path: Path, diary: Path) -> None:
    """The second example reads a format of its own, and knows its documents again the second time."""
    home = tmp_path / "home"
    assert "2 new days, 0 known ones" in _run(home, "own_importer.py", str(diary))
    assert "0 new days, 2 known ones" in _run(home, "own_importer.py", str(diary))
    with wellhead.open(home) as library:
        assert library.get("day:2025-03-01").text == "The heron came back.\n\n"
        assert [hit.key for hit in library.search("cellar").results] == ["day:2025-03-02"]
