"""What is no word of any text may stand inside one: texts looked through for what was typed, as it stands.

Runs only where no lane brought anything, and the lexical one may run. The newest texts come first, for the library may
be too large to be looked through in the time a search may take; then the result says how far it came. A document with
more of the pieces stands before one with fewer, and of equals the newest is first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wellhead.deadline import Deadline
from wellhead.model.document import Document, location
from wellhead.model.options import SearchOptions
from wellhead.model.query import Degraded, Hit, LaneHit, LaneReport, Signal
from wellhead.search import pieces
from wellhead.search.fuse import K
from wellhead.search.group import Group
from wellhead.search.hits import hit_of
from wellhead.search.phrasing import listed
from wellhead.search.ranking import Ranked
from wellhead.text.windows import Match, around

NAME = "scan"
SECONDS = 0.03
MOST = 50_000  # documents
PAGE = 100  # documents between two looks at the clock; the first are looked through whatever it says
_MATCHES = 500  # places of one piece in one text


class Scan(Struct, frozen=True, kw_only=True):
    """What was found, how the lane ran, and whether it had to stop early."""

    hits: tuple[Hit, ...] = ()
    report: LaneReport
    degraded: tuple[Degraded, ...] = ()


def scan(ranked: Ranked, options: SearchOptions, deadline: Deadline | None = None) -> Scan:
    """Nothing, with the reason, where a lane brought something or nothing can be looked for so."""
    if not options.runs("lexical"):
        return _idle("disabled", "switched off with the lexical lane")
    if ranked.groups or options.limit < 1:
        return _idle("not_run", "the lanes found something")
    query = ranked.desk.query
    if (query.filters or query.excluded) and not ranked.desk.index.searchable():
        return _idle("not_run", "without an index nobody can say what the filters let through")
    if query.filters and not _lets_through(ranked):
        return _idle("not_run", "the filters let nothing through")
    wanted = pieces.typed(query)
    if not wanted:
        return _idle("not_run", "the query holds no piece of three letters to look for")
    looked = _Looked(ranked, wanted, options.limit, deadline or Deadline(SECONDS))
    found = tuple(_hits(ranked, looked.best(), wanted))
    report = LaneReport(name=NAME, status="ok", reason="no lane brought anything", count=len(found))
    return Scan(hits=found, report=report, degraded=looked.degraded())


def _lets_through(ranked: Ranked) -> bool:
    """Whether the filters let any document through at all."""
    alone = replace(ranked.desk.query, terms=(), days=())
    return bool(ranked.desk.index.candidates("date", alone, 1))


def _idle(status: str, reason: str) -> Scan:
    return Scan(report=LaneReport(name=NAME, status=status, reason=reason))


class _Looked:
    """The library looked through page by page, until enough is found, or the time is up, or it ends."""

    def __init__(self, ranked: Ranked, wanted: Sequence[str], limit: int, deadline: Deadline) -> None:
        self.desk, self.wanted, self.limit = ranked.desk, wanted, limit
        self.count, self.ended = 0, False
        self._found: list[tuple[int, int]] = []  # (how many pieces, the document), the newest first
        self._look(deadline)

    def best(self) -> list[tuple[int, int]]:
        return sorted(self._found, key=lambda each: -each[0])[: self.limit]

    def degraded(self) -> tuple[Degraded, ...]:
        if self.ended or self._is_enough():
            return ()
        reason = f"only the newest {self.count:,} documents were looked through for what is no word"
        return (Degraded(stage=NAME, reason=reason),)

    def _look(self, deadline: Deadline) -> None:
        before = 0
        while not self.ended and not self._is_enough() and self.count < MOST:
            page = self.desk.store.scan(self.wanted, before=before, documents=PAGE)
            self.count += len(page)
            self.ended = len(page) < PAGE
            holding = {each.document_id: len(each.held) for each in page if each.held}
            admitted = self.desk.index.admits(self.desk.query, holding) if holding else frozenset()
            self._found += [(count, number) for number, count in holding.items() if number in admitted]
            if self.ended or deadline.remaining() <= 0:
                return
            before = page[-1].seq

    def _is_enough(self) -> bool:
        return sum(count == len(self.wanted) for count, _ in self._found) >= self.limit


def _hits(ranked: Ranked, best: Sequence[tuple[int, int]], wanted: Sequence[str]) -> Iterator[Hit]:
    documents = ranked.desk.documents(number for _, number in best)
    folders = {source.id: source for source in ranked.desk.store.sources(counted=False)} if best else {}
    rank = 0
    for number, document in documents.items():
        matches = sorted(_matches(document, wanted))
        if not matches:
            continue
        rank += 1
        there = [wanted[place] for place in sorted({place for _, _, place in matches})]
        share = len(there) / len(wanted)
        group = Group(
            document_id=number,
            score=share * (K + 1) / (K + rank),
            lanes=[LaneHit(name=NAME, rank=rank, score=share)],
            signals=[Signal(name=NAME, detail=f"{listed(there)} stands in its text", weight=share)],
        )
        said = " ".join(there).casefold()
        matched = {term.text for term in ranked.query.terms if term.text.casefold() in said}
        hit = hit_of(group, document, [around(document, matches)], ranked.query, matched)
        where = location(folders.get(document.source), document.path) if document.path else ""
        yield replace(hit, location=where)


def _matches(document: Document, wanted: Sequence[str]) -> Iterator[Match]:
    """Where the pieces stand, whatever their case; the first places of each."""
    small = document.text.lower()
    text = small if len(small) == len(document.text) else document.text
    for place, piece in enumerate(wanted):
        sought = piece.lower() if text is small else piece
        at = text.find(sought)
        for _ in range(_MATCHES):
            if at < 0:
                break
            yield at, at + len(sought), place
            at = text.find(sought, at + len(sought))
