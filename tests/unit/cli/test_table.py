"""The table behind `--help` and what every command has in common."""

from __future__ import annotations

import click
import pytest

from wellhead.cli import every_command, main
from wellhead.cli.table import TABLE
from wellhead.cli.verb import Family, Verb

COMMANDS = list(every_command())
NAMES = [name for name, _ in COMMANDS]
REHEARSED = {
    *("add", "sync", "remove", "prune", "undo", "init", "migrate", "reindex", "restore", "demo", "doctor"),
    *("sources remove", "config set", "config unset"),
}
PLAIN = {
    *("init", "add", "search", "get", "status", "sources", "sync", "files", "why-not", "watch", "remove", "prune"),
    *("entities", "topics", "related"),
    *("undo", "demo", "config", "doctor", "migrate", "reindex", "export", "backup", "restore", "paths", "completion"),
    *("version", "eval"),
}


def options(command: click.Command) -> set[str]:
    return {name for each in command.params if isinstance(each, click.Option) for name in each.opts}


def test_each_line_is_the_first_sentence_of_the_commands_help() -> None:
    commands = dict(COMMANDS)
    assert {row.name: row.line for row in TABLE} == {
        row.name: commands[row.name].get_short_help_str(200) for row in TABLE
    }


def test_all_commands_of_the_program_are_there() -> None:
    assert {name for name in NAMES if " " not in name} == PLAIN
    assert [name for name in NAMES if " " in name] == [
        *("sources list", "sources remove"),
        *("config show", "config get", "config set", "config unset", "config path"),
        "eval qrels",
    ]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=NAMES)
def test_every_command_has_the_shared_options_and_two_examples(name: str, command: click.Command) -> None:
    assert isinstance(command, Verb | Family)
    assert options(command) >= {"--json", "--library", "--offline", "--no-semantic", "--debug", "--progress"}
    assert len(command.examples) == 2
    assert all(line.strip() and purpose for line, purpose in command.examples)
    assert all("wellhead " in line for line, _ in command.examples)


def test_lists_have_a_line_form() -> None:
    assert {name for name, command in COMMANDS if "--jsonl" in options(command)} == {
        *("search", "files", "sources", "sources list", "export", "watch"),
        *("entities", "topics", "related"),
    }


@pytest.mark.parametrize("name", sorted(REHEARSED))
def test_every_mutation_can_be_rehearsed(name: str) -> None:
    assert "--dry-run" in options(dict(COMMANDS)[name])


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_purpose_and_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    said = capsys.readouterr().out
    command = dict(COMMANDS)[name]
    assert isinstance(command, Verb | Family)
    assert "Examples:" in said
    assert all(line in said for line, _ in command.examples)
