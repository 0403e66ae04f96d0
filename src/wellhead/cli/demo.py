"""`demo`: a small library to try things on, outside the person's own."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from wellhead.app import configuration, open_configured
from wellhead.care import demo as care
from wellhead.cli.progress import watching
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.config import demo_folder, library_folder
from wellhead.errors import UsageError
from wellhead.library import Library
from wellhead.render import hits, receipts
from wellhead.render.numbers import counted
from wellhead.wire import receipt as receipt_wire
from wellhead.wire import results as results_wire
from wellhead.wire.encode import versioned


@verb(
    "demo",
    resumable=True,
    examples=(
        ("wellhead demo", "build it, show the receipt, ask it something"),
        ('wellhead search gustav --library "$(wellhead demo --path)"', "ask it something yourself"),
    ),
)
@click.option("--path", "only_path", is_flag=True, help="Print its folder, built if it is missing, and nothing else.")
@click.option("--rm", "away", is_flag=True, help="Take the demo library away.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def demo(session: Session, only_path: bool, away: bool, yes: bool, dry_run: bool) -> None:
    """Build the demo library, beside your own, and ask it something.

    It holds a small invented world that comes with the program: two years of notes, mails, meetings and clippings, and
    a handbook. Nothing is downloaded, and your own library is not touched.
    """
    if away and only_path:
        raise UsageError("--rm and --path do not go together", hint="one of them")
    folder = demo_folder(library_folder(session.library))
    if dry_run:
        _rehearse(session, folder, away=away)
    elif away:
        _remove(session, folder, yes=yes)
    else:
        _build(session, folder, only_path=only_path)


def _build(session: Session, folder: Path, *, only_path: bool) -> None:
    def opened(place: Path) -> Library:
        return open_configured(configuration(str(place), {}))

    with watching(session) as emit:
        built = care.ensure(folder, open_library=opened, emit=emit)
    if only_path and not session.json:
        session.out(built.folder)
        return
    with opened(folder) as library:
        documents = library.status().documents
        result = library.search(care.QUESTION, limit=3)
    if session.json:
        receipt = None if built.receipt is None else receipt_wire.to_v1(built.receipt)
        fields = {"folder": built.folder, "documents": documents, "receipt": receipt}
        session.object(versioned({**fields, "search": results_wire.to_v1(result)}))
        return
    style = session.style
    place = style.name(style.place(built.folder))
    if built.receipt is None:
        session.out(f"The demo library is in {place}: {counted(documents, 'document')}, nothing to build.")
    else:
        session.out(f"Built the demo library in {place}; everything in it is invented.")
        session.out(receipts.receipt(built.receipt, style))
    session.out(f"\n$ wellhead search {care.QUESTION}\n\n{hits.hits(result, style)}")
    session.say(hits.footer(result, session.hint_style))
    session.say(f"\nmore:    wellhead search WORDS --library {shlex.quote(built.folder)}")
    session.say("away:    wellhead demo --rm\nyours:   wellhead add FOLDER")


def _remove(session: Session, folder: Path, *, yes: bool) -> None:
    if folder.exists():
        session.confirm(f"Take the demo library in {folder} away?", yes=yes)
    gone = care.remove(folder)
    if session.json:
        session.object(versioned({"folder": str(folder), "removed": gone}))
    else:
        session.out("removed the demo library" if gone else "there is no demo library")


def _rehearse(session: Session, folder: Path, *, away: bool) -> None:
    there = folder.exists()
    if session.json:
        session.object(versioned({"folder": str(folder), "exists": there, "dry_run": True}))
    elif away:
        session.out(f"would take away {session.style.name(str(folder))}" if there else "there is no demo library")
    else:
        session.out(f"would {'bring up to date' if there else 'build'} {session.style.name(str(folder))}")
