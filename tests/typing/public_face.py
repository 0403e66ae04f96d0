"""A small program on the public face alone, under mypy strict: what it says of types is what a person may rely on."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import wellhead
from wellhead import Document, Hit, Library, Receipt, Role, SearchResult, WellheadError
from wellhead.model.document import Draft
from wellhead.model.events import Event
from wellhead.model.options import AddOptions
from wellhead.ports import Importer


def titles(folder: Path, question: str) -> list[str]:
    with wellhead.open(folder) as library:
        assert_type(library, Library)
        result = library.search(question, limit=5)
        assert_type(result, SearchResult)
        assert_type(result.results, tuple[Hit, ...])
        return [hit.title for hit in result.results]


def fill(library: Library, folder: Path) -> Receipt:
    def said(event: Event) -> None:
        print(event)

    receipt = library.add(folder, options=AddOptions(role=Role.OWN_NOTE), emit=said)
    assert_type(receipt.found, int)
    library.add([Document(title="One", text="Given by Python."), Draft(text="Another.")])
    return receipt


def text_of(library: Library, key: str) -> str:
    try:
        document = library.get(key)
    except WellheadError as error:
        return f"{error.message} {error.hint}"
    assert_type(document, Document)
    assert_type(document.role, Role)
    return document.text


def read(importer: Importer, path: Path) -> list[Draft]:
    with path.open("rb") as stream:
        return [each for each in importer.read(stream, path.name) if isinstance(each, Draft)]
