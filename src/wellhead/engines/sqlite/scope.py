"""Which documents a query may bring at all, as a condition that every lane takes."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import json


class Scope(NamedTuple):
    """Only these documents, or any but some."""

    only: frozenset[int] | None = None
    never: frozenset[int] = frozenset()

    def is_empty(self) -> bool:
        return self.only is not None and not self.only - self.never

    def condition(self, document: str) -> tuple[str, tuple[str, ...]]:
        """SQL behind a WHERE, and its values: what `document` gives must be allowed."""
        if self.only is not None:
            return f" AND {document} IN (SELECT value FROM json_each(?))", (_list(self.only - self.never),)
        if self.never:
            return f" AND {document} NOT IN (SELECT value FROM json_each(?))", (_list(self.never),)
        return "", ()


ANY = Scope()


def _list(numbers: frozenset[int]) -> str:
    return json.encode(sorted(numbers)).decode()
