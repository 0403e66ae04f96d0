"""The shape of a search: ranked documents with their windows, and how the search itself went."""

from __future__ import annotations

from typing import Any

from wellhead.model.query import Hit, Query, SearchResult, Window
from wellhead.wire.encode import versioned


def to_v1(result: SearchResult) -> dict[str, Any]:
    """`intent` and `cache` are part of the shape before anything fills them; `dropped` counts results that were cut.

    `reasons` are sentences where the search was asked to explain itself; `feedback.words` were looked for beside the
    query's own, and may make up to `share` of a score.
    """
    return versioned(
        {
            "query": result.query.text,
            "mode": result.mode,
            "intent": None,
            "results": [hit_fields(hit) for hit in result.results],
            "lanes": list(result.lanes),
            "degraded": list(result.degraded),
            "coverage": result.coverage,
            "tokens": result.tokens,
            "dropped": result.dropped,
            "dropped_terms": [{"term": term, "reason": reason} for term, reason in result.query.dropped],
            "understood": understood_fields(result.query),
            "feedback": {"share": round(result.feedback.share, 4), "words": result.feedback.words},
            "cache": "off",
            "latency_ms": round(result.latency_ms, 3),
        }
    )


def understood_fields(query: Query) -> dict[str, Any]:
    """What was understood of a query; a term that is no phrase and no prefix is a word, and so found by its stem."""
    return {
        "terms": list(query.terms),
        "excluded": list(query.excluded),
        "filters": [
            {"field": each.field, "value": each.value, "excluded": each.excluded, "text": each.text}
            for each in query.filters
        ],
        "anchors": list(query.anchors),
        "days": list(query.days),
    }


def hit_row(hit: Hit) -> dict[str, Any]:
    """A hit as a line of its own."""
    return versioned(hit_fields(hit))


def hit_fields(hit: Hit) -> dict[str, Any]:
    return {
        "rank": hit.rank,
        "key": hit.key,
        "title": hit.title,
        "kind": hit.kind,
        "role": hit.role,
        "path": hit.path,
        "location": hit.location,
        "url": hit.url,
        "score": hit.score,
        "stale": hit.stale,
        "windows": [_window(window) for window in hit.windows],
        "lanes": list(hit.lanes),
        "signals": list(hit.signals),
        "matched_terms": hit.matched_terms,
        "missing_terms": hit.missing_terms,
        "reasons": hit.reasons,
    }


def _window(window: Window) -> dict[str, Any]:
    return {
        "start": window.start,
        "end": window.end,
        "heading": window.heading,
        "page": window.page,
        "timestamp": window.timestamp,
        "text": window.text,
        "line": window.line,
        "marks": window.marks,
    }
