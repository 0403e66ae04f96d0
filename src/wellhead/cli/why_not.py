"""`why-not`: absence explained, of a file from the library and of a document from a result."""

from __future__ import annotations

import os

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.render import checks
from wellhead.wire import checks as wire


@verb(
    "why-not",
    examples=(
        ("wellhead why-not ~/notes/templates/daily.md", "why this file is not in"),
        (
            "wellhead why-not 'green tomatoes' --target note:garden/tomatoes",
            "why this document is not found, or not first",
        ),
    ),
)
@click.argument("what", nargs=-1, required=True)
@click.option("--target", metavar="KEY", default="", help="The document that was expected.")
def why_not(session: Session, what: tuple[str, ...], target: str) -> None:
    """Explain why a file is not in, or why a document was not found.

    WHAT is a path, or with --target the words of a search.
    """
    words = " ".join(what)
    with session.open() as library:
        found = library.why_not(words if target else _place(words), target=target)
    if session.json:
        session.object(wire.to_v1(found))
    else:
        session.out(checks.checks(found, session.style))


def _place(words: str) -> str:
    """A path that leads somewhere from here, in full: receipts know files by their full names."""
    if not os.path.lexists(words):
        return words
    return os.path.join(os.path.realpath(os.path.dirname(words) or "."), os.path.basename(words))
