"""What every surface holds: one folder, its verbs, and nothing decided anywhere else.

The first verb that writes makes the library. Reading never writes, and in a folder without a library it says so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self, overload

import msgspec

from wellhead.errors import BadInput, NotFound, UsageError
from wellhead.files import MARKER, folder_bytes, make_folder, refuse_notes, refuse_unsafe_place, touch_private
from wellhead.model.document import Chunk, Document, Draft, Link, Source, location
from wellhead.model.events import Event, Observer, ignore
from wellhead.model.neighbourhood import Entity, Portrait, Related, Topic, Topics
from wellhead.model.options import LANES, MAX_LIMIT, MODES, NEAR, AddOptions, SearchOptions, Settings
from wellhead.model.query import Filter, SearchResult
from wellhead.model.receipt import Receipt
from wellhead.model.state import Check, LibraryStatus
from wellhead.ports import FileRecord, Importer, Opened
from wellhead.text.keys import parse_key

if TYPE_CHECKING:
    from wellhead.ingest.add import Ingest
    from wellhead.ingest.remove import Removal


class Library:
    """Everything a person saved, in one folder. Safe for many threads, not across a fork."""

    def __init__(
        self,
        folder: Path,
        opened: Opened,
        *,
        importers: Callable[[], Sequence[Importer]],
        settings: Settings,
        now: Callable[[], datetime],
        zone: Callable[[], tzinfo] = lambda: UTC,
        observers: Sequence[Observer] = (),
    ) -> None:
        self.folder, self.settings = folder, settings
        self.sources = Sources(self)
        self._database, self._store, self._index = opened.database, opened.store, opened.index
        self._importers, self._now, self._zone, self._observers = importers, now, zone, tuple(observers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files; the library can be used again afterwards."""
        self._database.close()

    def exists(self) -> bool:
        """Whether there is a library in the folder yet."""
        return self._database.path.exists()

    def create(self, *, insist: bool = False) -> bool:
        """Make the library if it is not there; `insist` also on a network or cloud-synced folder, or among notes."""
        if self.exists() and self._database.version():
            return False
        if not insist:
            refuse_unsafe_place(self.folder)
            refuse_notes(self.folder)
        make_folder(self.folder)
        touch_private(self.folder / MARKER)
        self._database.create()
        return True

    # --- bringing in ------------------------------------------------------------------------------------------------

    def add(
        self,
        what: str | Path | Iterable[Document | Draft],
        *,
        options: AddOptions | None = None,
        emit: Observer = ignore,
    ) -> Receipt:
        """A folder, a file, or documents; every path that was found is accounted for in the receipt."""
        if not isinstance(what, (str, Path)):
            return self._ingest().documents(what, self._writing(options), self._told(emit))
        self.expect(what)
        return self._ingest().path(str(what), self._writing(options), self._told(emit))

    def expect(self, path: str | Path) -> None:
        """Refuse a path that cannot be taken in, before anything is written for it or for another one."""
        self._ingest().refuse(str(path))

    def add_stream(self, stream: BinaryIO, *, options: AddOptions | None = None, emit: Observer = ignore) -> Receipt:
        """One note, as it comes in."""
        options = self._writing(options)
        return self._ingest().stream(stream, options, self._told(emit))

    def sync(self, *, options: AddOptions | None = None, emit: Observer = ignore) -> Receipt:
        """Every known folder and file again."""
        return self._ingest().again(options or self.settings.add, self._told(emit))

    def watch(
        self,
        path: str | Path | None = None,
        *,
        emit: Observer = ignore,
        stop: threading.Event,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep the known folders current, or the one that `path` names (added if it is new), until `stop` is set."""
        from wellhead.ingest.sources import part_of, resolved
        from wellhead.ingest.watch import watch

        if path is not None:
            self.add(path, emit=emit)
        folders = [source for source in self._store.sources() if source.kind == "folder"]
        if path is not None:
            wanted = str(resolved(Path(path)))
            folders = [source for source in folders if part_of(source, wanted) is not None]
        ingest, options, told = self._ingest(), self.settings.add, self._told(emit)

        def again(source: Source, parts: Sequence[str]) -> None:
            present = next((each for each in self._store.sources() if each.id == source.id), None)
            if present is not None:
                ingest.as_before(present, options, told, parts=parts)

        watch(folders, again, stop=stop, ready=ready)

    # --- taking out -------------------------------------------------------------------------------------------------

    def remove(self, keys: Iterable[str], *, forget: bool = False, dry_run: bool = False) -> Receipt:
        """Documents by key, all or none; `forget` leaves nothing of them in this library."""
        keys = list(keys)
        if forget:
            return self._removal().forget(keys, missing=self._not_found, dry_run=dry_run)
        known = self._store.ids(keys)
        for key in keys:
            if key not in known:
                raise self._not_found(key)
        many = "1 document" if len(set(keys)) == 1 else f"{len(set(keys))} documents"
        return self._removal().remove(keys, label=f"remove {many}", dry_run=dry_run)

    def prune(self, *, dry_run: bool = False) -> Receipt:
        """Remove what has been marked stale because its file is gone."""
        return self._removal().prune(dry_run=dry_run)

    def undo(self, *, dry_run: bool = False) -> Receipt:
        """Take back the newest import or deletion."""
        if not self._store.undoable():
            raise BadInput("there is nothing to undo", hint="`undo` takes back the newest import or deletion, once")
        return self._removal().undo(dry_run=dry_run)

    def undoable(self) -> str:
        """What `undo` would take back, as a label; empty if nothing."""
        return self._store.undoable()

    # --- finding ----------------------------------------------------------------------------------------------------

    def search(
        self,
        text: str,
        *,
        mode: str | None = None,
        limit: int | None = None,
        semantic: bool | None = None,
        lanes: Sequence[str] | None = None,
        filters: Mapping[str, str | Sequence[str]] | None = None,
        asked: datetime | None = None,
        explain: bool = False,
    ) -> SearchResult:
        """Documents that answer to the words, best first, each with its best windows.

        `filters` are those that can be typed into the text, by their names: `{"tag": "garden", "-kind": "chat"}`.
        `asked` is the moment from which “yesterday” counts: now, if it is left out. `explain` gives each hit its
        reasons, in sentences.
        """
        from wellhead.search.search import search

        options, moment = self.search_options(mode, limit, semantic, lanes), self._asked(asked)
        given = self._filters(filters, moment) if filters else ()
        return search(
            text,
            store=self._store,
            index=self._index,
            options=options,
            asked=moment,
            filters=given,
            explain=explain,
        )

    def search_options(
        self,
        mode: str | None = None,
        limit: int | None = None,
        semantic: bool | None = None,
        lanes: Sequence[str] | None = None,
    ) -> SearchOptions:
        """The settings with what one call wants different; a value that cannot be used is refused."""
        wanted = {"mode": mode, "limit": limit, "semantic": semantic, "lanes": None if lanes is None else tuple(lanes)}
        unknown = [each for each in lanes or () if each not in LANES]
        if unknown:
            raise UsageError(f"there is no lane {unknown[0]!r}", hint=f"there are {', '.join(LANES)}")
        said = {name: value for name, value in wanted.items() if value is not None}
        if mode is not None and mode not in MODES:
            raise UsageError(f"there is no mode {mode!r}", hint=f"there is {', '.join(MODES)}; others come later")
        if limit is not None:
            bounded_limit(limit)
        return msgspec.structs.replace(self.settings.search, **said)

    def get(self, key: str) -> Document:
        """The document of a key; `NotFound` names the nearest keys."""
        found = self._store.get(key)
        if found is None:
            raise self._not_found(key)
        return found

    def span(self, key: str) -> str:
        """The text under a key, or under a span of one."""
        whole = self._store.get(key)
        if whole is not None:
            return whole.text
        parts = parse_key(key)
        if parts.start is None or parts.end is None:
            raise self._not_found(key)
        document = self.get(key.rpartition("#")[0])
        if not 0 <= parts.start <= parts.end <= len(document.text):
            raise BadInput(
                f"{key} reaches past the text, which has {len(document.text)} characters",
                hint=f"`wellhead get {document.key}` prints all of it",
            )
        return document.text[parts.start : parts.end]

    def documents(self, *, kind: str = "", source: int = 0, stale: bool | None = None) -> Iterator[Document]:
        """In the order of their keys."""
        return self._store.documents(kind=kind, source=source, stale=stale)

    def chunks(self, key: str) -> tuple[Chunk, ...]:
        """The spans a document is cut into, in order."""
        return self._store.chunks(self._number(key))

    def links(self, key: str) -> tuple[Link, ...]:
        """What a document refers to, each link with the key it leads to."""
        self._number(key)
        return self._store.links(key)

    def backlinks(self, key: str) -> tuple[tuple[str, Link], ...]:
        """(key of the document that links here, its link)."""
        self._number(key)
        return self._store.backlinks(key)

    def related(self, key: str, *, limit: int = NEAR) -> tuple[Related, ...]:
        """Documents near one: linked with it, naming it or named by it, sharing rare names or tags; each with why."""
        from wellhead.search.related import related

        self._number(key)
        return related(key, self._store, self._index, limit=bounded_limit(limit))

    @overload
    def topics(self, name: None = None, *, limit: int = NEAR) -> Topics: ...

    @overload
    def topics(self, name: str, *, limit: int = NEAR) -> Topic: ...

    def topics(self, name: str | None = None, *, limit: int = NEAR) -> Topics | Topic:
        """What the library is about: its tags and the neighbourhoods of its links; with a name, one of them."""
        from wellhead.search.topics import topic, topics

        if name is None:
            return topics(self._store, limit=bounded_limit(limit))
        return topic(name, self._store, self._index, limit=bounded_limit(limit))

    @overload
    def entities(self, name: None = None, *, limit: int = NEAR) -> tuple[Entity, ...]: ...

    @overload
    def entities(self, name: str, *, limit: int = NEAR) -> Portrait: ...

    def entities(self, name: str | None = None, *, limit: int = NEAR) -> tuple[Entity, ...] | Portrait:
        """The names that most documents know; with a name, what it stands for and what is said of it."""
        from wellhead.search.portraits import entities, portrait

        if name is None:
            return entities(self._store, self._index, limit=bounded_limit(limit))
        return portrait(name, self._store, self._index, limit=bounded_limit(limit))

    def location(self, document: Document) -> str:
        """Where the file of a document lies; empty if it came from none."""
        source = next((each for each in self._store.sources() if each.id == document.source), None)
        return location(source, document.path) if document.path else ""

    def why_not(self, what: str, *, target: str = "") -> tuple[Check, ...]:
        """Why a path is not in the library, or why a question does not bring `target`."""
        from wellhead.search.why_not import explain_path, explain_query

        if not target:
            return explain_path(what, store=self._store)
        options, asked = self.search_options(), self._asked(None)
        return explain_query(what, target, store=self._store, index=self._index, options=options, asked=asked)

    # --- how it stands ----------------------------------------------------------------------------------------------

    def files(self, *, status: str = "", source: int = 0) -> Iterator[FileRecord]:
        """The newest receipts, a row a path."""
        return self._store.records(status=status, source=source)

    def status(self) -> LibraryStatus:
        """Counts, sources, and how far the index has come."""
        counts = self._store.counts()
        return LibraryStatus(
            library=str(self.folder),
            documents=counts.documents,
            chunks=counts.chunks,
            stale=counts.stale,
            kinds=counts.kinds,
            sources=self._store.sources(),
            seq=self._store.seq(),
            watermark=self._index.watermark(),
            disk_bytes=folder_bytes(self.folder),
        )

    def reindex(self, counted: Callable[[int], None] = lambda documents: None) -> int:
        """Make everything derived again from what is stored; gives the number of chunks."""
        return self._index.rebuild(counted)

    # --- within -----------------------------------------------------------------------------------------------------

    def _writing(self, options: AddOptions | None) -> AddOptions:
        options = options or self.settings.add
        if not options.dry_run:
            self.create()
        return options

    def _asked(self, moment: datetime | None) -> datetime:
        """The moment of a question as the library's own clock shows it; one without a zone is on that clock."""
        zone = self._zone()
        if moment is not None and moment.tzinfo is None:
            return moment.replace(tzinfo=zone)
        return (moment or self._now()).astimezone(zone)

    def _filters(self, filters: Mapping[str, str | Sequence[str]], asked: datetime) -> tuple[Filter, ...]:
        from wellhead.search.filters import given

        return given(filters, asked)

    def _ingest(self) -> Ingest:
        from wellhead.ingest.add import Ingest

        return Ingest(
            store=self._store,
            index=self._index,
            importers=self._importers,
            limits=self.settings.batch,
            now=self._now,
            folder=self.folder,
            exists=self.exists,
            exclude=self.settings.add.exclude,
        )

    def _removal(self) -> Removal:
        from wellhead.ingest.remove import Removal

        return Removal(store=self._store, index=self._index, folder=self.folder, checkpoint=self._database.checkpoint)

    def _told(self, emit: Observer) -> Observer:
        """The observer of one call, and those of the library."""
        if not self._observers:
            return emit

        def tell(event: Event) -> None:
            for observer in (*self._observers, emit):
                observer(event)

        return tell

    def _number(self, key: str) -> int:
        number = self._store.ids([key]).get(key)
        if number is None:
            raise self._not_found(key)
        return number

    def _not_found(self, key: str) -> NotFound:
        from rapidfuzz import process

        near = process.extract(key, self._store.keys(), limit=3, score_cutoff=60)
        hint = f"did you mean {', '.join(each[0] for each in near)}?" if near else "`wellhead search` finds keys"
        return NotFound(f"there is no document {key}", hint=hint)


def bounded_limit(limit: int) -> int:
    """A number of results that can be shown; any other is refused."""
    if not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"a limit of {limit} cannot be used", hint=f"choose one from 1 to {MAX_LIMIT}")
    return limit


class Sources:
    """Where documents come from."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def list(self) -> tuple[Source, ...]:
        return self._library._store.sources()

    def remove(self, source_id: int, *, dry_run: bool = False) -> Receipt:
        """A source with everything that came from it."""
        source = next((each for each in self.list() if each.id == source_id), None)
        if source is None:
            raise NotFound(f"there is no source {source_id}", hint="`wellhead sources` lists them")
        return self._library._removal().source(source, dry_run=dry_run)
