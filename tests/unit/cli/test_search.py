"""What a search of the command line takes and says beside its hits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wellhead.cli import main


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("---\ntags: [garden]\ncreated: 2025-03-01\n---\nAn oak.\n", encoding="utf-8")
    (notes / "b.md").write_text("---\nauthor: Ines Abeku\n---\nAn oak, and a draft of it.\n", encoding="utf-8")
    assert main(["add", str(notes), "--library", str(tmp_path / "library")]) == 0
    capsys.readouterr()
    return tmp_path / "library"


def keys(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["search", "--library", str(folder), "--json", *words]) == 0
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return [hit["key"] for hit in said["results"]]


def test_filters_are_options_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert keys(folder, capsys, "oak", "--filter", "tag:garden") == ["note:a"]
    assert keys(folder, capsys, "oak", "--filter", "-tag:garden") == ["note:b"]
    assert keys(folder, capsys, "oak", "--filter", "author:Ines Abeku", "--filter", "author:none") == ["note:b"]
    assert keys(folder, capsys, "oak tag:garden") == ["note:a"]
    assert keys(folder, capsys, "--", "oak", "-draft") == ["note:a"]


@pytest.mark.parametrize("wrong", ["colour:red", "garden", "after:soon", "mine:perhaps"])
def test_a_filter_that_cannot_be_used_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    assert main(["search", "oak", "--filter", wrong, "--library", str(folder)]) == 2
    assert wrong.partition(":")[0] in capsys.readouterr().err


def test_what_was_understood_stands_before_the_hits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "--explain", "the oaks -draft", "--library", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "understood",
        "  looked for    oaks (as oak…)",
        "  not with      draft",
        "  left out      the: stands in nearly every text",
    ]
    assert lines[5].strip().startswith("1. ")
