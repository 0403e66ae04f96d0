"""The Index over the derived tables: candidates with ranks, how far it is, and how it is made again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import apsw

from wellhead.engines.sqlite import matching, naming, postings, tagging
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.rows import CHUNK_COLUMNS, DOCUMENT_COLUMNS, chunk, document, tags_of, whole
from wellhead.engines.sqlite.scope import ANY, Scope
from wellhead.model.document import Change
from wellhead.model.neighbourhood import Named
from wellhead.model.query import Candidate, Query, Term

_BATCH = 200
_ROUNDS = 3
_CROWD = 12  # chunks of one document among the candidates, from which on the others get a round of their own
_SHARE = 6  # candidates a document, at which enough documents are among them
_FEW_ROWS = 20
_KNOWN_TERMS = 20_000
_KNOWN_PLACES = 2_000


class SqliteIndex:
    """Always as far as the store, unless its tables were dropped or belong to another version."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._counted: tuple[int, dict[Term, matching.Rows]] = (-1, {})
        self._most: tuple[int, dict[Term, bool]] = (-1, {})
        self._held: tuple[int, dict[Term, int]] = (-1, {})
        self._places: tuple[int, dict[int, matching.Place | None]] = (-1, {})
        self._searchable = (-1, -1, 0)
        self._scoped: tuple[object, Scope] = (None, ANY)

    def language(self) -> str:
        """The language its tables were made for; that of the settings while there are none."""
        with self._engine.reading() as reader:
            return str(postings.state(reader).get("language") or self._engine.language)

    def candidates(self, lane: str, query: Query, limit: int) -> Sequence[Candidate]:
        """`lexical` gives chunks, `title` gives whole documents that may hold all words in their names.

        `date` gives documents near the query's days; of a query that is nothing but filters, all it lets through.
        """
        with self._engine.reading() as reader:
            state = postings.state(reader)
            if not state or (not query.terms and lane not in ("date", "tag")):
                return ()
            scope = self._scope(reader, query, state)
            if scope.is_empty():
                return ()
            if lane == "title":
                return _documents(matching.named(reader, _words(query), limit, scope))
            if lane == "date":
                return _documents(_dated(reader, query, scope, limit))
            if lane == "tag":
                return _documents(tagging.tagged(reader, query, scope, limit, self.searchable()))
            rows = _spread(reader, query, limit, self._counts(reader, state), scope)
            return tuple(
                [
                    Candidate(document_id=document, chunk_id=chunk, chunks=chunks, rank=rank, score=score)
                    for rank, (score, chunk, document, chunks) in enumerate(rows, 1)
                ]
            )

    def admits(self, query: Query, document_ids: Iterable[int]) -> frozenset[int]:
        with self._engine.reading() as reader:
            state = postings.state(reader)
            scope = self._scope(reader, query, state) if state else ANY
            asked = frozenset(document_ids) - scope.never
            return asked if scope.only is None else asked & scope.only

    def _scope(self, reader: apsw.Connection, query: Query, state: Mapping[str, int | str]) -> Scope:
        """Found once for a query, for every lane asks."""
        if not (query.filters or query.excluded):
            return ANY
        asked = (int(state["watermark"]), query.filters, query.excluded, tuple(query.midnights.items()))
        known = self._scoped
        if known[0] != asked:
            from wellhead.engines.sqlite.filtering import scope_of  # few questions have filters

            counts, language = self._counts(reader, state), str(state["language"])
            known = self._scoped = (asked, scope_of(reader, query, counts, language))
        return known[1]

    def _counts(self, reader: apsw.Connection, state: Mapping[str, int | str]) -> matching.Count:
        """How many rows a term stands in, asked once for each state of the index."""
        watermark = int(state["watermark"])
        if self._counted[0] != watermark or len(self._counted[1]) > _KNOWN_TERMS:
            self._counted = (watermark, {})
        known = self._counted[1]

        def count(term: Term) -> matching.Rows:
            if term not in known:
                known[term] = matching.rows_with(reader, term)
            return known[term]

        return count

    def frequencies(self, query: Query) -> tuple[int, tuple[int, ...]]:
        with self._engine.reading() as reader:
            state = postings.state(reader)
            if not state:
                return 0, (0,) * len(query.terms)
            documents = self.searchable()
            return documents, tuple([self._holders(reader, term, state, documents) for term in query.terms])

    def _holders(self, reader: apsw.Connection, term: Term, state: Mapping[str, int | str], documents: int) -> int:
        """In how many documents a term stands; asked once for each state of the index."""
        count = self._counts(reader, state)
        if self._held[0] != self._counted[0]:
            self._held = (self._counted[0], {})
        known = self._held[1]
        if term not in known:
            known[term] = matching.documents_with(reader, term, count, documents)
        return known[term]

    def spelled_like(self, stems: Iterable[str]) -> dict[str, tuple[str, ...]]:
        with self._engine.reading() as reader:
            if not postings.state(reader):
                return {}
            near = {stem: matching.spelled_like(reader, stem) for stem in stems}
            return {stem: others for stem, others in near.items() if others}

    def common(self, query: Query) -> frozenset[str]:
        """In a library of a few chunks nothing is common yet."""
        with self._engine.reading() as reader:
            state = postings.state(reader)
            if not state or int(state["rows"]) < _FEW_ROWS:
                return frozenset()
            count, rows = self._counts(reader, state), int(state["rows"])
            words = [term for term in query.terms if not (term.phrase or term.prefix) and len(term.stems) == 1]
            often = [term for term in words if count(term).total() * 2 > rows]
            return frozenset(term.text for term in often if self._in_most(reader, term, count))

    def _in_most(self, reader: apsw.Connection, term: Term, count: matching.Count) -> bool:
        """Whether a word of most chunks stands in most documents too: a title is in every chunk of its document."""
        known = self._most
        if known[0] != self._counted[0]:
            known = self._most = (self._counted[0], {})
        if term not in known[1]:
            holders = matching.holders(reader, term, count)
            known[1][term] = holders * 2 > whole(reader.execute("SELECT count(*) FROM documents").get)
        return known[1][term]

    def holding(self, query: Query, document_ids: Iterable[int]) -> dict[int, frozenset[str]]:
        """The words of each document's stems, wherever in it they stand."""
        with self._engine.reading() as reader:
            state = postings.state(reader)
            if not state:
                return {}
            count = self._counts(reader, state)
            places = ((number, self._place(reader, number)) for number in document_ids)
            return {
                number: matching.held(reader, query.terms, count, place)
                for number, place in places
                if place is not None
            }

    def _place(self, reader: apsw.Connection, number: int) -> matching.Place | None:
        """Where the chunks of a document lie; one of thousands has its rows counted once for each state."""
        known = self._places
        if known[0] != self._counted[0] or len(known[1]) > _KNOWN_PLACES:
            known = self._places = (self._counted[0], {})
        if number not in known[1]:
            (ends,) = reader.execute("SELECT min(id), max(id) FROM chunks WHERE document = ?", (number,))
            known[1][number] = None if ends[0] is None else matching.Place(number, *ends)
        return known[1][number]

    def named(self, names: Iterable[str], *, found: bool = True) -> Sequence[Named]:
        """Documents by any name of theirs, present or former, and names that texts brought."""
        return self._names(lambda reader: naming.named(reader, names, found=found))

    def nearly(self, name: str, limit: int) -> Sequence[Named]:
        """Candidates for a name that is cut short or misspelt."""
        return self._names(lambda reader: naming.nearly(reader, name, limit))

    def initials(self, letters: str, limit: int) -> Sequence[Named]:
        """Candidates for a name of which only the first letters are said."""
        return self._names(lambda reader: naming.initials(reader, letters, limit))

    def best_known(self, limit: int) -> Sequence[Named]:
        """By the number of documents that have the name."""
        return self._names(lambda reader: naming.best_known(reader, limit))

    def _names(self, look: Callable[[apsw.Connection], Sequence[Named]]) -> Sequence[Named]:
        """Nothing while the tables are not there or belong to another version."""
        with self._engine.reading() as reader:
            return look(reader) if postings.state(reader) else ()

    def searchable(self) -> int:
        """How many documents it holds; counted once for each state of the store."""
        with self._engine.reading() as reader:
            state = postings.state(reader)
            if not state:
                return 0
            seq, watermark = _store_seq(reader), int(state["watermark"])
            if self._searchable[:2] != (seq, watermark):
                table = "documents" if watermark == seq else "ix_names_docsize"
                self._searchable = (seq, watermark, whole(reader.execute(f"SELECT count(*) FROM {table}").get))
            return self._searchable[2]

    def watermark(self) -> int:
        with self._engine.reading() as reader:
            return int(postings.state(reader).get("watermark", 0))

    def catch_up(self, changes: Callable[[int], Iterator[Change]]) -> int:
        """Apply what the store did since; nothing to do while both live in one transaction."""
        with self._engine.reading() as reader:
            if postings.state(reader).get("watermark") == _store_seq(reader):
                return 0
        return self.rebuild(lambda done: None)

    def rebuild(self, counted: Callable[[int], None]) -> int:
        """Drop and fill again in one transaction: readers see the old index until the new one is whole."""
        with self._engine.writing() as writer:
            postings.drop(writer)
            postings.create(writer, self._engine.language)
            chunks = _fill(writer, counted)
            postings.set_meta(writer, "watermark", _store_seq(writer))
            return chunks


def _store_seq(connection: apsw.Connection) -> int:
    return whole(connection.execute("SELECT value FROM meta WHERE name = 'seq'").get)


def _documents(found: Iterable[tuple[int, float]]) -> tuple[Candidate, ...]:
    return tuple([Candidate(document_id=number, rank=i, score=score) for i, (number, score) in enumerate(found, 1)])


def _dated(reader: apsw.Connection, query: Query, scope: Scope, limit: int) -> list[tuple[int, float]]:
    if not query.days and (query.terms or not query.filters):
        return []
    from wellhead.engines.sqlite import nearness  # few questions speak of days

    if query.days:
        return nearness.near(reader, query, scope, limit)
    return [(number, 1 / rank) for rank, number in enumerate(nearness.newest(reader, scope, limit), 1)]


def _spread(
    reader: apsw.Connection, query: Query, limit: int, count: matching.Count, scope: Scope
) -> list[matching.Row]:
    """Best first; no document of thousands of chunks crowds out the others."""
    found: list[matching.Row] = []
    crowds: list[int] = []
    for _ in range(_ROUNDS):
        rows = matching.ranked(reader, query, limit, count, crowds, scope)
        found += rows
        shares = Counter([document for _, _, document, _ in rows])
        crowded = [document for document, share in shares.items() if share > _CROWD]
        if len(rows) < limit or not crowded or len(shares) * _SHARE >= limit:
            break
        crowds += crowded
    return sorted(found, key=lambda row: (-row[0], row[1])) if crowds else found


def _words(query: Query) -> list[str]:
    """What trigrams can find: words of three letters or more."""
    return [word for term in query.terms for word in term.text.lower().split() if len(word) >= 3]


def _fill(writer: apsw.Connection, counted: Callable[[int], None]) -> int:
    """Every document in the order of ids, as the import would have written it."""
    last, chunks, done = 0, 0, 0
    select = f"SELECT {DOCUMENT_COLUMNS} FROM documents WHERE id > ? ORDER BY id LIMIT {_BATCH}"
    while rows := list(writer.execute(select, (last,))):
        names = []
        for row in rows:
            value = document(row, *tags_of(writer, row[0]))
            parts = writer.execute(f"SELECT {CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY ordinal", (row[0],))
            texts = [postings.text_row(value, chunk(part)) for part in parts]
            postings.insert_texts(writer, texts)
            names.append((row[0], value))
            chunks += len(texts)
        postings.insert_documents(writer, names)
        done += len(rows)
        counted(done)
        last = rows[-1][0]
    return chunks
