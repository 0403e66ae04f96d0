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


def test_an_explained_search_says_why_and_where(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "oak", "the", "--explain", "--library", str(folder)]) == 0
    said = capsys.readouterr()
    blocks = said.out.split("\n\n")
    assert [blocks[0].splitlines()[0], blocks[-1].splitlines()[0]] == ["understood", "where it looked"]
    assert "     · “oak” stands in it once." in said.out
    assert "not looked for" not in said.err
    assert main(["search", "oak", "the", "--library", str(folder)]) == 0
    said = capsys.readouterr()
    assert "·" not in said.out
    assert "not looked for" in said.err


def test_an_explained_search_that_finds_nothing_says_where_it_looked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "zeppelin", "--explain", "--library", str(folder)]) == 0
    assert "where it looked" in capsys.readouterr().out


def test_reasons_are_in_the_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "oak", "--library", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["results"][0]["reasons"] == ["“oak” stands in it once."]
    assert said["feedback"] == {"share": 0.0, "words": []}


def test_diagnose_is_why_not_as_the_first_word_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "diagnose", "oak", "--target", "note:a", "--library", str(folder)]) == 0
    diagnosed = capsys.readouterr().out
    assert main(["why-not", "oak", "--target", "note:a", "--library", str(folder)]) == 0
    assert capsys.readouterr().out == diagnosed
    assert diagnosed.startswith("✓ document · note:a")
    for words in (("--", "diagnose", "oak"), ("oak", "diagnose"), ("diagnose oak",)):
        assert main(["search", "--library", str(folder), *words]) == 0
        assert "note:a" in capsys.readouterr().out


def test_diagnose_without_a_target_says_how_to_search_for_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "diagnose", "oak", "--library", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "--target KEY" in said
    assert "wellhead search -- diagnose oak" in said
