"""What every command is made of: its own options, the shared ones, two examples, and a name that forgives a slip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from wellhead.cli.nearest import did_you_mean
from wellhead.cli.session import Session
from wellhead.errors import UnknownName

Examples = tuple[tuple[str, str], ...]  # (command line, what it is for)
_PROGRESS = ("auto", "json", "none")


class Shared(click.Option):
    """An option that every command takes alike; its value lands in the Session, never in the command's own call."""

    def __init__(self, *declarations: str, to: str, value: Any = None, **attributes: Any) -> None:
        def keep(context: click.Context, parameter: click.Parameter, given: Any) -> None:
            if given not in (None, False):
                setattr(context.ensure_object(Session), to, given if value is None else value[given])

        super().__init__([*declarations], expose_value=False, callback=keep, **attributes)


def shared_options(name: str, *, lists: bool) -> list[click.Parameter]:
    options = [
        Shared("--library", to="library", metavar="DIR", help="The library's folder, instead of WELLHEAD_HOME."),
        Shared("--json", to="json", is_flag=True, help="Say the result as one JSON object."),
        Shared("--offline", to="offline", is_flag=True, help="Refuse everything that would leave this machine."),
        Shared(
            "--progress", to="progress", type=click.Choice(_PROGRESS), help="A bar on a terminal, JSON lines, or none."
        ),
        Shared("--debug", to="debug", is_flag=True, help="Add the traceback to an error."),
        Shared(
            "--no-semantic",
            to="semantic",
            value={True: False},
            is_flag=True,
            hidden=name not in ("search", "qrels"),
            help="Words only, no search by meaning.",
        ),
    ]
    if lists:
        options.insert(
            2, Shared("--jsonl", to="lines", is_flag=True, help="Say each entry as a JSON object of its own.")
        )
    return list(options)


class Verb(click.Command):
    """A command. `lists` gives it `--jsonl`; `resumable` says that the same line again goes on where it stopped."""

    def __init__(
        self, name: str, *, examples: Examples, lists: bool = False, resumable: bool = False, **more: Any
    ) -> None:
        super().__init__(name, **more)
        self.examples = examples
        self.resumable = resumable
        self.params += shared_options(name, lists=lists)

    def invoke(self, ctx: click.Context) -> Any:
        ctx.ensure_object(Session).resumable = self.resumable
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_options(self, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_examples(self.examples, formatter)


class Forgiving(click.Group):
    """A group that answers an unknown word with the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if self.get_command(ctx, word) is None and not word.startswith("-"):
            guess = did_you_mean(word, self.list_commands(ctx))
            raise UnknownName(
                f"{ctx.command_path} has no command {word!r}", hint=guess or f"`{ctx.command_path} --help` lists them"
            )
        return super().resolve_command(ctx, args)


class Family(Forgiving):
    """A noun with verbs of its own; alone it stands for the first of them."""

    def __init__(self, name: str, *, verbs: tuple[Verb, ...], **more: Any) -> None:
        super().__init__(name, commands={str(verb.name): verb for verb in verbs}, invoke_without_command=True, **more)
        self.callback = self._alone
        self.first = verbs[0]
        self.examples = tuple(verb.examples[0] for verb in verbs[:2]) if len(verbs) > 1 else verbs[0].examples
        self.params += shared_options(name, lists=any("--jsonl" in each.opts for verb in verbs for each in verb.params))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_examples(self.examples, formatter)

    def _alone(self) -> None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None:
            with self.first.make_context(str(self.first.name), [], parent=ctx) as child:
                self.first.invoke(child)


def verb(name: str, *, examples: Examples, lists: bool = False, resumable: bool = False) -> Callable[[Any], Verb]:
    """A function that takes the Session and its own options, as a command; its docstring is the help."""

    def made(function: Any) -> Verb:
        return click.command(name, cls=Verb, examples=examples, lists=lists, resumable=resumable)(
            click.pass_obj(function)
        )

    return made


def _write_examples(examples: Examples, formatter: click.HelpFormatter) -> None:
    """As they are typed: never broken, so that they can be copied."""
    with formatter.section("Examples"):
        for line, purpose in examples:
            formatter.write_text(f"# {purpose}")
            formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def _write_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The command's own options first, then what every command takes."""
    records: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
        if record is not None:
            shared = isinstance(parameter, Shared) and parameter.name != "jsonl"
            records[shared or parameter.name == "help"].append(record)
    for shared, title in ((False, "Options"), (True, "Like every command")):
        if records[shared]:
            with formatter.section(title):
                formatter.write_dl(records[shared])
