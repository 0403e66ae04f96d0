"""`ix_tags`: which documents go by a tag, under everything the tag is looked for by. Derived, as all that begins so."""

from __future__ import annotations

from collections.abc import Iterable

import apsw
from msgspec import json

from wellhead.engines.sqlite.scope import Scope
from wellhead.model.document import Document
from wellhead.model.query import Query
from wellhead.text.tags import folded_tag, tag_aliases, tag_aliases_of

BROAD = 5  # a tag that one document in so many has tells them apart from nothing, unless it was asked for outright
_FEW = 20  # documents that are never too many
_SAID = 64  # words of a question that may be a tag; a phrase may have a thousand
_COUNTS = (
    "SELECT name, count(*) FROM ix_tags WHERE name IN (SELECT value FROM json_each(?)) GROUP BY name ORDER BY name"
)
_HOLDERS = "SELECT document FROM ix_tags WHERE name = ?"


def create(connection: apsw.Connection) -> None:
    connection.execute(
        "CREATE TABLE ix_tags (name TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (name, document))"
        " STRICT, WITHOUT ROWID"
    )


def insert(connection: apsw.Connection, documents: Iterable[tuple[int, Document]]) -> None:
    connection.executemany("INSERT OR IGNORE INTO ix_tags VALUES (?, ?)", _rows(documents))


def delete(connection: apsw.Connection, documents: Iterable[tuple[int, Document]]) -> None:
    connection.executemany("DELETE FROM ix_tags WHERE name = ? AND document = ?", _rows(documents))


def _rows(documents: Iterable[tuple[int, Document]]) -> list[tuple[str, int]]:
    return [
        (name, number)
        for number, document in documents
        for name in dict.fromkeys(each for tag in document.tags for each in tag_aliases_of(tag))
    ]


def tagged(
    connection: apsw.Connection, query: Query, scope: Scope, limit: int, documents: int
) -> list[tuple[int, float]]:
    """(document, how much of the question its tag says), best first."""
    anchored = {folded_tag(each.text).replace("/", "-") for each in query.anchors if each.kind == "tag"}
    plain = (term.text for term in query.terms if not (term.prefix or term.cjk))
    words = [word for text in plain for word in text.split()][:_SAID]
    names = {name: (name.count("-") + 1) / len(words) for name in tag_aliases(words)} if words else {}
    names |= dict.fromkeys(anchored, 1.0)
    counts = dict(connection.execute(_COUNTS, (json.encode(list(names)).decode(),)))
    most = max(_FEW, documents // BROAD)
    allowed, values = scope.condition("document")
    found: dict[int, float] = {}
    for name in sorted(counts, key=lambda name: (-names[name], name)):
        if counts[name] <= most or name in anchored:
            rows = connection.execute(f"{_HOLDERS}{allowed} LIMIT ?", (name, *values, limit))
            for (number,) in rows:
                found.setdefault(number, names[name])
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))[:limit]
