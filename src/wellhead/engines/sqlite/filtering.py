"""The scope of a query: what its filters let through, without what it says no result may hold.

What a condition means is decided in `text/conditions`; here its documents are looked up where that costs least. All
of it is read from the Store's own tables but days, so an edit is seen with the document it was made to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw
from msgspec import json
from msgspec.structs import replace

from wellhead.engines.sqlite import matching, nearness, rows
from wellhead.engines.sqlite.scope import Scope
from wellhead.model.document import Document, Role
from wellhead.model.query import Filter, Query, Term
from wellhead.text import conditions
from wellhead.text.language import foreign
from wellhead.text.tags import folded_tag, holds_tag
from wellhead.text.windows import Finder

MOST_READ = 500  # documents that are read to see whether a phrase stands in them as it was typed
_NOT_ASCII = "*[^ -~]*"
_HOLDING = "SELECT DISTINCT document FROM chunks WHERE id IN (SELECT rowid FROM ix_text WHERE ix_text MATCH ?)"
_NAMED = "SELECT id FROM documents WHERE {column} IN (SELECT value FROM json_each(?))"
_TAGGED = "SELECT document FROM tags WHERE given_by = 'user' AND tag IN (SELECT value FROM json_each(?))"


def scope_of(reader: apsw.Connection, query: Query, count: matching.Count, language: str) -> Scope:
    """Of each field any of its values, of different fields all of them, of what is excluded nothing."""
    only: frozenset[int] | None = None
    for group in conditions.grouped(query.filters):
        found = frozenset(number for each in group for number in _meeting(reader, each, query))
        only = found if only is None else only & found
    never = {number for each in query.filters if each.excluded for number in _meeting(reader, each, query)}
    for term in query.excluded:
        never.update(_holding(reader, term, count, language))
    return Scope(only, frozenset(never))


def _meeting(reader: apsw.Connection, condition: Filter, query: Query) -> Iterable[int]:
    """The documents that are as a condition says."""
    value = condition.value
    match condition.field:
        case "kind":
            asked = conditions.folded(value)
            return _by_value(
                reader, "kind", [each for each in _values(reader, "kind") if conditions.folded(each) == asked]
            )
        case "tag":
            return _tagged(reader, folded_tag(value))
        case "author":
            asked = conditions.folded_author(value)
            names = _values(reader, "author")
            good = [each for each in names if conditions.names_author(asked, conditions.folded_author(each))]
            return _by_value(reader, "author", good)
        case "path":
            return _below(reader, conditions.folded(value))
        case "mine":
            sign = "=" if value == "yes" else "<>"
            return _numbers(reader, f"SELECT id FROM documents WHERE role {sign} ?", (Role.OWN_NOTE.value,))
        case "after" | "before":
            return nearness.bounded(reader, value, query.midnights, before=condition.field == "before")


def _numbers(reader: apsw.Connection, select: str, values: Sequence[str | int]) -> list[int]:
    return [number for (number,) in reader.execute(select, values)]


def _values(reader: apsw.Connection, column: str) -> list[str]:
    """The different values of a column; they are few, and told apart by more than SQL knows of letters."""
    return [value for (value,) in reader.execute(f"SELECT DISTINCT {column} FROM documents")]


def _by_value(reader: apsw.Connection, column: str, values: Sequence[str]) -> list[int]:
    return _numbers(reader, _NAMED.format(column=column), (json.encode(values).decode(),)) if values else []


def _tagged(reader: apsw.Connection, asked: str) -> list[int]:
    written = [tag for (tag,) in reader.execute("SELECT DISTINCT tag FROM tags WHERE given_by = 'user'")]
    good = [tag for tag in written if holds_tag(asked, folded_tag(tag))]
    return _numbers(reader, _TAGGED, (json.encode(good).decode(),)) if good else []


def _below(reader: apsw.Connection, asked: str) -> list[int]:
    """By path: SQL finds what can only be it, and knows case of plain letters alone."""
    select = "SELECT id, path FROM documents WHERE path GLOB ?"
    values: tuple[str, ...] = (_NOT_ASCII,)
    if asked.isascii():
        select, values = f"{select} OR instr(lower(path), ?)", (_NOT_ASCII, asked.removeprefix("/"))
    found = reader.execute(select, values)
    return [number for number, path in found if path and conditions.leads_to(asked, conditions.folded(path))]


def _holding(reader: apsw.Connection, term: Term, count: matching.Count, language: str) -> Iterable[int]:
    """The documents that hold a term; a phrase and a prefix as they were typed, which the stems of an index are not.

    A word whose stem begins as a prefix does begins so itself; the few stems besides it, and phrases, are read.
    """
    if not count(term).total():
        return ()
    found = set(_numbers(reader, _HOLDING, (matching.any_of([term], count),)))
    if term.cjk or language == "none" or not (term.phrase or term.prefix):
        return found
    sure: set[int] = set()
    if term.prefix:
        sure.update(_numbers(reader, _HOLDING, (matching.clause(replace(term, stems=term.stems[:1]), count(term)),)))
    unsure = found - sure
    if len(unsure) > MOST_READ:
        return found
    finder = Finder(Query(text="", terms=(term,)), language)
    return sure | {number for number in unsure if _stands_in(finder, _read(reader, number))}


def _read(reader: apsw.Connection, number: int) -> Document | None:
    row = reader.execute(f"SELECT {rows.DOCUMENT_COLUMNS} FROM documents WHERE id = ?", (number,)).fetchone()
    return None if row is None else rows.document(row, *rows.tags_of(reader, number))


def _stands_in(finder: Finder, document: Document | None) -> bool:
    if document is None:
        return False
    strange = foreign(document.text)
    names = (document.title, *document.aliases, *document.tags)
    return bool(finder.matches(document.text, strange=strange) or finder.terms_in(names, strange=strange))
