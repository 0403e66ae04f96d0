"""What was understood of a question, and what was found for it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wellhead.model.document import Role

FilterField = Literal["kind", "tag", "author", "path", "after", "before", "mine"]
AnchorKind = Literal["key", "author", "tag", "title", "url"]


class Term(Struct, frozen=True, kw_only=True):
    """One thing looked for: a word, a quoted phrase, or a prefix; `stems` are its tokens as the index has them.

    A word that stands nowhere has after its own stem those it was probably meant to be, and `slip` says so.
    """

    text: str
    stems: tuple[str, ...]
    phrase: bool = False
    prefix: bool = False
    cjk: bool = False
    slip: bool = False


class Filter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A condition that every result meets, or (`excluded`) none. ISO days; `after` is inclusive, `before` is not.

    `text` is how the value was said where that is not what is looked for: “last spring”.
    """

    field: FilterField
    value: str
    excluded: bool = False
    text: str = ""


class QueryAnchor(Struct, frozen=True, kw_only=True):
    """Something a question names outright: a key, an `@author`, a `#tag`, a quoted title, an address."""

    kind: AnchorKind
    text: str


class DayRange(Struct, frozen=True, kw_only=True):
    """Days a question speaks of, from the first to before the second, both ISO; `text` is how it said so."""

    start: str
    end: str
    text: str


class Query(Struct, frozen=True, kw_only=True):
    """`dropped` names what was left out, each with its reason, so that nothing is left out in silence.

    `excluded` are terms that no result may hold; `days` are what the date lane looks near. `midnights` says of the
    days named in either in which minute of UTC, counted from 1970, they begin in the library's zone.
    """

    text: str
    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    filters: tuple[Filter, ...] = ()
    anchors: tuple[QueryAnchor, ...] = ()
    days: tuple[DayRange, ...] = ()
    midnights: dict[str, int] = {}
    dropped: tuple[tuple[str, str], ...] = ()


class Candidate(Struct, frozen=True, kw_only=True):
    """What a lane hands up: a chunk (or a whole document, chunk 0) with its place and raw score in that lane.

    `chunks` is how many chunks its document has, counted no further than three.
    """

    document_id: int
    chunk_id: int = 0
    chunks: int = 1
    rank: int
    score: float


class Window(Struct, frozen=True, kw_only=True):
    """A shown slice of a document's raw text; `line` is where it starts in the file, counted from 1.

    `start` and `end` count code points of the document's text, `marks` those of `text`.
    """

    start: int
    end: int
    text: str
    heading: str = ""
    page: int | None = None
    timestamp: str | None = None
    line: int = 1
    marks: tuple[tuple[int, int], ...] = ()


class LaneHit(Struct, frozen=True, kw_only=True):
    name: str
    rank: int
    score: float


class Signal(Struct, frozen=True, kw_only=True):
    name: str
    detail: str = ""
    weight: float = 1.0


class Hit(Struct, frozen=True, kw_only=True):
    """A document that answers to the query, with its best windows and why it stands where it stands.

    `reasons` say that in sentences, where a search was asked to explain itself.
    """

    rank: int
    key: str
    title: str
    kind: str
    role: Role
    path: str
    url: str
    score: float
    windows: tuple[Window, ...] = ()
    lanes: tuple[LaneHit, ...] = ()
    signals: tuple[Signal, ...] = ()
    matched_terms: tuple[str, ...] = ()
    missing_terms: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    stale: str = ""
    location: str = ""


class LaneReport(Struct, frozen=True, kw_only=True):
    name: str
    status: str
    reason: str = ""
    count: int = 0


class Degraded(Struct, frozen=True, kw_only=True):
    stage: str
    reason: str


class Feedback(Struct, frozen=True, kw_only=True):
    """Words that were looked for as well, the weightiest first, and which share of a score they may make.

    They are stems, as an index has them; of a search that was asked to explain itself, words as texts have them.
    """

    share: float = 0.0
    words: tuple[str, ...] = ()


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of the library could be searched at all."""

    documents: int = 0
    searchable: int = 0
    vectors: int = 0


class SearchResult(Struct, frozen=True, kw_only=True):
    """What was found, what was left out of the question, and how the search itself went."""

    query: Query
    mode: str
    results: tuple[Hit, ...] = ()
    lanes: tuple[LaneReport, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    coverage: Coverage = Coverage()
    feedback: Feedback = Feedback()
    tokens: int = 0
    dropped: int = 0
    latency_ms: float = 0.0
