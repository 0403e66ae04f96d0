"""`init`: an empty library, for those who want to see it before anything is in it."""

from __future__ import annotations

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.wire.encode import versioned


@verb(
    "init",
    examples=(
        ("wellhead init", "in the usual place"),
        ("wellhead init --library ~/second", "somewhere else"),
    ),
)
@click.option("--insist", is_flag=True, help="Also on a network or cloud-synced folder, or among notes.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def init(session: Session, insist: bool, dry_run: bool) -> None:
    """Make an empty library; no command needs it first."""
    with session.open() as library:
        folder = str(library.folder)
        made = not library.exists() if dry_run else library.create(insist=insist)
    if session.json:
        session.object(versioned({"library": folder, "created": made, "dry_run": dry_run}))
        return
    said = "would make" if dry_run and made else "made" if made else "there is one already:"
    session.out(f"{said} {session.style.name(session.style.place(folder))}")
    if not dry_run:
        session.say("next: wellhead add FOLDER")
