"""What is searched: rows of a corpus under opaque keys, a folder of notes as it is, or whatever fills a library.

An id may give the gold away, and so may the order of the rows: documents are numbered in the order of their ids'
hashes, and a title that is only an id is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from wellhead.errors import BadInput
from wellhead.evals import dates
from wellhead.evals.layout import DocumentRow
from wellhead.library import Library
from wellhead.model.document import Draft, Link
from wellhead.model.query import Hit
from wellhead.model.receipt import Receipt

Stack = Sequence[tuple[str, str]]
"""The documents of one question: (docid, created)."""


class Corpus(Struct, frozen=True, kw_only=True):
    """`fill` puts all documents into a library, or those of one stack; `docid` names a hit as the gold names it."""

    fill: Callable[[Library, Stack], Receipt]
    docid: Callable[[Hit], str]
    knows: Callable[[str], bool]


def shuffled(docids: Iterable[str]) -> list[str]:
    """An order that says nothing, the same whoever asks."""
    return sorted(docids, key=lambda docid: (sha256(docid.encode("utf-8", "replace")).digest(), docid))


def of_rows(rows: Mapping[str, DocumentRow]) -> Corpus:
    """Rows of corpus.jsonl."""
    order = shuffled(rows)
    keys = {docid: f"doc:{number:06}" for number, docid in enumerate(order)}
    docids = {key: docid for docid, key in keys.items()}

    def fill(library: Library, stack: Stack) -> Receipt:
        chosen = stack or [(docid, "") for docid in order]
        chosen = sorted(chosen, key=lambda pair: keys[pair[0]])
        return library.add(_draft(rows[docid], docid, keys, created) for docid, created in chosen)

    return Corpus(fill=fill, docid=lambda hit: docids[hit.key], knows=rows.__contains__)


def of_folder(folder: Path) -> Corpus:
    """A folder of notes with its links; a document's id is its path in there."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder")

    def fill(library: Library, stack: Stack) -> Receipt:
        if stack:
            raise BadInput("a folder of notes has no haystacks", hint="give the corpus as a file of rows")
        return library.add(folder)

    return Corpus(fill=fill, docid=lambda hit: hit.path, knows=lambda docid: (folder / docid).is_file())


def of_filler(filler: Callable[[Library], Receipt]) -> Corpus:
    """What a function puts into a library; a document's id is its key."""
    return Corpus(fill=lambda library, stack: filler(library), docid=lambda hit: hit.key, knows=lambda docid: True)


def _draft(row: DocumentRow, docid: str, keys: Mapping[str, str], created: str) -> Draft:
    title = "" if row.title is None or row.title in keys else row.title
    written = row.created if row.created else row.meta.date if row.meta else None
    return Draft(
        key=keys[docid],
        text=row.text,
        title=title,
        kind=row.kind or "",
        author=row.author or "",
        created=created or dates.created(written),
        updated=dates.created(row.updated),
        url=row.url or "",
        tags=row.tags or (),
        aliases=row.aliases or (),
        links=tuple(Link(to=keys.get(link.to, link.to), type=link.type) for link in row.links or ()),
    )
