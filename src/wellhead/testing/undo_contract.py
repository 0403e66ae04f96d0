"""What undo brings back in any store; a part of `StoreContract`."""

from __future__ import annotations

from typing import Any

import msgspec

from wellhead.model.document import Source
from wellhead.model.receipt import Status
from wellhead.ports import Store
from wellhead.testing.link_contract import number_of, put, rename
from wellhead.testing.samples import entry, record


def state(store: Store) -> dict[str, Any]:
    """Everything a library holds, but for the numbers that only ever grow (seq, the ids of chunks)."""
    documents = {each.key: msgspec.structs.replace(each, seq=0) for each in store.documents()}
    numbers = store.ids(documents)
    spans = {
        key: [(each.ordinal, each.start, each.end, each.heading, each.hash) for each in store.chunks(number)]
        for key, number in numbers.items()
    }
    return {
        "documents": documents,
        "numbers": numbers,
        "chunks": spans,
        "links": {key: store.links(key) for key in documents},
        "backlinks": {key: store.backlinks(key) for key in documents},
        "records": list(store.records()),
        "sources": store.sources(),
        "counts": store.counts(),
    }


def undo(store: Store) -> list[tuple[str, Status]]:
    with store.transaction() as writer:
        return sorted((each.key, each.status) for each in writer.undo())


def _seeded(store: Store) -> dict[str, Any]:
    put(
        store,
        entry("Oak.md", "An oak.\n\nIts bark. #tree", tags=("tree",), aliases=("Quercus",)),
        entry("Elm.md", "An elm. [[Oak]] [[Quercus]]"),
        label="add first",
    )
    return state(store)


class UndoContract:
    def test_undo_takes_new_documents_away(self, store: Store) -> None:
        """Documents that an import brought go with it, over all of its batches, and nothing else does."""
        before = _seeded(store)
        put(store, entry("a.md", "[[Elm]]"), label="add more")
        with store.transaction() as writer:
            writer.put([entry("b.md", "[[a]]")])
        assert store.undoable() == "add more"
        assert undo(store) == [("note:a", Status.REMOVED), ("note:b", Status.REMOVED)]
        assert state(store) == before
        assert store.undoable() == ""

    def test_undo_brings_replaced_documents_back(self, store: Store) -> None:
        """Text, chunks, links, tags, names and receipt row of a changed document are as they were before the import."""
        before = _seeded(store)
        kept = store.chunks(number_of(store, "note:Oak"))[0].id
        put(store, entry("Oak.md", "An oak.\n\nIts leaves. [[Elm]]", title="Renamed", tags=("leaf", "green")))
        with store.transaction() as writer:
            writer.put([entry("Oak.md", "A third text.", aliases=("Third",))])
        assert undo(store) == [("note:Oak", Status.INDEXED)]
        assert state(store) == before
        put(store, entry("Oak.md", "An oak.\n\nIts leaves."))
        undo(store)
        assert store.chunks(number_of(store, "note:Oak"))[0].id != kept  # gone once, so never given again

    def test_undo_of_an_edit_keeps_what_did_not_change(self, store: Store) -> None:
        """Chunks that the edit left alone keep their ids through edit and undo."""
        _seeded(store)
        number = number_of(store, "note:Oak")
        kept = store.chunks(number)[0].id
        put(store, entry("Oak.md", "An oak.\n\nIts leaves.", tags=("tree",), aliases=("Quercus",)))
        assert store.chunks(number)[0].id == kept
        undo(store)
        assert store.chunks(number)[0].id == kept

    def test_undo_of_a_rename(self, store: Store) -> None:
        """Path, title, names and receipt row of a renamed document are as they were."""
        before = _seeded(store)
        rename(store, "note:Oak", "trees/Older.md", "Older")
        assert undo(store) == [("note:Oak", Status.INDEXED)]
        assert state(store) == before

    def test_undo_of_a_removal(self, store: Store) -> None:
        """A removed document comes back under its old id, with everything that belonged to it."""
        before = _seeded(store)
        with store.transaction() as writer:
            writer.begin_undo("remove")
            assert writer.remove(["note:Oak", "note:Oak", "note:missing"]) == 1
        assert store.get("note:Oak") is None
        assert undo(store) == [("note:Oak", Status.INDEXED)]
        assert state(store) == before

    def test_undo_of_a_removal_and_a_return(self, store: Store) -> None:
        """A document that was removed and given anew in one go is undone to the first one."""
        before = _seeded(store)
        with store.transaction() as writer:
            writer.begin_undo("replace")
            writer.remove(["note:Oak"])
            writer.put([entry("Oak.md", "Another oak altogether.")])
        undo(store)
        assert state(store) == before

    def test_undo_of_a_mark(self, store: Store) -> None:
        """A stale mark goes with the import that set it."""
        before = _seeded(store)
        with store.transaction() as writer:
            writer.begin_undo("add")
            writer.mark_stale([number_of(store, "note:Elm")], "2026-01-01")
        assert store.counts().stale == 1
        undo(store)
        assert state(store) == before

    def test_undo_of_a_removed_source(self, store: Store) -> None:
        """A removed source comes back under its old id, with its documents and every row of its receipt."""
        _seeded(store)
        with store.transaction() as writer:
            writer.record([record("picture.png", status=Status.SKIPPED, reason="not a text")])
        before = state(store)
        with store.transaction() as writer:
            writer.begin_undo("sources remove")
            writer.remove(["note:Oak", "note:Elm"])
            writer.remove_source(1)
        assert store.sources() == ()
        assert list(store.records()) == []
        undo(store)
        assert state(store) == before

    def test_undo_of_a_new_source(self, store: Store) -> None:
        """A source that an import brought goes with it; one that was there before stays."""
        before = _seeded(store)
        with store.transaction() as writer:
            writer.begin_undo("add")
            number = writer.add_source(Source(path="/more", kind="folder")).id
            writer.put([entry("x.md", "x", source=number, key="note:more/x")])
            writer.record([record("broken.md", source=number, status=Status.FAILED, reason="cannot be read")])
        undo(store)
        assert state(store) == before

    def test_undo_of_an_adoption(self, store: Store) -> None:
        """A source that was taken in by the folder around it is a source of its own again, its paths as they were."""
        before = _seeded(store)
        with store.transaction() as writer:
            writer.begin_undo("add")
            outer = writer.add_source(Source(path="/outer", kind="folder"))
            writer.adopt(store.sources()[0], outer, "in/")
            writer.put([entry("new.md", "[[Oak]]", source=outer.id, key="note:new")])
        oak = store.get("note:Oak")
        assert oak is not None
        assert (oak.source, oak.path, len(store.sources())) == (outer.id, "in/Oak.md", 1)
        assert store.links("note:new")[0].key == "note:Oak"
        undo(store)
        assert state(store) == before

    def test_undone_rows_are_read_again(self, store: Store) -> None:
        """The file of rows that an undone import read does not look unchanged."""
        put(store, entry("rows.jsonl", "one", line=1, key="web:one"))
        with store.transaction() as writer:
            writer.begin_undo("add")
            writer.record([record("rows.jsonl", size=5), record("other.jsonl", size=5)])
            writer.put([entry("rows.jsonl", "two", line=2, key="web:two")])
        undo(store)
        stamps = store.stamps(1)
        assert (stamps["rows.jsonl"].size, stamps["rows.jsonl"].inode) == (0, 0)
        assert stamps["other.jsonl"].size == 5

    def test_there_is_one_undo(self, store: Store) -> None:
        """Undoing twice does nothing more, and a new import lets go of what the one before it kept."""
        _seeded(store)
        put(store, entry("a.md", "a"))
        before = state(store)
        put(store, entry("b.md", "b"))
        undo(store)
        assert undo(store) == []
        assert state(store) == before
