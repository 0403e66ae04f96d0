"""Each example that `--help` shows runs as it stands, in an isolated home."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.program import Program
from wellhead.cli import every_command
from wellhead.cli.verb import Verb

EXAMPLES = [
    pytest.param(name, line, id=line)
    for name, command in every_command()
    if isinstance(command, Verb)
    for line, _ in command.examples
]
ENDLESS = "watch"
FIRST = {"restore": "wellhead backup ~/library.tar"}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with notes, a library that holds them, questions about them, and one setting."""
    program = Program(tmp_path_factory.mktemp("homes") / "home")
    program.notes()
    program.suite()
    program.ok("add", "notes")
    program.ok("config", "set", "search.limit", "20")
    shutil.copytree(program.home, program.home.with_name("kept"))
    return program.home


@pytest.fixture
def program(prepared: Path) -> Iterator[Program]:
    """The prepared home as it was: a library knows its folders by their full names, so it stays where it is."""
    shutil.rmtree(prepared)
    shutil.copytree(prepared.with_name("kept"), prepared)
    yield Program(prepared)
    shutil.rmtree(prepared.with_name("wellhead-demo"), ignore_errors=True)


@pytest.mark.parametrize(("name", "line"), [each for each in EXAMPLES if each.values[0] != ENDLESS])
def test_an_example_does_what_it_shows(name: str, line: str, program: Program) -> None:
    """An example of the help ends well and says something."""
    if name in FIRST:
        assert program.shell(FIRST[name]).returncode == 0
    done = program.shell(line)
    assert done.returncode == 0, done.stderr
    assert done.stdout or done.stderr or ">" in line or line.startswith("eval")
    assert "error" not in done.stderr


@pytest.mark.parametrize(("name", "line"), [each for each in EXAMPLES if each.values[0] == ENDLESS])
def test_watching_goes_on_until_it_is_ended(name: str, line: str, program: Program) -> None:
    """An example of `watch` waits until somebody ends it, and then says how to go on."""
    running = subprocess.Popen(
        ["bash", "-c", f"exec {line} --progress json"],
        env=program.environment,
        cwd=program.home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    assert "import_started" in running.stderr.readline(), name
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "goes on from there: wellhead watch" in out + err
