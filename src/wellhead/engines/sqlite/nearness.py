"""Which documents lie near some days, or on one side of a day, as `ix_dates` tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import apsw

from wellhead.engines.sqlite.dates import MOMENT, OWN, TEXT
from wellhead.engines.sqlite.scope import Scope
from wellhead.model.query import DayRange, Query
from wellhead.text.calendar import DAY_MINUTES, begins, number_of

NEAREST, FARTHEST = 3, 45  # days beside a stretch that are still near it, by how long it is
_INSIDE = {OWN: 1.0, MOMENT: 1.0, TEXT: 0.75}
_BESIDE = {OWN: 0.5, MOMENT: 0.5, TEXT: 0.25}
_BETWEEN = "SELECT at, document FROM ix_dates WHERE how = ? AND at >= ? AND at < ?"
_NEWEST = (
    "SELECT documents.id FROM documents LEFT JOIN"
    " (SELECT document, max(iif(how = 1, at / 1440, at)) AS day FROM ix_dates WHERE how < 2 GROUP BY document) AS own"
    " ON own.document = documents.id"
)


def near(connection: apsw.Connection, query: Query, scope: Scope, limit: int) -> list[tuple[int, float]]:
    """(document, score) of those near the days of a query: their own day in them, one in their text, one beside them.

    Of equals the newest come first.
    """
    best: dict[int, tuple[float, int]] = {}
    for stretch in query.days:
        for how in (OWN, MOMENT, TEXT):
            for document, score, day in _beside(connection, how, stretch, query.midnights, scope, limit):
                best[document] = max(best.get(document, (0.0, day)), (score, day))
    ordered = sorted(best.items(), key=lambda row: (-row[1][0], -row[1][1], row[0]))
    return [(document, score) for document, (score, _) in ordered[:limit]]


def _beside(
    connection: apsw.Connection, how: int, stretch: DayRange, midnights: dict[str, int], scope: Scope, limit: int
) -> Iterator[tuple[int, float, int]]:
    """(document, score, day) of the rows of one kind inside a stretch, then of those before and after it."""
    start, end = (_place(how, day, midnights) for day in (stretch.start, stretch.end))
    unit = DAY_MINUTES if how == MOMENT else 1
    reach = max(NEAREST, min(FARTHEST, (end - start) // unit // 2))
    for at, document in _between(connection, how, (start, end), scope, limit, newest=True):
        yield document, _INSIDE[how], at // unit
    for low, high in ((start - reach * unit, start), (end, end + reach * unit)):
        for at, document in _between(connection, how, (low, high), scope, limit, newest=low < start):
            away = -((at - start) // unit) if low < start else (at - end) // unit + 1
            yield document, _BESIDE[how] * (1 - away / (reach + 2)), at // unit


def _place(how: int, day: str, midnights: dict[str, int]) -> int:
    return begins(day, midnights) if how == MOMENT else number_of(date.fromisoformat(day))


def _between(
    connection: apsw.Connection, how: int, places: tuple[int, int], scope: Scope, limit: int, *, newest: bool
) -> list[tuple[int, int]]:
    condition, values = scope.condition("document")
    order = "at DESC, document" if newest else "at, document"
    select = f"{_BETWEEN}{condition} ORDER BY {order} LIMIT ?"
    return list(connection.execute(select, (how, *places, *values, limit)))


def newest(connection: apsw.Connection, scope: Scope, limit: int) -> list[int]:
    """Every document of a scope, those with the newest own day first and those without one last."""
    condition, values = scope.condition("documents.id")
    select = f"{_NEWEST} WHERE 1{condition} ORDER BY own.day DESC NULLS LAST, documents.id DESC LIMIT ?"
    return [number for (number,) in connection.execute(select, (*values, limit))]


def bounded(connection: apsw.Connection, day: str, midnights: dict[str, int], *, before: bool) -> Sequence[int]:
    """The documents whose own day lies before a day, or on it and after."""
    sign = "<" if before else ">="
    select = f"SELECT document FROM ix_dates WHERE (how = ? AND at {sign} ?) OR (how = ? AND at {sign} ?)"
    places = (OWN, _place(OWN, day, midnights), MOMENT, _place(MOMENT, day, midnights))
    return [number for (number,) in connection.execute(select, places)]
