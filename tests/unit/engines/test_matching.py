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


def test_what_documents_hold_is_known_by_word(engine: Engine) -> None:
    index = SqliteIndex(engine)
    asked = query("word0", "word39", "absent")
    holding = index.holding(asked, range(1, 201))
    for word in ("word0", "word39"):
        expected = {each.document_id for each in index.candidates("lexical", query(word), 500)}
        assert {number for number, held in holding.items() if word in held} == expected
    assert not any("absent" in held for held in holding.values())
    assert index.holding(asked, [999]) == {}
