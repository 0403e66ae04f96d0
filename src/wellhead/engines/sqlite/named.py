"""The names documents go by, as rows. Present ones follow from the document, so only former ones are indexed by it."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from wellhead.model.document import Document
from wellhead.text.derive import link_names

_PUT = "INSERT OR REPLACE INTO names VALUES (?, ?, 0)"
_DROP = "DELETE FROM names WHERE name = ? AND document = ?"


def put(connection: apsw.Connection, documents: Iterable[tuple[int, Document]]) -> None:
    """A former name that is given again is a present one."""
    connection.executemany(_PUT, [(name, number) for number, document in documents for name in link_names(document)])


def retire(connection: apsw.Connection, number: int, document: Document) -> None:
    """What the document went by is kept: links by its old names go on leading to it."""
    rows = [(name, number) for name in link_names(document)]
    connection.executemany("UPDATE names SET former = 1 WHERE name = ? AND document = ?", rows)


def change(connection: apsw.Connection, number: int, before: Document, after: Document) -> None:
    """What the document goes by now, without a trace of what it does not go by any more."""
    kept = set(link_names(after))
    connection.executemany(_DROP, [(name, number) for name in link_names(before) if name not in kept])
    put(connection, [(number, after)])


def drop(connection: apsw.Connection, number: int, document: Document) -> None:
    connection.executemany(_DROP, [(name, number) for name in link_names(document)])
    connection.execute("DELETE FROM names WHERE document = ? AND former = 1", (number,))


def former(connection: apsw.Connection, number: int) -> tuple[str, ...]:
    select = "SELECT name FROM names WHERE document = ? AND former = 1 ORDER BY name"
    return tuple(name for (name,) in connection.execute(select, (number,)))


def restore_former(connection: apsw.Connection, number: int, names: Iterable[str]) -> None:
    connection.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, 1)", [(name, number) for name in names])
