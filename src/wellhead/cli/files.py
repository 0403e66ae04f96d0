"""`files`: the receipts that were kept, path by path."""

from __future__ import annotations

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.model.receipt import Status
from wellhead.render import states
from wellhead.wire import status as wire

_STATUSES = click.Choice([each.value for each in Status if each is not Status.UNCHANGED])


@verb(
    "files",
    lists=True,
    examples=(
        ("wellhead files --status failed", "what could not be read, and why"),
        ("wellhead files --jsonl", "every path, one a line"),
    ),
)
@click.option("--status", type=_STATUSES, help="Only what became of them.")
@click.option("--source", type=int, metavar="N", help="Only of this source; `sources list` has the numbers.")
def files(session: Session, status: str | None, source: int | None) -> None:
    """List every path an import saw, with what became of it and why."""
    with session.open() as library:
        found = library.files(status=status or "", source=source or 0)
        if session.json:
            session.object(wire.files_to_v1(found))
        elif session.lines:
            for each in found:
                session.row(wire.file_row(each))
        else:
            none = True
            for each in found:
                none = False
                session.out(states.file_line(each, session.style))
            session.say(f"no path{f' has the status {status}' if status else ' was seen yet'}" if none else "")
