"""The command line: parse in, render out, never decide. Nothing is imported before it is called for.

`main` is the program as a function; `every_command` names all commands, for generated pages and tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line, `sys.argv` if none is given; the exit code."""
    from wellhead.cli.program import run

    return run(argv)


def every_command() -> Iterator[tuple[str, click.Command]]:
    """(words to type after `wellhead`, command) of every command and subcommand, in the order of `--help`."""
    from wellhead.cli.program import every_command

    return every_command()
