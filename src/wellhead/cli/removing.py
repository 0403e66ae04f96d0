"""`remove`, `prune` and `undo`: take documents out, and put them back."""

from __future__ import annotations

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.model.receipt import Receipt
from wellhead.render import receipts
from wellhead.render.numbers import counted
from wellhead.wire import receipt as wire

_DRY_RUN = click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")


@verb(
    "remove",
    examples=(
        ("wellhead remove note:garden/tomatoes", "out of the library; `undo` puts it back"),
        ("wellhead remove --forget --yes note:garden/tomatoes", "with every trace in the library, for good"),
    ),
)
@click.argument("keys", nargs=-1, required=True)
@click.option("--forget", is_flag=True, help="Leave no trace: no undo, no receipt row, no bytes on the disk.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@_DRY_RUN
def remove(session: Session, keys: tuple[str, ...], forget: bool, yes: bool, dry_run: bool) -> None:
    """Take documents out of the library; your files stay.

    A file that is still in its folder stays out until its own path is added again. With --forget a document cannot be
    put back, and what that does not reach is listed.
    """
    if forget and not dry_run:
        session.confirm(f"Forget {counted(len(keys), 'document')} for good?", yes=yes)
    with session.open() as library:
        done = library.remove(keys, forget=forget, dry_run=dry_run)
    _tell(session, done)
    if done.removed and not forget and not dry_run:
        session.say("next: wellhead undo   (puts it back)")


@verb(
    "prune",
    examples=(
        ("wellhead prune --dry-run", "what would go"),
        ("wellhead prune", "take it out; `undo` puts it back"),
    ),
)
@_DRY_RUN
def prune(session: Session, dry_run: bool) -> None:
    """Take out the documents whose files have vanished."""
    with session.open() as library:
        done = library.prune(dry_run=dry_run)
    _tell(session, done)


@verb(
    "undo",
    examples=(
        ("wellhead undo --dry-run", "what would come back"),
        ("wellhead undo", "put it back"),
    ),
)
@_DRY_RUN
def undo(session: Session, dry_run: bool) -> None:
    """Put back what the newest import or deletion replaced."""
    with session.open() as library:
        label = library.undoable()
        done = library.undo(dry_run=dry_run)
    if session.json:
        session.object(wire.to_v1(done))
    else:
        session.out(receipts.undone(done, label, session.style))


def _tell(session: Session, done: Receipt) -> None:
    if session.json:
        session.object(wire.to_v1(done))
    else:
        session.out(receipts.removal(done, session.style))
