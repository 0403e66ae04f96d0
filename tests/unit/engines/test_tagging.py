"""Which tags a question is compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from wellhead.engines.sqlite import tagging
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.testing.samples import entry, query


@pytest.mark.parametrize(("before", "found"), [(0, True), (tagging._SAID - 1, True), (tagging._SAID, False)])
def test_only_the_first_words_of_a_question_may_be_a_tag(tmp_path: Path, before: int, found: bool) -> None:
    engine = Engine(tmp_path / "library")
    engine.create()
    with SqliteStore(engine).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put([entry("oak.md", "leaves", tags=("tide-mill",))])
    long = " ".join([*(f"word{number}" for number in range(before - 1)), "tide", "mill"]) if before else "tide mill"
    candidates = SqliteIndex(engine).candidates("tag", query(phrases=[f"{long} end"]), 10)
    assert bool(candidates) is found
    engine.close()
