"""Documents read closely without a library: for tests of the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from tests.unit.search.shelf import ASKED
from wellhead.model.query import Candidate, Query
from wellhead.ports import Entry
from wellhead.search.query import understood
from wellhead.search.reading import Reading, Sought, read
from wellhead.testing.samples import entry


def asked(text: str, language: str = "en") -> Query:
    return understood(text, language, ASKED)


def note(text: str, name: str = "note", **fields: object) -> Entry:
    return entry(f"{name}.md", text, **fields)


def closely(question: str, entries: Sequence[Entry], language: str = "en") -> tuple[list[Reading], Sought]:
    """All chunks of these documents, read for a question; chunk numbers are 100 times the document's and its place."""
    sought = Sought(asked(question, language), language)
    chosen: dict[int, list[Candidate]] = {}
    for number, each in enumerate(entries, 1):
        chosen[number] = [
            Candidate(
                document_id=number, chunk_id=number * 100 + at, chunks=min(3, len(each.chunks)), rank=1, score=1.0
            )
            for at in range(len(each.chunks))
        ]
    documents = {number: each.document for number, each in enumerate(entries, 1)}
    chunks = {
        number * 100 + at: chunk for number, each in enumerate(entries, 1) for at, chunk in enumerate(each.chunks)
    }
    return read(chosen, documents, chunks, sought), sought
