"""What a connection to library.db allows, and which files it refuses."""

import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path

import apsw
import pytest

from wellhead.engines.sqlite import connection as opening
from wellhead.engines.sqlite import migrations
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import (
    BadInput,
    Busy,
    CannotWrite,
    Corrupted,
    DiskFull,
    ForeignFile,
    NewSchema,
    NoLibrary,
    OldSchema,
    UnsafePlace,
    UnsafeSQLite,
    WellheadError,
)
from wellhead.model.document import Source
from wellhead.testing.samples import entry


@pytest.fixture
def engine(tmp_path: Path):
    made = Engine(tmp_path / "library")
    made.create()
    with SqliteStore(made).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put([entry("a.md", "oak")])
    yield made
    made.close()


def digest(path: Path) -> str:
    return blake2b(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("version", ["3.40.1", "3.51.2", "3.7.17"])
def test_an_sqlite_with_the_log_bug_is_refused(version):
    with pytest.raises(UnsafeSQLite, match=version.replace(".", r"\.")):
        opening.require_safe_sqlite(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "4.0.0", "3.51.3.1"])
def test_a_safe_sqlite_is_taken(version):
    assert opening.require_safe_sqlite(version) is None


def test_the_writer_is_durable_and_defensive(engine):
    with engine.writing() as writer:
        asked = {
            name: writer.pragma(name) for name in ("journal_mode", "synchronous", "secure_delete", "cell_size_check")
        }
        assert asked == {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "cell_size_check": 1}
        assert (writer.pragma("fullfsync"), writer.pragma("mmap_size") or 0) == (1, 0)
        assert writer.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1) == 1
        assert writer.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1) == 0


def test_a_reader_is_defensive(engine):
    reader = engine.reader()
    switches = {
        apsw.SQLITE_DBCONFIG_DEFENSIVE: 1,
        apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0,
        apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
        apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER: 0,
        apsw.SQLITE_DBCONFIG_ENABLE_VIEW: 0,
        apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE: 0,
    }
    assert {switch: reader.config(switch, -1) for switch in switches} == switches
    assert reader.limit(apsw.SQLITE_LIMIT_LENGTH) <= 512_000_000
    assert reader.readonly("main")


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO meta VALUES ('x', 1)",
        "UPDATE documents SET title = 'x'",
        "DELETE FROM documents",
        "CREATE TABLE main.x (a)",
        "CREATE INDEX x ON documents (title)",
        "CREATE VIEW x AS SELECT 1",
        "DROP TABLE documents",
        "DROP INDEX links_stem",
        "ALTER TABLE documents RENAME TO x",
        "ATTACH ':memory:' AS other",
        "ATTACH '/tmp/other.db' AS temp2",
        "VACUUM INTO '/tmp/copy.db'",
        "PRAGMA writable_schema = ON",
        "PRAGMA query_only = OFF",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA user_version = 99",
        "REINDEX",
        "ANALYZE",
        "INSERT INTO ix_text (ix_text) VALUES ('optimize')",
        "INSERT INTO ix_text_data VALUES (1, x'00')",
        "SELECT load_extension('/tmp/x.so')",
        "CREATE VIRTUAL TABLE main.x USING fts5 (a)",
    ],
)
def test_a_reader_cannot_write_or_reach_out(engine, statement):
    before = digest(engine.path)
    with pytest.raises(apsw.Error):
        engine.reader().execute(statement).fetchall()
    assert digest(engine.path) == before
    assert engine.reader().execute("SELECT count(*) FROM documents").get == 1


def test_reading_changes_no_byte(engine):
    assert engine.checkpoint()
    engine.close()
    before = digest(engine.path)
    store = SqliteStore(Engine(engine.folder))
    assert store.get("note:a") is not None
    assert (list(store.records()), store.counts().documents) != ([], 0)
    store.engine.close()
    assert digest(engine.path) == before


def test_nothing_there_is_no_library(tmp_path):
    store = SqliteStore(Engine(tmp_path / "missing"))
    with pytest.raises(NoLibrary, match="missing"):
        store.seq()
    with pytest.raises(NoLibrary), store.transaction():
        pass
    assert not (tmp_path / "missing").exists()


def test_an_empty_file_is_no_library_yet(tmp_path):
    (tmp_path / "library.db").touch()
    with pytest.raises(NoLibrary, match="still empty"):
        SqliteStore(Engine(tmp_path)).seq()
    Engine(tmp_path).create()
    assert SqliteStore(Engine(tmp_path)).seq() == 0


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_foreign_database_is_refused_untouched(tmp_path, mode):
    path = tmp_path / "library.db"
    other = apsw.Connection(str(path))
    other.pragma("journal_mode", mode)
    other.execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    other.close()
    before = digest(path)
    engine = Engine(tmp_path)
    for call in (engine.create, engine.version, SqliteStore(engine).seq, engine.migrate):
        with pytest.raises(ForeignFile, match="another program"):
            call()
    with pytest.raises(ForeignFile), SqliteStore(engine).transaction():
        pass
    engine.close()
    assert digest(path) == before


def test_a_file_that_is_no_database_is_refused_untouched(tmp_path):
    path = tmp_path / "library.db"
    path.write_bytes(b"my letters\n" * 200)
    for call in (Engine(tmp_path).create, SqliteStore(Engine(tmp_path)).seq):
        with pytest.raises(ForeignFile, match="not a wellhead library"):
            call()
    assert path.read_bytes() == b"my letters\n" * 200


@pytest.mark.parametrize(("version", "error"), [(migrations.CURRENT + 1, NewSchema), (-1, OldSchema)])
def test_another_schema_is_refused(engine, version, error):
    with engine.writing() as writer:
        writer.execute(f"PRAGMA user_version = {version}")
    engine.close()
    store = SqliteStore(Engine(engine.folder))
    with pytest.raises(error) as caught:
        store.seq()
    assert caught.value.hint
    with pytest.raises(error), store.transaction():
        pass


def test_a_schema_with_strange_parts_is_refused(engine):
    engine.close()
    other = apsw.Connection(str(engine.path))
    other.execute("CREATE VIEW poison AS SELECT load_extension('x')")
    other.close()
    with pytest.raises(Corrupted, match="poison"):
        SqliteStore(Engine(engine.folder)).seq()


def test_a_link_in_place_of_the_database_is_refused(engine, tmp_path):
    engine.close()
    aside = tmp_path / "aside"
    aside.mkdir()
    (aside / "library.db").symlink_to(engine.path)
    store = SqliteStore(Engine(aside))
    with pytest.raises(UnsafePlace, match="is a link"):
        store.seq()
    with pytest.raises(UnsafePlace), store.transaction():
        pass
    with pytest.raises(WellheadError):
        Engine(aside).create()


def test_a_folder_may_be_reached_through_a_link(engine, tmp_path):
    (tmp_path / "by-link").symlink_to(engine.folder, target_is_directory=True)
    assert SqliteStore(Engine(tmp_path / "by-link")).counts().documents == 1


def test_a_broken_link_is_refused(tmp_path):
    (tmp_path / "library.db").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UnsafePlace):
        SqliteStore(Engine(tmp_path)).seq()
    with pytest.raises(WellheadError):
        Engine(tmp_path).create()
    assert not (tmp_path / "nowhere").exists()


def test_files_are_private_from_the_start(engine):
    modes = {path.name: path.stat().st_mode & 0o777 for path in engine.folder.iterdir()}
    assert set(modes.values()) == {0o600}
    assert engine.folder.stat().st_mode & 0o777 == 0o700
    assert "library.db-wal" in modes


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (apsw.FullError("database or disk is full"), DiskFull),
        (apsw.NotADBError("file is not a database"), ForeignFile),
        (apsw.CorruptError("database disk image is malformed"), Corrupted),
        (apsw.BusyError("database is locked"), Busy),
        (apsw.LockedError("database table is locked"), Busy),
        (apsw.ReadOnlyError("attempt to write a readonly database"), CannotWrite),
        (apsw.CantOpenError("unable to open database file"), CannotWrite),
        (apsw.IOError("disk I/O error"), CannotWrite),
        (apsw.TooBigError("string or blob too big"), BadInput),
        (apsw.SQLError("no such table: documents"), Corrupted),
        (apsw.ConstraintError("UNIQUE constraint failed"), Corrupted),
        (OverflowError("int too big to convert"), BadInput),
    ],
)
def test_errors_of_the_driver_are_told_in_our_words(raised, told):
    with pytest.raises(told) as caught, opening.translated(Path("library.db")):
        raise raised
    assert "locked" not in caught.value.message
    assert caught.value.hint
    assert caught.value.__cause__ is raised


UNWRITABLE = """
import os, sys
from pathlib import Path
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import WellheadError
from wellhead.testing.samples import query
import wellhead.model.receipt, encodings.idna
folder = Path(sys.argv[1])
if os.getuid() == 0:
    os.setuid(65534)
engine = Engine(folder)
store = SqliteStore(engine)
def told(call):
    try:
        return str(call())
    except WellheadError as error:
        return error.code
def write():
    with store.transaction() as writer:
        writer.remove(["note:a"])
found = lambda: len(SqliteIndex(engine).candidates("lexical", query("oak"), 5))
print(told(found), told(lambda: store.get("note:a").text), told(write), told(engine.checkpoint), told(engine.create))
"""


def _as_nobody(folder: Path) -> str:
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PATH": ""}
    outcome = subprocess.run(
        [sys.executable, "-c", UNWRITABLE, str(folder)], env=environment, capture_output=True, text=True, check=True
    )
    return outcome.stdout.strip()


@pytest.fixture
def closed_off(engine):
    """The library in a folder that somebody else may read and nobody may write."""
    assert engine.checkpoint()
    top = Path(tempfile.mkdtemp(prefix="wellhead-closed-"))
    top.chmod(0o755)
    yield top / "library"
    shutil.rmtree(top)


def _close_off(folder: Path) -> None:
    for path in [folder, *folder.iterdir()]:
        if os.getuid() == 0:
            os.chown(path, 65534, 65534)
        path.chmod(0o500 if path.is_dir() else 0o400)


def test_a_folder_that_cannot_be_written_is_read(engine, closed_off):
    engine.close()
    shutil.copytree(engine.folder, closed_off)
    _close_off(closed_off)
    before = sorted(path.name for path in closed_off.iterdir())
    assert _as_nobody(closed_off) == "1 oak cannot_write cannot_write cannot_write"
    assert sorted(path.name for path in closed_off.iterdir()) == before


def test_a_pending_log_in_such_a_folder_is_a_clear_error(engine, closed_off):
    with SqliteStore(engine).transaction() as writer:
        writer.put([entry("b.md", "elm")])
    shutil.copytree(engine.folder, closed_off, ignore=shutil.ignore_patterns("*-shm"))
    _close_off(closed_off)
    assert (closed_off / "library.db-wal").stat().st_size > 0
    assert _as_nobody(closed_off) == " ".join(["cannot_write"] * 5)
