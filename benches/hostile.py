"""Queries that want to break a search or to make it slow: none raises, and each is answered in a bounded time.

Each is asked once of a warm library, in CPU milliseconds; one above the goal is asked twice more and keeps its best,
for a neighbour's work is not its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from benches import odd_queries, timing
from benches.imports import built
from benches.measure import Values, percentile, run
from benches.notes import Vault, files_of, of_size
from benches.queries import Asked, mix
from benches.report import Row, at_most
from benches.search import NOTES, WARMERS

MOST_MS = 50
SHOWN = 5
_SHOWN_CHARS = 40


class Answered(NamedTuple):
    """What became of one query."""

    kind: str
    text: str
    ms: float
    raised: str = ""


def ask_all(arguments: Values) -> Values:
    """Every odd query; gives milliseconds by kind, the slowest, and what was raised."""
    import wellhead

    asked = odd_queries.odd(Path(arguments["folder"]), arguments["random_ones"], arguments["hostile"])
    with wellhead.open(arguments["library"]) as library:
        timing.once(library.search, arguments["warmers"])
        answered = [_answered(library.search, each) for each in asked]
    return {"answered": [_told(each) for each in answered]}


def _answered(ask: timing.Ask, asked: Asked) -> Answered:
    try:
        ms = timing.once(ask, [asked.text])["cpu"][0]
        if ms > MOST_MS:
            ms = min(ms, *timing.best(ask, [asked.text], 2)["cpu"])
    except Exception as error:  # what we look for
        return Answered(asked.kind, asked.text, 0.0, f"{type(error).__name__}: {error}")
    return Answered(asked.kind, asked.text, ms)


def _told(each: Answered) -> Answered:
    """Short enough to be handed on, in letters that every stream can take."""
    text = ascii(each.text[:_SHOWN_CHARS])[1:-1][:_SHOWN_CHARS]
    return each._replace(text=text, raised=ascii(each.raised)[1:-1][:200])


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    """10,000 notes, or all the starter notes there are with fewer queries."""
    notes = min(NOTES, sum(len(files_of(vault.folder)) for vault in vaults))
    whole = notes == NOTES or large
    found = run(
        "hostile",
        "ask_all",
        library=str(built(vaults, notes, work)),
        folder=str(of_size(vaults, notes, work)),
        warmers=[each.text for each in mix(vaults, WARMERS, "warmers")],
        random_ones=odd_queries.RANDOM if whole else odd_queries.RANDOM // 20,
        hostile=odd_queries.HOSTILE if whole else odd_queries.HOSTILE // 5,
    )
    return rows_of([Answered(*each) for each in found["answered"]], f"{notes:,} notes")


def rows_of(answered: Sequence[Answered], size: str) -> list[Row]:
    """Random ones and hostile ones, then the slowest of all by name."""
    rows = []
    for name, chosen in (
        ("random", [each for each in answered if each.kind == "random"]),
        ("hostile", [each for each in answered if each.kind != "random"]),
    ):
        rows += _group(chosen, f"{len(chosen):,} {name} queries, {size}")
    slowest = sorted(answered, key=lambda each: -each.ms)[:SHOWN]
    return [*rows, *(Row(f"slow: {each.kind}", size, each.ms, note=f"`{_plain(each.text)}`") for each in slowest)]


def _group(answered: Sequence[Answered], size: str) -> list[Row]:
    raised = [each for each in answered if each.raised]
    ms = [each.ms for each in answered]
    over = sum(each > MOST_MS for each in ms)
    return [
        Row("exceptions", size, len(raised), at_most(0), _plain("; ".join(_first(each.raised for each in raised)))),
        Row("slowest ms", size, max(ms), at_most(MOST_MS), f"{over} above {MOST_MS} ms"),
        Row("p99 ms", size, percentile(ms, 99)),
        Row("p50 ms", size, percentile(ms, 50)),
    ]


def _first(raised: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(raised))[:3]


def _plain(text: str) -> str:
    """Without what a table would take for its own."""
    return text.replace("|", "/").replace("`", "'")
