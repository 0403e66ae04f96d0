"""Words that stand nowhere in the library, taken for those they were probably meant to be."""

from __future__ import annotations

from msgspec.structs import replace

from wellhead.model.query import Query, Term
from wellhead.ports import Index

_MOST_TERMS = 16  # a longer text is no question, and its rare words are no slips
_MOST_SLIPS = 4


def spelled(query: Query, index: Index) -> Query:
    """The query with other spellings beside the words that nothing holds; quoted ones stay as they are."""
    if not query.terms or len(query.terms) > _MOST_TERMS:
        return query
    _, frequencies = index.frequencies(query)
    missing = [
        term for term, frequency in zip(query.terms, frequencies, strict=True) if not frequency and _may_slip(term)
    ]
    near = index.spelled_like([term.stems[0] for term in missing[:_MOST_SLIPS]]) if missing else {}
    return replace(query, terms=tuple([_meant(term, near) for term in query.terms])) if near else query


def _may_slip(term: Term) -> bool:
    return not (term.phrase or term.prefix or term.cjk)


def _meant(term: Term, near: dict[str, tuple[str, ...]]) -> Term:
    others = near.get(term.stems[0], ()) if _may_slip(term) else ()
    return replace(term, stems=(*term.stems, *others), slip=True) if others else term
