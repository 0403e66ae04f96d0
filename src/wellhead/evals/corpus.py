"""What is searched: rows of a corpus under opaque keys, a folder of notes as it is, or whatever fills a library.

An id may give the gold away, and so may the order of the rows: documents are numbered in the order of their ids'
hashes, and a title that is only an id is dropped.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wellhead.errors import BadInput
from wellhead.evals import dates
from wellhead.evals.layout import DocumentRow
from wellhead.library import Library
from wellhead.model.events import Observer
from wellhead.model.query import Hit
from wellhead.model.receipt import Receipt, Status
from wellhead.wire.encode import encode

Stack = Sequence[tuple[str, str]]
"""The documents of one question: (docid, created)."""


class Corpus(Struct, frozen=True, kw_only=True):
    """`fill` puts all documents into a library, or those of one stack; `missing` counts those that are not in it.

    `docid` names a hit as the gold names it.
    """

    fill: Callable[[Library, Stack, Observer], Receipt]
    missing: Callable[[Library, Stack], int]
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

    def fill(library: Library, stack: Stack, emit: Observer) -> Receipt:
        chosen = stack or [(docid, "") for docid in order]
        chosen = sorted(chosen, key=lambda pair: keys[pair[0]])
        with tempfile.TemporaryDirectory(prefix="wellhead-eval-") as place:
            path = Path(place, "documents.jsonl")
            with path.open("wb") as stream:
                stream.writelines(encode(_row(rows[docid], docid, keys, created)) + b"\n" for docid, created in chosen)
            return library.add(path, emit=emit)

    def missing(library: Library, stack: Stack) -> int:
        return len(stack or order) - library.status().documents

    return Corpus(fill=fill, missing=missing, docid=lambda hit: docids[hit.key], knows=rows.__contains__)


def of_folder(folder: Path) -> Corpus:
    """A folder of notes with its links; a document's id is its path in there."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder")

    def fill(library: Library, stack: Stack, emit: Observer) -> Receipt:
        if stack:
            raise BadInput("a folder of notes has no haystacks", hint="give the corpus as a file of rows")
        return library.add(folder, emit=emit)

    def missing(library: Library, stack: Stack) -> int:
        return sum(1 for _ in library.files(status=Status.FAILED))

    return Corpus(
        fill=fill, missing=missing, docid=lambda hit: hit.path, knows=lambda docid: (folder / docid).is_file()
    )


def of_keys(folder: Path) -> Corpus:
    """A folder whose documents bring keys of their own, which are their ids."""
    return replace(of_folder(folder), docid=lambda hit: hit.key, knows=lambda docid: True)


def _row(row: DocumentRow, docid: str, keys: Mapping[str, str], created: str) -> dict[str, object]:
    """The row as documents.jsonl has it, and so what a person's own would be read as."""
    written = row.created if row.created else row.meta.date if row.meta else None
    said = {
        "title": "" if row.title is None or row.title in keys else row.title,
        "kind": row.kind,
        "author": row.author,
        "created": created or dates.created(written),
        "updated": dates.created(row.updated),
        "url": row.url,
        "tags": row.tags,
        "aliases": row.aliases,
        "links": [{"to": keys.get(link.to, link.to), "type": link.type} for link in row.links or ()],
    }
    return {"key": keys[docid], "text": row.text} | {name: value for name, value in said.items() if value}
