"""`watch`: keep folders current until somebody ends it."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from types import FrameType

import click

from wellhead.cli.progress import watching
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.model.events import Event, ImportFinished
from wellhead.model.receipt import Receipt
from wellhead.render import receipts
from wellhead.wire import receipt as wire


@verb(
    "watch",
    lists=True,
    resumable=True,
    examples=(
        ("wellhead watch", "every folder that was ever added"),
        ("wellhead watch ~/notes --jsonl", "one folder, each change as a line for another program"),
    ),
)
@click.argument("folder", required=False)
def watch(session: Session, folder: str | None) -> None:
    """Keep folders current while they are edited.

    Looks at each folder once, then waits; an edit is found a moment after it was saved. Ctrl-C ends it, and nothing is
    lost by that: the next `watch` or `sync` takes in what happened meanwhile.
    """
    stop = threading.Event()

    def ended(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = signal.signal(signal.SIGTERM, ended)
    try:
        with session.open() as library, watching(session) as emit:

            def observe(event: Event) -> None:
                emit(event)
                if isinstance(event, ImportFinished) and _worth_telling(event.receipt):
                    _tell(session, event)

            library.watch(
                Path(folder) if folder else None,
                emit=observe,
                stop=stop,
                ready=lambda: session.say("watching; Ctrl-C ends it"),
            )
    finally:
        signal.signal(signal.SIGTERM, before)


def _worth_telling(value: Receipt) -> bool:
    return bool(value.indexed or value.renamed or value.failed or value.stale or value.removed)


def _tell(session: Session, event: ImportFinished) -> None:
    if session.structured:
        session.row({**wire.to_v1(event.receipt), "source": event.path})
    else:
        session.out(receipts.changes(event.receipt, session.style))
    sys.stdout.flush()
