"""Links as they stand now: resolved when they are read, by the names documents go by, so a rename breaks nothing.

A present name beats a former one and a document of the same source one of another; then the nearest wins: the path as
seen from the linking document, the same folder, the shortest path.
"""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

import apsw

from wellhead.engines.sqlite import named, rows
from wellhead.model.document import Link
from wellhead.text.derive import folded_name, link_names

_BY_NAME = (
    "SELECT documents.key, documents.path, documents.source, names.former"
    " FROM names JOIN documents ON documents.id = names.document WHERE names.name = ?"
)
_TO_STEM = (
    f"SELECT {rows.LINK_COLUMNS}, documents.key, documents.path, documents.source"
    " FROM links JOIN documents ON documents.id = links.document WHERE links.stem = ? AND links.stem <> ''"
)


class Origin(NamedTuple):
    """The document a link stands in."""

    key: str
    path: str
    source: int


def resolved(reader: apsw.Connection, key: str) -> tuple[Link, ...]:
    """The links of a document in their order, each with the key it leads to."""
    owner = reader.execute("SELECT id, key, path, source FROM documents WHERE key = ?", (key,)).fetchone()
    if owner is None:
        return ()
    origin = Origin(*owner[1:])
    select = f"SELECT {rows.LINK_COLUMNS} FROM links WHERE document = ? ORDER BY ordinal"
    found = [rows.link(row) for row in list(reader.execute(select, (owner[0],)))]
    return tuple(_with_key(link, target_of(reader, link, origin)) for link in found)


def backlinks(reader: apsw.Connection, key: str) -> tuple[tuple[str, Link], ...]:
    """Who links here: candidates by the last part of a name, kept where the link really leads to this document."""
    owner = reader.execute(f"SELECT {rows.HEAD_COLUMNS} FROM documents WHERE key = ?", (key,)).fetchone()
    if owner is None:
        return ()
    document = rows.document(owner)
    names = (*link_names(document), *named.former(reader, owner[0]), document.path, key)
    stems = dict.fromkeys(rows.stem_of(name) for name in names)
    found = []
    for stem in stems:
        for row in list(reader.execute(_TO_STEM, (stem,))):
            link = rows.link(row)
            if target_of(reader, link, Origin(*row[6:])) == key:
                found.append((str(row[6]), _with_key(link, key)))
    return tuple(sorted(found, key=lambda pair: (pair[0], pair[1].start)))


def target_of(reader: apsw.Connection, link: Link, origin: Origin) -> str:
    """The key a link leads to; empty if to nothing here. An empty target is the document itself."""
    if not link.to:
        return origin.key
    name = folded_name(link.to)
    folder = folded_name(origin.path).rpartition("/")[0]
    if link.type == "url":
        found = list(reader.execute(_BY_NAME, (name,)))
        return str(min(found, key=lambda row: _distance(row, origin.source, folder, name))[0]) if found else ""
    seen = posixpath.normpath(posixpath.join(folder, name))
    found = list(reader.execute(_BY_NAME, (name,)))
    if "/" in name:
        by_stem = list(reader.execute(_BY_NAME, (rows.stem_of(name),)))
        found += [row for row in by_stem if _leads_to(row[1], name, seen)]
    if found:
        return str(min(found, key=lambda row: _distance(row, origin.source, folder, seen))[0])
    given = reader.execute("SELECT key FROM documents WHERE key = ?", (link.to,)).get
    return str(given or "")


def _leads_to(path: str, name: str, seen: str) -> bool:
    folded = folded_name(path)
    return folded == seen or f"/{folded}".endswith(f"/{name.lstrip('/')}")


def _distance(row: tuple[Any, ...], source: int, folder: str, seen: str) -> tuple[object, ...]:
    key, path, where, former = row
    folded = folded_name(path)
    return former, where != source, folded != seen, folded.rpartition("/")[0] != folder, folded.count("/"), key


def _with_key(link: Link, key: str) -> Link:
    return Link(
        to=link.to, type=link.type, start=link.start, end=link.end, label=link.label, anchor=link.anchor, key=key
    )
