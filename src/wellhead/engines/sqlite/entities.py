"""Names found in documents, counted: how many documents each stands in, exact through every change.

A name of two or more documents is a row. Of one that a single document has, only 44 bits of a hash are kept, in
buckets: that is enough to know it again when a second document brings it, and with it its spelling. What was counted
of a document is derived from it again to be taken out. There is no row a mention: where a name stands, full text knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

import apsw
from msgspec import json

from wellhead.model.document import Document
from wellhead.text import mentions

TABLES = ("ix_entities", "ix_once")
_BUCKETS = 1 << 12
_SIZE = 4  # bytes of a hash within its bucket: of a million names, two are alike in one library of thirty-five
_THESE = "IN (SELECT value FROM json_each(?))"

Place = tuple[int, bytes]  # the bucket of a name, and its hash in there


def create(connection: apsw.Connection) -> None:
    connection.execute(
        """
        CREATE TABLE ix_entities (name TEXT PRIMARY KEY, documents INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE ix_once (bucket INTEGER PRIMARY KEY, hashes BLOB NOT NULL) STRICT;
        """
    )


def insert(connection: apsw.Connection, documents: Iterable[Document]) -> None:
    _change(connection, _counted(documents), 1)


def delete(connection: apsw.Connection, documents: Iterable[Document]) -> None:
    """The documents as they were when they were inserted."""
    _change(connection, _counted(documents), -1)


def _counted(documents: Iterable[Document]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(mentions.names(document.text))
    return counts


def _change(connection: apsw.Connection, counts: Counter[str], sign: int) -> None:
    """Every name goes from the count it had to the one it has now, and is kept as that count asks."""
    if not counts:
        return
    asked = json.encode(list(counts)).decode()
    known = dict(connection.execute(f"SELECT name, documents FROM ix_entities WHERE name {_THESE}", (asked,)))
    places = {name: _place(name) for name in counts if name not in known}
    once = _Once(connection, places.values())
    rows, gone = [], []
    for name, count in counts.items():
        before = known.get(name) or int(places[name] in once)
        after = max(0, before + sign * count)
        if after > 1:
            rows.append((name, after))
        elif before > 1:
            gone.append((name,))
            if after:
                once.add(_place(name))
        if before == 1 and after != 1:
            once.discard(places[name])
        elif after == 1 and not before:
            once.add(places[name])
    connection.executemany("INSERT OR REPLACE INTO ix_entities VALUES (?, ?)", rows)
    connection.executemany("DELETE FROM ix_entities WHERE name = ?", gone)
    once.write()


def _place(name: str) -> Place:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_SIZE + 2).digest()
    return int.from_bytes(digest[_SIZE:], "big") % _BUCKETS, digest[:_SIZE]


class _Once:
    """The hashes of names that one document has, as far as a change touches them."""

    def __init__(self, connection: apsw.Connection, places: Iterable[Place]) -> None:
        self._db = connection
        self._touched: set[int] = set()
        self._buckets: dict[int, bytes] = {}
        self._read({bucket for bucket, _ in places})

    def __contains__(self, place: Place) -> bool:
        return self._at(place) >= 0

    def add(self, place: Place) -> None:
        bucket, digest = place
        if bucket not in self._buckets:
            self._read({bucket})
        self._buckets[bucket] = self._buckets.get(bucket, b"") + digest
        self._touched.add(bucket)

    def discard(self, place: Place) -> None:
        at = self._at(place)
        if at >= 0:
            held = self._buckets[place[0]]
            self._buckets[place[0]] = held[:at] + held[at + _SIZE :]
            self._touched.add(place[0])

    def write(self) -> None:
        rows = [(bucket, self._buckets[bucket]) for bucket in sorted(self._touched)]
        self._db.executemany("INSERT OR REPLACE INTO ix_once VALUES (?, ?)", [row for row in rows if row[1]])
        self._db.executemany("DELETE FROM ix_once WHERE bucket = ?", [row[:1] for row in rows if not row[1]])

    def _read(self, buckets: set[int]) -> None:
        asked = json.encode(sorted(buckets)).decode()
        select = f"SELECT bucket, hashes FROM ix_once WHERE bucket {_THESE}"
        self._buckets.update(self._db.execute(select, (asked,)))

    def _at(self, place: Place) -> int:
        held, at = self._buckets.get(place[0], b""), -1
        while (at := held.find(place[1], at + 1)) >= 0:
            if at % _SIZE == 0:
                return at
        return -1


def content(connection: apsw.Connection) -> tuple[dict[str, int], frozenset[Place]]:
    """Everything that is kept, in a form that can be compared."""
    once = {
        (bucket, hashes[at : at + _SIZE])
        for bucket, hashes in connection.execute("SELECT bucket, hashes FROM ix_once")
        for at in range(0, len(hashes), _SIZE)
    }
    return dict(connection.execute("SELECT name, documents FROM ix_entities")), frozenset(once)
