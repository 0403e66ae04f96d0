"""One search, from the text of a question to a SearchResult: understand, look, rank, show, fit.

Reads the Store and the Index through their ports, one moment of them, and writes nothing. Any text gives a result: one
without words gives an empty one that says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from wellhead.deadline import Stopwatch
from wellhead.model.options import SearchOptions
from wellhead.model.query import Coverage, Degraded, Feedback, Filter, Hit, Query, SearchResult
from wellhead.ports import Index, Store
from wellhead.search.budget import within
from wellhead.search.hits import hits
from wellhead.search.query import CUT
from wellhead.search.ranking import Ranked, rank
from wellhead.search.scan import scan


def search(
    text: str,
    *,
    store: Store,
    index: Index,
    options: SearchOptions,
    asked: datetime,
    filters: Sequence[Filter] = (),
    explain: bool = False,
) -> SearchResult:
    """What the library holds for this text, as asked at this moment of its own zone; `explain` adds why it does."""
    watch = Stopwatch()
    with store.moment():
        ranked = rank(
            text, store=store, index=index, options=options, limit=options.limit, asked=asked, filters=filters
        )
        scanned = scan(ranked, options)
        found = scanned.hits or hits(ranked, options)
        kept, used, dropped = within(found[: options.limit], options.token_budget)
        kept, feedback = _explained(ranked, kept) if explain else (kept, ranked.feedback)
        searchable, behind = index.searchable(), degraded(store, index)
        documents = store.counts().documents if behind else searchable
    return SearchResult(
        query=ranked.query,
        mode=options.mode,
        results=kept,
        lanes=(*ranked.reports(), scanned.report),
        degraded=(*_cut(ranked.desk.query), *behind, *scanned.degraded, *_left_out(dropped, options)),
        coverage=Coverage(documents=documents, searchable=searchable),
        feedback=feedback,
        tokens=used,
        dropped=dropped,
        latency_ms=watch.ms(),
    )


def _explained(ranked: Ranked, kept: Sequence[Hit]) -> tuple[tuple[Hit, ...], Feedback]:
    from wellhead.search.explain import explained  # only those who ask pay for it

    return explained(ranked, kept)


def degraded(store: Store, index: Index) -> tuple[Degraded, ...]:
    if index.watermark() >= store.seq():
        return ()
    return (Degraded(stage="index", reason="index is behind: run `wellhead reindex`"),)


def _cut(query: Query) -> tuple[Degraded, ...]:
    """What a question holds beyond what is read of one."""
    reasons = dict.fromkeys(why for _, why in query.dropped if why in CUT)
    return tuple(Degraded(stage="query", reason=why) for why in reasons)


def _left_out(dropped: int, options: SearchOptions) -> tuple[Degraded, ...]:
    if not dropped:
        return ()
    hits = "1 hit is" if dropped == 1 else f"{dropped} hits are"
    return (Degraded(stage="budget", reason=f"{hits} left out to stay within {options.token_budget:,} tokens"),)
