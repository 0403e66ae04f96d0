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
from wellhead.model.document import Role
from wellhead.model.query import Filter, Query, Term
from wellhead.text import conditions
from wellhead.text.tags import folded_tag, holds_tag
from wellhead.text.windows import Finder

MOST_READ = 500  # documents of one question that are read to see whether a phrase stands in them as it was typed
_NOT_ASCII = "*[^ -~]*"
_HOLDING = "SELECT DISTINCT document FROM chunks WHERE id IN (SELECT rowid FROM ix_text WHERE ix_text MATCH ?)"
_NAMED = "SELECT id FROM documents WHERE {column} IN (SELECT value FROM json_each(?))"
_THEIR_TEXTS = "SELECT id, text, title, aliases FROM documents WHERE id IN (SELECT value FROM json_each(?))"
_THEIR_TAGS = "SELECT document, tag FROM tags WHERE given_by = 'user' AND document IN (SELECT value FROM json_each(?))"
_TAGGED = "SELECT document FROM tags WHERE given_by = 'user' AND tag IN (SELECT value FROM json_each(?))"


def scope_of(reader: apsw.Connection, query: Query, count: matching.Count, language: str) -> Scope:
    """Of each field any of its values, of different fields all of them, of what is excluded nothing."""
    only: frozenset[int] | None = None
    for group in conditions.grouped(query.filters):
        found = frozenset(_meeting(reader, group, query))
        only = found if only is None else only & found
    excluded = conditions.grouped(query.filters, excluded=True)
    never = {number for group in excluded for number in _meeting(reader, group, query)}
    left = MOST_READ
    for term in query.excluded:
        holders, read = _holding(reader, term, count, language, left)
        never |= holders
        left -= read
    return Scope(only, frozenset(never))


def _meeting(reader: apsw.Connection, group: Sequence[Filter], query: Query) -> Iterable[int]:
    """The documents that are as any condition of a group says; the table is gone through once for all of them."""
    values = [each.value for each in group]
    match group[0].field:
        case "kind":
            kinds = {conditions.folded(each) for each in values}
            return _by_value(
                reader, "kind", [each for each in _values(reader, "kind") if conditions.folded(each) in kinds]
            )
        case "tag":
            return _tagged(reader, [folded_tag(each) for each in values])
        case "author":
            return _by_author(reader, [conditions.folded_author(each) for each in values])
        case "path":
            return _below(reader, [conditions.folded(each) for each in values])
        case "mine":
            own = [each == "yes" for each in values]
            select = f"SELECT id FROM documents WHERE (role = ?) IN ({', '.join('?' for _ in own)})"
            return _numbers(reader, select, (Role.OWN_NOTE.value, *own))
        case "after":
            return nearness.bounded(reader, min(values), query.midnights, before=False)
        case "before":
            return nearness.bounded(reader, max(values), query.midnights, before=True)


def _numbers(reader: apsw.Connection, select: str, values: Sequence[str | int]) -> list[int]:
    return [number for (number,) in reader.execute(select, values)]


def _values(reader: apsw.Connection, column: str) -> list[str]:
    """The different values of a column; they are few, and told apart by more than SQL knows of letters."""
    return [value for (value,) in reader.execute(f"SELECT DISTINCT {column} FROM documents")]


def _by_value(reader: apsw.Connection, column: str, values: Sequence[str]) -> list[int]:
    return _numbers(reader, _NAMED.format(column=column), (json.encode(values).decode(),)) if values else []


def _by_author(reader: apsw.Connection, asked: Sequence[str]) -> list[int]:
    names = ((name, conditions.folded_author(name)) for name in _values(reader, "author"))
    good = [name for name, author in names if any(conditions.names_author(each, author) for each in asked)]
    return _by_value(reader, "author", good)


def _tagged(reader: apsw.Connection, asked: Sequence[str]) -> list[int]:
    written = [tag for (tag,) in reader.execute("SELECT DISTINCT tag FROM tags WHERE given_by = 'user'")]
    names = ((tag, folded_tag(tag)) for tag in written)
    good = [tag for tag, name in names if any(holds_tag(each, name) for each in asked)]
    return _numbers(reader, _TAGGED, (json.encode(good).decode(),)) if good else []


def _below(reader: apsw.Connection, asked: Sequence[str]) -> list[int]:
    """By path: SQL finds what can only be it, and knows case of plain letters alone."""
    plain = [each.removeprefix("/") for each in asked if each.isascii()]
    select = " OR ".join(["SELECT id, path FROM documents WHERE path GLOB ?", *["instr(lower(path), ?)"] * len(plain)])
    found = ((number, conditions.folded(path)) for number, path in reader.execute(select, (_NOT_ASCII, *plain)))
    return [number for number, path in found if path and any(conditions.leads_to(each, path) for each in asked)]


def _holding(
    reader: apsw.Connection, term: Term, count: matching.Count, language: str, most: int
) -> tuple[set[int], int]:
    """(the documents that hold a term, how many of them were read), a phrase and a prefix as they were typed.

    The stems of an index are not what was typed. A word whose stem begins as a prefix does begins so itself; the few
    stems besides it, and phrases, are read, `most` of them; of more than that the stems decide.
    """
    if not count(term).total():
        return set(), 0
    found = set(_numbers(reader, _HOLDING, (matching.any_of([term], count),)))
    if term.cjk or language == "none" or not (term.phrase or term.prefix):
        return found, 0
    sure: set[int] = set()
    if term.prefix:
        sure.update(_numbers(reader, _HOLDING, (matching.clause(replace(term, stems=term.stems[:1]), count(term)),)))
    unsure = found - sure
    if len(unsure) > most:
        return found, 0
    finder = Finder(Query(text="", terms=(term,)), language)
    return sure | _as_typed(reader, finder, unsure), len(unsure)


def _as_typed(reader: apsw.Connection, finder: Finder, numbers: Iterable[int]) -> set[int]:
    """Those of the documents in whose text or names a phrase or a prefix stands."""
    asked = json.encode(sorted(numbers)).decode()
    tags: dict[int, list[str]] = {}
    for number, tag in reader.execute(_THEIR_TAGS, (asked,)):
        tags.setdefault(number, []).append(tag)
    return {
        number
        for number, text, title, aliases in reader.execute(_THEIR_TEXTS, (asked,))
        if any(map(finder.holds_typed, (text, title, *rows.strings(aliases), *tags.get(number, ()))))
    }
