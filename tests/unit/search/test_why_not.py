"""Absence explained, of a file and of a hit."""

from __future__ import annotations

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.model.options import SearchOptions
from wellhead.model.receipt import Status
from wellhead.model.state import Check
from wellhead.search.why_not import explain_path, explain_query
from wellhead.testing.samples import entry


def asked(shelf: Shelf, text: str, target: str, options: SearchOptions | None = None) -> tuple[Check, ...]:
    chosen = options or SearchOptions()
    return explain_query(text, target, store=shelf.store, index=shelf.index, options=chosen, asked=ASKED)


def said(checks: tuple[Check, ...], name: str) -> list[str]:
    return [check.evidence for check in checks if check.name == name]


def test_a_hit_is_told_its_rank_and_what_stands_above(shelf: Shelf) -> None:
    shelf.put("both.md", "oak and elm")
    shelf.put("one.md", "oak and many other words that dilute it")
    checks = asked(shelf, "the oak elm", "note:one")
    assert said(checks, "rank")[0].startswith("it is hit 2 of 2")
    assert "note:both" in said(checks, "above it")[0]
    assert "“oak”" in said(checks, "above it")[0]
    assert said(checks, "term") == ["“oak” stands in its text (1)", "“elm” does not stand in it"]
    assert "stands in nearly every text" in said(checks, "not looked for")[0]


def test_fields_are_named(shelf: Shelf) -> None:
    shelf.put("x.md", "an oak", title="Oak tree", tags=("oak",), aliases=("Quercus oak",))
    (term,) = said(asked(shelf, "oak", "note:x"), "term")
    assert term == "“oak” stands in its title (1), aliases (1), tags (1), text (1)"


def test_a_document_below_the_limit_is_told_its_place(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{i:02}.md", "oak") for i in range(9)])
    shelf.put("z.md", "oak among so many other words that it counts for less than elsewhere")
    checks = asked(shelf, "oak", "note:z", SearchOptions(limit=3))
    assert said(checks, "rank")[0].startswith("it would be hit 10 of 10")
    (rank,) = [check for check in checks if check.name == "rank"]
    assert rank.fix == "wellhead search --limit 10"


def test_a_document_that_holds_nothing_of_it(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    shelf.put("b.md", "birch")
    checks = asked(shelf, "oak", "note:b")
    (rank,) = [check for check in checks if check.name == "rank"]
    assert rank.status == "failed"
    assert "note:a" in said(checks, "above it")[0]


def test_a_phrase_that_is_not_exact(shelf: Shelf) -> None:
    shelf.put("a.md", "run shoe")
    checks = asked(shelf, '"running shoes"', "note:a")
    assert "in exactly these words" in said(checks, "term")[0]
    assert "in exactly these words" in said(checks, "rank")[0]


def test_an_unknown_key_names_near_ones(shelf: Shelf) -> None:
    shelf.put("garden/tomatoes.md", "green")
    (check,) = asked(shelf, "green", "note:tomatoes")[:1]
    assert check.status == "failed"
    assert "note:garden/tomatoes" in check.evidence


def test_a_span_names_its_document(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    assert said(asked(shelf, "oak", "note:a#0-3"), "rank")[0].startswith("it is hit 1 of 1")


def test_a_path_names_its_document(shelf: Shelf) -> None:
    shelf.put("a/b.md", "oak")
    assert said(asked(shelf, "oak", "/vault/a/b.md"), "rank")[0].startswith("it is hit 1 of 1")


def test_a_query_without_words(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    assert [check.status for check in asked(shelf, "?!", "note:a") if check.name == "query"] == ["failed"]


def test_a_lost_index_is_named(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    with shelf.engine.writing() as writer:
        writer.execute("DROP TABLE ix_meta")
    fixes = [check.fix for check in asked(shelf, "oak", "note:a") if check.name in ("index", "term")]
    assert fixes == ["wellhead reindex", "wellhead reindex"]


def paths(shelf: Shelf, path: str) -> tuple[Check, ...]:
    return explain_path(path, store=shelf.store)


def test_a_file_that_is_in(shelf: Shelf) -> None:
    shelf.put("a/b.md", "oak")
    for path in ("/vault/a/b.md", "a/b.md", "./a/b.md"):
        file, document = paths(shelf, path)
        assert (file.status, document.status) == ("ok", "ok")
        assert "/vault/a/b.md" in file.evidence
        assert "note:a/b" in document.evidence


def test_a_key_is_understood(shelf: Shelf) -> None:
    shelf.put("a/b.md", "oak")
    assert "note:a/b is in the library" in paths(shelf, "note:a/b")[0].evidence


def test_a_skipped_file_tells_its_reason(shelf: Shelf) -> None:
    shelf.record("paper.pdf", Status.SKIPPED, "PDF files come later")
    (check,) = paths(shelf, "/vault/paper.pdf")
    assert (check.status, check.fix) == ("warning", "")
    assert "PDF files come later" in check.evidence


def test_a_failed_file_tells_its_reason(shelf: Shelf) -> None:
    shelf.record("bad.md", Status.FAILED, "not readable")
    (check,) = paths(shelf, "bad.md")
    assert check.status == "failed"
    assert "not readable" in check.evidence


def test_a_file_in_a_folder_that_was_passed_over(shelf: Shelf) -> None:
    shelf.record(".obsidian/", Status.SKIPPED, "settings of Obsidian")
    assert "settings of Obsidian" in paths(shelf, "/vault/.obsidian/app.json")[0].evidence
    assert "settings of Obsidian" in paths(shelf, "/vault/.obsidian")[0].evidence
    assert paths(shelf, "/vault/.obsidian")[0].fix == "wellhead add /vault/.obsidian"


def test_a_file_that_vanished_is_stale(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    with shelf.store.transaction() as writer:
        writer.mark_stale([1], "2026-05-01T10:00:00Z")
    assert any("missing since 2026-05-01" in check.evidence for check in paths(shelf, "a.md"))


def test_a_removed_file(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    with shelf.store.transaction() as writer:
        writer.remove(["note:a"])
    (check,) = paths(shelf, "/vault/a.md")
    assert "was removed" in check.evidence
    assert check.fix == "wellhead add /vault/a.md"


def test_a_file_that_was_not_there_at_the_last_import(shelf: Shelf) -> None:
    (check,) = paths(shelf, "/vault/new.md")
    assert "was not there" in check.evidence
    assert check.fix == "wellhead add /vault"


def test_a_file_outside_every_source(shelf: Shelf) -> None:
    (check,) = paths(shelf, "/elsewhere/x.md")
    assert check.fix == "wellhead add /elsewhere/x.md"
    assert paths(shelf, "nobody")[0].status == "failed"


def test_a_filter_that_keeps_it_out_is_named(shelf: Shelf) -> None:
    shelf.put("a.md", "an oak", tags=("garden",), created="2025-03-01")
    checks = asked(
        shelf, "oak tag:mill tag:garden -tag:garden kind:chat after:2025-04 path:b mine:no author:ann", "note:a"
    )
    assert said(checks, "filter") == [
        "kind:chat keeps it out: it is a note",
        "after:2025-04-01 (“2025-04”) keeps it out: its day is 2025-03-01",
        "path:b keeps it out: it lies at a.md",
        "mine:no keeps it out: it is kept as own note",
        "author:ann keeps it out: it names no author",
        "-tag:garden keeps it out: its tags are garden",
    ]
    assert said(asked(shelf, "oak tag:mill", "note:a"), "rank") == [
        "the query does not bring it at all: it is kept out, as said above"
    ]


def test_what_is_left_out_is_named_where_it_stands(shelf: Shelf) -> None:
    shelf.put("a.md", "an oak, running late", title="Draft")
    checks = asked(shelf, 'oak -draft -"running late" -"late oak" -elm', "note:a")
    assert said(checks, "left out") == [
        "-draft keeps it out: it stands in its title",
        "-“running late” keeps it out: it stands in its text",
    ]


def test_filters_alone_are_a_query(shelf: Shelf) -> None:
    shelf.put("a.md", "an oak", created="2025-03-01")
    shelf.put("b.md", "an oak")
    checks = asked(shelf, "after:2025", "note:b")
    assert said(checks, "filter") == ["after:2025-01-01 (“2025”) keeps it out: it has no day of its own"]
    assert said(checks, "query") == []
    assert said(asked(shelf, "after:2025", "note:a"), "rank")[0].startswith("it is hit 1 of 1")


def test_a_target_that_was_never_taken_in_tells_why(shelf: Shelf) -> None:
    shelf.record("paper.pdf", Status.SKIPPED, "PDF files come later")
    (check,) = asked(shelf, "oak", "/vault/paper.pdf")
    assert (check.name, check.status) == ("file", "warning")
    assert "PDF files come later" in check.evidence


def test_a_stale_target_says_so_first(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    with shelf.store.transaction() as writer:
        writer.mark_stale([1], "2026-05-01T10:00:00Z")
    first = asked(shelf, "oak", "note:a")[0]
    assert (first.status, first.fix) == ("warning", "wellhead sync")
    assert "missing since 2026-05-01" in first.evidence


def test_words_that_were_left_out_are_told_together(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    assert said(asked(shelf, "why was the oak", "note:a"), "not looked for") == [
        "“why”, “was” and “the”: stands in nearly every text"
    ]


def test_what_was_found_inside_a_word_is_a_hit(shelf: Shelf) -> None:
    shelf.put("a.md", "soaked")
    assert said(asked(shelf, "oake", "note:a"), "rank")[0].startswith("it is hit 1 of 1")


def test_hostile_questions_are_explained(shelf: Shelf) -> None:
    shelf.put("a.md", "oak (x) " * 40, title="((")
    for text in ("", "\x00", "(" * 5_000, "x" * 50_000, "oak " * 3_000, "-", "%_\\", "tag:" * 300):
        assert asked(shelf, text, "note:a")[0].name == "document"
