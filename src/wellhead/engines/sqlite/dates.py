"""`ix_dates`: the days of documents. Derived, as everything that begins so.

A row is one day of one document and what it is: its own day, its own moment (a minute of UTC, where the offset is
known), or a day its text names. No row is more than a few bytes: days are numbers since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import apsw

from wellhead.model.document import Document

OWN, MOMENT, TEXT = range(3)
_CREATE = """
    CREATE TABLE ix_dates (
        how INTEGER NOT NULL, at INTEGER NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (how, at, document)
    ) STRICT, WITHOUT ROWID
"""
Row = tuple[int, int, int]


def create(connection: apsw.Connection) -> None:
    connection.execute(_CREATE)


def insert(connection: apsw.Connection, documents: Iterable[tuple[int, Document]]) -> None:
    rows = [row for number, document in documents for row in _rows(number, document)]
    connection.executemany("INSERT OR IGNORE INTO ix_dates VALUES (?, ?, ?)", rows)


def delete(connection: apsw.Connection, documents: Iterable[tuple[int, Document]]) -> None:
    """The rows of documents as they were."""
    rows = [row for number, document in documents for row in _rows(number, document)]
    connection.executemany("DELETE FROM ix_dates WHERE how = ? AND at = ? AND document = ?", rows)


def _rows(number: int, document: Document) -> Iterator[Row]:
    from wellhead.text.calendar import number_of  # a search reads no document's days
    from wellhead.text.days import own_day, text_days

    own = own_day(document)
    if own is not None:
        yield (OWN, number_of(own.day), number) if own.minute is None else (MOMENT, own.minute, number)
    for day in text_days(document, own):
        yield TEXT, number_of(day), number
