"""A Draft, which is what a file claims, becomes an Entry, which is what the library holds.

Settles kind, role, title and key; cuts the text into chunks. A claim never raises trust. Pure: no clock, no disk.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct

from wellhead.ingest.chunk import chunks
from wellhead.model.document import Chunk, Document, Draft, Link, Role, Source
from wellhead.model.kinds import settled_role
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord, FileStamp
from wellhead.text.keys import fault_of_key, is_kind, make_key, titled_key

DEFAULT_KIND = "note"
_TITLE_CHARS = 80
_DRAFT = msgspec.msgpack.Decoder(Draft)
_OWN_WORDS = frozenset({"markdown", "canvas"})


class Settled(Struct, frozen=True, kw_only=True):
    """A document that only lacks its final key. `number` is the document it replaces, 0 for a new one.

    `key` is what the document wants to be called. `by_key` says that the key is what makes it this document: whoever
    holds it is replaced.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...] = ()
    record: FileRecord
    key: str
    by_key: bool = False
    number: int = 0


def digest(data: bytes) -> str:
    """The content hash that everything here goes by."""
    return blake2b(data, digest_size=16).hexdigest()


def text_digest(text: str) -> str:
    return digest(text.encode("utf-8", "surrogatepass"))


def draft_digest(draft: Draft) -> str:
    """Of everything a row says, whatever line it stands on."""
    return digest(msgspec.msgpack.encode(msgspec.structs.replace(draft, line=0)))


def fault_of_draft(draft: Draft) -> str:
    """Why a draft cannot be kept, whoever made it; empty if it can."""
    try:
        _DRAFT.decode(msgspec.msgpack.encode(draft))
    except UnicodeEncodeError:
        return "a text with lone surrogates in it, which no file can hold"
    except (msgspec.ValidationError, OverflowError, TypeError, RecursionError) as error:
        return f"it is no document: {error}"
    places = [each.start for each in draft.anchors] + [
        place for each in draft.links for place in (each.start, each.end)
    ]
    if any(not 0 <= place <= len(draft.text) for place in places):
        return f"an anchor or a link of it lies outside of its text of {len(draft.text)} characters"
    return ""


def given_role(source: Source, importer: str) -> Role | None:
    """What the person said of this source; a folder of notes holds their own words unless they said otherwise."""
    if source.role is not None:
        return source.role
    return Role.OWN_NOTE if source.kind == "folder" and importer in _OWN_WORDS else None


def settle(draft: Draft, *, source: Source, path: str, stamp: FileStamp, role: Role | None, named: bool) -> Settled:
    """`named`: the document has a path of its own to be called by; else its title and text name it."""
    kind = kind_of(draft)
    title = draft.title or (stem(path) if named else first_words(draft.text))
    given = bool(draft.key) and not fault_of_key(draft.key)
    key = draft.key if given else make_key(kind, path) if named else wanted_key(draft)
    document = Document(
        key=key,
        title=title,
        text=draft.text,
        kind=kind,
        role=settled_role(kind, draft.role, role),
        source=source.id,
        path=path,
        url=draft.url,
        author=draft.author,
        created=draft.created,
        updated=draft.updated,
        tags=draft.tags,
        aliases=draft.aliases,
        anchors=draft.anchors,
        hash=text_digest(draft.text),
    )
    record = FileRecord(
        path=path or key,
        line=draft.line,
        status=Status.INDEXED,
        reason="; ".join(draft.notes),
        stamp=stamp,
        source=source.id,
    )
    return Settled(
        document=document,
        chunks=chunks(draft.text, draft.headings),
        links=draft.links,
        record=record,
        key=key,
        by_key=not named,
    )


def entry(settled: Settled, key: str, before: Document | None) -> Entry:
    """The settled document under its final key; a model's tags outlive an edit."""
    document = settled.document
    if key != document.key or before is not None:
        document = msgspec.structs.replace(
            document, key=key, model_tags=before.model_tags if before is not None else document.model_tags
        )
    return Entry(
        document=document,
        chunks=settled.chunks,
        links=settled.links,
        record=settled.record,
    )


def kind_of(draft: Draft) -> str:
    return draft.kind if is_kind(draft.kind) else DEFAULT_KIND


def wanted_key(draft: Draft) -> str:
    """The key of something that has no path: the one it asks for, or its title and its text."""
    return draft.key or titled_key(kind_of(draft), draft.title or first_words(draft.text), draft.text)


def first_words(text: str) -> str:
    """A title for what has none: its first line, as far as a title goes."""
    line = text.lstrip().partition("\n")[0].strip()
    return line if len(line) <= _TITLE_CHARS else f"{line[:_TITLE_CHARS].rsplit(' ', 1)[0]}…"


def stem(path: str) -> str:
    """The name of a file without its last ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
