"""How links are resolved and followed backwards in any store; a part of `StoreContract`."""

from __future__ import annotations

from wellhead.model.document import Link, Source
from wellhead.model.receipt import Status
from wellhead.ports import Entry, FileRecord, Store
from wellhead.testing.samples import entry


def put(store: Store, *entries: Entry, label: str = "add") -> None:
    """One import of one batch."""
    with store.transaction() as writer:
        writer.begin_undo(label)
        writer.put(entries)


def number_of(store: Store, key: str) -> int:
    return store.ids([key])[key]


def rename(store: Store, key: str, path: str, title: str) -> None:
    """The file of a document is found under another path."""
    number = number_of(store, key)
    with store.transaction() as writer:
        writer.begin_undo("rename")
        row = FileRecord(path=path, status=Status.RENAMED, source=1)
        writer.move(number, row, title)


def _targets(store: Store, key: str) -> list[str]:
    return [link.key for link in store.links(key)]


def _from(store: Store, key: str) -> list[str]:
    return [origin for origin, _ in store.backlinks(key)]


class LinkContract:
    def test_links_resolve_by_every_name(self, store: Store) -> None:
        """A link finds its document by path, file name, title and alias, whatever their case, and by its key."""
        put(store, entry("trees/Oak.md", "An oak.", title="The Oak", aliases=("Quercus",)))
        names = ("trees/Oak", "oak", "OAK.md", "the oak", "quercus", "note:trees/Oak")
        put(store, entry("index.md", " ".join(f"[[{name}]]" for name in names)))
        assert _targets(store, "note:index") == ["note:trees/Oak"] * len(names)

    def test_links_keep_how_they_were_written(self, store: Store) -> None:
        """Links come back in their order, as written, with label, anchor and place."""
        text = "See [[Oak#bark|the bark]] and [[Elm]]."
        put(store, entry("a.md", text), entry("Elm.md", "An elm."))
        first, second = store.links("note:a")
        assert (first.to, first.anchor, first.label, first.key) == ("Oak", "bark", "the bark", "")
        assert text[second.start : second.end] == "[[Elm]]"
        assert second.key == "note:Elm"

    def test_links_to_nothing_stay(self, store: Store) -> None:
        """A link to nothing here is kept with an empty key and leads somewhere as soon as its document arrives."""
        put(store, entry("a.md", "[[Later]]"))
        assert _targets(store, "note:a") == [""]
        put(store, entry("Later.md", "Now."))
        assert _targets(store, "note:a") == ["note:Later"]

    def test_addresses_lead_to_what_was_saved_from_there(self, store: Store) -> None:
        """A link to an address leads to the document with that address, whatever its place on the page, and back."""
        put(store, entry("Oak.md", "An oak.", url="http://oak.example/wiki/Oak/"), entry("Elm.md", "An elm."))
        out = ("https://oak.example/wiki/Oak#bark", "HTTPS://oak.example/wiki/oak", "https://elm.example/wiki/Oak")
        put(store, entry("a.md", "See both.", more_links=[Link(to=to, type="url") for to in out]))
        assert _targets(store, "note:a") == ["note:Oak", "note:Oak", ""]
        assert _from(store, "note:Oak") == ["note:a", "note:a"]

    def test_urls_lead_outside(self, store: Store) -> None:
        """A link of type url never leads to a document of its last word, and an empty target leads to its own."""
        outside = Link(to="https://oak.example/Oak", type="url")
        inside = Link(to="", anchor="bark")
        put(store, entry("Oak.md", "An oak.", more_links=(outside, inside)))
        assert _targets(store, "note:Oak") == ["", "note:Oak"]

    def test_the_nearest_of_one_name_wins(self, store: Store) -> None:
        """Among documents of one name a link prefers its own folder, then the shortest path."""
        put(store, *(entry(f"{folder}x.md", "x") for folder in ("a/b/", "a/", "c/d/")))
        put(store, entry("a/b/from.md", "[[x]]"), entry("from.md", "[[x]] [[d/x]]"), entry("c/from.md", "[[d/x]]"))
        assert _targets(store, "note:a/b/from") == ["note:a/b/x"]
        assert _targets(store, "note:from") == ["note:a/x", "note:c/d/x"]
        assert _targets(store, "note:c/from") == ["note:c/d/x"]

    def test_relative_paths_are_seen_from_the_document(self, store: Store) -> None:
        """A path with dots in it is followed from the folder of the linking document."""
        put(store, entry("a/x.md", "x"), entry("b/x.md", "x"), entry("b/c/x.md", "x"))
        put(store, entry("b/c/from.md", "[[../x.md]] [[./x.md]] [[../../a/x]]"))
        assert _targets(store, "note:b/c/from") == ["note:b/x", "note:b/c/x", "note:a/x"]
        assert _from(store, "note:a/x") == ["note:b/c/from"]

    def test_the_own_source_wins(self, store: Store) -> None:
        """Of two documents of one name in two sources, a link prefers the one of its own source."""
        with store.transaction() as writer:
            other = writer.add_source(Source(path="/other", kind="folder")).id
        put(store, entry("x.md", "x", source=other, key="note:other/x"), entry("deep/er/x.md", "x"))
        put(store, entry("from.md", "[[x]]"), entry("to.md", "[[x]]", source=other, key="note:other/to"))
        assert _targets(store, "note:from") == ["note:deep/er/x"]
        assert _targets(store, "note:other/to") == ["note:other/x"]

    def test_backlinks_are_links_read_backwards(self, store: Store) -> None:
        """Whoever links to a document, by whichever name, is among its backlinks, and nobody else."""
        put(store, entry("trees/Oak.md", "An oak.", aliases=("Quercus",)), entry("Elm.md", "An elm. [[Nothing]]"))
        put(store, entry("a.md", "[[Oak]]"), entry("b.md", "[[trees/oak]] [[Quercus]]"), entry("c.md", "[[Elm]]"))
        assert _from(store, "note:trees/Oak") == ["note:a", "note:b", "note:b"]
        assert [link.key for _, link in store.backlinks("note:trees/Oak")] == ["note:trees/Oak"] * 3
        assert store.backlinks("note:missing") == ()

    def test_edges_are_all_links_at_once(self, store: Store) -> None:
        """Every pair of linked documents is told once, as links one by one resolve, without links to oneself."""
        put(store, *(entry(f"{folder}x.md", "[[x]] [[a]]") for folder in ("a/b/", "a/", "c/d/")))
        put(store, entry("a.md", "[[x]] [[c/d/x]] [[b/x]] [[nothing]] [[a]] [[x]]", url="https://a.example"))
        put(store, entry("b.md", "[[note:a]] [[#here]]", more_links=[Link(to="http://a.example/", type="url")]))
        rename(store, "note:a/x", "e/y.md", "y")
        keys = ("note:a", "note:a/b/x", "note:a/x", "note:b", "note:c/d/x")
        ids = store.ids(keys)
        wanted = {(ids[key], ids[link.key]) for key in keys for link in store.links(key) if link.key not in ("", key)}
        assert len(wanted) == 7
        assert sorted(store.edges()) == sorted(wanted)

    def test_a_rename_breaks_no_link(self, store: Store) -> None:
        """After a rename links by the old and by the new name lead to the same document, under its old key."""
        put(store, entry("Oak.md", "An oak."), entry("a.md", "[[Oak]] [[Quercus]]"))
        number = number_of(store, "note:Oak")
        rename(store, "note:Oak", "trees/Quercus.md", "Quercus")
        assert _targets(store, "note:a") == ["note:Oak", "note:Oak"]
        assert _from(store, "note:Oak") == ["note:a", "note:a"]
        moved = store.get("note:Oak")
        assert moved is not None
        assert (moved.path, moved.title, number_of(store, "note:Oak")) == ("trees/Quercus.md", "Quercus", number)

    def test_an_edit_keeps_old_names_as_former_ones(self, store: Store) -> None:
        """A document that is given another title and alias is still found by the old ones, until it is removed."""
        put(store, entry("Oak.md", "An oak.", title="The oak", aliases=("Quercus",)))
        put(store, entry("Oak.md", "An oak.", title="The elm"), entry("a.md", "[[the oak]] [[Quercus]] [[the elm]]"))
        assert _targets(store, "note:a") == ["note:Oak"] * 3
        assert _from(store, "note:Oak") == ["note:a"] * 3
        put(store, entry("Quercus.md", "Another."))
        assert _targets(store, "note:a") == ["note:Oak", "note:Quercus", "note:Oak"]
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["note:Oak"])
        assert _targets(store, "note:a") == ["", "note:Quercus", ""]
        with store.transaction() as writer:
            writer.undo()
        assert _targets(store, "note:a") == ["note:Oak", "note:Quercus", "note:Oak"]

    def test_a_present_name_beats_a_former_one(self, store: Store) -> None:
        """A new document that takes an old name takes the links by that name with it."""
        put(store, entry("Oak.md", "An oak."), entry("a.md", "[[Oak]]"))
        rename(store, "note:Oak", "Quercus.md", "Quercus")
        put(store, entry("Oak.md", "A younger oak.", key="note:Oak~2"))
        assert _targets(store, "note:a") == ["note:Oak~2"]

    def test_removed_documents_have_no_names(self, store: Store) -> None:
        """Links to a removed document lead nowhere, and its own links are nobody's backlinks."""
        put(store, entry("Oak.md", "An oak. [[a]]"), entry("a.md", "[[Oak]]"))
        with store.transaction() as writer:
            writer.begin_undo("remove")
            writer.remove(["note:Oak"])
        assert _targets(store, "note:a") == [""]
        assert store.backlinks("note:a") == ()
