"""Numbered steps, each whole or not at all."""

import apsw
import pytest

from wellhead.engines.sqlite import connection as opening
from wellhead.engines.sqlite import migrations
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import NewSchema, OldSchema
from wellhead.model.document import Source
from wellhead.testing.samples import entry


def second(connection: apsw.Connection) -> None:
    connection.execute("ALTER TABLE documents ADD COLUMN language TEXT NOT NULL DEFAULT ''")


def third(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE readings (document INTEGER)")


def broken(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE half (a)")
    raise ZeroDivisionError


@pytest.fixture
def engine(tmp_path):
    made = Engine(tmp_path / "library")
    made.create()
    with SqliteStore(made).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put([entry("a.md", "oak")])
    yield made
    made.close()


def tables(engine):
    connection = apsw.Connection(str(engine.path))
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    connection.close()
    return found


def test_a_new_library_has_the_newest_schema(engine):
    assert engine.version() == migrations.CURRENT == len(migrations.STEPS)


def test_nothing_to_do_changes_nothing(engine):
    assert engine.migrate() == (migrations.CURRENT, migrations.CURRENT)
    assert SqliteStore(engine).get("note:a") is not None


def test_every_step_runs_once_in_its_order(engine):
    steps = (*migrations.STEPS, second, third)
    assert engine.migrate(steps) == (migrations.CURRENT, migrations.CURRENT + 2)
    assert engine.migrate(steps) == (migrations.CURRENT + 2, migrations.CURRENT + 2)
    assert "readings" in tables(engine)


def test_a_failing_step_leaves_the_version_before_it(engine):
    with pytest.raises(ZeroDivisionError):
        engine.migrate((*migrations.STEPS, second, broken, third))
    assert engine.version() == migrations.CURRENT + 1
    assert not tables(engine) & {"half", "readings"}
    assert engine.migrate((*migrations.STEPS, second, third)) == (migrations.CURRENT + 1, migrations.CURRENT + 2)


def test_a_newer_library_is_not_migrated_back(engine):
    engine.migrate((*migrations.STEPS, second))
    assert engine.migrate() == (migrations.CURRENT + 1, migrations.CURRENT + 1)
    with pytest.raises(NewSchema):
        SqliteStore(Engine(engine.folder)).seq()


def first_schema(folder):
    """A library as the first schema had it: one saved page, one link to its address, every name indexed by document."""
    folder.mkdir()
    path = folder / "library.db"
    connection = apsw.Connection(str(path))
    migrations.apply(connection, 0, migrations.STEPS[:1])
    rows = [(1, "web:oak", "Oak", "https://oak.example/Oak"), (2, "note:a", "a", "")]
    for number, key, title, url in rows:
        fields = (number, key, title, "note", "own_note", 1, "", url, "", "", "", "[]", "[]", "", "", number, "text")
        connection.execute(f"INSERT INTO documents VALUES ({', '.join('?' * 17)})", fields)
        connection.execute("INSERT INTO names VALUES (?, ?, 0)", (title.casefold(), number))
    link = (2, 0, 0, 0, "", "http://oak.example/Oak#bark", "url", "", "")
    connection.execute("INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", link)
    connection.close()
    return Engine(folder)


def test_the_second_step_makes_addresses_names(tmp_path):
    engine = first_schema(tmp_path / "old")
    assert engine.migrate() == (1, migrations.CURRENT)
    store = SqliteStore(engine)
    assert [link.key for link in store.links("note:a")] == ["web:oak"]
    assert [key for key, _ in store.backlinks("web:oak")] == ["note:a"]
    engine.close()


def test_a_creation_is_whole_or_nothing(tmp_path):
    connection = apsw.Connection(str(tmp_path / "library.db"))
    with pytest.raises(ZeroDivisionError):
        migrations.create(connection, broken)
    assert list(connection.execute("SELECT name FROM sqlite_schema")) == []
    assert connection.pragma("user_version") == 0
    migrations.create(connection, third)
    assert connection.pragma("user_version") == migrations.CURRENT
    connection.close()


def test_an_older_library_is_refused_with_the_way_on(engine):
    reader = opening.open_reader(engine.path)
    with pytest.raises(OldSchema) as caught:
        opening.require_schema(reader, engine.path, migrations.CURRENT + 1)
    assert "wellhead migrate" in caught.value.hint
    reader.close()
