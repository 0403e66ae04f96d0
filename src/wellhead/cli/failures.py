"""How a run ends that did not end well: one sentence, a code, what to do next, and the exit code.

Nothing private leaves this way: of an error nobody foresaw, only its type and the place in the code are told, with
`--debug` the whole way there. Never a value, a message of a library, or a path of the machine.
"""

from __future__ import annotations

import shlex
import sys
import traceback
from collections.abc import Sequence
from typing import NamedTuple

import click

from wellhead.cli.nearest import did_you_mean
from wellhead.cli.session import Session
from wellhead.cli.table import TABLE
from wellhead.errors import WellheadError

INTERRUPTED = 130
_PACKAGE = "wellhead/"


class Failure(NamedTuple):
    code: str
    message: str
    hint: str
    exit_code: int


def report(error: BaseException, session: Session) -> int:
    """Say it where it is looked for: as JSON on standard output, or in words on standard error."""
    failure = failure_of(error, session)
    if session.structured:
        from wellhead.wire.errors import to_v1

        session.object(to_v1(failure.code, failure.message, failure.hint))
    else:
        sys.stdout.flush()
        style = session.hint_style
        hint = f"\n  next: {style.name(failure.hint)}" if failure.hint else ""
        sys.stderr.write(f"{style.bad(f'error[{failure.code}]')}: {style.name(failure.message)}{hint}\n")
    if session.debug:
        sys.stderr.write("\n".join(way_there(error)) + "\n")
    return failure.exit_code


def failure_of(error: BaseException, session: Session) -> Failure:
    match error:
        case WellheadError():
            return Failure(error.code, error.message, error.hint, error.exit_code)
        case click.Abort() | KeyboardInterrupt():
            return _interrupted(session)
        case click.NoSuchOption():
            return Failure("usage", f"there is no option {error.option_name}", _usage_hint(error, session), 2)
        case click.UsageError():
            return Failure("usage", _sentence(error.format_message()), _usage_hint(error, session), 2)
        case click.ClickException():
            return Failure("failed", _sentence(error.format_message()), "", error.exit_code)
        case _:
            message = f"wellhead failed in a way it does not know ({type(error).__name__} at {_place(error)})"
            return Failure(
                "unexpected", message, "the same command with --debug shows the way there; please report it", 1
            )


def way_there(error: BaseException) -> list[str]:
    """A traceback without values: file, line and function of each step, and the types of the errors."""
    lines: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        frames = [f"  {_relative(frame.filename)}:{frame.lineno} in {frame.name}" for frame in _frames(link)]
        lines = [*frames, type(link).__name__, *(["which led to:"] if lines else []), *lines]
        link = link.__cause__ or link.__context__
    return lines


def _interrupted(session: Session) -> Failure:
    if not session.resumable:
        return Failure("interrupted", "interrupted", "", INTERRUPTED)
    kept = f"; {session.done:,} done so far and kept" if session.done else "; what was done so far is kept"
    again = shlex.join(["wellhead", *session.arguments])
    return Failure("interrupted", f"interrupted{kept}", f"the same line goes on from there: {again}", INTERRUPTED)


def _usage_hint(error: click.UsageError, session: Session) -> str:
    path = error.ctx.command_path if error.ctx else _command_in(session.arguments)
    if isinstance(error, click.NoSuchOption) and error.ctx:
        known = [
            name for each in error.ctx.command.get_params(error.ctx) for name in each.opts if name.startswith("--")
        ]
        guess = did_you_mean(error.option_name, known)
        return guess or f"`{path} --help` lists the options; a word that begins with a dash goes after --"
    return f"see `{path} --help`"


def _command_in(arguments: Sequence[str]) -> str:
    """The command that a line which did not parse was meant for."""
    known = {row.name for row in TABLE}
    return " ".join(["wellhead", *[each for each in arguments if each in known][:1]])


def _sentence(message: str) -> str:
    """click begins with a capital and ends with a full stop; ours stand after a colon."""
    message = " ".join(message.split()).rstrip(".")
    return message[:1].lower() + message[1:]


def _frames(error: BaseException) -> traceback.StackSummary:
    return traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)


def _place(error: BaseException) -> str:
    """Where in our own code it happened."""
    own = [frame for frame in _frames(error) if _relative(frame.filename).startswith(_PACKAGE)]
    return f"{_relative(own[-1].filename).removeprefix(_PACKAGE)}:{own[-1].lineno}" if own else "an unknown place"


def _relative(filename: str) -> str:
    """A file's place within its package, never within a machine."""
    path = filename.replace("\\", "/")
    for mark in ("/site-packages/", "/src/"):
        if mark in path:
            return path.rpartition(mark)[2]
    return f"wellhead/{path.rpartition('/wellhead/')[2]}" if "/wellhead/" in path else path.rpartition("/")[2]
