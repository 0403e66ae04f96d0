"""The sockets: what the journey needs from a store, an index and an importer. No base classes, no defaults.

Store is the authority: documents, chunk spans, links, tags, receipts, undo texts, and the change log. It ranks
nothing. Index is a projection of it: what the lanes read, rebuildable from the change log at any time. Importer
turns bytes into Drafts and never touches the network or the disk. Database is the file itself, for those who keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from msgspec import Struct

from wellhead.model.document import BadRow, Change, Chunk, Document, Draft, Link, Source
from wellhead.model.neighbourhood import Named
from wellhead.model.query import Candidate, Query
from wellhead.model.receipt import FileOutcome, Status


class Importer(Protocol):
    """One format. `accepts` looks at a name and the first 4 kB; `read` yields Drafts or raises BadInput.

    `extensions` are lower case, with the dot. `rows` says that a file holds many documents and is read as a stream;
    it yields a BadRow for each row it cannot read and goes on.
    """

    name: str
    extensions: frozenset[str]
    rows: bool

    def accepts(self, path: str, head: bytes) -> bool: ...

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft | BadRow]: ...


class FileStamp(Struct, frozen=True, kw_only=True):
    """How a file looked when it was read: equal stamps mean an unchanged file. `hash` is of its bytes."""

    size: int = 0
    mtime_ns: int = 0
    inode: int = 0
    hash: str = ""


class FileRecord(Struct, frozen=True, kw_only=True):
    """One row of the newest receipt of a source: a path, what became of it, which document it is.

    `line` is 0 for a file, and the 1-based line for a row of a file of rows.
    """

    path: str
    line: int = 0
    status: Status
    reason: str = ""
    key: str = ""
    document_id: int = 0
    stamp: FileStamp = FileStamp()
    source: int = 0


class Entry(Struct, frozen=True, kw_only=True):
    """A document on its way in, with everything that stands or falls with it."""

    document: Document
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...] = ()
    record: FileRecord


class ChunkRow(Struct, frozen=True, kw_only=True):
    """A chunk and whose it is, as grouping needs it."""

    document_id: int
    chunk: Chunk


class Stamp(NamedTuple):
    """What the newest receipt says of one path, as cheap to load as can be; `rows` counts those of a file of rows."""

    size: int
    mtime_ns: int
    inode: int
    hash: str
    status: str
    reason: str
    document_id: int
    rows: int


class RowStamp(NamedTuple):
    """What the newest receipt says of one row of a file of rows; `hash` is of everything the row says."""

    document_id: int
    line: int
    hash: str
    status: str


class Scanned(NamedTuple):
    """A document that was looked through: the number of its newest change, its own, and which pieces stand in it."""

    seq: int
    document_id: int
    held: frozenset[int]


class Counts(Struct, frozen=True, kw_only=True):
    documents: int = 0
    chunks: int = 0
    stale: int = 0
    kinds: dict[str, int] = {}


class Writer(Protocol):
    """Inside one transaction. What it did is durable when the transaction has returned, and not before."""

    def seq(self) -> int:
        """The number of the newest change, those of this transaction included."""

    def add_source(self, source: Source) -> Source: ...

    def change_source(self, source: Source) -> None: ...

    def adopt(self, inner: Source, outer: Source, prefix: str) -> None:
        """Documents and rows of `inner` become those of `outer`, their paths with `prefix` before them."""

    def remove_source(self, source_id: int) -> None: ...

    def begin_undo(self, label: str) -> None:
        """From here on, what is replaced is kept until the next `begin_undo`."""

    def put(self, entries: Sequence[Entry]) -> None:
        """Insert or replace by key, the last of a key given twice; chunks whose text did not change keep their ids."""

    def move(self, document_id: int, record: FileRecord, title: str) -> None:
        """A rename: the key stays, the old names stay too, links go on pointing here."""

    def record(self, records: Iterable[FileRecord]) -> None:
        """A document has one row: an older one of the same document goes."""

    def forget_records(self, source_id: int, paths: Iterable[str]) -> None:
        """The rows of these paths, whatever their line."""

    def forget_failures(self, source_id: int, path: str, *, removed: bool = False) -> None:
        """The rows of a file of rows that led to no document; or those whose documents the person removed."""

    def mark_stale(self, document_ids: Iterable[int], since: str) -> None:
        """`since` empty takes the mark away."""

    def remove(self, keys: Iterable[str], *, forget: bool = False) -> int:
        """How many there were. `forget` leaves nothing of them behind, also of those that were removed before."""

    def undo(self) -> list[FileOutcome]:
        """Put back what the newest import or deletion replaced."""


class Store(Protocol):
    def moment(self) -> AbstractContextManager[None]:
        """Everything that is read inside belongs to one state of the library, whoever writes meanwhile."""

    def transaction(self) -> AbstractContextManager[Writer]: ...

    def get(self, key: str) -> Document | None: ...

    def by_ids(self, ids: Iterable[int]) -> dict[int, Document]: ...

    def ids(self, keys: Iterable[str]) -> dict[str, int]: ...

    def documents(self, *, source: int = 0, kind: str = "", stale: bool | None = None) -> Iterator[Document]:
        """In the order of keys, with their texts; safe while others write."""

    def chunks(self, document_id: int) -> tuple[Chunk, ...]: ...

    def chunk_rows(self, chunk_ids: Iterable[int]) -> dict[int, ChunkRow]: ...

    def links(self, key: str) -> tuple[Link, ...]: ...

    def backlinks(self, key: str) -> tuple[tuple[str, Link], ...]:
        """(key of the document that links here, its link)."""

    def written_links(self, ids: Iterable[int], limit: int) -> dict[int, tuple[Link, ...]]:
        """The first links of each of these documents as written, wherever they lead."""

    def links_by_name(self, document: Document, limit: int) -> Sequence[tuple[int, Link]]:
        """(number of another document, its link) of links that call this one by a name it has now; so many a name."""

    def edges(self) -> Sequence[tuple[int, int]]:
        """(document, document it links to) by number, of every link that leads to another document, each pair once."""

    def tags(self) -> Sequence[tuple[str, int]]:
        """(tag of the person, document by number), as written, in the order of documents."""

    def heads(self, ids: Iterable[int]) -> dict[int, Document]:
        """Documents without their texts and tags, in the order asked for: cheap, however long they are."""

    def sources(self, *, counted: bool = True) -> tuple[Source, ...]:
        """In the order of ids; without counting, `documents` is 0 and nothing but the sources is read."""

    def records(self, *, source: int = 0, status: str = "") -> Iterator[FileRecord]: ...

    def stamps(self, source: int, below: str = "") -> dict[str, Stamp]:
        """The receipt of a source by path, its rows of files of rows only counted; `below` is one path or a folder."""

    def row_documents(self, source: int, path: str) -> dict[str, RowStamp]:
        """The documents that came from the rows of one file, by key."""

    def removed_rows(self, source: int, path: str) -> frozenset[str]:
        """The hashes of those rows of one file whose documents were removed by the person."""

    def keys(self) -> tuple[str, ...]:
        """Every key, in order; for those who look for the nearest one."""

    def record_of(self, document_id: int) -> FileRecord | None: ...

    def keys_of(self, ids: Iterable[int]) -> dict[int, str]:
        """The keys of those documents that are there, without their texts."""

    def owners(self, keys: Iterable[str]) -> dict[str, tuple[int, int]]:
        """key -> (document id, source id), of the keys that are taken."""

    def scan(self, pieces: Sequence[str], *, before: int, documents: int) -> Sequence[Scanned]:
        """So many documents with no change from `before` on, the newest change first: which pieces their texts hold.

        A piece is a few letters or signs as they stand; whether plain letters are capitals does not matter. `before` 0
        is the newest.
        """

    def changes(self, since: int) -> Iterator[Change]: ...

    def seq(self) -> int: ...

    def counts(self) -> Counts: ...

    def undoable(self) -> str:
        """The label of what `undo` would put back; empty if nothing."""


class Index(Protocol):
    def language(self) -> str:
        """`en` or `none`: whose stems its words are."""

    def candidates(self, lane: str, query: Query, limit: int) -> Sequence[Candidate]:
        """Best first, and only what the query's filters let through and what holds nothing that it excludes.

        `lexical` gives chunks, no document's crowding out the others. `title` gives documents, and so does `date`:
        those near the query's days, or the newest that are let through where it has neither days nor terms. `tag`
        gives those with a tag that the query says, scored by how much of the query that is.
        """

    def admits(self, query: Query, document_ids: Iterable[int]) -> frozenset[int]:
        """Those that the query's filters let through and that hold nothing it excludes."""

    def frequencies(self, query: Query) -> tuple[int, tuple[int, ...]]:
        """(how many documents there are, in how many of them each term of the query stands: estimated if in many)."""

    def spelled_like(self, stems: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For stems that stand nowhere: the few nearest ones that do, a letter or two off, with the same beginning."""

    def common(self, query: Query) -> frozenset[str]:
        """The terms of a query that stand in more than half of the chunks, by `Term.text`."""

    def holding(self, query: Query, document_ids: Iterable[int]) -> dict[int, frozenset[str]]:
        """The terms of a query that stand anywhere in each of these documents, by `Term.text`."""

    def named(self, names: Iterable[str], *, found: bool = True) -> Sequence[Named]:
        """What goes by one of these names, whatever their case: documents, and names `found` in two or more of them."""

    def nearly(self, name: str, limit: int) -> Sequence[Named]:
        """Names that may have been meant, not yet compared letter by letter; so many of each kind."""

    def initials(self, letters: str, limit: int) -> Sequence[Named]:
        """Names that may have these initials, not yet compared word by word; so many of each kind."""

    def best_known(self, limit: int) -> Sequence[Named]:
        """The names found in most documents, with their number."""

    def searchable(self) -> int: ...

    def watermark(self) -> int: ...

    def catch_up(self, changes: Callable[[int], Iterator[Change]]) -> int: ...

    def rebuild(self, counted: Callable[[int], None]) -> int: ...


class Database(Protocol):
    """The file behind a store, as those who look after it need it: made, upgraded, copied, checked, closed."""

    path: Path
    current: int  # the newest schema this program knows

    def engine(self) -> str:
        """What reads the file, with its version; raises UnsafeSQLite for one with known corruption bugs."""

    def create(self) -> None: ...

    def version(self) -> int: ...

    def migrate(self) -> tuple[int, int]:
        """(version before, version after)."""

    def copy_to(self, target: Path) -> None:
        """A consistent moment, whoever writes meanwhile."""

    def damage(self, *, thorough: bool = False) -> list[str]: ...

    def turn(self, wait_seconds: float) -> AbstractContextManager[None]:
        """Hold the only right to write in this folder, without touching the file."""

    def settle(self) -> None:
        """In our turn: everything in the one file and no log beside it; Busy while anybody else has it open."""

    def checkpoint(self) -> bool:
        """Empty the log into the file; false while a reader elsewhere still needs it."""

    def close(self) -> None: ...


class Opened(Struct, frozen=True, kw_only=True):
    """What an engine offers for one folder: the file, and a store and an index that are joined in it."""

    database: Database
    store: Store
    index: Index
