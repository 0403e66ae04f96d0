from __future__ import annotations

import io

from wellhead.importers.text import TextImporter
from wellhead.model.document import Draft


def test_plain_text_is_only_text() -> None:
    text = "# no heading\r\n[[no link]] #no-tag\n---\ntitle: no\n"
    assert list(TextImporter().read(io.BytesIO(text.encode()), "a.txt")) == [Draft(text=text, kind="text")]


def test_it_takes_text_by_its_endings() -> None:
    importer = TextImporter()
    assert importer.accepts("a.txt", b"")
    assert importer.accepts("A.TEXT", b"")
    assert not importer.accepts("README", b"text")
