"""No statement of a change reads a whole table: what one document costs must not grow with the library."""

import pytest

from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.receipt import Status
from wellhead.ports import FileRecord
from wellhead.testing.samples import entry

NAMES = ("documents", "names", "ix_entities", "ix_once")
LARGE = ("documents", "chunks", "files", "links", "names", "tags", "ix_entities", "ix_once")


@pytest.fixture
def engine(tmp_path):
    made = Engine(tmp_path)
    made.create()
    yield made
    made.close()


def changes(store):
    """Every kind of change, one transaction each."""
    texts = ("one", "one again")
    for text in texts:
        with store.transaction() as writer:
            writer.begin_undo(f"add {text}")
            writer.put([entry("a.md", text), entry("b.md", text)])
    numbers = store.ids(["note:a", "note:b"])
    with store.transaction() as writer:
        writer.begin_undo("move")
        record = FileRecord(path="moved.md", status=Status.INDEXED, source=1)
        writer.move(numbers["note:a"], record, "Moved")
        writer.mark_stale([numbers["note:b"]], "2031-01-01T00:00:00+00:00")
    with store.transaction() as writer:
        writer.begin_undo("remove")
        writer.remove(["note:b"])
    with store.transaction() as writer:
        writer.undo()
    with store.transaction() as writer:
        writer.remove(["note:a"], forget=True)


def reads(index):
    """Every look-up of names."""
    index.named(["A", "b c"])
    index.nearly("a b c d e f g h", 5)
    index.nearly("abcd", 5)
    index.initials("ABC", 5)


def test_no_look_up_of_a_name_reads_a_whole_table(engine):
    asked: set[str] = set()

    def heard(_cursor, statement, _bindings):
        asked.add(statement)
        return True

    store = SqliteStore(engine)
    with store.transaction() as writer:
        writer.put([entry("a.md", "then Ada Quill"), entry("b.md", "then Ada Quill")])
    with engine.reading() as reader:
        reader.exec_trace = heard
    reads(SqliteIndex(engine))
    with engine.reading() as reader:
        reader.exec_trace = None
    scans = []
    with engine.writing() as connection:
        for statement in sorted(each for each in asked if "names" in each or "ix_entities" in each):
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", [0] * statement.count("?"))
            details = [str(row[3]) for row in plan]
            scans += [(each, statement) for each in details for table in NAMES if each == f"SCAN {table}"]
    assert len(asked) > 5
    assert scans == []


def test_no_change_reads_a_whole_table(engine):
    asked: set[str] = set()

    def heard(_cursor, statement, _bindings):
        asked.add(statement)
        return True

    with engine.writing() as connection:
        connection.exec_trace = heard
    changes(SqliteStore(engine))
    scans = []
    with engine.writing() as connection:
        connection.exec_trace = None
        for statement in sorted(asked):
            if statement.split()[0] in ("SELECT", "UPDATE", "DELETE"):
                plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", [0] * statement.count("?"))
                details = [str(row[3]) for row in plan]
                scans += [(each, statement) for each in details for table in LARGE if each == f"SCAN {table}"]
    assert len(asked) > 20
    assert scans == []
