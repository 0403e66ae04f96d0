"""Links as they stand now: resolved when they are read, by the names documents go by, so a rename breaks nothing.

A present name beats a former one and a document of the same source one of another; then the nearest wins: the path as
seen from the linking document, the same folder, the shortest path.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from typing import NamedTuple

import apsw

from wellhead.engines.sqlite import named, rows
from wellhead.model.document import Document, Link
from wellhead.text.derive import folded_name, link_names

_BY_NAME = (
    "SELECT documents.key, documents.path, documents.source, names.former"
    " FROM names JOIN documents ON documents.id = names.document WHERE names.name = ?"
)
_TO_STEM = (
    f"SELECT {rows.LINK_COLUMNS}, documents.key, documents.path, documents.source"
    " FROM links JOIN documents ON documents.id = links.document WHERE links.stem = ? AND links.stem <> ''"
)
_ALL = -1  # as a limit


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
    return tuple(_with_key(link, target_of(reader, link, origin)) for link in written(reader, owner[0], _ALL))


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


def edges(reader: apsw.Connection) -> list[tuple[int, int]]:
    """(document, the document it links to) of every link that leads somewhere else, each pair once, in order.

    Everything is read once and tied in memory: one look-up a link would take a hundred times as long.
    """
    documents = {row[0]: Origin(*row[1:]) for row in reader.execute("SELECT id, key, path, source FROM documents")}
    numbers = {origin.key: number for number, origin in documents.items()}
    names: dict[str, list[_Holder]] = {}
    for name, number, was in reader.execute("SELECT name, document, former FROM names ORDER BY name, document"):
        origin = documents[number]
        names.setdefault(name, []).append(_Holder(origin.key, origin.path, origin.source, was))
    look = _Names(lambda name: names.get(name, ()), lambda key: key if key in numbers else "")
    found: dict[tuple[int, int], None] = {}
    for number, target, kind in reader.execute("SELECT document, target, type FROM links ORDER BY document, ordinal"):
        key = _target(target, kind, documents[number], look) if target else ""
        if key and numbers[key] != number:
            found[number, numbers[key]] = None
    return list(found)


def written(reader: apsw.Connection, number: int, limit: int) -> tuple[Link, ...]:
    """The first links of a document, whatever they lead to."""
    select = f"SELECT {rows.LINK_COLUMNS} FROM links WHERE document = ? ORDER BY ordinal LIMIT ?"
    return tuple([rows.link(row) for row in list(reader.execute(select, (number, limit)))])


def by_name(reader: apsw.Connection, document: Document, limit: int) -> list[tuple[int, Link]]:
    """Links that call a document by a name it has now, without asking whether a nearer one has it too."""
    names = {name for name in link_names(document) if name}
    select = f"SELECT {rows.LINK_COLUMNS}, document FROM links WHERE stem = ? AND stem <> '' LIMIT ?"
    found = []
    for stem in dict.fromkeys(rows.stem_of(name) for name in names):
        for row in list(reader.execute(select, (stem, limit))):
            link = rows.link(row)
            if folded_name(link.to) in names:
                found.append((int(row[6]), link))
    return found


def target_of(reader: apsw.Connection, link: Link, origin: Origin) -> str:
    """The key a link leads to; empty if to nothing here. An empty target is the document itself."""
    look = _Names(
        lambda name: [_Holder(*row) for row in reader.execute(_BY_NAME, (name,))],
        lambda key: str(reader.execute("SELECT key FROM documents WHERE key = ?", (key,)).get or ""),
    )
    return _target(link.to, link.type, origin, look)


class _Holder(NamedTuple):
    """A document that goes by a name."""

    key: str
    path: str
    source: int
    former: int


class _Names(NamedTuple):
    """How names are looked up: one by one where they lie, or in memory."""

    holders: Callable[[str], Sequence[_Holder]]
    key: Callable[[str], str]


def _target(to: str, kind: str, origin: Origin, look: _Names) -> str:
    if not to:
        return origin.key
    name = folded_name(to)
    folder = folded_name(origin.path).rpartition("/")[0]
    if kind == "url":
        return _nearest(look.holders(name), origin.source, folder, name)
    seen = posixpath.normpath(posixpath.join(folder, name))
    found = list(look.holders(name))
    if "/" in name:
        found += [each for each in look.holders(rows.stem_of(name)) if _leads_to(each.path, name, seen)]
    return _nearest(found, origin.source, folder, seen) or look.key(to)


def _nearest(found: Sequence[_Holder], source: int, folder: str, seen: str) -> str:
    if len(found) == 1:
        return found[0].key
    return min(found, key=lambda each: _distance(each, source, folder, seen)).key if found else ""


def _leads_to(path: str, name: str, seen: str) -> bool:
    folded = folded_name(path)
    return folded == seen or f"/{folded}".endswith(f"/{name.lstrip('/')}")


def _distance(each: _Holder, source: int, folder: str, seen: str) -> tuple[object, ...]:
    folded = folded_name(each.path)
    here = folded.rpartition("/")[0]
    return each.former, each.source != source, folded != seen, here != folder, folded.count("/"), each.key


def _with_key(link: Link, key: str) -> Link:
    return Link(
        to=link.to, type=link.type, start=link.start, end=link.end, label=link.label, anchor=link.anchor, key=key
    )
