"""Looking up names: exactly, nearly, by initials, and which are known best. Every statement reads a bounded range.

Names of documents are found through the rows of `names` and the trigrams of titles; names that were found in texts by
the order of their letters, in the three ways a person may capitalise their beginning.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import apsw
from msgspec import json

from wellhead.engines.sqlite import rows
from wellhead.engines.sqlite.matching import quoted
from wellhead.model.neighbourhood import Named
from wellhead.text.derive import folded_name

_OF_ONE = 20  # documents of one name; a hundred thousand of them are called index
_RANGE = 200  # rows of a range of beginnings
_LEAST = 3
_CUT = 8  # letters from which half a name is enough to look for
_LONG = 12  # letters from which a third is
_LONGEST = 64
_LETTERS = 8  # initials of one name
_BY_NAME = (
    "SELECT asked.value, documents.id, documents.key, documents.title, names.former FROM json_each(?) AS asked"
    " CROSS JOIN names ON names.name = asked.value"
    f" AND names.document IN (SELECT document FROM names WHERE name = asked.value LIMIT {_OF_ONE})"
    " CROSS JOIN documents ON documents.id = names.document"
)
_FROM_TO = (
    "SELECT names.name, documents.id, documents.key, documents.title, names.former"
    " FROM names JOIN documents ON documents.id = names.document WHERE names.name >= ? AND names.name < ?"
)
_FOUND = "SELECT name, documents FROM ix_entities WHERE name IN (SELECT value FROM json_each(?))"
_FOUND_FROM_TO = "SELECT name, documents FROM ix_entities WHERE name >= ? AND name < ?"
_LIKE = "SELECT rowid FROM ix_names WHERE ix_names MATCH ? ORDER BY bm25(ix_names), rowid LIMIT ?"
_HEADS = f"SELECT {rows.HEAD_COLUMNS} FROM documents WHERE id IN (SELECT value FROM json_each(?))"
_BEST_KNOWN = "SELECT name, documents FROM ix_entities ORDER BY documents DESC, name LIMIT ?"


def named(reader: apsw.Connection, names: Iterable[str], *, found: bool = True) -> list[Named]:
    """Whatever goes by one of these names: documents first, then names found in texts."""
    wanted = [name for name in dict.fromkeys(names) if name and rows.storable(name)]
    folded = dict.fromkeys(folded_name(name) for name in wanted)
    asked = json.encode(list(folded)).decode()
    documents = [_document(row) for row in reader.execute(_BY_NAME, (asked,))]
    if not found:
        return documents
    spelled = dict.fromkeys(each for name in wanted for each in _capitalised(name))
    counted = reader.execute(_FOUND, (json.encode(list(spelled)).decode(),))
    return [*documents, *(Named(name=name, documents=count) for name, count in counted)]


def nearly(reader: apsw.Connection, name: str, limit: int) -> list[Named]:
    """Names that go on after these words, hold them or a part of their letters, or begin with the same three."""
    folded = folded_name(name)[:_LONGEST]
    if len(folded) < _LEAST or not rows.storable(folded):
        return []
    found = _between(reader, f"{folded} ", f"{folded}!", limit)
    if " " in folded or len(folded) >= _LONG:
        like = reader.execute(_LIKE, (_any_part(folded), limit))
    else:
        begin = folded[: max(_LEAST, len(folded) // 2)]
        found += _between(reader, begin, _behind(begin), _RANGE)
        like = reader.execute(_LIKE, (_all_of(folded), limit))
    known = {each.document_id for each in found}
    found += _by_heads(reader, [number for (number,) in like if number not in known])
    return [*found, *_found_nearly(reader, name)]


def _between(reader: apsw.Connection, start: str, end: str, limit: int) -> list[Named]:
    return [_document(row) for row in reader.execute(f"{_FROM_TO} LIMIT ?", (start, end, limit))]


def _found_nearly(reader: apsw.Connection, name: str) -> list[Named]:
    """Where too many begin with the same letters, those that begin with the same half."""
    found: dict[str, int] = {}
    for letters in dict.fromkeys((_LEAST, max(_LEAST, len(name) // 2))):
        full = False
        for begin in dict.fromkeys(_capitalised(name[:letters])):
            ranged = list(reader.execute(_FOUND_FROM_TO + " LIMIT ?", (begin, _behind(begin), _RANGE)))
            found.update(ranged)
            full = full or len(ranged) == _RANGE
        if not full:
            break
    return [Named(name=each, documents=count) for each, count in found.items()]


def initials(reader: apsw.Connection, letters: str, limit: int) -> list[Named]:
    """Names whose first word begins with the first letter, and that have a word for each of the others."""
    small = letters.casefold()
    if not rows.storable(letters) or not 1 < len(small) <= _LETTERS or not small.isalpha():
        return []
    documents = reader.execute(*_with_words(_FROM_TO, "names.name", small, limit))
    ranged = reader.execute(*_with_words(_FOUND_FROM_TO, "name", letters.upper(), limit))
    found = [_document(row) for row in documents]
    return [*found, *(Named(name=name, documents=count) for name, count in ranged)]


def _with_words(select: str, column: str, letters: str, limit: int) -> tuple[str, tuple[str | int, ...]]:
    conditions = "".join(f" AND (instr({column}, ?) OR instr({column}, ?))" for _ in letters[1:])
    values = [value for each in letters[1:] for value in (f" {each}", f"-{each}")]
    return f"{select}{conditions} LIMIT ?", (letters[0], _behind(letters[0]), *values, limit)


def best_known(reader: apsw.Connection, limit: int) -> list[Named]:
    """Names that most documents have, by that number."""
    return [Named(name=name, documents=count) for name, count in reader.execute(_BEST_KNOWN, (limit,))]


def _document(row: Sequence[object]) -> Named:
    name, number, key, title, former = row
    return Named(name=str(name), document_id=rows.whole(number), key=str(key), title=str(title), former=bool(former))


def _by_heads(reader: apsw.Connection, numbers: Sequence[int]) -> list[Named]:
    """The title and every alias of these documents."""
    if not numbers:
        return []
    found = {row[0]: rows.document(row) for row in reader.execute(_HEADS, (json.encode(numbers).decode(),))}
    return [
        Named(name=name, document_id=number, key=found[number].key, title=found[number].title)
        for number in numbers
        if number in found
        for name in (found[number].title, *found[number].aliases)
    ]


def _any_part(folded: str) -> str:
    """A slip of the pen leaves one half of a name as it is, two leave a third."""
    count = 1 + (len(folded) >= _CUT) + (len(folded) >= _LONG)
    ends = [len(folded) * place // count for place in range(count + 1)]
    return " OR ".join(f"({_all_of(folded[start:end])})" for start, end in itertools.pairwise(ends))


def _all_of(text: str) -> str:
    """Every three letters in a row."""
    return " AND ".join(dict.fromkeys(quoted(text[at : at + 3]) for at in range(len(text) - 2)))


def _capitalised(name: str) -> tuple[str, ...]:
    """As written, and as a person who is in a hurry did not."""
    titled = " ".join(word[:1].upper() + word[1:] for word in name.split(" "))
    return name, titled, name.upper()


def _behind(begin: str) -> str:
    """The first text behind all that begin so."""
    last = ord(begin[-1])
    return begin[:-1] + chr(0xE000 if last == 0xD7FF else min(last + 1, 0x10FFFF))
