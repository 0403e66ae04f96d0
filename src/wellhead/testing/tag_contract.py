"""What every index keeps to about tags: part of the contract of indexes, with the same fixtures."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wellhead.model.query import Filter, Query, QueryAnchor
from wellhead.ports import Entry, Index, Store
from wellhead.testing.link_contract import put, rename
from wellhead.testing.samples import entry, query


class TagContract:
    """The lane of tags."""

    def test_tags_are_looked_for_by_their_words(self, store: Store, index: Index) -> None:
        """The lane of tags brings what the person tagged so, by all words of a tag or of its last part, best first."""
        _put(
            store,
            index,
            entry("a.md", "x", tags=("Tide Mill", "sea")),
            entry("b.md", "x", tags=("places/tide_mill",)),
            entry("c.md", "x", tags=("tide",)),
            entry("d.md", "x", model_tags=("tide mill",)),
            entry("e.md", "tide mill"),
        )
        names = store.keys_of(range(1, 9))

        def found(*words: str, tag: str = "", limit: int = 9, **more: Any) -> str:
            anchors = (QueryAnchor(kind="tag", text=tag),) if tag else ()
            asked = replace(query(*words, language=index.language()), anchors=anchors, **more)
            rows = index.candidates("tag", asked, limit)
            assert [each.rank for each in rows] == list(range(1, len(rows) + 1))
            assert [each.score for each in rows] == sorted((each.score for each in rows), reverse=True)
            assert all(0 < each.score <= 1 and each.chunk_id == 0 for each in rows)
            return "".join(names[each.document_id][-1] for each in rows)

        assert found("tide", "mill") == "abc"
        assert found("MILL", "tide") == "c"
        assert found("places", "tide", "mill") == "bac"
        assert (found("mill"), found("absent"), found()) == ("", "", "")
        assert found("oak", tag="places/Tide-Mill") == "b"
        assert found("oak", tag="sea") == "a"
        assert found("tide", "mill", limit=2) == "ab"
        assert found("tide", "mill", filters=(Filter(field="tag", value="sea", excluded=True),)) == "bc"
        assert found("tide", "mill", excluded=query("x").terms) == ""

    def test_a_tag_that_very_many_have_is_brought_only_outright(self, store: Store, index: Index) -> None:
        """A tag that many documents have tells them apart from nothing, unless it was asked for by name."""
        _put(store, index, *(entry(f"{i}.md", "x", tags=("garden",) if i % 2 else ()) for i in range(60)))
        _put(store, index, entry("rare.md", "x", tags=("kettle",)))
        assert list(index.candidates("tag", query("garden"), 9)) == []
        assert len(index.candidates("tag", query("garden", "kettle"), 9)) == 1
        anchored = Query(text="", anchors=(QueryAnchor(kind="tag", text="garden"),))
        assert len(index.candidates("tag", anchored, 9)) == 9

    def test_tags_are_those_of_now(self, store: Store, index: Index) -> None:
        """After an edit, a move, an undo and a removal the lane of tags brings documents by the tags they have."""

        def found(word: str) -> list[str]:
            rows = index.candidates("tag", query(word, language=index.language()), 9)
            return sorted(store.keys_of(each.document_id for each in rows).values())

        _put(store, index, entry("a.md", "x", tags=("one", "two")), entry("b.md", "x", tags=("one",)))
        _put(store, index, entry("a.md", "x", tags=("two", "three")))
        assert [found(word) for word in ("one", "two", "three")] == [["note:b"], ["note:a"], ["note:a"]]
        rename(store, "note:a", "deep/a.md", "Moved")
        index.catch_up(store.changes)
        assert found("three") == ["note:a"]
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["note:a", "note:b"])
        index.catch_up(store.changes)
        assert found("one") == found("two") == found("three") == []
        with store.transaction() as writer:
            writer.undo()
        index.catch_up(store.changes)
        before = [found(word) for word in ("one", "two", "three")]
        assert before == [["note:b"], ["note:a"], ["note:a"]]
        index.rebuild(lambda done: None)
        assert [found(word) for word in ("one", "two", "three")] == before


def _put(store: Store, index: Index, *entries: Entry) -> None:
    put(store, *entries)
    index.catch_up(store.changes)
