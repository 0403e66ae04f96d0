"""What is seen in a chunk that is read, held against what the index finds in it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.unit.search.readings import asked, closely, note
from tests.unit.search.shelf import Shelf
from wellhead.model.query import Candidate, Query
from wellhead.ports import Entry
from wellhead.search.reading import CHUNKS, DOCUMENTS, Sought, chosen, read
from wellhead.text.tokens import stems

FRENCH = "Le moulin et la mer sont dans une ville qui est sur le quai."
LATIN = "mill milling Mills tide tidal quay’s e-mail café cafe 12 x Ё ёлка mer moulins # _ ―"
OTHERS = "東京都 京都 東 カナ・カナ กินข้าว 한국어"
WORDS = st.sampled_from(f"{LATIN} {OTHERS}".split())
LINES = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)
PARAGRAPHS = st.one_of(LINES, LINES.map(lambda line: f"## {line}"), st.just(FRENCH), LINES.map("ref: {}".format))
QUESTIONS = st.one_of(
    WORDS,
    LINES.map(lambda line: f'"{line}"'),
    st.sampled_from(["mil*", "ti*", "東*", "moul*", "caf*", "x*", "e-ma*", '"tide mill"', '"東京"', '"กิน"', "ก"]),
)


@st.composite
def documents(draw: st.DrawFn) -> Entry:
    """With every field that the index holds, and headings that are not written in the chunk itself."""
    text = "\n\n".join(draw(st.lists(PARAGRAPHS, min_size=1, max_size=5)))
    if draw(st.booleans()):
        text = f"---\nmill: {draw(LINES)}\n---\n\n{text}"
    names = {
        "title": draw(st.one_of(LINES, st.just(f"{text[:20]}…"))),
        "aliases": tuple(draw(st.lists(LINES, max_size=1))),
    }
    made = note(text, name=f"n{draw(st.integers(0, 2))}", tags=tuple(draw(st.lists(LINES, max_size=2))), **names)
    heading = tuple(draw(st.lists(LINES, max_size=2)))
    return Entry(
        document=made.document, chunks=tuple(replace(each, heading=heading) for each in made.chunks), record=made.record
    )


@pytest.mark.parametrize("language", ["en", "none"])
def test_a_term_is_seen_exactly_where_the_index_finds_it(language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder) / "library", language)

        @settings(max_examples=150)
        @given(st.lists(documents(), min_size=1, max_size=3), QUESTIONS)
        def held(entries: list[Entry], question: str) -> None:
            shelf.put_all(entries)
            for term in asked(question, language).terms:
                alone = Query(text=term.text, terms=(term,))
                found = {each.chunk_id for each in shelf.index.candidates("lexical", alone, 1_000)}
                assert _seen(shelf, alone, language) == found, term

        held()
        shelf.close()


def _seen(shelf: Shelf, query: Query, language: str) -> set[int]:
    """The chunks in which reading the whole library sees the only term of a query."""
    ids = list(shelf.store.ids(shelf.store.keys()).values())
    chunks = {each.id: each for number in ids for each in shelf.store.chunks(number)}
    candidates = {
        number: [
            Candidate(document_id=number, chunk_id=each.id, rank=1, score=1.0) for each in shelf.store.chunks(number)
        ]
        for number in ids
    }
    readings = read(candidates, shelf.store.by_ids(ids), chunks, Sought(query, language))
    return {part.chunk_id for reading in readings for part in reading.parts if 0 in part.counts}


def test_few_documents_are_read_and_of_each_few_chunks() -> None:
    rows = [
        Candidate(document_id=number, chunk_id=number * 100 + at, rank=1, score=1.0)
        for at in range(CHUNKS + 3)
        for number in range(DOCUMENTS + 9)
    ]
    found = chosen(rows)
    assert list(found) == list(range(DOCUMENTS))
    assert [each.chunk_id for each in found[7]] == [700 + at for at in range(CHUNKS)]


def test_a_title_counts_thrice_headings_and_tags_twice_the_text_once() -> None:
    text = "The mill.\n\n## A quay\n\nThe mill and the mill."
    readings, sought = closely("mill quay ferry tide", [note(text, title="Tide", tags=("ferry",))])
    (reading,) = readings
    assert reading.counts == {0: 3.0, 1: 3.0, 2: 2.0, 3: 3.0}
    assert [part.counts for part in reading.parts] == [
        {0: 1.0, 2: 2.0, 3: 3.0},
        {1: 3.0, 2: 2.0, 3: 3.0},
        {0: 2.0, 2: 2.0, 3: 3.0},
    ]
    assert sought.places(reading.title) == [(0, 3)]


def test_front_matter_counts_by_its_values() -> None:
    readings, _ = closely("mill quay", [note("---\nmill: quay\n---\n\nNothing.")])
    assert readings[0].counts == {1: 1.0}


def test_a_first_line_cut_off_is_no_title() -> None:
    readings, _ = closely("mill", [note("The mill stood there for years.", title="The mill stood…")])
    assert readings[0].title == []
    assert readings[0].counts == {0: 1.0}


def test_places_are_those_of_words_phrases_and_beginnings() -> None:
    sought = Sought(asked('"tide mill" jetty ferr*'), "en")
    words = stems("tide mill the ferrymen tide jetty tide mill")
    assert sought.places(words) == [(0, 0), (3, 2), (5, 1), (6, 0)]
    assert sought.places(stems("a mill on the tide")) == []


def test_vowel_signs_that_the_index_leaves_out_are_told_apart(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "library")
    shelf.put("rice.md", "กินข้าว")
    shelf.put("prawn.md", "กุ้งแห้ง")
    (term,) = asked('"กิ"').terms
    alone = Query(text=term.text, terms=(term,))
    assert len(shelf.index.candidates("lexical", alone, 9)) == 2
    assert _seen(shelf, alone, "en") == {shelf.store.chunks(shelf.store.ids(["note:rice"])["note:rice"])[0].id}
    shelf.close()


def test_a_word_that_two_terms_share_counts_for_one() -> None:
    sought = Sought(asked('mill "mill" mil*'), "en")
    assert sought.places(["mill", "milk"]) == [(0, 0), (1, 2)]


def test_a_foreign_word_is_seen_as_it_stands() -> None:
    foreign = note("Der Arbeiter ist nach Hause gegangen und die Arbeiter sind mit.", name="a")
    related = note("Die Arbeit ist und die Arbeit nicht von der Arbeit.", name="b")
    readings, _ = closely("Arbeiter", [foreign, related])
    assert [reading.counts for reading in readings] == [{0: 2.0}, {}]


@pytest.mark.parametrize(("paragraphs", "times"), [(1, 1), (2, 2), (3, 3), (12, 3)])
def test_the_length_of_what_was_not_read_is_estimated_up_to_a_bound(paragraphs: int, times: int) -> None:
    whole = note("mill one two three\n\n" * paragraphs, title="t")
    rows = {1: [Candidate(document_id=1, chunk_id=1, rank=1, score=1.0, chunks=3)]}
    (part,) = read(rows, {1: whole.document}, {1: whole.chunks[0]}, Sought(asked("mill"), "en"))
    assert part.length == pytest.approx(1 + 4 * times)
    assert part.size == 3


def test_what_is_gone_meanwhile_is_left_out() -> None:
    here = note("mill")
    rows = {
        1: [Candidate(document_id=1, chunk_id=1, rank=1, score=1.0)],
        2: [Candidate(document_id=2, chunk_id=2, rank=2, score=1.0)],
        3: [Candidate(document_id=3, chunk_id=3, rank=3, score=1.0)],
    }
    sought = Sought(asked("mill"), "en")
    found = read(rows, {1: here.document, 3: here.document}, {1: here.chunks[0], 2: here.chunks[0]}, sought)
    assert [reading.document_id for reading in found] == [1]
