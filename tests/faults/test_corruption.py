"""A damaged library.db: whatever byte has changed, there is an answer or a clear error, and never a crash."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import WellheadError
from wellhead.model.document import Source
from wellhead.testing.samples import entry, query

FLIPS = 500
WORDS = ("granite", "valley", "copper", "lantern", "orchard", "sail", "winter", "ledger")


def _library(folder: Path, luck: random.Random) -> Path:
    engine = Engine(folder)
    engine.create()
    with SqliteStore(engine).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.begin_undo("add")
        writer.put(
            [
                entry(
                    f"f{i % 5}/{i}.md",
                    "\n\n".join(" ".join(luck.choices(WORDS, k=9)) for _ in range(4)) + f" [[{i + 1}]]",
                    tags=(f"t{i}",),
                )
                for i in range(60)
            ]
        )
        writer.begin_undo("change")
        writer.put([entry("f0/0.md", "changed [[1]]"), entry("f1/1.md", "changed as well")])
    assert engine.checkpoint()
    engine.close()
    return engine.path


def _answers(engine: Engine) -> list[str]:
    """Every way to read and to write, in turn: what each said that was no answer."""
    store, index = SqliteStore(engine), SqliteIndex(engine)

    def write() -> None:
        with store.transaction() as writer:
            writer.begin_undo("more")
            writer.put([entry("f0/0.md", "changed again"), entry("new.md", "new [[0]]")])
            writer.remove(["note:f2/2"])

    def undo() -> None:
        with store.transaction() as writer:
            writer.undo()

    calls: list[Callable[[], object]] = [
        engine.version,
        engine.damage,
        lambda: list(store.documents()),
        lambda: [store.links(key) + tuple(link for _, link in store.backlinks(key)) for key in store.keys()[:9]],
        lambda: [store.chunks(number) for number in range(1, 9)],
        lambda: store.chunk_rows(range(1, 50)),
        lambda: (store.counts(), store.seq(), store.sources(), store.undoable()),
        lambda: (list(store.records()), store.stamps(1), list(store.changes(0))),
        lambda: index.candidates("lexical", query(*WORDS), 50),
        lambda: index.candidates("title", query("1.md"), 50),
        lambda: (index.common(query(*WORDS)), index.searchable(), index.watermark()),
        write,
        undo,
        lambda: index.rebuild(lambda done: None),
    ]
    refused = []
    for call in calls:
        try:
            call()
        except WellheadError as error:
            refused.append(error.message)
    return refused


@pytest.mark.parametrize("part", range(5))
def test_a_changed_byte_is_never_a_crash(tmp_path: Path, seed: int, part: int) -> None:
    """After each of 500 changes to the file, every verb answers or tells what is wrong, in our words."""
    luck = random.Random(seed + part)
    sound = _library(tmp_path / "sound", luck)
    size = sound.stat().st_size
    told = 0
    for _ in range(FLIPS // 5):
        folder = tmp_path / "hurt"
        shutil.copytree(sound.parent, folder)
        with open(folder / "library.db", "r+b") as file:
            for _ in range(luck.choice((1, 1, 1, 8, 200))):
                file.seek(luck.randrange(100 if luck.random() < 0.1 else size))
                file.write(bytes([luck.randrange(256)]))
        engine = Engine(folder)
        told += bool(_answers(engine))
        engine.close()
        shutil.rmtree(folder)
    assert 0 < told < FLIPS // 5


def test_a_cut_file_is_never_a_crash(tmp_path: Path, seed: int) -> None:
    """A file that ends too early, at any page or in the middle of one, is told as damaged or still answers."""
    luck = random.Random(seed)
    sound = _library(tmp_path / "sound", luck)
    for length in (0, 1, 50, 100, 4096, 5000, 8192, 20_000, sound.stat().st_size - 4096):
        folder = tmp_path / "cut"
        shutil.copytree(sound.parent, folder)
        with open(folder / "library.db", "r+b") as file:
            file.truncate(length)
        engine = Engine(folder)
        assert _answers(engine) != []
        engine.close()
        shutil.rmtree(folder)
