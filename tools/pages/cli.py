"""docs/reference/cli.md: every command as its own `--help` tells it: what it does, its words, options and examples.

Takes the commands and their table. Nothing here depends on the width of a terminal.
"""

from __future__ import annotations

import inspect

import click

from tools.pages import markdown
from tools.pages.commands import NAME, every_command, is_group
from wellhead.cli.session import Session
from wellhead.cli.table import TABLE
from wellhead.cli.verb import Shared

PATH = "docs/reference/cli.md"
INTRODUCTION = """\
Data goes to standard output, everything else to standard error. A bar is drawn on a terminal only. `NO_COLOR` is heard,
`-` is standard input. Ctrl-C leaves a state the same command goes on from. [Exit codes](errors.md#exit-codes) and
[JSON shapes](shapes.md) are stable.
"""
EVERYWHERE = """\
## Like every command

These stand before or after the command's own words. `--jsonl` is there where the result is a list.
"""


def page() -> str:
    found = dict(every_command())
    parts = [markdown.opening("Commands", "the commands themselves"), INTRODUCTION, contents(), EVERYWHERE]
    parts += [options(found[NAME], NAME, shared=True)]
    for row in TABLE:
        words = f"{NAME} {row.name}"
        parts += [
            entry(path, command) for path, command in found.items() if path == words or path.startswith(f"{words} ")
        ]
    return "\n".join(part for part in parts if part).rstrip() + "\n"


def contents() -> str:
    """All commands in the sections of `wellhead --help`, each with its line."""
    lines = []
    for section in dict.fromkeys(row.section for row in TABLE):
        lines.append(f"**{section}**\n")
        lines += [f"- [`{row.name}`](#{NAME}-{row.name}): {row.line}" for row in TABLE if row.section == section]
        lines.append("")
    return "\n".join(lines)


def entry(path: str, command: click.Command) -> str:
    depth = path.count(" ") + 1
    parts = [f"{'#' * depth} `{path}`\n", f"{said(command)}\n", markdown.fenced(usage(path, command))]
    parts.append(options(command, path, shared=False))
    lines = [f"# {purpose}\n{line}" for line, purpose in getattr(command, "examples", ())]
    parts.append(markdown.fenced("\n\n".join(lines), "sh") if lines else "")
    return "\n".join(part for part in parts if part)


def usage(path: str, command: click.Command) -> str:
    words = [each.make_metavar(_context(command, path)) for each in command.params if isinstance(each, click.Argument)]
    return " ".join([path, *(["COMMAND"] if is_group(command) else []), "[OPTIONS]", *words])


def said(command: click.Command) -> str:
    """The help of a command: its lines as they stand, without the marks that only a terminal needs."""
    return inspect.cleandoc(command.help or "").replace("\b\n", "")


def options(command: click.Command, path: str, *, shared: bool) -> str:
    """The command's own options, or those that every command has."""
    context = _context(command, path)
    found = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    records = [each.get_help_record(context) for each in found if _everywhere(each) == shared and not _spare(each)]
    rows = [(markdown.code(name), about) for name, about in (each for each in records if each)]
    return markdown.table(("option", "does"), rows) if rows else ""


def _everywhere(option: click.Option) -> bool:
    return isinstance(option, Shared) and not {"--jsonl", "--no-semantic"} & set(option.opts)


def _spare(option: click.Option) -> bool:
    """`--help` needs no line, and `--version` is a command."""
    return bool({"--help", "--version"} & set(option.opts))


def _context(command: click.Command, path: str) -> click.Context:
    return click.Context(command, info_name=path, obj=Session([]), terminal_width=100)
