"""One run of the program: what was asked of every command alike, and how it speaks.

Data goes to standard output, everything else to standard error. Under `--json` a command says one object and nothing
more on standard output.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from wellhead.config import Configuration
    from wellhead.library import Library
    from wellhead.render.style import Style


class Session:
    """The options every command shares, filled while the command line is parsed."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.arguments = list(arguments)
        self.library: str | None = None
        self.offline = False
        self.json = False
        self.lines = False
        self.debug = False
        self.semantic: bool | None = None
        self.progress = "auto"
        self.resumable = False
        self.done = 0

    @property
    def structured(self) -> bool:
        """JSON of either form was asked for: errors are told in it too, also those of a line that does not parse."""
        words = self.arguments[: self.arguments.index("--")] if "--" in self.arguments else self.arguments
        return self.json or self.lines or "--json" in words or "--jsonl" in words

    def configuration(self) -> Configuration:
        """The settings of this call."""
        from wellhead.app import configuration

        return configuration(self.library, {"offline": True} if self.offline else {})

    def open(self) -> Library:
        """The library of this call; close it, or use it as a context."""
        from wellhead.app import open_configured

        return open_configured(self.configuration())

    def out(self, text: str) -> None:
        """Data for a person."""
        if text:
            sys.stdout.write(text + "\n")

    def say(self, text: str) -> None:
        """A hint: after what was printed so far, and never in the way of data."""
        if text and not self.structured:
            sys.stdout.flush()
            sys.stderr.write(text + "\n")
            sys.stderr.flush()

    def object(self, fields: dict[str, Any]) -> None:
        """The one object of `--json`; indented where a person looks at it."""
        from wellhead.wire.encode import encode, indented

        data = encode(fields)
        self._json(indented(data) if sys.stdout.isatty() else data)

    def row(self, fields: dict[str, Any]) -> None:
        """A line of `--jsonl`."""
        from wellhead.wire.encode import encode

        self._json(encode(fields))

    def _json(self, data: bytes) -> None:
        from wellhead.render.printable import printable_json

        text = data.decode()
        sys.stdout.write((printable_json(text) if sys.stdout.isatty() else text) + "\n")

    @cached_property
    def style(self) -> Style:
        """How standard output may be dressed."""
        return _style(sys.stdout)

    @cached_property
    def hint_style(self) -> Style:
        """How standard error may be dressed."""
        return _style(sys.stderr)

    def confirm(self, question: str, *, yes: bool) -> None:
        """Ask before something that cannot be taken back; where nobody can be asked, `--yes` has to say it."""
        from wellhead.errors import UsageError

        if yes:
            return
        if self.structured or not (sys.stdin.isatty() and sys.stderr.isatty()):
            again = shlex.join(["wellhead", *self.arguments, "--yes"])
            raise UsageError(f"{question} Nobody can be asked here", hint=f"if you are sure: {again}")
        if not click.confirm(self.hint_style.name(question), err=True):
            self.say("left as it is")
            raise click.exceptions.Exit(1)


def _style(stream: TextIO) -> Style:
    from wellhead.config import terminal
    from wellhead.render.style import Style

    said, shown = terminal(), stream.isatty()
    return Style(
        colour=shown if said.color is None else said.color,
        links=shown and not said.dumb,
        width=_width(stream, said.columns) if shown else 0,
        home=os.path.expanduser("~") if shown else "",
        here=_here(),
    )


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _width(stream: TextIO, columns: int) -> int:
    if columns:
        return columns
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 80
