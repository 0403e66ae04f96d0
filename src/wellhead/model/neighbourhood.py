"""Names and what they stand for, and what lies near a document or a topic: values only."""

from __future__ import annotations

from msgspec import Struct


class Named(Struct, frozen=True, kw_only=True):
    """A name the library knows: of a document (then with its title), or found in `documents` of them.

    Names of documents come folded, as links are compared, unless they are the title itself; found ones as spelled.
    """

    name: str
    document_id: int = 0
    key: str = ""
    title: str = ""
    former: bool = False
    documents: int = 0


class Resolved(Struct, frozen=True, kw_only=True):
    """What a name in a question stands for, how surely (up to 1), and why. `start` and `end` count the question."""

    text: str
    start: int
    end: int
    name: str
    document_id: int = 0
    key: str = ""
    title: str = ""
    documents: int = 0
    score: float
    reason: str
