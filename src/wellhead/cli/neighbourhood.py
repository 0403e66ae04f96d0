"""`entities`, `topics` and `related`: names, what the library is about, and what lies near a document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.model.options import NEAR
from wellhead.render import neighbourhood as render
from wellhead.wire import neighbourhood as wire

_limit = click.option("--limit", type=int, default=NEAR, show_default=True, help="How many at most.")


@verb(
    "entities",
    lists=True,
    examples=(
        ("wellhead entities --limit 10", "the names that most documents know"),
        ("wellhead entities Tomatoes", "what is said of one, beside whom, and with which words"),
    ),
)
@click.argument("name", required=False)
@_limit
def entities(session: Session, name: str | None, limit: int) -> None:
    """List the names your documents know, or tell what is said of one.

    A name is known once two documents have it, or one is called by it. NAME may be a title, an alias, initials, a part
    of a name, or misspelt by a letter or two. With --jsonl a name is told by its sentences, a line each.
    """
    with session.open() as library:
        if name is None:
            found = library.entities(limit=limit)
            _tell(session, lambda: wire.entities_to_v1(found), found, lambda: render.entities(found, session.style))
            return
        value = library.entities(name, limit=limit)
    _tell(session, lambda: wire.portrait_to_v1(value), value.mentions, lambda: render.portrait(value, session.style))


@verb(
    "topics",
    lists=True,
    examples=(
        ("wellhead topics --limit 10", "the tags, and the documents that most others link to"),
        ("wellhead topics garden", "one tag, or the neighbourhood of one document"),
    ),
)
@click.argument("name", required=False)
@_limit
def topics(session: Session, name: str | None, limit: int) -> None:
    """Say what the library is about: its tags, and the neighbourhoods its links make.

    NAME is a tag, or whatever a document is called by: then its documents are told, the tags beside it, and the
    documents where it meets other topics. With --jsonl the hubs are told, or the documents of NAME, a line each.
    """
    with session.open() as library:
        if name is None:
            found = library.topics(limit=limit)
            _tell(session, lambda: wire.topics_to_v1(found), found.hubs, lambda: render.topics(found, session.style))
            return
        value = library.topics(name, limit=limit)
    _tell(session, lambda: wire.topic_to_v1(value), value.documents, lambda: render.topic(value, session.style))


@verb(
    "related",
    lists=True,
    examples=(
        ("wellhead related note:garden/tomatoes", "what lies near it, each with the reason"),
        ("wellhead related note:garden/tomatoes --limit 3 --json", "the three nearest, for a program"),
    ),
)
@click.argument("key")
@_limit
def related(session: Session, key: str, limit: int) -> None:
    """List what lies near a document: links both ways, names and rare tags it shares.

    KEY is what `search` prints. Where a sentence says how the two belong together, its words are told.
    """
    with session.open() as library:
        found = library.related(key, limit=limit)
    _tell(session, lambda: wire.related_to_v1(key, found), found, lambda: render.related(found, session.style))


def _tell(
    session: Session, fields: Callable[[], dict[str, Any]], rows: Sequence[wire.Row], shown: Callable[[], str]
) -> None:
    """As one object, as a line each, or as text: only what was asked for is made."""
    if session.json:
        session.object(fields())
    elif session.lines:
        for each in rows:
            session.row(wire.row(each))
    else:
        session.out(shown())
