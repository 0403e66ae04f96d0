"""The names a library knows, and of one of them everything it says: where it stands, beside whom, with which words.

Looked up and read when it is asked for; nothing of it is stored but how many documents know a name. Takes Store and
Index, writes nothing; every order is total.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wellhead.errors import NotFound
from wellhead.model.document import Document
from wellhead.model.neighbourhood import Beside, Entity, Mention, Named, Portrait, Resolved
from wellhead.ports import ChunkRow, Index, Store
from wellhead.search.entities import resolve
from wellhead.search.terms import as_phrase
from wellhead.text import mentions, prose
from wellhead.text.derive import folded_name, front_matter_end

_NAMES = 6  # of one entity that are looked for
_CHUNKS_A_DOCUMENT = 4
_OWN_CHARS = 20_000  # of the text about it
_LABELS = 5
_SENTENCES = 2  # of one document
_SENTENCE = 300
_STOPS = ".!?…。！？"
_MARKS = " \t\r\n-*+#>|"


def entities(store: Store, index: Index, *, limit: int) -> tuple[Entity, ...]:
    """By how many documents know them: names in texts, and documents by how many link to them."""
    linkers = Counter(target for _, target in store.edges())
    counts: dict[int | str, int] = dict(heapq.nsmallest(2 * limit, linkers.items(), key=lambda row: (-row[1], row[0])))
    found = index.best_known(4 * limit)
    holders = _documents(index, [each.name for each in found])
    for each in found:
        document = holders.get(folded_name(each.name))
        place: int | str = document.document_id if document else each.name
        linked = linkers[document.document_id] if document else 0
        counts[place] = max(counts.get(place, 0), linked, each.documents)
    heads = store.heads(place for place in counts if isinstance(place, int))
    rows = [
        Entity(name=heads[place].title or heads[place].key, key=heads[place].key, documents=count)
        if isinstance(place, int)
        else Entity(name=place, documents=count)
        for place, count in counts.items()
        if not isinstance(place, int) or place in heads
    ]
    return tuple(sorted(rows, key=lambda each: (-each.documents, each.name, each.key))[:limit])


def _documents(index: Index, names: Sequence[str]) -> dict[str, Named]:
    """Which document goes by each name, folded; a name of several documents stands for none of them."""
    found: dict[str, dict[int, Named]] = {}
    for each in index.named(names):
        if each.document_id and not each.former:
            found.setdefault(folded_name(each.name), {})[each.document_id] = each
    return {name: next(iter(own.values())) for name, own in found.items() if len(own) == 1}


def portrait(asked: str, store: Store, index: Index, *, limit: int) -> Portrait:
    """What the best of the meanings of a name is known for; NotFound if it means nothing here."""
    meanings = _meanings(asked, store, index)
    best = meanings[0]
    head = store.heads([best.document_id]).get(best.document_id) if best.document_id else None
    names = (head.title, *head.aliases) if head else (best.name,)
    reader = _Reader(store, index, tuple(dict.fromkeys(name for name in names if name))[:_NAMES], best.document_id)
    found = reader.sentences(limit)
    known = max(best.documents, len({each.document_id for each in found}))
    return Portrait(
        asked=asked,
        name=best.name,
        key=best.key,
        reason=best.reason,
        aliases=head.aliases if head else (),
        documents=max([known, *(each.documents for each in index.named(names))]),
        mentions=tuple(_mention(each) for each in _telling(found)[:limit]),
        beside=reader.beside(found, limit),
        others=tuple(meanings[1:]),
    )


def _meanings(asked: str, store: Store, index: Index) -> list[Resolved]:
    """The surest first, and of those the one that covers most of what was asked."""
    number = store.ids([asked]).get(asked)
    if number is not None:
        title = store.heads([number])[number].title
        return [
            Resolved(
                text=asked,
                start=0,
                end=len(asked),
                name=title,
                document_id=number,
                key=asked,
                title=title,
                score=1.0,
                reason="key",
            )
        ]
    found = [each for each in resolve(asked, index) if 2 * (each.end - each.start) > len(asked.strip())]
    if not found:
        hint = "`wellhead entities` lists the names it knows, `wellhead search` finds words"
        raise NotFound(f"nothing here goes by the name {asked!r}", hint=hint)
    return sorted(found, key=lambda each: (each.start - each.end, -each.score, -each.documents, each.name, each.key))


def _telling(found: Sequence[_Sentence]) -> list[_Sentence]:
    """Of each document the sentences that say most, in the order of the documents."""
    rich = sorted(
        range(len(found)), key=lambda at: (-bool(found[at].says or found[at].said), -len(found[at].others), at)
    )
    taken: Counter[int] = Counter()
    chosen = []
    for at in rich:
        taken[found[at].document_id] += 1
        if taken[found[at].document_id] <= _SENTENCES:
            chosen.append(at)
    return [found[at] for at in sorted(chosen)]


class _Sentence(NamedTuple):
    """A sentence that holds the name, with the names beside it and what is said of the two."""

    document_id: int
    document: Document
    start: int
    end: int
    at: int
    others: tuple[str, ...]
    says: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...]


class _Reader:
    """Reads the places of one entity, which goes by several names and may have a document of its own."""

    def __init__(self, store: Store, index: Index, names: tuple[str, ...], own: int) -> None:
        self._store, self._index, self._names, self._own = store, index, names, own

    def sentences(self, limit: int) -> list[_Sentence]:
        """Of at most so many documents, those found best first, and then of its own."""
        rows = self._chunks(limit)
        chosen = list(dict.fromkeys(row.document_id for row in rows if row.document_id != self._own))[:limit]
        documents = self._store.by_ids([*chosen, self._own] if self._own else chosen)
        found: list[_Sentence] = []
        for row in rows:
            document = documents.get(row.document_id)
            if document is not None and row.document_id != self._own:
                found += self._read(row.document_id, document, row.chunk.start, row.chunk.end)
        own = documents.get(self._own)
        return [*found, *self._read(self._own, own, 0, _OWN_CHARS)] if own else found

    def _chunks(self, limit: int) -> list[ChunkRow]:
        """Chunks with one of the names as a phrase, the best of each name in turn, in the order of their ranks."""
        ranks: dict[int, int] = {}
        for name in self._names:
            query = as_phrase(name, self._index.language())
            for each in self._index.candidates("lexical", query, _CHUNKS_A_DOCUMENT * limit):
                ranks[each.chunk_id] = min(each.rank, ranks.get(each.chunk_id, each.rank))
        rows = self._store.chunk_rows(ranks)
        return [rows[chunk] for chunk in sorted(ranks, key=lambda chunk: (ranks[chunk], chunk)) if chunk in rows]

    def _read(self, number: int, document: Document, start: int, end: int) -> Iterator[_Sentence]:
        start = min(max(start, front_matter_end(document.text)), end)
        text = document.text[start:end]
        mine = mentions.places(text, self._names)
        others = {
            (each.start, each.end): each.name
            for each in mentions.mentions(text)
            if not any(low < each.end and each.start < high for low, high in mine)
        }
        own = number == self._own
        titled = not own and mentions.names(f"of {document.title}") == (document.title,)
        told = prose.relations(text, [*mine, *others], about=own or titled)
        for low, high, inside in prose.sentences(text, sorted(prose.Span(*each) for each in (*mine, *others))):
            here = [each for each in inside if each in mine]
            says = [each for each in told if each.start == low and (each.subject in mine or (own and each.pronoun))]
            said = [each for each in told if each.start == low and each.object in mine]
            company = {each: others[each] for each in inside if each in others}
            company |= {each.subject: document.title for each in said if titled and each.pronoun}
            if (here and text[low:high].strip(_MARKS) not in self._names) or says:
                yield _Sentence(
                    number,
                    document,
                    start + low,
                    start + high,
                    start + (here[0].start if here else low),
                    tuple(company.values()),
                    tuple((company[each.object], each.label) for each in says if each.object in company),
                    tuple((company[each.subject], each.label) for each in said if each.subject in company),
                )

    def beside(self, found: Sequence[_Sentence], limit: int) -> tuple[Beside, ...]:
        """The names in those sentences, by the number of documents; two names of one document are one."""
        names = list(dict.fromkeys(name for each in found for name in each.others))
        holders = _documents(self._index, names)
        rows: dict[int | str, _Company] = {}
        for each in found:
            for name in each.others:
                holder = holders.get(folded_name(name))
                if holder is None or holder.document_id != self._own:
                    row = rows.setdefault(holder.document_id if holder else name, _Company(name, holder))
                    row.documents.add(each.document_id)
                    row.says.extend(label for other, label in each.says if other == name)
                    row.said.extend(label for other, label in each.said if other == name)
        company = [row.told() for row in rows.values() if row.says or row.said or row.holder or len(row.documents) > 1]
        return tuple(sorted(company, key=lambda row: (-row.documents, not (row.says or row.said), row.name))[:limit])


class _Company:
    """One name beside the entity, while it is counted."""

    def __init__(self, name: str, holder: Named | None) -> None:
        self.name, self.holder = name, holder
        self.documents: set[int] = set()
        self.says: list[str] = []
        self.said: list[str] = []

    def told(self) -> Beside:
        return Beside(
            name=self.holder.title if self.holder else self.name,
            key=self.holder.key if self.holder else "",
            documents=len(self.documents),
            says=tuple(dict.fromkeys(self.says))[:_LABELS],
            said=tuple(dict.fromkeys(self.said))[:_LABELS],
        )


def _mention(found: _Sentence) -> Mention:
    """The sentence without the marks of its list or quotation; of a very long one what is around the name."""
    start, end, text = found.start, min(found.end, len(found.document.text)), found.document.text
    if end - start > _SENTENCE:
        start = max(start, found.at - _SENTENCE // 2)
        end = min(end, start + _SENTENCE)
    while start < end and text[start] in _MARKS:
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end < len(text) and text[end] in _STOPS:
        end += 1
    return Mention(key=found.document.key, title=found.document.title, start=start, end=end, text=text[start:end])
