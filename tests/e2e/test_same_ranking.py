"""One library and one question: one ranking, whoever asks and whenever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program

QUESTIONS = (
    "tomatoes beans frame",
    "#garden frost",
    "what blocked editing",
    '"nightly rebuild" beans',
    "beans after:2020",
)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    made = Program(tmp_path / "home")
    made.notes()
    made.ok("add", "notes")
    return made


def ranking(program: Program, question: str) -> dict[str, Any]:
    """Everything that is said of a search but how long it took."""
    said = program.json("search", question)
    del said["latency_ms"]
    return said


def test_another_process_ranks_the_same(program: Program) -> None:
    """Processes whose sets and hashes lie in another order give the same hits with the same scores and reasons."""
    found = []
    for order in ("1", "2", "77"):
        program.environment["PYTHONHASHSEED"] = order
        found.append([ranking(program, question) for question in QUESTIONS])
    assert found[0] == found[1] == found[2]
    assert found[0][0]["results"]


def test_a_new_index_ranks_the_same(program: Program) -> None:
    """After `reindex` every question has the same hits with the same scores and reasons as before."""
    before = [ranking(program, question) for question in QUESTIONS]
    program.ok("reindex")
    assert [ranking(program, question) for question in QUESTIONS] == before
