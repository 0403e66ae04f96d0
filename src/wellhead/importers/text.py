"""Plain text, as it is: no marks, no claims; a `#` in it is only a character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from wellhead.importers.decode import read_text
from wellhead.model.document import Draft


class TextImporter:
    name = "text"
    extensions = frozenset({".txt", ".text"})
    rows = False

    def accepts(self, path: str, head: bytes) -> bool:
        return path.lower().endswith((".txt", ".text"))

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft]:
        yield Draft(text=read_text(stream), kind="text")
