"""The parts of a question: plain words, phrases, filters, names, and whether they are left out. Values only.

Most questions are plain words and need no syntax; it is in `search/syntax`, read where a sign of it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Literal, NamedTuple

from wellhead.text.normal import normal

Held = Callable[[list[str]], Container[str]]  # those of these keys that documents have
PartKind = Literal["words", "phrase", "prefix", "filter", "key", "url", "author", "tag"]
QUOTES = str.maketrans("“”„‟«»＂", '"""""""')
_SIGNS = frozenset('"*-:#@')


class Part(NamedTuple):
    """A stretch of the question; `start` is its place in the text it is a part of, `field` that of a filter."""

    kind: PartKind
    text: str
    excluded: bool = False
    field: str = ""
    start: int = 0


class Clause(NamedTuple):
    """What stands between two keys or addresses, in its normal form, with its parts."""

    text: str
    parts: tuple[Part, ...]


def clauses(text: str, most: int, held: Held) -> Iterable[Clause]:
    """Every part of a text; what is read in its normal form may be `most` characters long in all."""
    whole = normal(text)[:most].translate(QUOTES)
    if _SIGNS.isdisjoint(whole) and "NOT" not in whole:
        return (Clause(whole, (Part("words", whole),) if whole else ()),)
    from wellhead.search import syntax  # a millisecond of every command that needs none

    return syntax.clauses(text, most, held)
