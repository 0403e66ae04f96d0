"""Queries that want to break a search or to make it slow: none raises, and each is answered in a bounded time.

Each is asked once of a warm library, in CPU milliseconds, so that nothing of it is known yet. Those above the goal are
asked by two more processes, once each, and keep their best, for a neighbour's work is not their own. What the slowest
and the failing ones say is told on the screen alone: it is strung together from somebody's notes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
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
AGAIN = 2
SHOWN = 5
_SHOWN_CHARS = 120


class Answered(NamedTuple):
    """What became of one query."""

    kind: str
    text: str
    characters: int
    ms: float
    raised: str = ""


def ask_all(arguments: Values) -> Values:
    """What became of every odd query, or of those with the given numbers, the others left out."""
    import wellhead

    asked = odd_queries.odd(Path(arguments["folder"]), arguments["random_ones"], arguments["hostile"])
    with wellhead.open(arguments["library"]) as library:
        timing.once(library.search, arguments["warmers"])
        wanted = set(arguments.get("only") or ())
        chosen = (each for number, each in enumerate(asked) if not wanted or number in wanted)
        return {"answered": [_answered(library.search, each) for each in chosen]}


def _answered(ask: timing.Ask, asked: Asked) -> Answered:
    try:
        ms = timing.once(ask, [asked.text])["cpu"][0]
    except Exception as error:  # what we look for
        return Answered(asked.kind, _told(asked.text), len(asked.text), 0.0, type(error).__name__)
    return Answered(asked.kind, _told(asked.text), len(asked.text), ms)


def _told(text: str) -> str:
    """Short enough to be handed on, in letters that every stream can take."""
    return ascii(text[:_SHOWN_CHARS])[1:-1][:_SHOWN_CHARS]


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    """10,000 notes, or all the starter notes there are with fewer queries."""
    notes = min(NOTES, sum(len(files_of(vault.folder)) for vault in vaults))
    whole = notes == NOTES or large
    arguments = {
        "library": str(built(vaults, notes, work)),
        "folder": str(of_size(vaults, notes, work)),
        "warmers": [each.text for each in mix(vaults, WARMERS, "warmers")],
        "random_ones": odd_queries.RANDOM if whole else odd_queries.RANDOM // 20,
        "hostile": odd_queries.HOSTILE if whole else odd_queries.HOSTILE // 5,
    }
    answered = [Answered(*each) for each in run("hostile", "ask_all", **arguments)["answered"]]
    _ask_again(answered, arguments)
    for each in [*(each for each in answered if each.raised), *_slowest(answered)]:
        print(f"{each.raised or f'{each.ms:.1f} ms'}, {each.kind}: {each.text}", file=sys.stderr)
    return rows_of(answered, f"{notes:,} notes")


def _ask_again(answered: list[Answered], arguments: Values) -> None:
    """The slow ones, by processes that have not heard them."""
    slow = [number for number, each in enumerate(answered) if each.ms > MOST_MS]
    for _ in range(AGAIN if slow else 0):
        found = run("hostile", "ask_all", **arguments, only=slow)["answered"]
        for number, other in zip(slow, found, strict=True):
            answered[number] = min(answered[number], Answered(*other), key=lambda each: each.ms)


def rows_of(answered: Sequence[Answered], size: str) -> list[Row]:
    """Random ones and hostile ones, then the slowest of all by name."""
    rows = []
    for name, chosen in (
        ("random", [each for each in answered if each.kind == "random"]),
        ("hostile", [each for each in answered if each.kind != "random"]),
    ):
        rows += _group(chosen, f"{len(chosen):,} {name} queries, {size}")
    slow = [
        Row(f"slow: {each.kind}", size, each.ms, note=f"{each.characters:,} characters") for each in _slowest(answered)
    ]
    return [*rows, *slow]


def _slowest(answered: Sequence[Answered]) -> list[Answered]:
    return sorted(answered, key=lambda each: -each.ms)[:SHOWN]


def _group(answered: Sequence[Answered], size: str) -> list[Row]:
    raised = Counter(each.raised for each in answered if each.raised)
    ms = [each.ms for each in answered]
    over = sum(each > MOST_MS for each in ms)
    return [
        Row("exceptions", size, raised.total(), at_most(0), ", ".join(sorted(raised))),
        Row("slowest ms", size, max(ms), at_most(MOST_MS), f"{over} above {MOST_MS} ms"),
        Row("p99 ms", size, percentile(ms, 99)),
        Row("p50 ms", size, percentile(ms, 50)),
    ]
