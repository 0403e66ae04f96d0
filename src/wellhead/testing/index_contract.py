"""What every index keeps to: subclass it and give the fixtures `store` (empty, with one source, id 1) and `index`.

An index that lives in another place than its store is caught up before it is asked, as ingest does after each commit.
`content` may be overridden to give everything that the index holds, in a form that can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wellhead.model.document import Role
from wellhead.model.query import Candidate, DayRange, Filter, Query, Term
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord, Index, Store
from wellhead.testing.samples import entry, query
from wellhead.testing.tag_contract import TagContract

WORDS = ("oak", "elm", "bark", "leaf", "root", "branch", "日本語", "forêt", "running", "Quercus")
HOSTILE = (
    '"',
    '""',
    "' OR 1",
    "a\x00b",
    "NEAR(",
    "*",
    "^",
    "title:",
    "{a}",
    "a AND",
    "(",
    "-",
    "\ud800",
    "☂",
    "x" * 4000,
)
STEPS = 60
MANY = 600
SHELF = (
    entry("leaf/a.md", "oak", tags=("project/skerry",), author="Ines Abeku", created="2025-03-01"),
    entry("leaf/b.md", "oak", tags=("Project",), author="ＩＮＥＳ", kind="chat", role=Role.CHAT),
    entry("Leaf c.md", "oak", tags=("tide mill",), author="Bo", created="2025-03-02T23:30:00-05:00"),
    entry("leaf/Été/2025-03-04.md", "oak", model_tags=("project",), author="Ça va"),
    entry("leaf/plain.md", "oak"),
)
FILTERED = (
    ("tag:project", "leaf/a leaf/b"),
    ("tag:PROJECT/Skerry", "leaf/a"),
    ("tag:tide_mill tag:skerry", "Leaf%20c"),
    ("author:ines", "leaf/a leaf/b"),
    ("author:ÇA", "leaf/Été/2025-03-04"),
    ("kind:chat kind:note", "leaf/a leaf/b Leaf%20c leaf/Été/2025-03-04 leaf/plain"),
    ("path:/LEAF/", "leaf/a leaf/b leaf/Été/2025-03-04 leaf/plain"),
    ("path:été", "leaf/Été/2025-03-04"),
    ("path:%", ""),
    ("mine:no", "leaf/b"),
    ("mine:yes author:ines", "leaf/a"),
    ("after:2025-03-02", "Leaf%20c leaf/Été/2025-03-04"),
    ("after:2025-03-01 before:2025-03-04", "leaf/a Leaf%20c"),
    ("before:2025-03-03", "leaf/a"),
    ("after:2025-03-01 -tag:tide-mill", "leaf/a leaf/Été/2025-03-04"),
    ("kind:note -after:2025-03-01", "leaf/plain"),
    ("tag:absent", ""),
)


class IndexContract(TagContract):
    """Pytest collects a subclass whose name begins with Test."""

    def content(self, store: Store, index: Index) -> object:
        """What the index would answer to every probe, scores included."""
        return {word: [(each.chunk_id, round(each.score, 9)) for each in _found(index, word)] for word in WORDS}

    def test_a_document_is_found_by_its_words(self, store: Store, index: Index) -> None:
        """Words of text, title, heading, tag and alias find a document as soon as its transaction has ended."""
        given = entry(
            "f/Fern.md", "Spores.\n\n## Fronds\n\nuncurl", title="A fern", tags=("shade",), aliases=("Bracken",)
        )
        _put(store, index, given, entry("b.md", "nothing of it"))
        number = store.ids(["note:f/Fern"])["note:f/Fern"]
        for word in ("spores", "FERN", "fronds", "uncurl", "shade", "bracken"):
            assert {each.document_id for each in _found(index, word)} == {number}, word
        assert {each.chunk_id for each in _found(index, "uncurl")} == {store.chunks(number)[2].id}
        assert _found(index, "absent") == []

    def test_candidates_are_ranked(self, store: Store, index: Index) -> None:
        """Candidates come with ranks from 1 and falling positive scores, no more than were asked for."""
        _put(store, index, *(entry(f"{i}.md", "oak " * (i + 1) + "filler " * 9) for i in range(20)))
        found = list(index.candidates("lexical", query("oak", "elm"), 7))
        assert [each.rank for each in found] == list(range(1, 8))
        assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
        assert found[-1].score > 0
        assert list(index.candidates("lexical", query("oak", "elm"), 7)) == found

    def test_phrases_are_exact(self, store: Store, index: Index) -> None:
        """A phrase finds only the texts in which its words stand together."""
        _put(store, index, entry("a.md", "red oak leaf"), entry("b.md", "oak red leaf"))
        found = index.candidates("lexical", query(phrases=["red oak"], language=index.language()), 10)
        assert [each.document_id for each in found] == [store.ids(["note:a"])["note:a"]]

    def test_replaced_and_removed_words_are_gone(self, store: Store, index: Index) -> None:
        """After an edit, a removal and a change of title the old words find nothing, and the new ones do."""
        _put(store, index, entry("a.md", "oak"), entry("b.md", "elm"), entry("c.md", "bark", title="Maple"))
        _put(store, index, entry("a.md", "leaf"), entry("c.md", "bark", title="Birch", tags=("white",)))
        with store.transaction() as writer:
            writer.remove(["note:b"])
        index.catch_up(store.changes)
        assert [len(_found(index, word)) for word in ("oak", "elm", "maple")] == [0, 0, 0]
        assert [len(_found(index, word)) for word in ("leaf", "birch", "white", "bark")] == [1, 1, 1, 1]

    def test_stale_documents_are_still_found(self, store: Store, index: Index) -> None:
        """A document whose file has vanished is found until it is removed."""
        _put(store, index, entry("a.md", "oak"))
        with store.transaction() as writer:
            writer.mark_stale(store.ids(["note:a"]).values(), "2026-01-01")
        index.catch_up(store.changes)
        assert len(_found(index, "oak")) == 1

    def test_names_are_found_by_their_parts(self, store: Store, index: Index) -> None:
        """The lane of titles finds whole documents by pieces of title, alias, path and tag, in any script's case."""
        _put(
            store,
            index,
            entry("deep/Rhododendron.md", "x", title="Alpenrose", aliases=("Ericaceae",), tags=("evergreen",)),
            entry("other.md", "Rhododendron in the text only"),
        )
        number = store.ids(["note:deep/Rhododendron"])["note:deep/Rhododendron"]
        for part in ("dodendr", "PENROSE", "ericac", "deep", "evergr"):
            found = index.candidates("title", query(part), 10)
            assert [(each.document_id, each.chunk_id) for each in found] == [(number, 0)], part
        assert list(index.candidates("title", query("ro"), 10)) == []

    def test_documents_go_by_their_names(self, store: Store, index: Index) -> None:
        """A document is named by title, alias, file and address in any case, and by an old title as a former name."""
        _put(
            store, index, entry("trees/Oak.md", "x", title="The Oak", aliases=("Quercus",), url="https://oak.example/")
        )
        _put(store, index, entry("trees/Oak.md", "x", title="An Oak", aliases=("Quercus",), url="https://oak.example/"))
        number = store.ids(["note:trees/Oak"])["note:trees/Oak"]
        asked = ("AN OAK", "quercus", "oak", "trees/oak.md", "http://oak.example#bark", "the oak", "elm")
        found = {each.name: each for each in index.named(asked)}
        assert list(found) == ["an oak", "quercus", "oak", "trees/oak", "https://oak.example", "the oak"]
        assert {(each.document_id, each.key, each.title) for each in found.values()} == {
            (number, "note:trees/Oak", "An Oak")
        }
        assert [name for name, each in found.items() if each.former] == ["the oak"]

    def test_names_of_two_documents_are_known(self, store: Store, index: Index) -> None:
        """A name that stands in two documents is known with their number, one of a single document is not."""
        _put(store, index, entry("a.md", "We met Ada Quill and Otto Tarn."), entry("b.md", "It was Ada Quill again."))
        assert [(each.name, each.documents) for each in index.best_known(5)] == [("Ada Quill", 2)]
        assert [(each.name, each.documents) for each in index.named(["ada quill", "Otto Tarn"])] == [("Ada Quill", 2)]
        _put(store, index, entry("c.md", "Then Otto Tarn and Ada Quill came."))
        assert [(each.name, each.documents) for each in index.best_known(5)] == [("Ada Quill", 3), ("Otto Tarn", 2)]
        assert [each.name for each in index.best_known(1)] == ["Ada Quill"]

    def test_names_that_may_be_meant_are_candidates(self, store: Store, index: Index) -> None:
        """A name cut short, misspelt in one half, or said by its initials has the right one among its candidates."""
        _put(store, index, entry("p/1.md", "x", title="Rosamund Vanterpool"), entry("p/2.md", "x", title="Elm"))
        _put(store, index, entry("a.md", "We met Ned Tarnbrook."), entry("b.md", "It was Ned Tarnbrook again."))
        for asked in ("rosamund", "Vanterpool", "Rosamund Vanterpol", "Rosamind Vanterpool"):
            assert "Rosamund Vanterpool" in {each.title for each in index.nearly(asked, 10)}, asked
        assert "Ned Tarnbrook" in {each.name for each in index.nearly("ned tarnbrok", 10)}
        assert {each.title or each.name for each in index.initials("RV", 10)} == {"Rosamund Vanterpool"}
        assert {each.title or each.name for each in index.initials("NT", 10)} == {"Ned Tarnbrook"}

    def test_no_name_raises(self, store: Store, index: Index) -> None:
        """Whatever is asked for as a name, there is an answer and no error."""
        _put(store, index, entry("a.md", "We met Ada Quill."))
        for text in (*HOSTILE, "", " ", "\ud7ff" * 3, "\U0010ffff" * 4, "a" * 100_000, "%_"):
            assert [each.name for each in index.named([text])] == []
            assert len(index.nearly(text, 5)) <= 5
            assert list(index.initials(text, 5)) == []

    def test_no_text_of_a_query_raises(self, store: Store, index: Index) -> None:
        """Whatever stands in a term, as word, phrase, prefix or run: there is an answer and no error."""
        _put(store, index, entry("a.md", 'oak " near * 日本語'))
        for text in HOSTILE:
            for shape in ({}, {"phrase": True}, {"prefix": True}, {"cjk": True}):
                asked = Query(text=text, terms=(Term(text=text, stems=(text,), **shape), *query("oak").terms))
                assert len(index.candidates("lexical", asked, 5)) == 1
                assert len(index.candidates("title", asked, 5)) <= 1
                assert index.common(asked) == frozenset()
                assert index.frequencies(asked)[0] == 1
                assert list(index.candidates("tag", asked, 5)) == []
        assert list(index.candidates("lexical", Query(text=""), 5)) == []

    def test_common_words_are_known(self, store: Store, index: Index) -> None:
        """A word that stands in more than half of the chunks is common, one in less is not."""
        _put(store, index, *(entry(f"{i}.md", "oak leaf" if i % 3 else "oak") for i in range(60)))
        _put(store, index, *(entry(f"more{i}.md", "elm") for i in range(25)))
        assert index.common(query("oak", "leaf", "elm", "absent")) == {"oak"}

    def test_it_knows_in_how_many_documents_a_term_stands(self, store: Store, index: Index) -> None:
        """Of each term it says in how many documents it stands: words, phrases and beginnings, in whichever field."""
        assert index.frequencies(query("oak", "elm")) == (0, (0, 0))
        _put(store, index, *(entry(f"{i}.md", "oak leaf\n\noak\n\noak" if i % 3 else "leaf oak") for i in range(9)))
        _put(store, index, entry("b.md", "elm", title="Oak", tags=("bark",)), entry("c.md", "日本語 と elm"))
        terms = query("oak", "elm", "bark", "absent", phrases=["oak leaf"], language=index.language()).terms
        terms += (
            Term(text="oa", stems=("oa",), prefix=True),
            Term(text="日本", stems=("日本",), phrase=True, cjk=True),
        )
        assert index.frequencies(Query(text="", terms=terms)) == (11, (10, 2, 1, 0, 6, 10, 1))
        with store.transaction() as writer:
            writer.remove(["note:b", "note:0"])
        index.catch_up(store.changes)
        assert index.frequencies(query("oak", "elm", language=index.language())) == (9, (8, 1))

    def test_a_common_term_is_counted_well_enough(self, store: Store, index: Index) -> None:
        """Of a term that stands in very many chunks the number is near: more than of a rarer one, and not all."""
        texts = ("oak elm", "oak", "oak\n\noak and oak\n\noak")
        _put(store, index, *(entry(f"{i}.md", texts[i % 3]) for i in range(MANY)))
        _put(store, index, *(entry(f"none{i}.md", "leaf") for i in range(MANY)))
        count, (oak, elm) = index.frequencies(query("oak", "elm", language=index.language()))
        assert (count, elm) == (2 * MANY, MANY // 3)
        assert elm < oak < count

    def test_documents_tell_which_terms_they_hold(self, store: Store, index: Index) -> None:
        """A document holds the terms that stand in any of its chunks."""
        _put(store, index, entry("a.md", "oak\n\nelm\n\nroot"), entry("b.md", "leaf"))
        first, second = (store.ids([key])[key] for key in ("note:a", "note:b"))
        held = index.holding(query("oak", "root", "leaf", "absent", language=index.language()), [first, second])
        assert held == {first: {"oak", "root"}, second: {"leaf"}}

    def test_filters_hold_in_every_lane(self, store: Store, index: Index) -> None:
        """Under filters each lane brings what meets one value of each field and none that is excluded, nothing else."""
        _put(store, index, *SHELF)
        for asked, names in FILTERED:
            filters = tuple(_filter(each) for each in asked.split())
            for lane, words in (("lexical", ("oak",)), ("title", ("leaf",)), ("date", ())):
                query_of = replace(query(*words, language=index.language()), filters=filters)
                found = {each.document_id for each in index.candidates(lane, query_of, 100)}
                assert found == set(store.ids([f"note:{name}" for name in names.split()]).values()), (lane, asked)
                assert index.admits(query_of, range(1, 6)) == found

    def test_filters_see_what_changed(self, store: Store, index: Index) -> None:
        """After an edit, a move, a removal and an undo a filter finds documents by what they are now."""

        def found(*filters: str) -> list[str]:
            ids = index.candidates("date", Query(text="", filters=tuple(_filter(each) for each in filters)), 9)
            return sorted(store.keys_of(each.document_id for each in ids).values())

        _put(store, index, entry("a.md", "oak", tags=("one",), author="Ada", created="2025-01-01"))
        _put(store, index, entry("a.md", "oak", tags=("two",), author="Bo", created="2025-02-01", kind="chat"))
        assert found("tag:one") == found("author:ada") == found("before:2025-02-01") == found("kind:note") == []
        assert found("tag:two", "author:bo", "after:2025-02-01", "kind:chat") == ["note:a"]
        with store.transaction() as writer:
            writer.begin_undo("move")
            row = FileRecord(path="deep/2024-03-05.md", status=Status.RENAMED, source=1)
            writer.move(store.ids(["note:a"])["note:a"], row, "2024-03-05")
        index.catch_up(store.changes)
        assert (found("path:deep/"), found("path:a.md")) == (["note:a"], [])
        with store.transaction() as writer:
            writer.undo()
        index.catch_up(store.changes)
        assert (found("path:deep/"), found("path:a.md")) == ([], ["note:a"])
        with store.transaction() as writer:
            writer.remove(["note:a"])
        index.catch_up(store.changes)
        assert found("tag:two") == []

    def test_nothing_that_is_excluded_is_brought(self, store: Store, index: Index) -> None:
        """No lane brings a document that holds an excluded word, phrase, prefix or run, in whichever of its chunks."""
        _put(
            store,
            index,
            entry("a.md", "oak\n\nrunning late"),
            entry("b.md", "oak\n\nit runs late"),
            entry("c.md", "oak", title="Late runner"),
            entry("d.md", "oak\n\n日本語"),
            entry("e.md", "oak"),
        )
        names = {number: key[-1] for key, number in store.ids([f"note:{name}" for name in "abcde"]).items()}
        stemmed = index.language() == "en"
        cases = (
            (query("late", language=index.language()).terms, "de"),
            (query("running", language=index.language()).terms, "cde" if stemmed else "bcde"),
            (query(phrases=["running late"], language=index.language()).terms, "bcde"),
            ((Term(text="runni", stems=("runni", "run") if stemmed else ("runni",), prefix=True),), "bcde"),
            ((Term(text="日本", stems=("日本",), phrase=True, cjk=True),), "abce"),
            (query("absent", language=index.language()).terms, "abcde"),
        )
        for excluded, left in cases:
            for lane in ("lexical", "date"):
                filters = (Filter(field="path", value="md"),)
                words = query("oak", language=index.language()).terms if lane == "lexical" else ()
                asked = Query(text="", terms=words, excluded=excluded, filters=filters)
                found = {names[each.document_id] for each in index.candidates(lane, asked, 9)}
                assert found == set(left), (lane, excluded)
                assert {names[number] for number in index.admits(asked, names)} == found
        assert index.admits(query("oak"), [3, 77]) == {3, 77}

    def test_documents_near_a_day(self, store: Store, index: Index) -> None:
        """The lane of dates brings documents of the days asked for, then those whose text names one, then near ones."""
        _put(
            store,
            index,
            entry("own.md", "x", created="2025-06-03"),
            entry("2025-06-04-named.md", "x"),
            entry("moment.md", "x", created="2025-06-05T23:30:00-05:00"),
            entry("told.md", "we met on 3 June 2025", created="2024-01-01"),
            entry("near.md", "x", created="2025-06-07"),
            entry("nearer.md", "x", created="2025-06-06"),
            entry("before.md", "x", created="2025-06-01"),
            entry("far.md", "x", created="2025-09-01"),
            entry("none.md", "x"),
        )
        days = (DayRange(start="2025-06-03", end="2025-06-06", text="then"),)
        names = store.keys_of(range(1, 20))

        def near(limit: int = 9, **more: Any) -> list[str]:
            found = index.candidates("date", Query(text="", days=days, **more), limit)
            assert [each.rank for each in found] == list(range(1, len(found) + 1))
            assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
            return [names[each.document_id].removeprefix("note:") for each in found]

        order = ["2025-06-04-named", "own", "told", "moment", "nearer", "near", "before"]
        assert near() == order
        assert near(3) == order[:3]
        west = {"2025-06-03": 29_148_780, "2025-06-06": 29_153_100}  # five hours behind
        assert near(midnights=west)[:3] == ["moment", "2025-06-04-named", "own"]
        assert near(filters=(_filter("after:2025-06-05"),)) == ["moment", "nearer", "near"]
        assert list(index.candidates("date", query("x"), 9)) == []

    def test_it_knows_how_far_it_is(self, store: Store, index: Index) -> None:
        """Caught up, the watermark is the store's sequence, every document is searchable, and nothing is left to do."""
        for step in (entry("a.md", "oak"), entry("b.md", "elm"), entry("a.md", "leaf")):
            _put(store, index, step)
            assert index.watermark() == store.seq()
        assert index.searchable() == 2
        assert index.catch_up(store.changes) == 0

    def test_rebuilding_is_a_fixed_point(self, store: Store, index: Index) -> None:
        """After any history of edits, moves, removals and undos the index holds what a rebuild makes of the store."""
        for step, luck in enumerate(_luck(STEPS)):
            _change(store, step, luck)
            index.catch_up(store.changes)
        before, seq = self.content(store, index), store.seq()
        counted: list[int] = []
        chunks = index.rebuild(counted.append)
        assert self.content(store, index) == before
        assert (chunks, index.watermark(), store.seq()) == (store.counts().chunks, seq, seq)
        assert counted == sorted(counted)
        index.rebuild(counted.append)
        assert self.content(store, index) == before

    def test_front_matter_may_end_elsewhere(self, store: Store, index: Index) -> None:
        """An edit that opens or closes front matter is seen in its first chunk, whose own text did not change."""
        opened, closed = "---\nstate: oak\n\nbark", "---\nstate: oak\n\n---\n\nbark"
        for text in (opened, closed, opened):
            _put(store, index, entry("a.md", text))
            before = len(_found(index, "state")), len(_found(index, "oak"))
            index.rebuild(lambda done: None)
            assert (len(_found(index, "state")), len(_found(index, "oak"))) == before
            assert before == (int(text == opened), 1)


def _filter(said: str) -> Filter:
    """`field:value`, as a question would say it."""
    field, _, value = said.removeprefix("-").partition(":")
    fields: Any = field
    return Filter(field=fields, value=value, excluded=said.startswith("-"))


def _put(store: Store, index: Index, *entries: Entry) -> None:
    with store.transaction() as writer:
        writer.begin_undo("add")
        writer.put(entries)
    index.catch_up(store.changes)


def _found(index: Index, word: str) -> list[Candidate]:
    return list(index.candidates("lexical", query(word, language=index.language()), 100))


def _luck(count: int) -> Iterator[int]:
    """The same choices everywhere: a linear congruence."""
    state = 20_261_118
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        yield state >> 8


def _change(store: Store, step: int, luck: int) -> None:
    """One step of a library's life, chosen by `luck`."""
    name = f"{luck % 7}"
    known = store.ids([f"note:{name}"])
    with store.transaction() as writer:
        if luck % 11 == 0:
            writer.undo()
            return
        writer.begin_undo(f"step {step}")
        if luck % 5 == 1:
            writer.remove(list(known), forget=luck % 2 == 0)
        elif luck % 5 == 2 and known:
            row = FileRecord(path=f"moved/2024-01-{step % 28 + 1:02}.md", status=Status.RENAMED, source=1)
            writer.move(known[f"note:{name}"], row, f"Moved {WORDS[luck % 10]}")
        elif luck % 5 == 3:
            writer.mark_stale(known.values(), "2026-01-01")
        else:
            writer.put([_any_entry(name, luck), _any_entry(f"{(luck + 3) % 7}", luck // 7)])


def _any_entry(name: str, luck: int) -> Entry:
    """Texts that share paragraphs; some begin with front matter, whose end decides how its first chunk is indexed."""
    said = [WORDS[(luck >> shift) % 10] for shift in range(0, 12, 2)]
    front = ("", "---\nstate: open\n\n", "---\nstate: open\n\n---\n\n")[luck % 3]
    met = f"on {luck % 28 + 1} May {said[0].title()} Quill met {said[4].title()} Tarn"
    text = front + "\n\n".join([f"## {said[1]}", *said, " ".join(said), met])
    title = f"{said[2]} {name}" if luck % 4 else name
    created = ("", f"2025-06-0{luck % 9 + 1}", f"2025-06-0{luck % 9 + 1}T23:30:00-05:00")[luck // 3 % 3]
    aliases = tuple(said[: luck % 3])
    return entry(f"{name}.md", text, title=title, tags=tuple(said[: luck % 2]), aliases=aliases, created=created)
