"""Counts of names stay exact through every change."""

from collections import Counter

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.engines.sqlite import entities
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Document
from wellhead.testing.samples import entry
from wellhead.text.mentions import names

PEOPLE = ("Ada Quill", "Otto Tarn", "Reed Press", "Weir Mill", "Ned Tarn", "港の家")


def text(people):
    return " ".join(f"then we met «{each}» and" if not each.isascii() else f"then we met {each} and" for each in people)


def document(people):
    return Document(text=text(people))


@pytest.fixture
def connection():
    made = apsw.Connection(":memory:")
    entities.create(made)
    yield made
    made.close()


def test_a_name_is_spelled_out_once_a_second_document_has_it(connection):
    entities.insert(connection, [document(["Ada Quill", "Otto Tarn"])])
    counts, once = entities.content(connection)
    assert (counts, len(once)) == ({}, 2)
    entities.insert(connection, [document(["Ada Quill"])])
    counts, once = entities.content(connection)
    assert (counts, len(once)) == ({"Ada Quill": 2}, 1)
    entities.delete(connection, [document(["Ada Quill", "Otto Tarn"])])
    counts, once = entities.content(connection)
    assert (counts, len(once)) == ({}, 1)
    entities.delete(connection, [document(["Ada Quill"])])
    assert entities.content(connection) == ({}, frozenset())


def test_what_was_never_counted_is_taken_out_without_harm(connection):
    entities.delete(connection, [document(["Ada Quill"])])
    assert entities.content(connection) == ({}, frozenset())


def test_hashes_of_one_bucket_are_told_apart(connection):
    many = [
        f"Ada Quill{'abcdefghij'[i % 10]}{'abcdefghij'[i // 10 % 10]}{'abcdefghij'[i // 100]}" for i in range(1_000)
    ]
    for start in range(0, 1_000, 50):
        entities.insert(connection, [document(many[start : start + 50])])
    assert len(entities.content(connection)[1]) == 1_000
    entities.insert(connection, [document(many[:50])])
    assert set(entities.content(connection)[0]) == set(many[:50])
    for start in range(0, 1_000, 50):
        entities.delete(connection, [document(many[start : start + 50])])
    assert len(entities.content(connection)[1]) == 50


CHOICE = st.lists(st.sampled_from(PEOPLE), max_size=4).map(tuple)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3), CHOICE, st.booleans()), max_size=12))
def test_the_tables_equal_a_recount(steps):
    """Documents replaced and removed in any order, one by one."""
    connection = apsw.Connection(":memory:")
    entities.create(connection)
    there = {}
    for number, people, removed in steps:
        if number in there:
            entities.delete(connection, [document(there.pop(number))])
        if not removed:
            there[number] = people
            entities.insert(connection, [document(people)])
    counts = Counter(name for people in there.values() for name in names(text(people)))
    spelled, once = entities.content(connection)
    assert spelled == {name: count for name, count in counts.items() if count > 1}
    assert len(once) == sum(count == 1 for count in counts.values())
    fresh = apsw.Connection(":memory:")
    entities.create(fresh)
    entities.insert(fresh, [document(people) for people in there.values()])
    assert entities.content(fresh) == (spelled, once)


def test_the_life_of_a_library_is_counted(tmp_path):
    engine = Engine(tmp_path / "library")
    engine.create()
    store, index = SqliteStore(engine), SqliteIndex(engine)

    def counts():
        with engine.reading() as reader:
            held = entities.content(reader)
        index.rebuild(lambda done: None)
        with engine.reading() as reader:
            assert entities.content(reader) == held
        return held[0]

    with store.transaction() as writer:
        writer.begin_undo("add")
        writer.put([entry("a.md", text(PEOPLE)), entry("b.md", text(PEOPLE[:3])), entry("c.md", text(PEOPLE[:1]))])
    assert counts() == {"Ada Quill": 3, "Otto Tarn": 2, "Reed Press": 2}
    with store.transaction() as writer:
        writer.begin_undo("edit")
        writer.put([entry("c.md", text(PEOPLE[1:2])), entry("c.md", text(PEOPLE[1:3]))])
    assert counts() == {"Ada Quill": 2, "Otto Tarn": 3, "Reed Press": 3}
    with store.transaction() as writer:
        writer.undo()
    assert counts() == {"Ada Quill": 3, "Otto Tarn": 2, "Reed Press": 2}
    with store.transaction() as writer:
        writer.begin_undo("remove")
        writer.remove(["note:a"])
    assert counts() == {"Ada Quill": 2}
    with store.transaction() as writer:
        writer.undo()
    assert counts() == {"Ada Quill": 3, "Otto Tarn": 2, "Reed Press": 2}
    engine.close()
