"""Absence explained: why a path is not in the library, why a question does not bring a document.

Reads the newest receipts, the store and the ranking that `search` itself uses; looks at no file and changes nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from wellhead.model.document import Document, Source, location
from wellhead.model.options import SearchOptions
from wellhead.model.query import Filter, Query, Term
from wellhead.model.receipt import Status
from wellhead.model.state import Check
from wellhead.ports import FileRecord, Index, Store
from wellhead.search.phrasing import listed
from wellhead.search.ranking import rank
from wellhead.search.search import degraded, search
from wellhead.search.standing import FAR, Aim, above, brought_up, standing
from wellhead.text.conditions import unmet
from wellhead.text.days import own_day
from wellhead.text.keys import parse_key, span_key
from wellhead.text.language import foreign
from wellhead.text.windows import Finder

_NEAR = 3
_FIELDS = ("title", "aliases", "tags", "text")


def explain_query(
    text: str, target: str, *, store: Store, index: Index, options: SearchOptions, asked: datetime
) -> tuple[Check, ...]:
    """Is it there, what keeps it out, where does it stand and by which lanes, which words does it hold, what stands
    above it, and what would bring it up: what settles the matter comes first.
    """
    document = _aimed_at(target, store)
    number = 0 if document is None else store.ids([document.key]).get(document.key, 0)
    if document is None or not number:
        return _not_there(target, store)
    near, far = (
        rank(text, store=store, index=index, options=options, limit=limit, asked=asked)
        for limit in (options.limit, FAR)
    )
    barred = tuple(_kept_out(document, near.query, index))
    terms = {term.text: check for term, check in _terms(document, number, near.query, index)}
    aim = Aim(
        document=document,
        number=number,
        near=near,
        far=far,
        found=search(text, store=store, index=index, options=options, asked=asked),
        options=options,
        asked=asked,
        holds={term: check.status == "ok" for term, check in terms.items()},
        barred=bool(barred),
    )
    return (
        _known(document),
        *_behind(store, index),
        *barred,
        *standing(aim),
        *terms.values(),
        *_dropped(near.query),
        *above(aim),
        *brought_up(aim),
    )


def explain_path(path: str, *, store: Store) -> tuple[Check, ...]:
    """What became of a file, or of a document's key: one finding a row of the receipts, then what to do."""
    sources = store.sources()
    rows = list(_rows(path, store, sources))
    if rows:
        return tuple(check for record in rows for check in _row(record, sources, store))
    document = store.get(path) or store.get(_whole_key(path))
    if document is not None:
        return tuple(_document(document))
    return (_unknown_path(path, sources),)


def _aimed_at(target: str, store: Store) -> Document | None:
    """The document of a key, of a key with a span, or of a path."""
    document = store.get(target) or store.get(_whole_key(target))
    if document is not None:
        return document
    keys = (record.key for record in _rows(target, store, store.sources()) if record.key)
    return next((found for key in keys if (found := store.get(key)) is not None), None)


# --- a question ------------------------------------------------------------------------------------------------------


def _known(document: Document) -> Check:
    named = f"{document.key} is in the library: “{document.title}”, {len(document.text):,} characters"
    if document.stale:
        return Check(name="document", status="warning", evidence=f"{named}; {_since(document)}", fix="wellhead sync")
    return Check(name="document", status="ok", evidence=named)


def _behind(store: Store, index: Index) -> Iterator[Check]:
    for each in degraded(store, index):
        yield Check(name="index", status="failed", evidence=each.reason.partition(":")[0], fix="wellhead reindex")


def _dropped(query: Query) -> Iterator[Check]:
    reasons: dict[str, list[str]] = {}
    for term, reason in query.dropped:
        reasons.setdefault(reason, []).append(term)
    for reason, terms in reasons.items():
        yield Check(name="not looked for", status="warning", evidence=f"{listed(terms)}: {reason}")
    if not (query.terms or query.filters or query.anchors or query.days):
        fix = "wellhead search WORD"
        yield Check(name="query", status="failed", evidence="nothing is left of the query to look for", fix=fix)


def _kept_out(document: Document, query: Query, index: Index) -> Iterator[Check]:
    """Each filter it does not meet, and each thing that the query leaves out and it holds."""
    for each in unmet(query, document):
        said = f"{'-' if each.excluded else ''}{each.field}:{each.value}{f' (“{each.text}”)' if each.text else ''}"
        evidence = f"{said} keeps it out: {_is(document, each)}"
        yield Check(name="filter", status="failed", evidence=evidence, fix="wellhead search without it")
    strange = foreign(document.text)
    fields = (document.title, "\n".join(document.aliases), "\n".join(document.tags), document.text)
    for term in query.excluded:
        finder = Finder(Query(text="", terms=(term,)), index.language())
        where = [field for field, _ in _found(finder, fields, strange=strange)]
        if where:
            word = f"“{term.text}”" if term.phrase and not term.cjk else term.text
            evidence = f"-{word} keeps it out: it stands in its {', '.join(where)}"
            yield Check(name="left out", status="failed", evidence=evidence, fix="wellhead search without it")


def _is(document: Document, condition: Filter) -> str:
    """What a document has in place of what a filter asks for."""
    match condition.field:
        case "kind":
            return f"it is a {document.kind}"
        case "tag":
            return f"its tags are {', '.join(document.tags)}" if document.tags else "it has no tag"
        case "author":
            return f"its author is {document.author}" if document.author else "it names no author"
        case "path":
            return f"it lies at {document.path}" if document.path else "it came from no file"
        case "mine":
            return f"it is kept as {document.role.value.replace('_', ' ')}"
        case "after" | "before":
            own = own_day(document)
            return f"its day is {own.day.isoformat()}" if own else "it has no day of its own"


def _terms(document: Document, number: int, query: Query, index: Index) -> Iterator[tuple[Term, Check]]:
    """One finding a term: in which fields it stands, or that it stands nowhere in this document."""
    strange = foreign(document.text)
    fields = (document.title, "\n".join(document.aliases), "\n".join(document.tags), document.text)
    indexed = index.holding(query, [number]).get(number, frozenset())
    for term in query.terms:
        finder = Finder(replace(query, terms=(term,)), index.language())
        where = [f"{field} ({len(found)})" for field, found in _found(finder, fields, strange=strange)]
        if where and term.text in indexed:
            near = ", or what it was taken for," if term.slip else ""
            evidence = f"“{term.text}”{near} stands in its {', '.join(where)}"
            yield term, Check(name="term", status="ok", evidence=evidence)
        elif where:
            evidence = f"“{term.text}” stands in its {', '.join(where)}, but not in the index"
            yield term, Check(name="term", status="failed", evidence=evidence, fix="wellhead reindex")
        else:
            yield term, Check(name="term", status="warning", evidence=_nowhere(term, held=term.text in indexed))


def _found(finder: Finder, fields: Sequence[str], *, strange: bool) -> Iterator[tuple[str, Sequence[object]]]:
    for name, text in zip(_FIELDS, fields, strict=True):
        matches = finder.matches(text, strange=strange)
        if matches:
            yield name, matches


def _nowhere(term: Term, *, held: bool) -> str:
    if term.phrase:
        return f"“{term.text}” does not stand in it in exactly these words"
    return f"“{term.text}” stands only in its headings" if held else f"“{term.text}” does not stand in it"


# --- a path ----------------------------------------------------------------------------------------------------------


def _rows(path: str, store: Store, sources: Sequence[Source]) -> Iterator[FileRecord]:
    """The rows of the newest receipts that speak of this path: itself, or the folder that was passed over with it."""
    for source in sources:
        inside = _inside(path, source)
        if inside is None:
            continue
        for record in store.records(source=source.id):
            folder = record.path.endswith("/") and f"{inside}/".startswith(record.path)
            if record.path == inside or folder:
                yield record


def _inside(path: str, source: Source) -> str | None:
    """The path as the receipt of this source would have it; None if it cannot be there."""
    if source.kind == "file":
        return source.path.rpartition("/")[2] if path in (source.path, source.path.rpartition("/")[2]) else None
    if not path.startswith("/"):
        return path.removeprefix("./")
    root = source.path.rstrip("/") + "/"
    return path.removeprefix(root) if source.kind == "folder" and path.startswith(root) else None


def _row(record: FileRecord, sources: Sequence[Source], store: Store) -> Iterator[Check]:
    source = next((each for each in sources if each.id == record.source), None)
    place = location(source, record.path)
    where = f"{place or record.path}:{record.line}" if record.line else place or record.path
    itself = _adding(place.rstrip("/")) if place else ""
    reason = f": {record.reason}" if record.reason else ""
    if record.status is Status.FAILED:
        yield Check(name="file", status="failed", evidence=f"{where} could not be read{reason}", fix=itself)
        return
    if record.status is Status.REMOVED:
        yield Check(name="file", status="warning", evidence=f"{where} was {record.reason}", fix=itself)
        return
    if record.status is Status.SKIPPED:
        fix = itself if record.path.endswith("/") else ""
        yield Check(name="file", status="warning", evidence=f"{where} was skipped{reason}", fix=fix)
        return
    yield Check(name="file", status="ok", evidence=f"{where} is in the library ({record.status.value})")
    document = store.get(record.key) if record.key else None
    if document is not None:
        yield from _document(document)


def _document(document: Document) -> Iterator[Check]:
    yield _known(document)
    if not document.text.strip():
        yield Check(name="text", status="warning", evidence="it holds no text: only its name can be found")


def _unknown_path(path: str, sources: Sequence[Source]) -> Check:
    """Nothing on record: under a source it was not there at the last import, elsewhere nobody pointed here."""
    for source in sources:
        if source.kind == "folder" and path.startswith("/") and _inside(path, source) is not None:
            when = f" of {source.last_import[:10]}" if source.last_import else ""
            evidence = f"{path} lies in {source.path}, and was not there at the last import{when}"
            return Check(name="file", status="failed", evidence=evidence, fix=_adding(source.path))
    if not path.startswith("/"):
        return Check(
            name="file", status="failed", evidence=f"no file and no document goes by {path!r}", fix="wellhead files"
        )
    evidence = f"{path} lies in no folder that wellhead was given"
    return Check(name="file", status="failed", evidence=evidence, fix=_adding(path))


def _adding(path: str) -> str:
    return f"wellhead add {shlex.quote(path)}"


def _not_there(target: str, store: Store) -> tuple[Check, ...]:
    """A file that an import saw and did not take in tells its reason; of anything else nothing is known."""
    sources = store.sources()
    rows = [check for record in _rows(target, store, sources) for check in _row(record, sources, store)]
    return tuple(rows) or (_unknown_key(target, store),)


def _unknown_key(target: str, store: Store) -> Check:
    word = parse_key(_whole_key(target)).path.rpartition("/")[2].casefold()
    keys = store.keys() if word else ()
    near = [key for key in keys if word in key.casefold()][:_NEAR]
    hint = f"; near it: {', '.join(near)}" if near else ""
    return Check(
        name="document", status="failed", evidence=f"no document has the key {target!r}{hint}", fix="wellhead files"
    )


def _whole_key(key: str) -> str:
    """A key of a span names its document."""
    parts = parse_key(key)
    if parts.start is None or parts.end is None:
        return key
    return key.removesuffix(span_key("", parts.start, parts.end))


def _since(document: Document) -> str:
    return f"its file has been missing since {document.stale[:10]}, and it can still be found"
