import tempfile
from pathlib import Path

import pytest

from tests.unit.evals.conftest import read, write
from wellhead.errors import BadInput, UsageError
from wellhead.evals import qrels
from wellhead.evals.qrels import Asking


def rankings(outcome):
    return {row.qid: row.ranked for row in outcome.answers["balanced"]}


def test_every_question_is_asked_and_named_as_the_gold_names_it(suite, new_library):
    found = rankings(qrels.run(suite, Asking(), new_library=new_library))
    assert list(found) == ["q1", "q2", "q3", "q4", "q5"]
    assert set(found["q1"][:2]) == {"trees/oak", "birds/jay"}
    assert found["q2"][0] == "trees/elm"


def test_a_row_of_the_dump_says_what_came_of_it(suite, new_library):
    row = qrels.run(suite, Asking(ks=(1, 5)), new_library=new_library).answers["balanced"][1]
    assert (row.qid, row.type, row.cluster, row.gold) == ("q2", "which", "c1", {"trees/elm": 1})
    assert (row.values["R@1"], row.values["P@5"]) == (1.0, 0.2)
    assert row.lanes["semantic"] == "not_built"
    assert row.tokens > 0


def test_the_same_run_gives_the_same_rankings(suite, new_library):
    one, two = (rankings(qrels.run(suite, Asking(), new_library=new_library)) for _ in range(2))
    assert one == two


def test_the_source_of_a_question_takes_no_place(suite, new_library):
    found = rankings(qrels.run(suite, Asking(), new_library=new_library))
    assert "birds/jay" in found["q1"]
    assert "birds/jay" not in found["q3"]


def test_questions_that_count_in_no_mean_have_no_values(suite, new_library):
    rows = {row.qid: row for row in qrels.run(suite, Asking(), new_library=new_library).answers["balanced"]}
    assert {qid for qid, row in rows.items() if row.values} == {"q1", "q2", "q3"}
    assert rows["q4"].gold == rows["q5"].gold == {}


def test_each_question_has_its_own_haystack(tmp_path, new_library):
    suite = read(write(tmp_path / "trees", haystacks=True))
    found = rankings(qrels.run(suite, Asking(), new_library=new_library))
    assert found["q1"] == ("trees/oak",)
    assert not any("birds/jay" in ranked for ranked in found.values())


def test_a_question_without_its_haystack_is_told(tmp_path):
    folder = write(tmp_path / "trees", haystacks=True)
    path = folder / "haystacks.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]), encoding="utf-8")
    with pytest.raises(BadInput, match="'q1' has no haystack"):
        read(folder)


def test_libraries_are_kept_only_in_a_cache(suite, new_library, tmp_path):
    built = []

    def counted(folder):
        built.extend([folder] if folder != Path() else [])
        return new_library(folder)

    cache = tmp_path / "cache"
    first = qrels.run(suite, Asking(), new_library=counted, cache=cache)
    (kept,) = cache.iterdir()
    assert len(built) == 2  # once to fill it, once to ask it
    assert rankings(qrels.run(suite, Asking(), new_library=counted, cache=cache)) == rankings(first)
    assert built[2:] == [kept]
    qrels.run(suite, Asking(), new_library=counted, cache=cache, stamp="another making")
    assert len(list(cache.iterdir())) == 2


def test_documents_that_could_not_be_taken_in_are_counted_in_every_run(folder, new_library, tmp_path):
    with (folder / "corpus.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "trees/yew", "text": ""}\n')
    runs = [qrels.run(read(folder), Asking(), new_library=new_library, cache=tmp_path / "cache") for _ in range(2)]
    assert [each.not_taken for each in runs] == [1, 1]


def test_nothing_is_left_behind_when_it_is_interrupted(suite, new_library):
    before = set(Path(tempfile.gettempdir()).glob("wellhead-eval-*"))
    seen = []

    def interrupt(stage, done, total):
        seen.extend(Path(tempfile.gettempdir()).glob("wellhead-eval-*/*/library.db"))
        if (stage, done) == ("asking", 2):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        qrels.run(suite, Asking(), new_library=new_library, tell=interrupt)
    assert seen
    assert set(Path(tempfile.gettempdir()).glob("wellhead-eval-*")) == before


def test_half_built_libraries_are_taken_for_none(suite, new_library, tmp_path):
    def broken(folder):
        if folder != Path() and not (folder / "library.db").exists():
            (folder / "library.db").touch()
            raise OSError(28, "no space")
        return new_library(folder)

    with pytest.raises(OSError, match="no space"):
        qrels.run(suite, Asking(), new_library=broken, cache=tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_it_tells_how_far_it_is(suite, new_library):
    told = []
    qrels.run(suite, Asking(), new_library=new_library, tell=lambda *step: told.append(step))
    assert told == [("building", 4, 4), *(("asking", done, 5) for done in range(6))]


def test_a_mode_or_lane_that_is_not_there_is_told_before_anything_is_built(suite, new_library, tmp_path):
    for asking in (Asking(modes=("hasty",)), Asking(lanes=("gossip",)), Asking(modes=())):
        with pytest.raises(UsageError):
            qrels.run(suite, asking, new_library=new_library, cache=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
