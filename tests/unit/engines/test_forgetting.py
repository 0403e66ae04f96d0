"""Forgotten means: no byte of the words is left in any file of the library."""

from pathlib import Path

import pytest

from wellhead.engines.sqlite import entities
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.testing.samples import entry

CANARIES = (b"qzcanarytitle", b"qzcanarybody", b"qzcanarytag", b"qzcanarylink", b"qzcanarypath", b"qzcanaryalia")


def secret(number: int = 0):
    return entry(
        f"qzcanarypath{number}.md",
        "harmless\n\n" + "qzcanarybody xyzzy [[qzcanarylink]] " * 30 + "\n\n" + "padding " * 2_000,
        title="qzcanarytitle",
        tags=("qzcanarytag",),
        aliases=("qzcanaryalia",),
    )


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


@pytest.fixture
def engine(tmp_path: Path):
    made = Engine(tmp_path / "library")
    made.create()
    with SqliteStore(made).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.begin_undo("add /vault")
        writer.put([entry(f"n{i}.md", f"plain words number {i} " * 20) for i in range(300)])
    yield made
    made.close()


def forget(engine: Engine, keys: list[str]) -> None:
    with SqliteStore(engine).transaction() as writer:
        writer.remove(keys, forget=True)
    assert engine.checkpoint()
    engine.close()


def left(folder: Path) -> list[bytes]:
    found = raw(folder).lower()
    return [canary for canary in CANARIES if canary in found]


def test_the_canaries_are_there_before(engine):
    with SqliteStore(engine).transaction() as writer:
        writer.put([secret()])
    assert engine.checkpoint()
    assert set(left(engine.folder)) >= {b"qzcanarytitle", b"qzcanarybody", b"qzcanarypath"}


def test_nothing_is_left_of_a_document(engine):
    with SqliteStore(engine).transaction() as writer:
        writer.put([secret()])
    forget(engine, [secret().document.key])
    assert left(engine.folder) == []


def test_nothing_is_left_after_edits_moves_and_undo_texts(engine):
    store = SqliteStore(engine)
    with store.transaction() as writer:
        writer.put([secret(), secret(1)])
    for i in range(4):
        with store.transaction() as writer:
            writer.begin_undo(f"edit {i}")
            writer.put([entry("qzcanarypath0.md", f"qzcanarybody again {i}", title=f"qzcanarytitle {i}")])
            writer.put([entry(f"more{i}.md", "more words")])
    forget(engine, ["note:qzcanarypath0", "note:qzcanarypath1"])
    assert left(engine.folder) == []


def test_nothing_is_left_of_what_was_removed_before(engine):
    store = SqliteStore(engine)
    with store.transaction() as writer:
        writer.put([secret()])
    with store.transaction() as writer:
        writer.begin_undo("remove note:qzcanarypath0")
        writer.remove(["note:qzcanarypath0"])
    forget(engine, ["note:qzcanarypath0"])
    assert left(engine.folder) == []


def test_nothing_is_left_when_the_library_holds_nothing_else(tmp_path):
    engine = Engine(tmp_path / "library")
    engine.create()
    with SqliteStore(engine).transaction() as writer:
        writer.put([secret()])
    forget(engine, [secret().document.key])
    assert left(engine.folder) == []


def test_nothing_is_left_after_a_rebuild_between(engine):
    with SqliteStore(engine).transaction() as writer:
        writer.put([secret()])
    SqliteIndex(engine).rebuild(lambda done: None)
    forget(engine, [secret().document.key])
    assert left(engine.folder) == []
    assert SqliteStore(engine).counts().documents == 300


def test_a_reader_in_the_way_is_told(engine):
    store = SqliteStore(engine)
    other = Engine(engine.folder)
    with other.reading() as reader:
        reader.execute("SELECT count(*) FROM documents").fetchone()
        with store.transaction() as writer:
            writer.put([secret()])
        assert engine.checkpoint() is False
    assert engine.checkpoint() is True
    other.close()


def named(path: str, name: str = "Qzcanaryname Quill"):
    return entry(path, f"We met {name} at the Reed Press. " + "padding " * 50)


def test_nothing_is_left_of_a_name_only_the_forgotten_had(engine):
    store = SqliteStore(engine)
    with store.transaction() as writer:
        writer.put([named("one.md"), named("two.md"), named("three.md", "Ada Tarn")])
        writer.put([named(f"m{i}.md", f"Person{i} Quill") for i in range(400)])
    assert engine.checkpoint()
    assert b"qzcanaryname" in raw(engine.folder).lower()
    forget(engine, ["note:one"])
    with engine.reading() as reader:
        assert entities.content(reader)[0]["Reed Press"] == 402
        assert "Qzcanaryname Quill" not in entities.content(reader)[0]
    forget(engine, ["note:two"])
    assert b"qzcanaryname" not in raw(engine.folder).lower()


def test_no_hash_is_left_of_a_name_only_the_forgotten_had(engine):
    store = SqliteStore(engine)
    with engine.reading() as reader:
        before = entities.content(reader)
    with store.transaction() as writer:
        writer.put([named("one.md")])
    with engine.reading() as reader:
        bucket, digest = next(iter(entities.content(reader)[1] - before[1]))
    forget(engine, ["note:one"])
    with engine.reading() as reader:
        assert entities.content(reader) == before
    assert digest not in raw(engine.folder), bucket
