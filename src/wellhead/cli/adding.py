"""`add` and `sync`: take notes in, and end with a receipt for every path."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from wellhead.cli.progress import watching
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.errors import UsageError
from wellhead.library import Library
from wellhead.model.document import Role
from wellhead.model.events import Observer
from wellhead.model.options import AddOptions
from wellhead.model.receipt import REMOVED, Receipt, Status, added_up
from wellhead.render import receipts
from wellhead.wire import receipt as wire

PARTIAL = 7
_ROLES = click.Choice([role.value for role in Role])


@verb(
    "add",
    resumable=True,
    examples=(
        ("wellhead add ~/notes", "a folder of Markdown, read where it is"),
        ("echo 'Call the plumber' | wellhead add -", "one note from standard input"),
    ),
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--exclude", metavar="PATTERN", multiple=True, help="Leave out what matches, in git's syntax; repeatable."
)
@click.option("--role", type=_ROLES, help="What these texts are to you; a folder of Markdown is your own notes.")
@click.option("--verify", is_flag=True, help="Read files again that look unchanged.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def add(session: Session, paths: tuple[str, ...], **given: Any) -> None:
    """Take notes in: folders, files, or one note from standard input.

    A folder is read where it is and remembered: `sync` and `watch` keep it current. A path of `-` is standard input.
    What was taken in before and did not change costs nothing, so the same line again goes on where it stopped. Each
    path is an import of its own: `undo` takes back the last one.
    """
    with session.open() as library:
        for path in paths:
            if path != "-":  # a slip in one path is told before anything of the others is taken in
                library.expect(path)
        options = _options(library, **given)
        with watching(session) as emit:
            parts = [_add(library, path, options, emit) for path in paths]
    _finish(session, parts)


@verb(
    "sync",
    resumable=True,
    examples=(
        ("wellhead sync", "every folder and file that was ever added"),
        ("wellhead sync --dry-run", "only say what changed"),
    ),
)
@click.option("--verify", is_flag=True, help="Read files again that look unchanged.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def sync(session: Session, verify: bool, dry_run: bool) -> None:
    """Look at every source again and take in what changed."""
    with session.open() as library:
        options = _options(library, verify=verify, dry_run=dry_run)
        with watching(session) as emit:
            done = library.sync(options=options, emit=emit)
    _finish(session, [done])


def _options(library: Library, **given: Any) -> AddOptions:
    """The library's options, with what this call says."""
    import msgspec

    said = {name: value for name, value in given.items() if value}
    if "role" in said:
        said["role"] = Role(said["role"])
    if "exclude" in said:
        said["exclude"] = (*library.settings.add.exclude, *said["exclude"])
    return msgspec.structs.replace(library.settings.add, **said)


def _add(library: Library, path: str, options: AddOptions, emit: Observer) -> Receipt:
    if path != "-":
        return library.add(path if "://" in path else Path(path), options=options, emit=emit)
    if options.exclude != library.settings.add.exclude:
        raise UsageError("--exclude is about folders, and - is one note", hint="leave --exclude out")
    if sys.stdin.isatty():
        sys.stderr.write("reading a note from the keyboard; Ctrl-D on an empty line ends it\n")
    return library.add_stream(sys.stdin.buffer, options=options, emit=emit)


def _finish(session: Session, parts: list[Receipt]) -> None:
    whole = parts[0] if len(parts) == 1 else _whole(parts)
    if session.json:
        session.object(wire.to_v1(whole))
    else:
        session.out(receipts.receipt(whole, session.style))
        session.say("\n".join(_next(whole)))
    if whole.failed:
        raise click.exceptions.Exit(PARTIAL)


def _whole(parts: list[Receipt]) -> Receipt:
    return added_up(parts, seconds=sum(part.seconds for part in parts), dry_run=parts[0].dry_run)


def _next(whole: Receipt) -> list[str]:
    """Commands that fit what happened; one a line."""
    if whole.dry_run:
        return []
    put_out = sum(each.status is Status.SKIPPED and each.reason == REMOVED for each in whole.files)
    fitting = (
        (whole.failed, "wellhead files --status failed    (mend them, then the same line again)"),
        (whole.stale, "wellhead prune    (takes out what is stale; until then it is found, with a mark)"),
        (whole.indexed, "wellhead search WORDS"),
        (whole.skipped - put_out, "wellhead files --status skipped"),
        (put_out, "wellhead files --status removed"),
    )
    said = [line for count, line in fitting if count]
    return [f"{'next: ' if number == 0 else '      '}{line}" for number, line in enumerate(said)]
