from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from wellhead import adapters
from wellhead.errors import UnknownName
from wellhead.ingest.reading import Importers
from wellhead.model.document import BadRow, Draft


class Shout:
    name = "shout"
    extensions = frozenset({".md", ".loud"})
    rows = False

    def accepts(self, path: str, head: bytes) -> bool:
        return True

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft | BadRow]:
        yield Draft(text=stream.read().decode().upper())


def test_every_name_can_be_made() -> None:
    made = adapters.importers()()
    assert [each.name for each in made] == list(adapters.IMPORTERS)
    assert adapters.importers(["text"])()[0].name == "text"


def test_a_ready_object_comes_first() -> None:
    importers = Importers(adapters.importers([Shout()])())
    assert importers.for_path("a.loud") is importers.for_path("a.md")
    assert importers.for_path("a.txt") is not importers.for_path("a.md")


def test_an_unknown_name_is_said() -> None:
    with pytest.raises(UnknownName, match="nonesuch"):
        adapters.importers(["nonesuch"])()


def test_an_engine_opens_nothing_before_it_is_used(tmp_path: Path) -> None:
    opened = adapters.engine(tmp_path / "library")
    assert not opened.database.path.exists()
    opened.database.close()
