"""How a query becomes FTS5, and which rows it brings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from wellhead.engines.sqlite import matching
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.matching import Rows, clause
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.model.document import Source
from wellhead.model.query import Candidate, Query, Term
from wellhead.testing.samples import entry, query
from wellhead.text.language import GUARD


@pytest.fixture
def engine(tmp_path: Path, seed: int) -> Iterator[Engine]:
    """Two hundred notes of words of very different frequency."""
    made = Engine(tmp_path / "library")
    made.create()
    luck = Random(seed)
    words = [f"word{i}" for i in range(40) for _ in range(41 - i)]
    entries = [entry(f"{i}.md", " ".join(luck.choices(words, k=30)), title="t") for i in range(200)]
    with SqliteStore(made).transaction() as writer:
        writer.add_source(Source(path="/vault", kind="folder"))
        writer.put(entries)
    yield made
    made.close()


def test_every_word_is_quoted() -> None:
    assert clause(Term(text="or", stems=("or",)), Rows(1, 0)) == '"or"'
    assert clause(Term(text='a"b', stems=("a", "b")), Rows(1, 0)) == '"a""b"'


def test_a_word_is_looked_for_where_it_stands() -> None:
    term = Term(text="nations", stems=("nation",))
    assert clause(term, Rows(1, 1)) == f'"nations" OR "nations{GUARD}"'
    assert clause(term, Rows(0, 1)) == f'"nations{GUARD}"'
    assert clause(term, Rows(1, 0)) == '"nations"'


def test_runs_are_looked_for_in_their_own_column() -> None:
    assert (
        clause(Term(text="東京都", stems=("東京", "京都"), phrase=True, cjk=True), Rows(1, 0)) == 'cjk : ("東京 京都")'
    )
    assert clause(Term(text="深度学习", stems=("深度", "度学", "学习"), cjk=True), Rows(1, 0)).count(" OR ") == 2


def found(engine: Engine, asked: Query) -> dict[int, float]:
    rows: list[Candidate] = list(SqliteIndex(engine).candidates("lexical", asked, 500))
    return {each.chunk_id: each.score for each in rows}


def test_the_rarest_terms_choose_and_all_terms_score(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = query(*(f"word{i}" for i in range(0, 40, 3)))
    every = found(engine, asked)
    monkeypatch.setattr(matching, "POOL_ROWS", 40)
    pooled = found(engine, asked)
    assert 0 < len(pooled) < len(every)
    assert all(score == pytest.approx(every[chunk]) for chunk, score in pooled.items())


def test_a_row_of_the_rarest_alone_is_among_the_pooled(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore(engine).transaction() as writer:
        writer.put([entry("only.md", "word39 word36"), entry("more.md", "word39 word0"), entry("none.md", "word0")])
    asked = query("word0", "word1", "word36", "word39")
    every = found(engine, asked)
    monkeypatch.setattr(matching, "POOL_ROWS", 1)
    rows = list(SqliteIndex(engine).candidates("lexical", asked, 500))
    rare = {each.chunk_id for each in SqliteIndex(engine).candidates("lexical", query("word36", "word39"), 500)}
    assert {each.chunk_id for each in rows} == rare
    assert [each.score for each in rows] == pytest.approx(sorted((every[chunk] for chunk in rare), reverse=True))
    first = SqliteIndex(engine).candidates("lexical", asked, 3)
    assert [each.chunk_id for each in first] == [each.chunk_id for each in rows[:3]]


def test_what_documents_hold_is_known_by_word(engine: Engine) -> None:
    index = SqliteIndex(engine)
    asked = query("word0", "word39", "absent")
    holding = index.holding(asked, range(1, 201))
    for word in ("word0", "word39"):
        expected = {each.document_id for each in index.candidates("lexical", query(word), 500)}
        assert {number for number, held in holding.items() if word in held} == expected
    assert not any("absent" in held for held in holding.values())
    assert index.holding(asked, [999]) == {}


def test_what_a_document_holds_follows_its_edits(engine: Engine) -> None:
    index, store = SqliteIndex(engine), SqliteStore(engine)
    for text, held in (("oak", {"oak"}), ("elm\n\nash", {"ash"}), ("oak\n\nbox\n\nash", {"oak", "ash"})):
        with store.transaction() as writer:
            writer.put([entry("tree.md", text), entry("other.md", text.upper())])
        number = store.ids(["note:tree"])["note:tree"]
        assert index.holding(query("oak", "ash"), [number]) == {number: held}


def test_names_are_found_by_every_letter_of_a_question(engine: Engine) -> None:
    with SqliteStore(engine).transaction() as writer:
        writer.put([entry("a.md", "x", title="Rhododendron"), entry("b.md", "x", title="Rhomboid ndron")])
    index = SqliteIndex(engine)
    names = {number: key for key, number in SqliteStore(engine).ids(["note:a", "note:b"]).items()}

    def named(*words: str) -> list[str]:
        return [names[each.document_id] for each in index.candidates("title", query(*words), 10)]

    assert named("rhododendron") == ["note:a"]  # both hold its first and last letters
    assert sorted(named("rho", "ndron")) == ["note:a", "note:b"]
    assert named("rhododendra") == []


def test_a_word_without_end_asks_the_names_for_its_beginning(engine: Engine) -> None:
    letters = "".join(f"{number:02}" for number in range(100))
    with SqliteStore(engine).transaction() as writer:
        writer.put([entry("a.md", "x", title=letters[:80]), entry("b.md", "x", title=letters[:40])])
    found = SqliteIndex(engine).candidates("title", query(letters * 15), 10)
    assert [each.document_id for each in found] == list(SqliteStore(engine).ids(["note:a"]).values())


def test_segments_of_a_size_are_merged_at_four(engine: Engine) -> None:
    store = SqliteStore(engine)
    for number in range(40):
        with store.transaction() as writer:
            writer.put([entry(f"more{number}.md", "oak")])
    with engine.reading() as reader:
        for table in ("ix_text", "ix_names"):
            assert reader.execute(f"SELECT v FROM {table}_config WHERE k = 'crisismerge'").get == 4
            assert reader.execute(f"SELECT count(DISTINCT segid) FROM {table}_idx").get <= 3 * 3
