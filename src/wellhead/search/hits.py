"""From ranked documents to hits: their best windows, the terms each holds and lacks, and where its file lies."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wellhead.model.document import Chunk, Document, location
from wellhead.model.options import SearchOptions
from wellhead.model.query import Hit, Query, Window
from wellhead.ports import Index
from wellhead.search import lanes
from wellhead.search.group import MEAN_OF, Group
from wellhead.search.ranking import Ranked
from wellhead.text.language import foreign
from wellhead.text.windows import Finder, Stretch, windows

_SPARE = 25  # documents read beyond the limit, for those that turn out not to hold a quoted phrase as it stands
_UNMATCHED_CHARS = 1_000
_SHORT_TEXT = 100_000  # characters that are looked through faster than the index is asked


def hits(ranked: Ranked, options: SearchOptions) -> list[Hit]:
    """The first hits in their final order, by score and then by key."""
    store, index = ranked.desk.store, ranked.desk.index
    exact = any(term.phrase or term.prefix for term in ranked.query.terms)
    groups = _first(ranked.groups, options.limit + (_SPARE if exact else 0))
    documents = ranked.desk.documents(group.document_id for group in groups)
    shown = {group.document_id: group.chunks[: options.windows_per_document] for group in groups}
    rows = ranked.desk.chunks(chunk for chunks in shown.values() for chunk in chunks)
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

    def hit(self, group: Group, document: Document, rows: Sequence[Chunk]) -> Hit | None:
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
        return hit_of(group, document, shown, self.ranked.query, matched)

    def _matched(self, group: Group, document: Document, held: set[int], looked_at: int) -> set[str]:
        """The terms that stand in what was read, in the names, or in the chunks that nobody read."""
        terms = self.ranked.query.terms
        matched = {terms[place].text for place in held}
        if any(lane.name == "title" for lane in group.lanes):
            name = lanes.said_of(document, lanes.name_words(self.ranked.query))[1]
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


def hit_of(group: Group, document: Document, shown: Sequence[Window], query: Query, matched: Container[str]) -> Hit:
    """Not yet ranked, and not yet placed in its folder."""
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
        matched_terms=tuple([term.text for term in query.terms if term.text in matched]),
        missing_terms=tuple([term.text for term in query.terms if term.text not in matched]),
        stale=document.stale,
    )


def _stretches(document: Document, rows: Sequence[Chunk]) -> Iterator[Stretch]:
    """Where to look: its candidate chunks, best first; of a document that its name brought, the beginning."""
    for row in rows:
        yield Stretch(row.start, row.end, " › ".join(row.heading))
    if not rows:
        yield Stretch(0, min(len(document.text), _UNMATCHED_CHARS))
