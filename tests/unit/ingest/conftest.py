"""A library in a folder of its own, a vault beside it, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wellhead import adapters
from wellhead.library import Library
from wellhead.model.options import Settings

NOW = datetime(2031, 5, 4, 12, 0, tzinfo=UTC)
Write = Callable[..., Path]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    folder = tmp_path / "library"
    with Library(
        folder, adapters.engine(folder), importers=adapters.importers(), settings=Settings(), now=lambda: NOW
    ) as made:
        yield made


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def write(vault: Path) -> Write:
    """Write notes below the vault: write({"a/b.md": "text"})."""

    def put(notes: dict[str, str | bytes]) -> Path:
        for name, text in notes.items():
            path = vault / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return vault

    return put
