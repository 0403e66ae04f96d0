"""Every command of the program, by the words one types: for the reference page and for tests. Runs none of them."""

from __future__ import annotations

from collections.abc import Iterator

import click

from wellhead import cli
from wellhead.cli.program import program

NAME = "wellhead"


def every_command() -> Iterator[tuple[str, click.Command]]:
    """(`wellhead sources list`, its command) of each command and subcommand; the program itself comes first."""
    yield NAME, program
    for words, command in cli.every_command():
        yield f"{NAME} {words}", command


def is_group(command: click.Command) -> bool:
    return isinstance(command, click.Group)
