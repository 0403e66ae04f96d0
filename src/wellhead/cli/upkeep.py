"""`migrate` and `reindex`: the file brought up to date, and what is derived from it made anew."""

from __future__ import annotations

import click

from wellhead import app
from wellhead.cli.progress import counting
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.render.numbers import counted
from wellhead.wire.encode import versioned


@verb(
    "migrate",
    resumable=True,
    examples=(
        ("wellhead migrate --dry-run", "which schema it has, which it would get"),
        ("wellhead migrate", "upgrade in place; the backup's place is printed"),
    ),
)
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def migrate(session: Session, dry_run: bool) -> None:
    """Upgrade a library that an older wellhead made, backup first."""
    configuration = session.configuration()
    if dry_run:
        before, after = app.schemas(configuration)
        backup = ""
    else:
        done = app.migrate(configuration)
        before, after, backup = done.before, done.after, done.backup
    if session.json:
        session.object(versioned({"before": before, "after": after, "backup": backup, "dry_run": dry_run}))
    elif before >= after:
        session.out(f"schema {before} is the newest: nothing to do")
    else:
        session.out(f"schema {before} {'would become' if dry_run else 'became'} {after}")
        if backup:
            session.out(f"as it was before: {session.style.name(session.style.place(backup))}")


@verb(
    "reindex",
    resumable=True,
    examples=(
        ("wellhead reindex", "nothing of yours changes, only what is derived from it"),
        ("wellhead reindex --progress json", "with lines for another program on standard error"),
    ),
)
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def reindex(session: Session, dry_run: bool) -> None:
    """Build the index anew from the stored documents."""
    with session.open() as library:
        standing = library.status()
        chunks = standing.chunks
        if not dry_run:
            with counting(session, standing.documents) as counting_up:
                chunks = library.reindex(counting_up)
    if session.json:
        session.object(versioned({"documents": standing.documents, "chunks": chunks, "dry_run": dry_run}))
    else:
        verb = "would index" if dry_run else "indexed"
        session.out(f"{verb} {counted(standing.documents, 'document')} in {counted(chunks, 'chunk')}")
