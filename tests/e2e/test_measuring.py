"""`eval` as a person calls it: figures, files, an interruption, and a library of one's own that is not touched."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.e2e.program import Program

FILES = ("--corpus", "corpus.jsonl", "--queries", "queries.jsonl", "--qrels", "qrels.tsv")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "tmp").mkdir()
    made = Program(tmp_path / "home")
    made.notes()
    made.suite()
    made.environment["TMPDIR"] = str(tmp_path / "tmp")
    return made


def test_figures_come_with_their_intervals(program: Program) -> None:
    """What is printed names each measure, its value, its interval and the number of questions."""
    said = program.ok("eval", "qrels", *FILES)
    assert ["R@5", "1.000", "1.000", "–", "1.000", "2"] in [line.split() for line in said.splitlines()]


def test_a_folder_of_notes_is_measured_as_it_is(program: Program) -> None:
    """With a folder as corpus the ids of documents are their paths in it."""
    found = program.json("eval", "qrels", "--corpus", "notes", *FILES[2:4], "--qrels", "notes.tsv", "--k", "1")
    assert found["modes"]["balanced"]["MRR@1"] == {"value": 1.0, "ci95": [1.0, 1.0], "n": 2}


def test_the_persons_own_library_is_not_touched(program: Program) -> None:
    """Measuring makes no library where none is, and leaves nothing in the temporary folder."""
    program.ok("eval", "qrels", *FILES, "--out", "dumps")
    assert sorted(path.name for path in (program.home / "dumps").iterdir()) == ["qrels.balanced.jsonl", "records.jsonl"]
    assert program.json("status", code=1)["error"]["code"] == "no_library"
    assert list((program.home.parent / "tmp").iterdir()) == []


def test_a_cache_serves_the_next_run(program: Program) -> None:
    """With a cache the second run finds the same in the same libraries."""
    first, second = (program.json("eval", "qrels", *FILES, "--cache", "kept") for _ in range(2))
    assert first["modes"] == second["modes"]
    assert len(list((program.home / "kept").iterdir())) == 1


def test_an_interruption_leaves_nothing_behind(program: Program) -> None:
    """Ctrl-C ends a run with 130, and its libraries are gone."""
    program.suite(questions=20_000)
    running = program.start("eval", "qrels", *FILES, "--progress", "json")
    assert running.stderr is not None
    while json.loads(running.stderr.readline())["stage"] != "asking":
        pass
    assert list((program.home.parent / "tmp").iterdir()) != []
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode == 130
    assert list((program.home.parent / "tmp").iterdir()) == []


def test_progress_says_how_long_it_will_take(program: Program) -> None:
    """On request each step is a line on standard error, with what is left in seconds once there is a guess."""
    said = program.run("eval", "qrels", *FILES, "--progress", "json").stderr.splitlines()
    steps = [json.loads(line) for line in said]
    assert [(each["stage"], each["done"]) for each in steps] == [("building", 4), *(("asking", at) for at in range(3))]
    assert steps[1]["seconds_left"] is None
    assert steps[-1]["seconds_left"] == 0.0


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("--corpus", "corpus.jsonl"), "usage", 2),
        ((*FILES, "--k", "0"), "usage", 2),
        ((*FILES, "--k", "5,x"), "usage", 2),
        ((*FILES, "--modes", "hasty"), "usage", 2),
        ((*FILES, "--lanes", "gossip"), "usage", 2),
        ((*FILES, "--limit", "0"), "usage", 2),
        ((*FILES, "--haystacks", "qrels.tsv"), "bad_input", 1),
        ((*FILES[:-1], "nowhere.tsv"), "not_found", 1),
        ((*FILES[:-1], "corpus.jsonl"), "bad_input", 1),
    ],
)
def test_what_cannot_be_measured_is_told(words: tuple[str, ...], code: str, exit_code: int, program: Program) -> None:
    """A slip in the words or a file that cannot be used ends with its code and a hint."""
    error = program.json("eval", "qrels", *words, code=exit_code)["error"]
    assert error["code"] == code
    assert error["hint"]
