"""How a run ends badly: a sentence, a code, an exit code, and nothing private."""

from __future__ import annotations

import json

import click
import pytest

from wellhead.cli import main
from wellhead.cli.failures import failure_of, report, way_there
from wellhead.cli.session import Session
from wellhead.errors import Busy, NotFound

SECRET = "the-text-of-a-private-note"


def broken() -> Exception:
    """An error of ours caused by a stranger's, both with values in their messages."""
    try:
        try:
            int(SECRET)
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError as error:
        return error


def test_an_error_nobody_foresaw_tells_its_type_and_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(["search", SECRET])
    session.debug = True
    assert report(broken(), session) == 1
    said = capsys.readouterr().err
    assert "error[unexpected]: " in said
    assert "KeyError" in said
    assert "ValueError\nwhich led to:\n" in said
    assert SECRET not in said
    assert "/" not in said.replace("tests/", "").replace("wellhead/", "").replace("test_failures.py", "")


def test_the_way_there_ends_where_it_went_wrong() -> None:
    lines = way_there(broken())
    assert lines[-1] == "KeyError"
    assert lines[-2].endswith(" in broken")


def test_an_error_of_the_tree_keeps_its_code_hint_and_exit() -> None:
    failure = failure_of(Busy("somebody writes", hint="wait"), Session([]))
    assert failure == ("busy", "somebody writes", "wait", 75)


def test_a_hostile_message_stays_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    report(NotFound("there is no document a\n\x1b[2J", hint="x\x07"), Session([]))
    assert capsys.readouterr().err == "error[not_found]: there is no document a\\n\\x1b[2J\n  next: x\\x07\n"


def test_an_interruption_tells_how_to_go_on() -> None:
    session = Session(["add", "my notes"])
    session.resumable, session.done = True, 1500
    failure = failure_of(click.Abort(), session)
    assert failure.exit_code == 130
    assert failure.message == "interrupted; 1,500 done so far and kept"
    assert failure.hint == "the same line goes on from there: wellhead add 'my notes'"
    assert failure_of(KeyboardInterrupt(), Session(["search", "x"])).message == "interrupted"


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (["serach", "x"], "did you mean search?"),
        (["why_not", "x"], "did you mean why-not?"),
        (["sources", "lst"], "did you mean list?"),
        (["search", "--limt", "3", "x"], "did you mean --limit?"),
        (["add", "--exlude", "a", "b"], "did you mean --exclude?"),
        (["config", "get", "search.limt"], "did you mean search.limit?"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    words: list[str], guess: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["hint"] == guess


def test_a_word_like_nothing_leads_to_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xyzzy"]) == 2
    assert "`wellhead --help` lists them" in capsys.readouterr().err
    assert main(["search", "--zzzzzzzz", "x"]) == 2
    assert "goes after --" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["get"],
        ["search"],
        ["add"],
        ["files", "--status", "lost"],
        ["sources", "remove", "x"],
        ["completion", "cmd"],
        ["--nope"],
    ],
)
def test_words_that_do_not_fit_are_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error[usage]: ")
    assert "\n  next: " in said.err


def test_only_words_before_the_double_dash_ask_for_json() -> None:
    assert Session(["search", "--json", "x"]).structured
    assert not Session(["search", "--", "--json"]).structured


def test_an_option_without_its_value_leads_to_the_help_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--bundle"]) == 2
    assert "see `wellhead doctor --help`" in capsys.readouterr().err
