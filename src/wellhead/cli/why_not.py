"""`why-not`: absence explained, of a file from the library and of a document from a result."""

from __future__ import annotations

import os
import shlex

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.errors import UsageError
from wellhead.render import checks
from wellhead.wire import checks as wire

DIAGNOSE = "search diagnose"


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

    WHAT is a path, or with --target the words of a search: then it is told where the document stands, which lanes have
    it, what keeps it out or stands above it, and what would bring it up. `search diagnose` is the same, of a search.
    """
    words = " ".join(what)
    if not target and click.get_current_context().info_name == DIAGNOSE:
        again = f"wellhead search -- diagnose {shlex.join(what)}"
        raise UsageError(f"{DIAGNOSE} needs --target KEY, the document that was expected", hint=f"to search: {again}")
    with session.open() as library:
        found = library.why_not(words if target else _place(words), target=_place(target))
    if session.json:
        session.object(wire.to_v1(found))
    else:
        session.out(checks.checks(found, session.style))


def _place(words: str) -> str:
    """A path that leads somewhere from here, in full: receipts know files by their full names."""
    if not os.path.lexists(words):
        return words
    return os.path.join(os.path.realpath(os.path.dirname(words) or "."), os.path.basename(words))
