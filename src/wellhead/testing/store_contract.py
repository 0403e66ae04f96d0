"""What every store keeps to: subclass it and give the fixture `store`, an empty store with one source in it.

    class TestMine(StoreContract):
        @pytest.fixture
        def store(self) -> Store: ...

The source has the id 1. `again` may be overridden to give the same library as a new process would open it.
"""

from __future__ import annotations

import msgspec

from wellhead.errors import BadInput
from wellhead.model.document import Anchor, Chunk, Document, Role, Source
from wellhead.model.receipt import Status
from wellhead.ports import Store
from wellhead.testing.link_contract import LinkContract, number_of, put, rename
from wellhead.testing.samples import chunks, entry, record
from wellhead.testing.undo_contract import UndoContract, state

MANY = 450


class StoreContract(LinkContract, UndoContract):
    """Pytest collects a subclass whose name begins with Test."""

    def again(self, store: Store) -> Store:
        return store

    def test_tags_are_told_with_their_documents(self, store: Store) -> None:
        """Every tag of the person is told with the number of its document, as written; a model's tags are not."""
        first = entry("a.md", "a", tags=("Tide", "tide/low"), model_tags=("sea",))
        put(store, first, entry("b.md", "b", tags=("tide",)))
        a, b = (store.ids([key])[key] for key in ("note:a", "note:b"))
        assert list(store.tags()) == [("Tide", a), ("tide/low", a), ("tide", b)]

    def test_heads_are_documents_without_their_texts(self, store: Store) -> None:
        """The head of a document says everything but its text and its tags, in the order asked for."""
        put(store, entry("a.md", "long", title="A", aliases=("B",)), entry("c.md", "c", url="https://c.example"))
        ids = store.ids(["note:a", "note:c"])
        found = store.heads([ids["note:c"], 10**9, ids["note:a"]])
        assert [(each.key, each.title, each.text, each.aliases, each.url) for each in found.values()] == [
            ("note:c", "c", "", (), "https://c.example"),
            ("note:a", "A", "", ("B",), ""),
        ]

    def test_a_document_comes_back_as_it_was_given(self, store: Store) -> None:
        """Every field of a document survives, and its text to the code point, whatever stands in it."""
        given = entry(
            "deep/Ünïcode ☂.md",
            "---\r\nx: 1\n---\r\n日本語 🏔 a\u0301 \u200d\ufeff\x00\x7f\u2028 end",
            title="Ünïcode",
            kind="chat",
            role=Role.CHAT,
            url="https://example.org/?q=a b",
            author="Tove",
            created="2024-05-01",
            updated="2024-05-02T10:00:00+02:00",
            tags=("a/b", "ä"),
            model_tags=("guess",),
            aliases=("Other", "日本"),
            anchors=(Anchor(start=3, name="b1"), Anchor(start=9, page=2, timestamp="00:01")),
        )
        put(store, given)
        found = self.again(store).get(given.document.key)
        assert found is not None
        assert msgspec.structs.replace(found, seq=0) == given.document
        for nobody in ("note:missing", "", "half \ud800", "nul \x00", "x" * 9_000):
            assert self.again(store).get(nobody) is None
            assert (store.ids([nobody]), store.owners([nobody])) == ({}, {})
            assert (store.links(nobody), store.backlinks(nobody)) == ((), ())

    def test_a_key_is_one_document(self, store: Store) -> None:
        """Putting a known key replaces its document under the same id; a key given twice at once ends as the last."""
        put(store, entry("a.md", "one"), entry("b.md", "b"))
        number = number_of(store, "note:a")
        put(store, entry("a.md", "two"), entry("a.md", "three"), entry("c.md", "c"), entry("c.md", "cc"))
        store = self.again(store)
        assert number_of(store, "note:a") == number
        assert {key: document.text for key, document in _documents(store).items()} == {
            "note:a": "three",
            "note:b": "b",
            "note:c": "cc",
        }
        assert store.counts().documents == 3

    def test_chunks_that_stay_keep_their_ids(self, store: Store) -> None:
        """An edit gives new ids only to chunks whose text changed; the others move and keep theirs."""
        put(store, entry("a.md", "one\n\ntwo\n\nthree"))
        number = number_of(store, "note:a")
        one, two, three = (chunk.id for chunk in store.chunks(number))
        put(store, entry("a.md", "zero\n\none\n\ntwo changed\n\nthree"))
        found = self.again(store).chunks(number)
        assert [chunk.ordinal for chunk in found] == [0, 1, 2, 3]
        assert (found[1].id, found[3].id) == (one, three)
        assert len({chunk.id for chunk in found} | {two}) == 5
        assert [msgspec.structs.replace(chunk, id=0) for chunk in found] == list(
            chunks("zero\n\none\n\ntwo changed\n\nthree")
        )

    def test_equal_chunks_are_told_apart(self, store: Store) -> None:
        """Paragraphs with the same words are chunks of their own, and one that goes takes only itself away."""
        put(store, entry("a.md", "same\n\nsame\n\nsame"))
        number = number_of(store, "note:a")
        before = [chunk.id for chunk in store.chunks(number)]
        put(store, entry("a.md", "same\n\nsame\n\nother"))
        after = [chunk.id for chunk in store.chunks(number)]
        assert len(set(before)) == 3
        assert after[0] == before[0]
        assert len(set(after)) == 3

    def test_ids_are_never_given_twice(self, store: Store) -> None:
        """After the newest document is removed, the next one gets ids that nobody had."""
        put(store, entry("a.md", "a"))
        number = number_of(store, "note:a")
        chunk = store.chunks(number)[0].id
        with store.transaction() as writer:
            writer.remove(["note:a"])
        store = self.again(store)
        put(store, entry("a.md", "a"))
        assert number_of(store, "note:a") > number
        assert store.chunks(number_of(store, "note:a"))[0].id > chunk

    def test_chunk_rows_name_their_document(self, store: Store) -> None:
        """A chunk is found by its id together with whose it is; unknown ids are left out."""
        put(store, entry("a.md", "one\n\ntwo"), entry("b.md", "three"))
        wanted = {
            chunk.id: (number_of(store, key), chunk) for key in ("note:a", "note:b") for chunk in _chunks(store, key)
        }
        found = store.chunk_rows([*wanted, 10**9])
        assert {number: (row.document_id, row.chunk) for number, row in found.items()} == wanted

    def test_documents_come_in_the_order_of_keys(self, store: Store) -> None:
        """All documents, or those of a source, a kind or a state, come in the order of their keys."""
        put(store, entry("c.md", "c"), entry("a.md", "a", kind="chat"), entry("b.md", "b"))
        with store.transaction() as writer:
            other = writer.add_source(Source(path="/other", kind="folder")).id
            writer.put([entry("d.md", "d", source=other)])
            writer.mark_stale([number_of(store, "note:c")], "2026-01-01")
        store = self.again(store)
        assert [each.key for each in store.documents()] == ["note:a", "note:b", "note:c", "note:d"]
        assert [each.key for each in store.documents(source=other)] == ["note:d"]
        assert [each.key for each in store.documents(kind="chat")] == ["note:a"]
        assert [each.key for each in store.documents(stale=True)] == ["note:c"]
        assert [each.key for each in store.documents(stale=False, source=1)] == ["note:a", "note:b"]
        assert store.keys() == ("note:a", "note:b", "note:c", "note:d")

    def test_documents_may_change_while_they_are_read(self, store: Store) -> None:
        """A walk over all documents meets each that stays once, while others are written, changed and removed."""
        put(store, *(entry(f"{i:04}.md", f"text {i}") for i in range(MANY)))
        met = []
        for document in store.documents():
            met.append(document.key)
            if len(met) == 10:
                with store.transaction() as writer:
                    writer.remove([f"note:{i:04}" for i in range(300, 310)])
                    writer.put([entry("0000a.md", "late"), entry("0400.md", "changed")])
        stay = [f"note:{i:04}" for i in range(MANY) if not 300 <= i < 310]
        assert [key for key in met if key in set(stay)] == stay
        assert len(set(met)) == len(met)

    def test_texts_are_looked_through_for_pieces(self, store: Store) -> None:
        """Each document says which pieces stand in its text, the newest change first, a page at a time to the end."""
        put(store, entry("a.md", "Nightly"), entry("b.md", "50% of foo_bar(x)"), entry("c.md", "漢字 ÄPFEL ende"))
        put(store, entry("a.md", "NIGHTLY again"))
        store = self.again(store)
        key = {number: key for key, number in store.ids(["note:a", "note:b", "note:c"]).items()}
        pieces = ["ightl", "0% ", "o_b", "字", "äpfel", "Ende"]
        first = store.scan(pieces, before=0, documents=2)
        rest = store.scan(pieces, before=first[-1].seq, documents=2)
        found = [(key[each.document_id], sorted(each.held)) for each in (*first, *rest)]
        assert found == [("note:a", [0]), ("note:c", [3, 4, 5]), ("note:b", [1, 2])]
        assert list(store.scan(pieces, before=rest[-1].seq, documents=2)) == []
        for piece in ("%", "o%b", "n_ghtly", "!", "'", "\x00\x00", "half \ud800"):
            held = {key[each.document_id] for each in store.scan([piece], before=0, documents=9) if each.held}
            assert held == ({"note:b"} if piece == "%" else set())

    def test_nothing_of_a_failed_transaction_stays(self, store: Store) -> None:
        """A transaction that ends with an error leaves the library as it was, down to its sequence."""
        put(store, entry("a.md", "one"))
        before, seq = state(store), store.seq()
        try:
            with store.transaction() as writer:
                writer.begin_undo("more")
                writer.put([entry("a.md", "two"), entry("b.md", "b")])
                writer.record([record("c.md", status=Status.FAILED)])
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        store = self.again(store)
        assert (state(store), store.seq(), store.undoable()) == (before, seq, "add")

    def test_what_cannot_be_stored_is_refused_whole(self, store: Store) -> None:
        """Half a surrogate pair cannot be stored: the error says so, and nothing of the batch is kept."""
        refused = ""
        try:
            put(store, entry("a.md", "fine"), entry("b.md", "half \ud800"))
        except BadInput as error:
            refused = error.message
        assert refused
        assert store.counts().documents == 0

    def test_readers_see_whole_documents(self, store: Store) -> None:
        """While a transaction is open, reading goes on and sees nothing of it."""
        put(store, entry("a.md", "one"))
        with store.transaction() as writer:
            writer.put([entry("a.md", "two"), entry("b.md", "b")])
            assert {key: each.text for key, each in _documents(store).items()} == {"note:a": "one"}
        assert {key: each.text for key, each in _documents(store).items()} == {"note:a": "two", "note:b": "b"}

    def test_a_moment_is_one_state_whoever_writes(self, store: Store) -> None:
        """Everything read within a moment belongs to one state, also when another writes meanwhile; then all is new."""
        put(store, entry("a.md", "one [[b]]"), entry("b.md", "b"))
        with store.moment():
            before = state(store), store.counts(), store.seq()
            put(store, entry("a.md", "two"), entry("c.md", "c"))
            with store.moment():
                assert (state(store), store.counts(), store.seq()) == before
            assert store.ids(["note:c"]) == {}
            assert store.backlinks("note:b")[0][0] == "note:a"
        assert {key: each.text for key, each in _documents(store).items()} == {
            "note:a": "two",
            "note:b": "b",
            "note:c": "c",
        }
        assert store.counts().documents == 3

    def test_a_moment_that_fails_is_over(self, store: Store) -> None:
        """An error within a moment ends it: what is read afterwards is of now."""
        put(store, entry("a.md", "one"))
        try:
            with store.moment():
                put(store, entry("a.md", "two"))
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        assert {each.text for each in _documents(store).values()} == {"two"}

    def test_changes_tell_the_newest_of_each_document(self, store: Store) -> None:
        """The change log has one row a document in the order of seq; whoever reads from where he was misses nothing."""
        put(store, entry("a.md", "a"), entry("b.md", "b"), entry("c.md", "c"))
        since = store.seq()
        put(store, entry("b.md", "b2"))
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["note:a"])
        store = self.again(store)
        assert [(each.key, each.removed) for each in store.changes(since)] == [("note:b", False), ("note:a", True)]
        assert [each.key for each in store.changes(0)] == ["note:c", "note:b", "note:a"]
        assert list(store.changes(store.seq())) == []
        with store.transaction() as writer:
            writer.undo()
        assert [(each.key, each.removed) for each in store.changes(since)] == [("note:b", False), ("note:a", False)]

    def test_many_changes_come_one_by_one(self, store: Store) -> None:
        """A long change log is read to its end, each seq higher than the one before."""
        put(store, *(entry(f"{i}.md", "x") for i in range(MANY)))
        seqs = [change.seq for change in store.changes(0)]
        assert len(seqs) == MANY
        assert seqs == sorted(set(seqs))
        assert seqs[-1] == store.seq()

    def test_every_write_moves_the_sequence(self, store: Store) -> None:
        """Putting, moving, marking and removing move the sequence; reading and receipts do not."""
        seqs = [store.seq()]
        put(store, entry("a.md", "a"))
        seqs.append(store.seq())
        rename(store, "note:a", "b.md", "b")
        seqs.append(store.seq())
        with store.transaction() as writer:
            writer.mark_stale([number_of(store, "note:a")], "2026-01-01")
        seqs.append(store.seq())
        with store.transaction() as writer:
            writer.remove(["note:a"])
        seqs.append(store.seq())
        assert seqs == sorted(set(seqs))
        with store.transaction() as writer:
            writer.record([record("z.md")])
        assert (store.get("note:a"), store.seq()) == (None, seqs[-1])

    def test_counts_are_of_now(self, store: Store) -> None:
        """Documents, chunks, kinds and stale ones are counted anew whenever something changed."""
        put(store, entry("a.md", "one\n\ntwo"), entry("b.md", "b", kind="chat"))
        counts = store.counts()
        assert (counts.documents, counts.chunks, counts.stale, counts.kinds) == (2, 3, 0, {"chat": 1, "note": 1})
        with store.transaction() as writer:
            writer.mark_stale([number_of(store, "note:a")], "2026-01-01")
            writer.remove(["note:b"])
        counts = store.counts()
        assert (counts.documents, counts.chunks, counts.stale, counts.kinds) == (1, 2, 1, {"note": 1})
        with store.transaction() as writer:
            writer.mark_stale([number_of(store, "note:a")], "")
        assert self.again(store).counts().stale == 0

    def test_sources_are_known_by_path_and_kind(self, store: Store) -> None:
        """Adding a source twice gives the first; what is changed of it stays; its documents are counted."""
        with store.transaction() as writer:
            first = writer.add_source(Source(path="/notes", kind="folder", role=Role.RAW_SOURCE, exclude=("*.tmp",)))
            assert writer.add_source(Source(path="/notes", kind="folder")) == first
            writer.put([entry("n.md", "n", source=first.id)])
            writer.change_source(msgspec.structs.replace(first, last_import="2026-01-01", exclude=()))
        found = self.again(store).sources()[1]
        assert (found.id, found.role, found.exclude) == (first.id, Role.RAW_SOURCE, ())
        assert (found.documents, found.last_import) == (1, "2026-01-01")

    def test_a_document_has_one_row(self, store: Store) -> None:
        """The receipt names a document once: a new row of it takes the place of the old one, wherever that stood."""
        put(store, entry("a.md", "a"))
        number = number_of(store, "note:a")
        with store.transaction() as writer:
            writer.record([record("b.md", document_id=number), record("c.md", status=Status.FAILED, reason="why")])
        store = self.again(store)
        assert [(each.path, each.key, each.document_id) for each in store.records()] == [
            ("b.md", "note:a", number),
            ("c.md", "", 0),
        ]
        assert [each.reason for each in store.records(status="failed", source=1)] == ["why"]
        assert list(store.records(source=2)) == []
        found = store.record_of(number)
        assert found is not None
        assert (found.path, found.key) == ("b.md", "note:a")
        assert (store.record_of(0), store.record_of(10**9)) == (None, None)

    def test_rows_of_a_file_are_forgotten_together(self, store: Store) -> None:
        """Forgetting a path takes all its lines; forgetting failures only those that led to no document."""
        with store.transaction() as writer:
            writer.record([record("rows.jsonl"), record("rows.jsonl", line=1, status=Status.FAILED), record("x.md")])
            writer.put([entry("rows.jsonl", "row", line=2, key="web:row")])
            writer.forget_failures(1, "rows.jsonl")
        assert [(each.path, each.line) for each in store.records()] == [
            ("rows.jsonl", 0),
            ("rows.jsonl", 2),
            ("x.md", 0),
        ]
        with store.transaction() as writer:
            writer.forget_records(1, ["rows.jsonl", "missing"])
        assert [(each.path, each.line) for each in self.again(store).records()] == [("x.md", 0)]

    def test_removed_rows_are_remembered_by_what_they_said(self, store: Store) -> None:
        """The row of a removed document of a file of rows keeps its hash, until the file lets go of it."""
        put(store, entry("rows.jsonl", "one", line=1, key="web:one"), entry("rows.jsonl", "two", line=2, key="web:two"))
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["web:one"])
            writer.record([record("rows.jsonl", line=3, status=Status.FAILED)])
        assert store.removed_rows(1, "rows.jsonl") == {entry("rows.jsonl", "one").record.stamp.hash}
        with store.transaction() as writer:
            writer.forget_failures(1, "rows.jsonl", removed=True)
        assert [each.line for each in self.again(store).records()] == [2, 3]
        assert store.removed_rows(1, "rows.jsonl") == frozenset()

    def test_many_records_come_in_order(self, store: Store) -> None:
        """A long receipt is read to its end, in the order of source and path."""
        with store.transaction() as writer:
            writer.record([record(f"{i:05}.md", source=source) for source in (2, 1) for i in range(1_200)])
        found = [(each.source, each.path) for each in store.records()]
        assert found == [(source, f"{i:05}.md") for source in (1, 2) for i in range(1_200)]

    def test_a_name_that_is_no_text_still_has_a_row(self, store: Store) -> None:
        """A receipt takes a file name that is no UTF-8, and two such names are two rows."""
        with store.transaction() as writer:
            writer.record([record("a\udcff.md", status=Status.FAILED), record("a\udcfe.md", status=Status.FAILED)])
        assert len(list(store.records())) == 2

    def test_stamps_tell_how_files_looked(self, store: Store) -> None:
        """The stamps of a source have every file by its path, with the number of its rows; `below` narrows them."""
        put(store, entry("a.md", "a"), entry("f/b.md", "b"), entry("f.md", "c"), entry("f-/d.md", "d"))
        large = msgspec.structs.replace(record("f/rows.jsonl").stamp, inode=2**64 - 5, size=2**40, hash="h")
        with store.transaction() as writer:
            writer.record([msgspec.structs.replace(record("f/rows.jsonl", reason="why"), stamp=large)])
            writer.record([record("f/rows.jsonl", line=line) for line in (1, 2, 9)])
            writer.record([record("lost.jsonl", line=3), record("a.md", source=2)])
        store = self.again(store)
        stamps = store.stamps(1)
        assert sorted(stamps) == ["a.md", "f-/d.md", "f.md", "f/b.md", "f/rows.jsonl"]
        rows = stamps["f/rows.jsonl"]
        assert (rows.size, rows.inode, rows.hash, rows.reason, rows.rows) == (2**40, 2**64 - 5, "h", "why", 3)
        assert stamps["a.md"].document_id == number_of(store, "note:a")
        assert (stamps["a.md"].status, stamps["a.md"].rows) == ("indexed", 0)
        assert sorted(store.stamps(1, "f")) == sorted(store.stamps(1, "f/")) == ["f/b.md", "f/rows.jsonl"]
        assert sorted(store.stamps(1, "f.md")) == ["f.md"]
        assert store.stamps(3) == {}

    def test_rows_know_their_documents(self, store: Store) -> None:
        """The documents from the rows of one file are known by key, with line, hash and status."""
        put(
            store,
            entry("rows.jsonl", "one", line=1, key="web:one"),
            entry("rows.jsonl", "two", line=5, key="web:two"),
            entry("other.jsonl", "x", line=1, key="web:x"),
        )
        found = self.again(store).row_documents(1, "rows.jsonl")
        assert {key: (row.document_id, row.line, row.status) for key, row in found.items()} == {
            "web:one": (number_of(store, "web:one"), 1, "indexed"),
            "web:two": (number_of(store, "web:two"), 5, "indexed"),
        }

    def test_keys_and_owners_are_cheap_to_ask(self, store: Store) -> None:
        """The key of a document by its id, and who holds a key, are known; unknown ones are left out."""
        with store.transaction() as writer:
            other = writer.add_source(Source(path="/other", kind="folder")).id
        put(store, entry("a.md", "a"), entry("b.md", "b", source=other))
        numbers = store.ids(["note:a", "note:b", "note:missing"])
        assert sorted(numbers) == ["note:a", "note:b"]
        assert store.keys_of([numbers["note:a"], 10**9]) == {numbers["note:a"]: "note:a"}
        assert store.by_ids([numbers["note:a"]])[numbers["note:a"]].hash == entry("a.md", "a").document.hash
        assert store.owners([*numbers, "note:missing"]) == {
            "note:a": (numbers["note:a"], 1),
            "note:b": (numbers["note:b"], other),
        }
        assert sorted(store.by_ids([*numbers.values(), 10**9])) == sorted(numbers.values())

    def test_a_removal_is_in_the_receipt(self, store: Store) -> None:
        """The row of a removed document stays and says so; forgetting takes the row as well."""
        put(store, entry("a.md", "a"), entry("b.md", "b"))
        with store.transaction() as writer:
            writer.begin_undo("remove")
            assert writer.remove(["note:a"]) == 1
        row = next(iter(store.records()))
        assert (row.path, row.status, row.document_id, row.key) == ("a.md", Status.REMOVED, 0, "")
        assert row.reason
        with store.transaction() as writer:
            assert writer.remove(["note:b"], forget=True) == 1
        assert [each.path for each in self.again(store).records()] == ["a.md"]

    def test_a_removal_of_what_was_gone_leaves_no_row(self, store: Store) -> None:
        """What is removed while it is stale has no file that would have to stay out."""
        put(store, entry("a.md", "a"))
        with store.transaction() as writer:
            writer.mark_stale([number_of(store, "note:a")], "2026-01-01")
            writer.begin_undo("prune")
            writer.remove(["note:a"])
        assert list(store.records()) == []
        with store.transaction() as writer:
            writer.undo()
        assert [(each.path, each.status) for each in self.again(store).records()] == [("a.md", Status.STALE)]

    def test_a_transaction_knows_how_far_the_log_has_come(self, store: Store) -> None:
        """The writer's number is the newest change's, its own included; a receipt row is none."""
        put(store, entry("a.md", "a"))
        with store.transaction() as writer:
            assert writer.seq() == store.seq()
            writer.record([record("b.md", status=Status.FAILED)])
            assert writer.seq() == store.seq()
            writer.put([entry("b.md", "b")])
            after = writer.seq()
        assert after == store.seq() == 2

    def test_forgetting_reaches_what_was_removed_before(self, store: Store) -> None:
        """A document that was removed first and forgotten later cannot be undone and leaves neither row nor key."""
        put(store, entry("a.md", "a"), entry("b.md", "b"))
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["note:a", "note:b"])
        with store.transaction() as writer:
            assert writer.remove(["note:a", "note:missing"], forget=True) == 1
        with store.transaction() as writer:
            assert [each.key for each in writer.undo()] == ["note:b"]
        store = self.again(store)
        assert list(_documents(store)) == ["note:b"]
        assert [each.path for each in store.records()] == ["b.md"]
        assert "note:a" not in {each.key for each in store.changes(0)}


def _documents(store: Store) -> dict[str, Document]:
    return {each.key: each for each in store.documents()}


def _chunks(store: Store, key: str) -> tuple[Chunk, ...]:
    return store.chunks(number_of(store, key))
