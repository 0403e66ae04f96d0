"""What one search has before it: the question, what it looks in, and the documents it has fetched so far."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from wellhead.model.document import Chunk, Document
from wellhead.model.query import Query
from wellhead.ports import Index, Store
from wellhead.search.reading import Reading, Sought
from wellhead.search.scoring import weights
from wellhead.text import tokens

_ASKS = re.compile(  # for somebody or something else than it names
    r"\b(?:who|whom|whose|which|where|wer|wen|wem|wessen|welche[rsn]?|wo|qui|quel(?:le)?s?|où|quién(?:es)?|cuál(?:es)?)\b"
    r"|[谁誰哪]|どこ|どの",
    re.IGNORECASE,
)
_SLIP = 0.5  # what a word says that is only taken for another


class Desk:
    """`query` is what was understood; `narrow` is without the words that most of the library holds."""

    def __init__(self, query: Query, narrow: Query, store: Store, index: Index) -> None:
        self.query, self.narrow = query, narrow
        self.store, self.index = store, index
        self.language = index.language()
        self._documents: dict[int, Document] = {}
        self._chunks: dict[int, Chunk] = {}

    def documents(self, numbers: Iterable[int]) -> dict[int, Document]:
        """In the order asked for, each fetched once; those that are gone are left out."""
        wanted = list(numbers)
        missing = [each for each in wanted if each not in self._documents]
        if missing:
            self._documents |= self.store.by_ids(missing)
        return {each: self._documents[each] for each in wanted if each in self._documents}

    def chunks(self, numbers: Iterable[int]) -> dict[int, Chunk]:
        """Those that are there, each fetched once."""
        wanted = list(numbers)
        missing = [each for each in wanted if each not in self._chunks]
        if missing:
            self._chunks |= {number: row.chunk for number, row in self.store.chunk_rows(missing).items()}
        return {each: self._chunks[each] for each in wanted if each in self._chunks}

    @cached_property
    def sought(self) -> Sought:
        return Sought(self.query, self.language)

    @cached_property
    def only_mixed(self) -> bool:
        """Whether everything that is looked for has the stem of a stop word."""
        return len(self.sought.mixed) == len(self.narrow.terms)

    @cached_property
    def weight(self) -> list[float]:
        """How much each term of the query says, in their order."""
        count, frequencies = self.index.frequencies(self.query)
        found = weights(frequencies, count)
        return [each * _SLIP if term.slip else each for each, term in zip(found, self.query.terms, strict=True)]

    def weigh_again(self, read: Sequence[Reading]) -> None:
        """Names that the index cannot tell from stop words (Ines and in): as rare as they are in what was read."""
        for place in self.sought.mixed.values():
            if not self.query.terms[place].text[:1].isupper():
                continue
            count = self.index.searchable()
            held = sum(1 for each in read if place in each.counts)
            self.weight[place] = weights([count * held // len(read)], count)[0]

    @cached_property
    def everything(self) -> frozenset[int]:
        """The places of all terms."""
        return frozenset(range(len(self.query.terms)))

    @cached_property
    def asks(self) -> bool:
        """Whether it asks for somebody or something else than it names: who, which, where."""
        return _ASKS.search(self.query.text) is not None

    @cached_property
    def whole(self) -> float:
        """What all terms say together."""
        return self.sum(self.everything) or 1.0

    def sum(self, places: Iterable[int]) -> float:
        """What these terms say together."""
        return sum([self.weight[place] for place in places])

    def places(self, text: str) -> frozenset[int]:
        """The terms that stand in a text."""
        return frozenset([place for _, place in self.sought.places(tokens.stems(text, self.language))])
