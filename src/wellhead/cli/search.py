"""`search`: find, and show the words around what was found."""

from __future__ import annotations

import click

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.errors import UsageError
from wellhead.model.options import MODES
from wellhead.model.query import SearchResult
from wellhead.render import hits
from wellhead.wire import results as wire


@verb(
    "search",
    lists=True,
    examples=(
        ("wellhead search nightly rebuild", "documents with any of the words, best first"),
        ("wellhead search '\"nightly rebuild\" inde*'", "a phrase as it stands, and a beginning of a word"),
    ),
)
@click.option(
    "--filter",
    "filters",
    multiple=True,
    metavar="FIELD:VALUE",
    help="Only what is so; -FIELD:VALUE for what is not. The same as in the query.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Say what was understood, why each hit stands where it does, and where it was looked for.",
)
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=int, metavar="N", help="How many documents at most.")
@click.option("--mode", metavar="MODE", help="How hard to search; there is only `balanced` yet.")
@click.option("--modes", metavar="MODE", hidden=True)
def search(
    session: Session,
    words: tuple[str, ...],
    limit: int | None,
    mode: str | None,
    modes: str | None,
    filters: tuple[str, ...],
    explain: bool,
) -> None:
    """Find what answers to some words, best first.

    Any of the words will do; a document with more of them, or rarer ones, stands higher. "Quotes" ask for exactly
    these words in this order, a star at the end for every word that begins so; -word or NOT word leaves out what holds
    it. kind: tag: author: path: after: before: mine: are filters, as in `tag:garden after:2025-03`. Words that look
    like options go after --, as in `wellhead search -- --force`. `wellhead search diagnose WORDS --target KEY` is
    `why-not`: only as the first word, and `wellhead search -- diagnose` searches for it.
    """
    wanted = _mode(mode) or _mode(modes)
    with session.open() as library:
        result = library.search(
            " ".join(words),
            mode=wanted,
            limit=_limit(limit),
            semantic=session.semantic,
            filters=_filters(filters),
            explain=explain or session.json,
        )
    if session.json:
        session.object(wire.to_v1(result))
    elif session.lines:
        for hit in result.results:
            session.row(wire.hit_row(hit))
    else:
        session.out(_explained(result, session) if explain else hits.hits(result, session.style))
        style = session.hint_style
        session.say(hits.nothing(result, style) if not result.results else "")
        session.say(hits.footer(result, style, explain=explain))


def _filters(given: tuple[str, ...]) -> dict[str, list[str]] | None:
    """FIELD:VALUE as often as it was given; what the fields are is the library's matter."""
    found: dict[str, list[str]] = {}
    for each in given:
        field, _, value = each.partition(":")
        found.setdefault(field, []).append(value)
    return found or None


def _explained(result: SearchResult, session: Session) -> str:
    """What was understood, the hits with why they stand where they do, and where they were looked for."""
    from wellhead.render.explained import ran
    from wellhead.render.understood import understood

    style = session.style
    blocks = (understood(result.query, style), hits.hits(result, style, explain=True), ran(result, style))
    return "\n\n".join(block for block in blocks if block)


def _mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        there = " and ".join(MODES)
        raise UsageError(f"there is no mode {mode!r}: {there} is the only one yet", hint=f"--mode {MODES[0]}, or none")
    return mode


def _limit(limit: int | None) -> int | None:
    if limit is not None and limit < 1:
        raise UsageError(f"--limit {limit} asks for nothing", hint="give a number from 1 up, or leave it out")
    return limit
