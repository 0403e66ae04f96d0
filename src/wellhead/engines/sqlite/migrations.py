"""The schema of the canonical tables, as numbered steps; each runs once, in its own transaction, after a backup.

Derived tables (`ix_`) are not here: they are dropped and rebuilt by `reindex`, never migrated (see `postings`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import apsw

from wellhead.files import APPLICATION_ID
from wellhead.text.derive import folded_name

Step = Callable[[apsw.Connection], None]


def first(connection: apsw.Connection) -> None:
    """Documents with their texts, chunk spans, links, tags, names, the receipt, undo texts and the change log."""
    connection.execute(
        """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
        INSERT INTO meta VALUES ('seq', 0), ('next_document', 1), ('next_chunk', 1), ('undo_label', ''),
            ('undo_from', 1);
        CREATE TABLE sources (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL,
            exclude TEXT NOT NULL, last_import TEXT NOT NULL, UNIQUE (path, kind)
        ) STRICT;
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, kind TEXT NOT NULL,
            role TEXT NOT NULL, source INTEGER NOT NULL, path TEXT NOT NULL, url TEXT NOT NULL,
            author TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, aliases TEXT NOT NULL,
            anchors TEXT NOT NULL, hash ANY NOT NULL, stale TEXT NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX documents_counted ON documents (source, kind, stale);
        CREATE INDEX documents_seq ON documents (seq);
        CREATE TABLE chunks (
            id INTEGER PRIMARY KEY, document INTEGER NOT NULL, ordinal INTEGER NOT NULL, start INTEGER NOT NULL,
            "end" INTEGER NOT NULL, heading TEXT NOT NULL, hash ANY NOT NULL
        ) STRICT;
        CREATE INDEX chunks_document ON chunks (document, ordinal);
        CREATE TABLE links (
            document INTEGER NOT NULL, ordinal INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
            stem TEXT NOT NULL, target TEXT NOT NULL, type TEXT NOT NULL, label TEXT NOT NULL, anchor TEXT NOT NULL,
            PRIMARY KEY (document, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX links_stem ON links (stem) WHERE stem <> '';
        CREATE TABLE names (
            name TEXT NOT NULL, document INTEGER NOT NULL, former INTEGER NOT NULL, PRIMARY KEY (name, document)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX names_document ON names (document);
        CREATE TABLE tags (
            document INTEGER NOT NULL, given_by TEXT NOT NULL CHECK (given_by IN ('user', 'model')),
            ordinal INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, given_by, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE removals (seq INTEGER PRIMARY KEY, document INTEGER NOT NULL, key TEXT NOT NULL) STRICT;
        CREATE TABLE files (
            source INTEGER NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, status TEXT NOT NULL,
            reason TEXT NOT NULL, document INTEGER NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL, hash ANY NOT NULL, PRIMARY KEY (source, path, line)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX files_document ON files (document) WHERE document <> 0;
        CREATE TABLE undo (document INTEGER PRIMARY KEY, key TEXT NOT NULL, before BLOB NOT NULL) STRICT;
        CREATE TABLE undo_sources (source INTEGER PRIMARY KEY, before BLOB) STRICT;
        """
    )


def second(connection: apsw.Connection) -> None:
    """Present names follow from the document: only former ones are indexed by it. Addresses are names, and stems."""
    connection.execute(
        "DROP INDEX names_document; CREATE INDEX names_former ON names (document) WHERE former = 1",
    )
    addresses = list(connection.execute("SELECT url, id FROM documents WHERE instr(url, '://')"))
    rows = [(folded_name(url), number) for url, number in addresses]
    connection.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, 0)", rows)
    for document, ordinal, target in list(
        connection.execute("SELECT document, ordinal, target FROM links WHERE type = 'url'")
    ):
        change = "UPDATE links SET stem = ? WHERE document = ? AND ordinal = ?"
        connection.execute(change, (folded_name(target).rpartition("/")[2], document, ordinal))


STEPS: tuple[Step, ...] = (first, second)
CURRENT = len(STEPS)


def create(connection: apsw.Connection, finish: Step) -> None:
    """All steps and what `finish` adds, whole or not at all: a creation cut off leaves an empty file."""

    def every(connection: apsw.Connection) -> None:
        for step in (*STEPS, finish):
            step(connection)

    _whole(connection, every, CURRENT)


def apply(connection: apsw.Connection, version: int, steps: Sequence[Step] = STEPS) -> int:
    """Bring the schema from `version` to the newest, each step whole or not at all."""
    for number, step in enumerate(steps[version:], start=version + 1):
        _whole(connection, step, number)
    return len(steps)


def _whole(connection: apsw.Connection, step: Step, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
