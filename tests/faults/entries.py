"""Documents of which each version has a word of its own, and the question whether one is whole in a library."""

from __future__ import annotations

import random
from hashlib import blake2b

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Chunk, Document, Link
from wellhead.model.query import Query, Term
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord

WORDS = ("granite", "valley", "copper", "lantern", "orchard", "sail", "winter", "ledger", "signal", "harbour", "maple")
_CHUNK = 400


def unique_word(number: int, version: int) -> str:
    """A word that stands in this version of this document and nowhere else, and that no stemmer touches."""
    digest = blake2b(f"{number}/{version}".encode(), digest_size=6).hexdigest()
    return "q" + digest.translate(str.maketrans("0123456789", "ghjkmnpqrt")) + "x"


def text(number: int, version: int, luck: random.Random) -> str:
    """Between a line and a few pages; it links to its neighbour."""
    body = " ".join(luck.choices(WORDS, k=luck.choice((5, 40, 300))))
    return f"{unique_word(number, version)} [[document {number + 1}]] {body}\n"


def key(number: int) -> str:
    return f"note:document-{number}"


def entry(number: int, version: int, luck: random.Random) -> Entry:
    content = text(number, version, luck)
    name = f"document {number}"
    ends = [*range(_CHUNK, len(content), _CHUNK), len(content)]
    starts = [0, *ends[:-1]]
    document = Document(
        key=key(number), title=name, text=content, path=f"{name}.md", source=1, hash=unique_word(number, version)
    )
    chunks = tuple(
        Chunk(ordinal=i, start=start, end=end, hash=blake2b(content[start:end].encode(), digest_size=8).hexdigest())
        for i, (start, end) in enumerate(zip(starts, ends, strict=True))
    )
    record = FileRecord(path=document.path, status=Status.INDEXED, source=1)
    link = Link(to=f"document {number + 1}", type="wikilink", start=content.index("["), end=content.index("]") + 2)
    return Entry(document=document, chunks=chunks, links=(link,), record=record)


def found_documents(engine: Engine, word: str) -> set[int]:
    """Which documents the full text finds for a word."""
    query = Query(text=word, terms=(Term(text=word, stems=(word,)),))
    return {candidate.document_id for candidate in SqliteIndex(engine).candidates("lexical", query, 100)}


def faults(engine: Engine, document: Document) -> list[str]:
    """What is missing of a document that is there: chunks, full text, links or its receipt row."""
    store = SqliteStore(engine)
    number = store.ids([document.key])[document.key]
    parts = store.chunks(number)
    missing = []
    if "".join(document.text[part.start : part.end] for part in parts) != document.text:
        missing.append(f"{document.key}: its chunks are not its text")
    if found_documents(engine, document.text.split()[0]) != {number}:
        missing.append(f"{document.key}: the full text does not find it by its own word")
    if "[[" in document.text and not store.links(document.key):
        missing.append(f"{document.key}: its link is gone")
    if not any(record.key == document.key for record in store.records()):
        missing.append(f"{document.key}: no receipt row")
    return missing
