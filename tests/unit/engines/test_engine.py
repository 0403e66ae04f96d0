"""The connections of one engine: threads, forks, exchanged files, copies, checks, the log."""

import gc
import os
import shutil
import threading

import apsw
import pytest

from wellhead.engines.sqlite import postings
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import Busy, CannotWrite, Corrupted, NoLibrary, WellheadError
from wellhead.model.document import Source
from wellhead.testing.samples import entry, query


@pytest.fixture
def engine(tmp_path):
    made = Engine(tmp_path / "library")
    made.create()
    put(made, "a.md", "oak")
    yield made
    made.close()


def put(engine, path, text):
    with SqliteStore(engine).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put([entry(path, text)])


def keys(engine):
    return SqliteStore(engine).keys()


def test_creating_twice_changes_nothing(engine):
    seq = SqliteStore(engine).seq()
    engine.create()
    assert (SqliteStore(engine).seq(), keys(engine)) == (seq, ("note:a",))


def test_creating_does_not_disturb_an_open_transaction(engine):
    """Closing a descriptor of the file would let go of every lock this process has on it."""
    other = Engine(engine.folder)
    done = threading.Event()
    with SqliteStore(engine).transaction() as writer:
        thread = threading.Thread(target=lambda: (other.create(), done.set()))
        thread.start()
        writer.put([entry("b.md", "elm")])
        assert not done.wait(0.05)
        blocked = apsw.Connection(str(engine.path))
        with pytest.raises(apsw.BusyError):
            blocked.execute("BEGIN IMMEDIATE")
        blocked.close()
    thread.join()
    other.close()
    assert keys(engine) == ("note:a", "note:b")


def test_each_thread_has_a_reader_of_its_own(engine):
    found = []
    threads = [threading.Thread(target=lambda: found.append((id(engine.reader()), keys(engine)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each for _, each in found] == [("note:a",)] * 4
    assert engine.reader() is engine.reader()


def test_readers_of_ended_threads_are_let_go(engine):
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(20):
        thread = threading.Thread(target=keys, args=(engine,))
        thread.start()
        thread.join()
    gc.collect()
    after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert after < before + 10


def test_many_threads_write_in_turn(engine):
    def work(number):
        for i in range(10):
            put(engine, f"{number}-{i}.md", "text")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert SqliteStore(engine).counts().documents == 61
    assert engine.damage(thorough=True) == []


def in_a_fork(work):
    """What `work` says in a forked process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except WellheadError as error:
            said = error.message
        except BaseException as error:
            said = repr(error)
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    said = b"".join(iter(lambda: os.read(reading, 4096), b""))
    os.close(reading)
    os.waitpid(child, 0)
    return said.decode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_library_is_not_carried_across_a_fork(engine):
    calls = (
        lambda: keys(engine),
        lambda: put(engine, "b.md", "b"),
        engine.checkpoint,
        engine.create,
        engine.version,
        engine.damage,
        engine.migrate,
    )
    assert {in_a_fork(call) for call in calls} == {"a library was carried across a fork"}
    assert in_a_fork(engine.close) == "None"
    put(engine, "c.md", "c")
    assert keys(engine) == ("note:a", "note:c")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_may_open_it_anew(engine):
    put(engine, "b.md", "b")

    def work():
        fresh = Engine(engine.folder)
        put(fresh, "c.md", "c")
        return keys(fresh)

    assert in_a_fork(work) == "('note:a', 'note:b', 'note:c')"
    assert keys(engine) == ("note:a", "note:b", "note:c")


def test_a_restored_file_is_seen(engine, tmp_path):
    """Another file in the same place: neither reader nor writer goes on with the one that was there."""
    engine.copy_to(tmp_path / "copy.db")
    put(engine, "b.md", "b")
    assert keys(engine) == ("note:a", "note:b")
    for name in ("library.db-wal", "library.db-shm"):
        (engine.folder / name).unlink()
    os.replace(tmp_path / "copy.db", engine.path)
    assert keys(engine) == ("note:a",)
    put(engine, "c.md", "c")
    assert keys(Engine(engine.folder)) == ("note:a", "note:c")


def test_a_vanished_file_is_no_library(engine):
    engine.checkpoint()
    shutil.rmtree(engine.folder)
    for call in (
        lambda: keys(engine),
        lambda: put(engine, "b.md", "b"),
        engine.checkpoint,
        engine.migrate,
        engine.version,
    ):
        with pytest.raises(NoLibrary):
            call()


def test_a_copy_is_of_one_moment(engine, tmp_path):
    target = tmp_path / "copy" / "library.db"
    target.parent.mkdir()
    with SqliteStore(engine).transaction() as writer:
        writer.put([entry("b.md", "b")])
        engine.copy_to(target)
    copy = Engine(target.parent)
    assert keys(copy) == ("note:a",)
    assert target.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in target.parent.iterdir() if not path.name.startswith("library.db-")) == [
        "library.db"
    ]
    assert len(SqliteIndex(copy).candidates("lexical", query("oak"), 5)) == 1
    put(copy, "c.md", "c")
    copy.close()
    assert keys(engine) == ("note:a", "note:b")


def test_a_copy_into_nowhere_is_a_clear_error(engine, tmp_path):
    with pytest.raises(CannotWrite):
        engine.copy_to(tmp_path / "missing" / "copy.db")
    assert keys(engine) == ("note:a",)


def test_a_checkpoint_empties_the_log(engine):
    log = engine.folder / "library.db-wal"
    assert log.stat().st_size > 0
    assert engine.checkpoint()
    assert log.stat().st_size == 0
    assert Engine(engine.folder).checkpoint()


def test_settling_leaves_one_file(engine):
    with engine.turn(1.0):
        engine.settle()
    names = {path.name for path in engine.folder.iterdir()}
    assert names == {"library.db", "writer.lock"}
    put(engine, "b.md", "b")
    assert keys(engine) == ("note:a", "note:b")


def test_settling_waits_for_nobody(engine):
    other = Engine(engine.folder)
    assert keys(other) == ("note:a",)
    with engine.turn(1.0), pytest.raises(Busy):
        engine.settle()
    other.close()


def test_the_log_stays_small(engine):
    for i in range(12):
        put(engine, f"{i}.md", f"word{i} " * 150_000)
    assert (engine.folder / "library.db-wal").stat().st_size < 64_000_000


def test_sound_files_have_no_damage(engine):
    assert (engine.damage(), engine.damage(thorough=True)) == ([], [])
    assert engine.version() == Engine.current
    assert engine.engine().startswith("SQLite 3.")


def test_damage_is_named(engine):
    for i in range(50):
        put(engine, f"{i}.md", f"some words {i} " * 100)
    engine.checkpoint()
    engine.close()
    with open(engine.path, "r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 4)
    assert engine.damage(thorough=True) != []


def test_an_index_that_is_lost_is_made_again(engine):
    with engine.writing() as writer:
        postings.drop(writer)
    index, store = SqliteIndex(engine), SqliteStore(engine)
    assert index.candidates("lexical", query("oak"), 5) == ()
    assert (index.watermark(), index.searchable(), store.get("note:a").text) == (0, 0, "oak")
    put(engine, "b.md", "elm")
    assert index.catch_up(store.changes) == 2
    assert len(index.candidates("lexical", query("oak", "elm"), 5)) == 2
    assert index.watermark() == store.seq()


def test_an_index_in_ruins_is_made_again(engine):
    engine.close()
    plain = apsw.Connection(str(engine.path))
    plain.execute("DROP TABLE ix_text_config")
    plain.close()
    index, store = SqliteIndex(engine), SqliteStore(engine)
    with pytest.raises(Corrupted, match="damaged"):
        index.candidates("lexical", query("oak"), 5)
    assert store.get("note:a").text == "oak"
    assert index.rebuild(lambda done: None) == 1
    assert len(index.candidates("lexical", query("oak"), 5)) == 1
    assert engine.damage(thorough=True) == []


def _write(engine, statement):
    with engine.writing() as connection:
        connection.execute(statement)


def test_a_failed_transaction_leaves_the_writer_usable(engine):
    with pytest.raises(ZeroDivisionError), SqliteStore(engine).transaction() as writer:
        writer.put([entry("b.md", str(1 / 0))])
    with pytest.raises(Corrupted):
        _write(engine, "INSERT INTO nowhere VALUES (1)")
    put(engine, "c.md", "c")
    assert keys(engine) == ("note:a", "note:c")


def test_closing_is_not_the_end(engine):
    engine.close()
    engine.close()
    assert keys(engine) == ("note:a",)
    put(engine, "b.md", "b")
    assert keys(engine) == ("note:a", "note:b")
