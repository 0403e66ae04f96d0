"""`wellhead` itself: finds the command, runs it, and turns every way it can end into an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, TextIO

import click

from wellhead.cli.session import Session
from wellhead.cli.table import ALIASES, TABLE
from wellhead.cli.verb import Forgiving, Shared, shared_options

_ROWS = {row.name: row for row in TABLE}
_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class NobodyReads(Exception):
    """Standard output was closed by its reader: an end like any other, which click would take for a failure."""


class Program(Forgiving):
    """Imports a command's module when the command is called, and not before: `--help` reads the table."""

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        with _telling_when_nobody_reads():
            return super().make_context(*words, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _telling_when_nobody_reads():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_ROWS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A word right behind a command may make it another one; behind `--` it is a word like the others."""
        name = ALIASES.get((args[0], args[1])) if len(args) > 1 else None
        if name is not None:
            return " ".join(args[:2]), self.get_command(ctx, name), args[2:]
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = _ROWS.get(cmd_name)
        return None if row is None else _command(row.module, row.name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in dict.fromkeys(row.section for row in TABLE):
            with formatter.section(section):
                formatter.write_dl([(row.name, row.line) for row in TABLE if row.section == section])


@click.group(cls=Program, context_settings=_HELP, invoke_without_command=True)
@click.option("--version", is_flag=True, help="Say which wellhead this is.")
@click.pass_context
def program(ctx: click.Context, version: bool) -> None:
    """Everything you saved in one folder, accounted for and findable at once."""
    if version:
        _call(ctx, "version")
    elif ctx.invoked_subcommand is None:
        from wellhead.cli.welcome import welcome

        welcome(ctx.ensure_object(Session))


program.params += [each for each in shared_options("", lists=False) if isinstance(each, Shared)]


def run(argv: Sequence[str] | None = None) -> int:
    """One command line from its words to its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    session = Session(arguments)
    sys.stdout = _never_choke(sys.stdout)
    sys.stderr = _never_choke(sys.stderr)
    try:
        code = _ended(arguments, session)
        sys.stdout.flush()
    except (BrokenPipeError, NobodyReads):
        _drop_output()
        return 0
    except OSError as error:
        sys.stderr.write(f"error[cannot_write]: standard output cannot be written ({os.strerror(error.errno or 0)})\n")
        _drop_output()
        return 1
    return code


def every_command() -> Iterator[tuple[str, click.Command]]:
    for row in TABLE:
        command = _command(row.module, row.name)
        yield row.name, command
        if isinstance(command, click.Group):
            yield from ((f"{row.name} {name}", each) for name, each in command.commands.items())


def _ended(arguments: list[str], session: Session) -> int:
    try:
        return int(program.main(arguments, prog_name="wellhead", standalone_mode=False, obj=session) or 0)
    except NobodyReads:
        raise
    except (Exception, KeyboardInterrupt) as error:
        if isinstance(error, click.exceptions.Exit):
            return error.exit_code
        from wellhead.cli.failures import report

        return report(error, session)


def _command(module: str, name: str) -> click.Command:
    found: Any = getattr(import_module(f"wellhead.cli.{module}"), name.replace("-", "_"))
    if not isinstance(found, click.Command):
        raise TypeError(name)
    return found


def _call(ctx: click.Context, name: str) -> None:
    command = _command(_ROWS[name].module, name)
    with command.make_context(name, [], parent=ctx) as child:
        command.invoke(child)


@contextlib.contextmanager
def _telling_when_nobody_reads() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise NobodyReads from error


def _never_choke(stream: TextIO | None) -> TextIO:
    """A character that the terminal's encoding lacks is named, and a closed stream is no reason to fail."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _drop_output() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, and the interpreter ends without a complaint."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
