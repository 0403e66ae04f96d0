"""The library that tests of search fill and ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.search.shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path / "library")
    yield made
    made.close()


@pytest.fixture
def unstemmed(tmp_path: Path) -> Iterator[Shelf]:
    """The same without a language."""
    made = Shelf(tmp_path / "unstemmed", language="none")
    yield made
    made.close()
