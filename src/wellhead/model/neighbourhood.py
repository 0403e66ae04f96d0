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


class Near(Struct, frozen=True, kw_only=True):
    """A document that is pointed at; `documents` counts what connects it, and what that is the holder says."""

    key: str
    title: str
    documents: int = 0


class Entity(Struct, frozen=True, kw_only=True):
    """A name and how many documents know it: say it, or link to its document, whichever are more."""

    name: str
    key: str = ""
    documents: int = 0


class Mention(Struct, frozen=True, kw_only=True):
    """A sentence that holds a name, where it stands in its document."""

    key: str
    title: str
    start: int
    end: int
    text: str


class Beside(Struct, frozen=True, kw_only=True):
    """Who stands in one sentence with a name, in how many documents, and with which words between them.

    `says` goes from the name to the other one, `said` the other way.
    """

    name: str
    key: str = ""
    documents: int = 0
    says: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


class Portrait(Struct, frozen=True, kw_only=True):
    """Everything the library says of one name; `others` are what the name might stand for as well."""

    asked: str
    name: str
    key: str = ""
    reason: str = ""
    aliases: tuple[str, ...] = ()
    documents: int = 0
    mentions: tuple[Mention, ...] = ()
    beside: tuple[Beside, ...] = ()
    others: tuple[Resolved, ...] = ()


class Tag(Struct, frozen=True, kw_only=True):
    """A tag of the person, with the documents under it and under what is nested in it."""

    name: str
    documents: int


class Hub(Struct, frozen=True, kw_only=True):
    """A document that many link to: `documents` of them; `members` are those best linked among themselves."""

    key: str
    title: str
    documents: int
    members: tuple[Near, ...] = ()


class Topics(Struct, frozen=True, kw_only=True):
    """What a library is about: its tags, and the neighbourhoods its links make."""

    tags: tuple[Tag, ...] = ()
    hubs: tuple[Hub, ...] = ()


class Topic(Struct, frozen=True, kw_only=True):
    """One tag or one neighbourhood: its documents, tags beside it, and outside documents that several of them know."""

    name: str
    kind: str
    key: str = ""
    count: int = 0
    documents: tuple[Near, ...] = ()
    tags: tuple[Tag, ...] = ()
    pivots: tuple[Near, ...] = ()


class Reason(Struct, frozen=True, kw_only=True):
    """Why a document is related; `label` is what a sentence says of the two, where one does."""

    name: str
    detail: str = ""
    label: str = ""
    weight: float = 0.0


class Related(Struct, frozen=True, kw_only=True):
    """A document near another one, and why, the strongest reason first."""

    key: str
    title: str
    score: float
    reasons: tuple[Reason, ...] = ()
