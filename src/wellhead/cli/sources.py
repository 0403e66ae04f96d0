"""`sources`: the places documents come from."""

from __future__ import annotations

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import Family, verb
from wellhead.errors import NotFound
from wellhead.library import Library
from wellhead.model.document import Source
from wellhead.render import receipts, states
from wellhead.render.numbers import counted
from wellhead.wire import receipt as receipt_wire
from wellhead.wire import status as wire


@verb(
    "list",
    lists=True,
    examples=(
        ("wellhead sources list", "with the number `sources remove` takes"),
        ("wellhead sources list --jsonl", "a source a line"),
    ),
)
def listing(session: Session) -> None:
    """List the places documents come from."""
    with session.open() as library:
        found = library.sources.list()
    if session.json:
        session.object(wire.sources_to_v1(found))
    elif session.lines:
        for each in found:
            session.row(wire.source_row(each))
    else:
        session.out(states.sources(found, session.style))


@verb(
    "remove",
    examples=(
        ("wellhead sources remove 1 --dry-run", "what would go"),
        ("wellhead sources remove 1 --yes", "without being asked"),
    ),
)
@click.argument("number", type=int)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would go; write nothing.")
def removal(session: Session, number: int, yes: bool, dry_run: bool) -> None:
    """Forget a source and take its documents out; the files themselves stay.

    NUMBER is what `sources list` shows. `undo` puts the documents back.
    """
    with session.open() as library:
        source = _source(library, number)
        question = f"Take out {source.path} and its {counted(source.documents, 'document')}?"
        session.confirm(question, yes=yes or dry_run)
        done = library.sources.remove(number, dry_run=dry_run)
    if session.json:
        session.object(receipt_wire.to_v1(done))
    else:
        session.out(receipts.removal(done, session.style))


def _source(library: Library, number: int) -> Source:
    found = library.sources.list()
    for each in found:
        if each.id == number:
            return each
    there = ", ".join(str(each.id) for each in found)
    raise NotFound(f"there is no source {number}", hint=f"there are: {there}" if there else "none was added yet")


sources = Family("sources", verbs=(listing, removal), help="List or remove the places documents come from.")
