"""documents.jsonl of a whole library: one row a document in the order of keys, in the shape that `add` reads.

Added to another library with `--role own_note`, it gives the same rows there (but for the source): what is the
person's own is said by the person, and a row can only say that it is less.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from wellhead.errors import CannotWrite
from wellhead.files import atomic_write
from wellhead.ports import Store
from wellhead.wire.documents import encode_row


def write(store: Store, stream: BinaryIO) -> int:
    """How many documents were written."""
    names = {source.id: source.path for source in store.sources()}
    count = 0
    for document in store.documents():
        row = encode_row(document, links=store.links(document.key), source=names.get(document.source, ""))
        stream.write(row)
        count += 1
    return count


def to_file(store: Store, target: Path) -> int:
    """The same into a private file that is there whole or not at all; an older one of this name is replaced."""
    if os.path.isdir(target) or not os.path.isdir(target.parent):
        raise CannotWrite(f"{target} is not the name of a file in a folder that exists", hint="name a file to write to")
    with atomic_write(target) as stream:
        return write(store, stream)
