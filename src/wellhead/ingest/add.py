"""The verbs that bring documents in: a path, a note from a stream, a caller's documents, everything known again."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from wellhead.deadline import Stopwatch
from wellhead.errors import BadInput, NotFound
from wellhead.ingest import sources
from wellhead.ingest.batch import Batch, Undoing
from wellhead.ingest.journey import Journey
from wellhead.ingest.pipeline import FileImport
from wellhead.ingest.reading import Attempt, Importers, read_one, too_large
from wellhead.ingest.receipt import Tally
from wellhead.ingest.rows import Rows
from wellhead.ingest.settle import fault_of_draft
from wellhead.model.document import BadRow, Document, Draft, Role, Source
from wellhead.model.events import FilesFound, ImportFinished, ImportStarted, Observer
from wellhead.model.options import AddOptions, BatchLimits
from wellhead.model.receipt import FileOutcome, Receipt, Status, added_up
from wellhead.ports import Importer, Index, Store
from wellhead.text.names import bounded, kept

_ADDRESS = ("http://", "https://")
_STDIN = "note.md"


class Ingest:
    """`exists` says whether the library is there: a rehearsal of the first import has nothing to compare with."""

    def __init__(
        self,
        *,
        store: Store,
        index: Index,
        importers: Callable[[], Sequence[Importer]],
        limits: BatchLimits,
        now: Callable[[], datetime],
        folder: Path,
        exists: Callable[[], bool],
        exclude: tuple[str, ...] = (),
    ) -> None:
        self._store, self._index, self._limits, self._exclude = store, index, limits, exclude
        self._importers, self._now, self._folder, self._exists = importers, now, folder, exists

    def path(self, what: str, options: AddOptions, emit: Observer) -> Receipt:
        """A folder or a file; an address is accounted for, and left alone."""
        if what.lower().startswith(_ADDRESS):
            return _skipped(what, "not yet: web addresses come with a later version; save the text and add the file")
        path = self.refuse(what)
        if options.exclude == self._exclude:  # holds for every folder anyway, and is none of this one's own
            options = msgspec.structs.replace(options, exclude=())
        place = sources.place_of(path, self._known(), options)
        return self.source(place, options, emit, asked=what)

    def refuse(self, what: str) -> Path:
        """Where a path leads, if it can be taken in; an address is not looked for."""
        if what.lower().startswith(_ADDRESS):
            return Path(what)
        path = sources.resolved(Path(what))
        sources.refuse_library(path, self._folder)
        return path

    def source(
        self,
        place: sources.Place,
        options: AddOptions,
        emit: Observer,
        *,
        asked: str = "",
        parts: Sequence[str] = (),
        undoing: Undoing | None = None,
    ) -> Receipt:
        """A source that is settled; `parts` are some paths of it, else all below the place is meant.

        `asked` is the path in the person's words, if they named one: what they removed there comes back.
        """
        watch = Stopwatch()
        emit(ImportStarted(path=asked or place.source.path))
        journey = self._journey(options, emit, undoing or Undoing(f"add {place.source.path}"))
        if place.unused:
            journey.tally.say(place.unused)
        source, reread = self._settled(place, journey)
        journey.batch.of(source)

        def found(number: int) -> None:
            journey.batch.found = number
            emit(FilesFound(found=number))

        below = place.below if place.source.kind == "folder" else ""
        FileImport(journey, source, known=bool(source.id) and journey.exists, reread=reread).run(
            parts or (below,), place.below if asked else "", found
        )
        journey.batch.close(journey.moment())
        receipt = journey.tally.receipt(seconds=watch.seconds(), dry_run=options.dry_run)
        emit(ImportFinished(path=asked or source.path, receipt=receipt))
        return receipt

    def _settled(self, place: sources.Place, journey: Journey) -> tuple[Source, bool]:
        """The source as it is kept, and whether everything of it has to be read again."""
        before = next((each for each in self._known() if each.id == place.source.id), None)
        reread = bool(place.inner) or (before is not None and before.role != place.source.role)
        if journey.options.dry_run:
            return place.source, reread
        if before is None:
            return self._arrived(place, journey), reread
        if (before.role, before.exclude) != (place.source.role, place.source.exclude):
            with self._store.transaction() as writer:
                journey.batch.undoing.begin(writer)
                writer.change_source(place.source)
            journey.batch.undoing.committed()
        return place.source, reread

    def _arrived(self, place: sources.Place, journey: Journey) -> Source:
        """A new source, with those it takes in; undoing the import takes it away again."""
        with self._store.transaction() as writer:
            journey.batch.undoing.begin(writer)
            source = writer.add_source(place.source)
            for inner in place.inner:
                below = sources.part_of(source, inner.path) or ""
                folder = f"{below}/" if inner.kind == "folder" else below.removesuffix(os.path.basename(below))
                writer.adopt(inner, source, folder)
        journey.batch.undoing.committed()
        return source

    def stream(self, stream: BinaryIO, options: AddOptions, emit: Observer) -> Receipt:
        """One note from standard input; its bytes are kept, for there is no file."""
        data = stream.read(options.max_file_bytes + 1)
        if len(data) > options.max_file_bytes:
            raise BadInput(too_large(len(data), options.max_file_bytes))
        if not data.strip():
            return _skipped("-", "empty: nothing came in")
        importer = Importers(self._importers()).for_path(_STDIN)
        draft = read_one(Attempt(importer, io.BytesIO(data), "")) if importer is not None else None
        drafts = [] if draft is None else [draft]
        return self._rows(Source(path="-", kind="stdin"), drafts, options, emit, original=data)

    def documents(self, documents: Iterable[Document | Draft], options: AddOptions, emit: Observer) -> Receipt:
        """What a caller made itself."""
        drafts = (draft_of(each, number) for number, each in enumerate(documents, 1))
        return self._rows(Source(path="python", kind="python"), drafts, options, emit)

    def _rows(
        self,
        source: Source,
        drafts: Iterable[Draft | BadRow],
        options: AddOptions,
        emit: Observer,
        *,
        original: bytes = b"",
    ) -> Receipt:
        watch = Stopwatch()
        emit(ImportStarted(path=source.path))
        journey = self._journey(options, emit, Undoing(f"add {source.path}"))
        place = (source.kind, source.path)
        source = next((each for each in self._known() if (each.kind, each.path) == place), source)
        if not options.dry_run and not source.id:
            source = self._arrived(sources.Place(source, ""), journey)
        journey.batch.of(source)
        Rows(journey, source, options.role, original=original).run(drafts)
        journey.batch.close(journey.moment())
        receipt = journey.tally.receipt(seconds=watch.seconds(), dry_run=options.dry_run)
        emit(ImportFinished(path=source.path, receipt=receipt))
        return receipt

    def again(self, options: AddOptions, emit: Observer) -> Receipt:
        """Every folder and file that is known, as it was added."""
        watch, undoing = Stopwatch(), Undoing("sync")
        on_disk = [source for source in self._store.sources() if source.kind in ("folder", "file")]
        receipts = [self.as_before(source, options, emit, undoing=undoing) for source in on_disk]
        return added_up(receipts, seconds=watch.seconds(), dry_run=options.dry_run)

    def as_before(
        self,
        source: Source,
        options: AddOptions,
        emit: Observer,
        *,
        parts: Sequence[str] = (),
        undoing: Undoing | None = None,
    ) -> Receipt:
        """A source that is not there today (a drive, a share) keeps its documents as they are, and the others go on."""
        try:
            return self.source(sources.Place(source, ""), options, emit, parts=parts, undoing=undoing)
        except (BadInput, NotFound) as error:
            tally = Tally()
            reason = f"{error.message}; its {source.documents} documents are kept as they are"
            tally.note(FileOutcome(path=source.path, status=Status.FAILED, reason=reason))
            receipt = tally.receipt(seconds=0.0, dry_run=options.dry_run)
            emit(ImportFinished(path=source.path, receipt=receipt))
            return receipt

    def _known(self) -> tuple[Source, ...]:
        return self._store.sources() if self._exists() else ()

    def _journey(self, options: AddOptions, emit: Observer, undoing: Undoing) -> Journey:
        tally = Tally()
        batch = Batch(
            self._store,
            self._index,
            self._limits,
            tally,
            emit,
            folder=self._folder,
            undoing=undoing,
            dry_run=options.dry_run,
        )
        return Journey(
            store=self._store,
            importers=Importers(self._importers()),
            options=options,
            batch=batch,
            tally=tally,
            now=self._now,
            exists=self._exists(),
            exclude=self._exclude,
        )


def draft_of(document: object, number: int) -> Draft | BadRow:
    """A caller's document as a claim like any other; the texts it came with, and nothing the library gives."""
    if isinstance(document, Draft):
        draft = msgspec.structs.replace(document, line=number)
    elif isinstance(document, Document):
        draft = Draft(
            text=document.text,
            title=document.title,
            key=document.key,
            kind=document.kind,
            role="" if document.role is Role.RAW_SOURCE else document.role,
            author=document.author,
            created=document.created,
            updated=document.updated,
            url=document.url,
            tags=document.tags,
            aliases=document.aliases,
            anchors=document.anchors,
            line=number,
        )
    else:
        return BadRow(line=number, reason=f"a {type(document).__name__} is no Document")
    fault = fault_of_draft(draft)
    return BadRow(line=number, reason=fault) if fault else _bounded(draft)


def _bounded(draft: Draft) -> Draft:
    """Names as long as names are: the same for a caller as for a file."""
    tags, tags_cut = bounded(kept(draft.tags), "tags")
    aliases, aliases_cut = bounded(kept(draft.aliases), "aliases")
    notes = (*draft.notes, *(note for note in (tags_cut, aliases_cut) if note))
    title = kept((draft.title,))[0]
    return msgspec.structs.replace(draft, title=title, tags=tags, aliases=aliases, notes=notes)


def _skipped(what: str, reason: str) -> Receipt:
    tally = Tally()
    tally.note(FileOutcome(path=what, status=Status.SKIPPED, reason=reason))
    return tally.receipt(seconds=0.0)
