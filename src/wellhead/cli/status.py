"""`status`: what is in the library and how it stands."""

from __future__ import annotations

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.render import states
from wellhead.wire import status as wire


@verb(
    "status",
    examples=(
        ("wellhead status", "documents, kinds, sources, disk"),
        ("wellhead status --json", "the same for a program"),
    ),
)
def status(session: Session) -> None:
    """Say what is in the library and how it stands."""
    with session.open() as library:
        found = library.status()
    if session.json:
        session.object(wire.to_v1(found))
    else:
        session.out(states.status(found, session.style))
