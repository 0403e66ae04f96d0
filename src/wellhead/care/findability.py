"""What doctor asks of the documents: is everything there searchable, and does search find what it holds?

Documents are drawn evenly over the change log, so two runs over one library ask the same. Up to its first colon a line
of evidence holds counts and words of ours only; keys and paths stand behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from wellhead.model.document import Document
from wellhead.model.query import SearchResult
from wellhead.model.state import Check
from wellhead.ports import Index, Store
from wellhead.render.numbers import counted

Search = Callable[[str], SearchResult]
SAMPLE = 20
TOP = 10
_WANTED_SHARE = 0.95
_WORDS = 6
_READ_CHARS = 20_000
_WORD = re.compile(r"[^\W\d_]{4,30}")


def watermark(store: Store, index: Index) -> Check:
    seq, reached = store.seq(), index.watermark()
    if seq == reached:
        return Check(name="watermark", status="ok", evidence=f"the index is at change {reached}, where the store is")
    evidence = f"the index is at change {reached}, the store at {seq}"
    return Check(name="watermark", status="warning", evidence=evidence, fix="wellhead doctor --fix")


def coverage(store: Store, index: Index) -> Check:
    documents, searchable = store.counts().documents, index.searchable()
    evidence = f"{searchable} of {documents} documents are searchable"
    if searchable == documents:
        return Check(name="coverage", status="ok", evidence=evidence)
    return Check(name="coverage", status="warning", evidence=evidence, fix="wellhead reindex")


def stale(store: Store) -> Check:
    count = store.counts().stale
    if not count:
        return Check(name="stale", status="ok", evidence="0 documents have lost their files")
    which = counted(count, "document has lost its file", "documents have lost their files")
    evidence = f"{which}, still searchable until `wellhead prune`"
    return Check(name="stale", status="warning", evidence=evidence, fix="wellhead prune --dry-run")


def failed_files(store: Store) -> Check:
    failed = [record.path for record in store.records(status="failed")]
    if not failed:
        return Check(name="failed_files", status="ok", evidence="0 files could not be read")
    evidence = f"{counted(len(failed), 'file')} could not be read: {failed[0]}"
    return Check(name="failed_files", status="warning", evidence=evidence, fix="wellhead files --status failed")


def sources(store: Store) -> Check:
    known = [source for source in store.sources() if source.kind in ("folder", "file")]
    gone = [source.path for source in known if not Path(source.path).exists()]
    if not gone:
        return Check(name="sources", status="ok", evidence=f"sources where they were: {len(known)} of {len(known)}")
    evidence = f"sources not where they were, {len(gone)} of {len(known)}: {gone[0]}"
    return Check(name="sources", status="warning", evidence=evidence, fix="wellhead sources list")


def drawn(store: Store) -> list[Document]:
    """Up to `SAMPLE` documents with words in them, evenly over the log of changes."""
    ids = [change.document_id for change in store.changes(0) if not change.removed]
    count = min(SAMPLE, len(ids))
    found = store.by_ids([ids[place * len(ids) // count] for place in range(count)])
    return [document for document in found.values() if _WORD.search(document.text[:_READ_CHARS])]


def query_dependence(documents: Sequence[Document], search: Search) -> Check:
    """A search that answers the same whatever it is asked, or answers to nonsense, is broken."""
    found = len(search(_nowhere(documents)).results)
    if found:
        evidence = f"words that stand nowhere bring {counted(found, 'document')}"
        return Check(name="query_dependence", status="failed", evidence=evidence, fix="wellhead reindex")
    pair = _unrelated(documents)
    if pair is None:
        evidence = "too few different documents to tell, words that stand nowhere bring nothing"
        return Check(name="query_dependence", status="ok", evidence=evidence)
    answers = [tuple(hit.key for hit in search(word).results) for word in pair]
    if answers[0] == answers[1]:
        evidence = f"two unrelated words bring the same {counted(len(answers[0]), 'document')}: {pair[0]}, {pair[1]}"
        return Check(name="query_dependence", status="failed", evidence=evidence, fix="wellhead reindex")
    return Check(name="query_dependence", status="ok", evidence="unrelated words bring different documents")


def _nowhere(documents: Sequence[Document]) -> str:
    """A word that nobody writes, made from what is there: no fixed one, for this file may be in the library."""
    digest = blake2b("".join(document.hash for document in documents).encode(), digest_size=18).digest()
    return "".join("bcdfghjklmnpqrtvwxz"[byte % 19] for byte in digest)


def self_retrieval(documents: Sequence[Document], search: Search, store: Store) -> Check:
    """Each drawn document asked for by its title and its rarest words; a twin with the same text counts as well."""
    if not documents:
        return Check(name="self_retrieval", status="ok", evidence="no document with words in it to ask for")
    common = _spread(documents)
    missed = [document.key for document in documents if not _finds(document, common, search, store)]
    evidence = f"{len(documents) - len(missed)} of {len(documents)} known documents are found in the first {TOP}"
    if len(documents) - len(missed) >= _WANTED_SHARE * len(documents):
        return Check(name="self_retrieval", status="ok", evidence=evidence)
    evidence = f"{evidence}, missed are: {', '.join(missed[:3])}"
    return Check(name="self_retrieval", status="warning", evidence=evidence, fix="wellhead reindex")


def _finds(document: Document, common: Counter[str], search: Search, store: Store) -> bool:
    title = document.title.replace('"', " ").replace("*", " ")
    keys = [hit.key for hit in search(" ".join([title, *_rarest(document, common)])).results[:TOP]]
    if document.key in keys:
        return True
    twins = (store.get(key) for key in keys)
    return any(twin is not None and twin.text == document.text for twin in twins)


def _words(document: Document) -> list[str]:
    said = (document.title, *document.aliases, *document.tags, document.text[:_READ_CHARS])
    return [word.casefold() for word in _WORD.findall(" ".join(said))]


def _spread(documents: Sequence[Document]) -> Counter[str]:
    """In how many of the drawn documents each word stands."""
    return Counter(word for document in documents for word in set(_words(document)))


def _rarest(document: Document, common: Counter[str]) -> list[str]:
    own = Counter(_words(document))
    return sorted(own, key=lambda word: (common[word], -own[word], -len(word), word))[:_WORDS]


def _unrelated(documents: Sequence[Document]) -> tuple[str, str] | None:
    """One word each of two documents that were read whole; neither stands in the other, nor may they share a stem."""
    whole = [document for document in documents if len(document.text) <= _READ_CHARS]
    common = _spread(whole)
    choices = [(_rarest(document, common), set(_words(document))) for document in whole]
    for rare, own in choices:
        for others_rare, others in choices:
            left = next((word for word in rare if word not in others), None)
            right = next((word for word in others_rare if word not in own), None)
            if left and right and left[:4] != right[:4]:
                return left, right
    return None
