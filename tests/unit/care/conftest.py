"""The small library of `sample`, as a fixture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.care.sample import Fill, entry, put
from wellhead import adapters
from wellhead.files import MARKER, make_folder, touch_private
from wellhead.model.document import Role, Source


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """A library with `count` notes, closed; its marker, settings, an original and a reviewed case are there."""

    def filled(name: str = "library", count: int = 30, note: str = "") -> Path:
        folder = tmp_path / name
        make_folder(folder)
        touch_private(folder / MARKER)
        opened = adapters.engine(folder)
        opened.database.create()
        vault = tmp_path / "vault"
        vault.mkdir(exist_ok=True)
        with opened.store.transaction() as writer:
            source = writer.add_source(Source(path=str(vault), kind="folder", role=Role.OWN_NOTE))
        put(opened, (entry(number, source.id, note=note) for number in range(count)))
        opened.database.close()
        for below, content in (
            ("config.toml", f"# kept for {name}\nsearch.limit = 7\n"),
            ("originals/ab/" + "c0" * 15, f"bytes of {name}"),
            ("evals/cases/first-case.json", "{}"),
        ):
            path = folder / below
            for part in reversed(path.relative_to(folder).parents):
                make_folder(folder / part)
            touch_private(path)
            path.write_text(content, encoding="utf-8")
        return folder

    return filled
