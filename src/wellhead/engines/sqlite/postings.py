"""The derived tables: full text and names as FTS5 keeps them, how far they are, and how they are filled.

Everything here starts with `ix_`, is written in the transaction of the document it belongs to, and can be dropped and
rebuilt at any time. Contentless tables: the text itself stands once, in `documents`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from wellhead.engines.sqlite import dates, entities, tagging
from wellhead.model.document import Chunk, Document
from wellhead.text.derive import Fields, fields, name_fields
from wellhead.text.tokens import tokenizer_clause

VERSION = 4
_SEGMENTS = 4
_STATE: dict[str, type] = {"language": str, "watermark": int, "rows": int}
TABLES = ("ix_text", "ix_names", "ix_dates", "ix_tags", "ix_meta", *entities.TABLES)
WEIGHTS = (3.0, 2.0, 2.0, 1.0, 1.0)  # title, headings, tags, body, cjk

Numbered = tuple[int, Document]

_INSERT_TEXT = "INSERT INTO ix_text (rowid, title, headings, tags, body, cjk) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_NAMES = "INSERT INTO ix_names (rowid, title, aliases, path, tags) VALUES (?, ?, ?, ?, ?)"


def create(connection: apsw.Connection, language: str) -> None:
    """Empty tables for this language; deleted rows are zeroed with the rest.

    Merging is left to FTS5, but four segments of a size become one at once: every term is looked up in each of them.
    """
    connection.execute(
        f"""
        CREATE VIRTUAL TABLE ix_text USING fts5(
            title, headings, tags, body, cjk, content='', contentless_delete=1,
            tokenize='{tokenizer_clause(language)}');
        CREATE VIRTUAL TABLE ix_names USING fts5(
            title, aliases, path, tags, content='', contentless_delete=1, detail='none',
            tokenize='trigram remove_diacritics 1');
        CREATE TABLE ix_meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
        """
    )
    dates.create(connection)
    tagging.create(connection)
    entities.create(connection)
    for table in ("ix_text", "ix_names"):
        connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('crisismerge', {_SEGMENTS})")
    connection.executemany(
        "INSERT INTO ix_meta VALUES (?, ?)",
        [("version", VERSION), ("language", language), ("watermark", 0), ("rows", 0)],
    )


def drop(connection: apsw.Connection) -> None:
    """Also where parts of them are missing or cannot be read."""
    for table in TABLES:
        try:
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        except (apsw.SQLError, apsw.CorruptError):
            _drop_in_pieces(connection, table)


def _drop_in_pieces(connection: apsw.Connection, table: str) -> None:
    """FTS5 does not drop a table it cannot open: its parts go one by one, then its name."""
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    try:
        parts = f"SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '{table}_*'"
        for (name,) in list(connection.execute(parts)):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name = ?", (table,))
        connection.execute("PRAGMA writable_schema = RESET")
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)


def exists(connection: apsw.Connection) -> bool:
    """Whether the tables are there and of this version."""
    names = {
        name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'ix\\_%' ESCAPE '\\'")
    }
    return names.issuperset(TABLES) and bool(state(connection))


def state(connection: apsw.Connection) -> dict[str, int | str]:
    """Language, watermark and rows, in one look; empty if the tables are not there or of another version."""
    try:
        found: dict[str, int | str] = dict(connection.execute("SELECT name, value FROM ix_meta"))
    except apsw.SQLError:
        return {}
    whole = found.get("version") == VERSION and {name: type(found.get(name)) for name in _STATE} == _STATE
    return found if whole else {}


def meta(connection: apsw.Connection, name: str) -> int | str | None:
    value: int | str | None = connection.execute("SELECT value FROM ix_meta WHERE name = ?", (name,)).get
    return value


def set_meta(connection: apsw.Connection, name: str, value: int | str) -> None:
    connection.execute("UPDATE ix_meta SET value = ? WHERE name = ?", (value, name))


def add_rows(connection: apsw.Connection, count: int) -> None:
    connection.execute("UPDATE ix_meta SET value = value + ? WHERE name = 'rows'", (count,))


def text_row(document: Document, chunk: Chunk) -> tuple[int, str, str, str, str, str]:
    row: Fields = fields(document, chunk)
    return (chunk.id, *row)


def insert_texts(connection: apsw.Connection, rows: Sequence[tuple[int, str, str, str, str, str]]) -> None:
    connection.executemany(_INSERT_TEXT, rows)
    add_rows(connection, len(rows))


def delete_texts(connection: apsw.Connection, chunk_ids: Iterable[int]) -> None:
    ids = [(chunk_id,) for chunk_id in chunk_ids]
    connection.executemany("DELETE FROM ix_text WHERE rowid = ?", ids)
    add_rows(connection, -len(ids))


def insert_documents(connection: apsw.Connection, rows: Sequence[Numbered]) -> None:
    """What is derived of a document as a whole, beside the words of its chunks."""
    connection.executemany(_INSERT_NAMES, [(number, *name_fields(document)) for number, document in rows])
    dates.insert(connection, rows)
    tagging.insert(connection, rows)
    entities.insert(connection, [document for _, document in rows])


def delete_documents(connection: apsw.Connection, rows: Sequence[Numbered]) -> None:
    """Takes the documents as they were: what was derived of them is derived again, to be taken out."""
    connection.executemany("DELETE FROM ix_names WHERE rowid = ?", [(number,) for number, _ in rows])
    dates.delete(connection, rows)
    tagging.delete(connection, rows)
    entities.delete(connection, [document for _, document in rows])


def scrub_deleted(connection: apsw.Connection) -> None:
    """Merge every segment, so that nothing of a deleted row is left in one."""
    for table in ("ix_text", "ix_names"):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
