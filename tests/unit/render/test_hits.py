"""Hits in words: where they stand, what matched, what to do when there are none."""

from __future__ import annotations

import msgspec

from wellhead.model.document import Role
from wellhead.model.query import Coverage, Degraded, Filter, Hit, Query, SearchResult, Term, Window
from wellhead.render.hits import footer, hits, nothing
from wellhead.render.style import Style


def hit(
    rank: int = 1, *, windows: int = 1, location: str = "/notes/tides.md", stale: str = "", title: str = "Tides"
) -> Hit:
    window = Window(
        start=4, end=40, text="The mill\n\n\nground at ebb tide.", heading="Mills", line=7, marks=((4, 8), (25, 29))
    )
    return Hit(
        rank=rank,
        key="note:tides",
        title=title,
        kind="note",
        role=Role.OWN_NOTE,
        path="tides.md",
        url="",
        score=1.0,
        windows=(window,) * windows,
        stale=stale,
        location=location,
    )


def result(*found: Hit, terms: tuple[Term, ...] = (), documents: int = 9) -> SearchResult:
    query = Query(text="mill tide", terms=terms, dropped=(("the", "too common"),))
    coverage = Coverage(documents=documents, searchable=documents)
    return SearchResult(query=query, mode="balanced", results=found, coverage=coverage, latency_ms=2.345)


def test_a_hit_tells_title_key_place_and_marked_words() -> None:
    assert hits(result(hit())).splitlines() == [
        "  1. Tides",
        "     note:tides",
        "     /notes/tides.md:7  › Mills",
        "       The «mill»",
        "       ground at ebb «tide».",
    ]


def test_on_a_terminal_the_place_is_a_link_and_words_are_coloured() -> None:
    said = hits(result(hit()), Style(colour=True, links=True))
    assert "\x1b]8;;file:///notes/tides.md\x1b\\/notes/tides.md:7\x1b]8;;\x1b\\" in said
    assert "\x1b[1;33mmill\x1b[0m" in said
    assert "«" not in said


def test_without_a_file_the_span_is_the_place() -> None:
    assert "     note:tides#4-40  › Mills" in hits(result(hit(location="")))


def test_a_stale_hit_is_marked() -> None:
    assert hits(result(hit(stale="2025-03-01T10:00:00"))).startswith("  1. Tides  stale since 2025-03-01\n")


def test_first_hits_come_in_full_the_others_with_their_best_window() -> None:
    said = hits(result(*(hit(rank, windows=3) for rank in range(1, 6))))
    assert said.count("tides.md:7") == 3 * 3 + 2


def test_long_windows_break_at_the_width_and_are_cut() -> None:
    found = hit()
    window = Window(start=0, end=2000, text="word " * 400)
    lines = hits(result(msgspec.structs.replace(found, windows=(window,))), Style(width=60)).splitlines()
    assert max(map(len, lines)) <= 60
    assert len(lines) < 15
    assert lines[-1].endswith("…")


def test_a_heading_does_not_repeat_the_title() -> None:
    window = Window(start=0, end=9, text="The mill.", heading="Tides › Mills")
    assert "tides.md:1  › Mills\n" in hits(result(msgspec.structs.replace(hit(), windows=(window,))))


def test_a_hostile_title_and_text_stay_words() -> None:
    said = hits(result(hit(title="a\x1b]0;x\x07\nb")), Style(colour=True))
    assert "a\\x1b]0;x\\x07\\nb" in said


def test_the_footer_counts_and_leaves_nothing_out_in_silence() -> None:
    value = SearchResult(
        query=Query(text="x", dropped=(("the", "too common"),)),
        mode="balanced",
        coverage=Coverage(documents=10, searchable=8),
        degraded=(Degraded(stage="index", reason="behind"), Degraded(stage="budget", reason="2 hits are left out")),
        latency_ms=12.3,
    )
    said = footer(value)
    assert said.startswith("0 hits · 8 of 10 documents searched · 12 ms\n")
    assert "not looked for: the (too common)" in said
    assert "budget: 2 hits are left out" in said
    assert "index: behind" in said
    assert "not looked for" not in footer(value, explain=True)


def test_nothing_found_says_what_was_looked_for_and_what_to_try() -> None:
    word, phrase = Term(text="mill", stems=("mill",)), Term(text="ebb tide", stems=("ebb", "tide"), phrase=True)
    assert nothing(result(terms=(word,))).startswith("nothing found for: mill\n  try: ")
    assert "without the quotes" in nothing(result(terms=(phrase,)))
    assert "the library is empty" in nothing(result(terms=(word,), documents=0))
    assert "holds no word" in nothing(result())


def test_what_kept_documents_out_is_told() -> None:
    query = Query(
        text="-draft tag:x",
        excluded=(Term(text="draft", stems=("draft",)),),
        filters=(Filter(field="tag", value="x", excluded=True),),
    )
    found = msgspec.structs.replace(result(hit()), query=query)
    assert "searched with: -tag:x, -draft" in footer(found)
    assert nothing(msgspec.structs.replace(found, results=())).splitlines()[:2] == [
        "nothing found for: -draft tag:x",
        "  try: without the filters, or without what is left out",
    ]


def test_a_query_of_negations_alone_is_told_so() -> None:
    query = Query(text="-draft", excluded=(Term(text="draft", stems=("draft",)),))
    told = nothing(msgspec.structs.replace(result(), query=query))
    assert told.startswith("nothing to look for: the query says only what is to be left out")
