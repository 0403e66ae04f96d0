"""One search, from the text of a question to a SearchResult: understand, look, rank, show, fit.

Reads the Store and the Index through their ports and writes nothing. Any text gives a result: one without words gives
an empty one that says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from wellhead.deadline import Stopwatch
from wellhead.model.document import Document, location
from wellhead.model.options import SearchOptions
from wellhead.model.query import Candidate, Coverage, Degraded, Filter, Hit, LaneReport, Query, SearchResult
from wellhead.ports import ChunkRow, Index, Store
from wellhead.search import feedback, lanes, reading, scoring, unworded
from wellhead.search.budget import within
from wellhead.search.group import MEAN_OF, Group, by_document
from wellhead.search.query import understood, without_common
from wellhead.text.language import foreign
from wellhead.text.windows import Finder, Stretch, windows

_LEAST_CHUNKS = 150
_CHUNKS_A_HIT = 6
_SPARE = 25  # documents read beyond the limit, for those that turn out not to hold a quoted phrase as it stands
_UNMATCHED_CHARS = 1_000
_SHORT_TEXT = 100_000  # characters that are looked through faster than the index is asked


class Ranked(Struct, frozen=True, kw_only=True):
    """All documents that answer to a query, best first, and what the lanes brought."""

    query: Query
    groups: tuple[Group, ...] = ()
    documents: dict[int, Document] = {}
    words: tuple[str, ...] = ()
    lexical: int = 0
    named: int = 0


def search(
    text: str,
    *,
    store: Store,
    index: Index,
    options: SearchOptions,
    asked: datetime,
    filters: Sequence[Filter] = (),
) -> SearchResult:
    """What the library holds for this text, as asked at this moment of its own zone."""
    watch = Stopwatch()
    ranked = rank(text, store=store, index=index, limit=options.limit, asked=asked, filters=filters)
    found = _hits(ranked, store, index, options)
    kept, used, dropped = within(found[: options.limit], options.token_budget)
    searchable, behind = index.searchable(), degraded(store, index)
    return SearchResult(
        query=ranked.query,
        mode=options.mode,
        results=kept,
        lanes=_reports(ranked),
        degraded=behind,
        coverage=Coverage(documents=store.counts().documents if behind else searchable, searchable=searchable),
        tokens=used,
        dropped=dropped,
        latency_ms=watch.ms(),
    )


def _reports(ranked: Ranked) -> tuple[LaneReport, ...]:
    found = lanes.reports(ranked.lexical, ranked.named, ranked.words, empty=not ranked.query.terms)
    return found if ranked.query.terms or not ranked.groups else (*found, unworded.report(ranked.groups))


def rank(
    text: str, *, store: Store, index: Index, limit: int, asked: datetime, filters: Sequence[Filter] = ()
) -> Ranked:
    """The order of the documents, before anything of them is shown."""
    whole = understood(text, index.language(), asked, held=store.ids, given=filters)
    query = without_common(whole, index.common(whole))
    if limit < 1:
        return Ranked(query=query)
    if not query.terms:
        return Ranked(query=query, groups=unworded.by_days(query, index, limit))
    chunks = index.candidates("lexical", query, max(_LEAST_CHUNKS, _CHUNKS_A_HIT * limit))
    groups = _lexical(whole, chunks, store, index)
    words = lanes.name_words(query)
    named: Sequence[Candidate] = ()
    if words:
        named = index.candidates("title", query, lanes.NAMES_READ if groups else max(limit, lanes.NAMES_READ))
    documents = store.by_ids(each.document_id for each in named)
    lexical = len(groups)
    groups = lanes.with_names(groups, named, documents, words, limit)
    groups.sort(key=lambda group: (-group.score, group.document_id))
    return Ranked(
        query=query, groups=tuple(groups), documents=documents, words=words, lexical=lexical, named=len(named)
    )


def _lexical(query: Query, candidates: Sequence[Candidate], store: Store, index: Index) -> list[Group]:
    groups = by_document(candidates)
    picked = reading.chosen(candidates)
    documents = store.by_ids(picked)
    rows = store.chunk_rows(each.chunk_id for found in picked.values() for each in found)
    sought = reading.Sought(query, index.language())
    read = reading.read(picked, documents, {number: row.chunk for number, row in rows.items()}, sought)
    count, frequencies = index.frequencies(query)
    weight = scoring.weights(frequencies, count)
    scored, _ = feedback.with_feedback(scoring.score(read, weight, sought), weight, sought)
    known = {group.document_id: group for group in groups}
    first = []
    for each in scored:
        group = known.pop(each.reading.document_id)
        group.score = each.score + 1000
        group.signals = each.signals
        first.append(group)
    return [*first, *known.values()]


def degraded(store: Store, index: Index) -> tuple[Degraded, ...]:
    if index.watermark() >= store.seq():
        return ()
    return (Degraded(stage="index", reason="index is behind: run `wellhead reindex`"),)


def _hits(ranked: Ranked, store: Store, index: Index, options: SearchOptions) -> list[Hit]:
    """The first hits in their final order, by score and then by key."""
    exact = any(term.phrase or term.prefix for term in ranked.query.terms)
    groups = _first(ranked.groups, options.limit + (_SPARE if exact else 0))
    documents = dict(ranked.documents)
    documents |= store.by_ids(group.document_id for group in groups if group.document_id not in documents)
    shown = {group.document_id: group.chunks[: options.windows_per_document] for group in groups}
    rows = store.chunk_rows(chunk for chunks in shown.values() for chunk in chunks)
    folders = {source.id: source for source in store.sources(counted=False)}
    finder = Finder(ranked.query, index.language())
    view = _View(ranked=ranked, index=index, finder=finder, most=options.windows_per_document)
    found = []
    for group in groups:
        document = documents.get(group.document_id)
        if document is None:
            continue
        hit = view.hit(group, document, [rows[chunk] for chunk in shown[group.document_id] if chunk in rows])
        if hit is not None:
            where = location(folders.get(document.source), document.path) if document.path else ""
            found.append(replace(hit, location=where))
    return sorted(found, key=lambda hit: (-hit.score, hit.key))


def _first(groups: Sequence[Group], number: int) -> Sequence[Group]:
    """So many, and with the last one all that are as good: their keys decide."""
    if len(groups) <= number:
        return groups
    least = groups[number - 1].score
    return [group for place, group in enumerate(groups) if place < number or group.score == least]


class _View(Struct, frozen=True, kw_only=True):
    """How groups become hits: everything that is the same for all of them."""

    ranked: Ranked
    index: Index
    finder: Finder
    most: int

    def hit(self, group: Group, document: Document, rows: Sequence[ChunkRow]) -> Hit | None:
        """None if it holds nothing of a query that asks for exactly these words."""
        strange = foreign(document.text)
        shown, held = windows(document, list(_stretches(document, rows)), self.finder, self.most, strange=strange)
        if len(held) < len(self.ranked.query.terms):
            names = (document.title, *document.aliases, *document.tags)
            held |= self.finder.terms_in(names, strange=strange, known=held)
        matched = self._matched(group, document, held, len(rows))
        terms = self.ranked.query.terms
        if not matched and any(term.phrase or term.prefix for term in terms):
            return None
        return Hit(
            rank=0,
            key=document.key,
            title=document.title,
            kind=document.kind,
            role=document.role,
            path=document.path,
            url=document.url,
            score=group.score,
            windows=tuple(shown),
            lanes=tuple(group.lanes),
            signals=tuple(group.signals),
            matched_terms=tuple([term.text for term in terms if term.text in matched]),
            missing_terms=tuple([term.text for term in terms if term.text not in matched]),
            stale=document.stale,
        )

    def _matched(self, group: Group, document: Document, held: set[int], looked_at: int) -> set[str]:
        """The terms that stand in what was read, in the names, or in the chunks that nobody read."""
        terms = self.ranked.query.terms
        matched = {terms[place].text for place in held}
        if any(lane.name == "title" for lane in group.lanes):
            name = lanes.said_of(document, self.ranked.words)[1]
            matched |= {term.text for term in terms if lanes.folded(term.text) in lanes.folded(name)}
        unread = looked_at < group.size or group.size >= MEAN_OF
        left = (
            [term for term in terms if term.text not in matched and not (term.phrase or term.prefix)] if unread else []
        )
        if left and group.chunks and len(document.text) < _SHORT_TEXT and document.text.isascii():
            text = document.text.lower()
            left = [term for term in left if term.stems[0][:-1] in text]
        if left and group.chunks:
            found = self.index.holding(replace(self.ranked.query, terms=tuple(left)), [group.document_id])
            matched |= found.get(group.document_id, frozenset())
        return matched


def _stretches(document: Document, rows: Sequence[ChunkRow]) -> Iterator[Stretch]:
    """Where to look: its candidate chunks, best first; of a document that its name brought, the beginning."""
    for row in rows:
        yield Stretch(row.chunk.start, row.chunk.end, " › ".join(row.chunk.heading))
    if not rows:
        yield Stretch(0, min(len(document.text), _UNMATCHED_CHARS))
