import json
from datetime import UTC, datetime

import pytest

from wellhead.errors import UsageError
from wellhead.evals import dumps
from wellhead.evals.measure import Files, Maker, measure
from wellhead.evals.measures import measure as named
from wellhead.evals.qrels import Asking

TEXTS = ("acorn", "beetle", "Squirrels", "which tree", "whales")


@pytest.fixture
def maker(new_library, suite):
    moments = iter(datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 9))
    return Maker(new_library=new_library, stamp="1", commit="c0ffee", now=lambda: next(moments), demo=lambda: suite)


@pytest.fixture
def files(folder):
    return Files(corpus=folder / "corpus.jsonl", queries=folder / "queries.jsonl", qrels=folder / "qrels.tsv")


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_a_question_with_ids_and_numbers_only(files, maker, tmp_path):
    measure(files, Asking(), maker=maker, out=tmp_path / "out")
    path = tmp_path / "out" / "qrels.balanced.jsonl"
    rows = lines(path)
    assert [row["qid"] for row in rows] == ["q1", "q2", "q3", "q4", "q5"]
    assert set(rows[0]) == {"qid", "type", "ranked", "gold", "values", "ms", "tokens", "lanes"}
    assert rows[1]["cluster"] == "c1"
    assert not any(word in path.read_text(encoding="utf-8") for word in TEXTS)


def test_every_figure_can_be_made_again_from_the_lines(files, maker, tmp_path):
    found = measure(files, Asking(), maker=maker, out=tmp_path / "out")
    rows = [row for row in lines(tmp_path / "out" / "qrels.balanced.jsonl") if row["gold"]]
    for name, figure in found.modes["balanced"].items():
        again = [named(name).value(row["ranked"], row["gold"]) for row in rows]
        assert sum(again) / len(again) == pytest.approx(figure.value, abs=1e-12)
        assert [row["values"][name] for row in rows] == again


def test_a_record_says_what_the_figures_come_from(files, maker, tmp_path):
    found = measure(files, Asking(), maker=maker, out=tmp_path / "out", limit=3)
    (record,) = lines(tmp_path / "out" / "records.jsonl")
    assert record.keys() >= {
        *("schema_version", "run_id", "ran_at", "suite", "mode", "commit", "seed", "limit", "params", "status"),
        *("duration_ms", "dataset", "options_digest", "models", "lanes", "errors"),
    }
    assert (record["commit"], record["seed"], record["limit"]) == ("c0ffee", 42, 3)
    assert record["ran_at"] == "2026-01-01T00:00:00+00:00"
    assert record["dataset"]["sha256"] == found.data.sha256
    assert record["dataset"]["partial"] is True


def test_the_newest_record_of_a_suite_stays(files, maker, tmp_path):
    out = tmp_path / "out"
    measure(files, Asking(), maker=maker, out=out)
    with (out / "records.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("no record at all\n")
    measure(
        Files(corpus=files.corpus, queries=files.queries, qrels=files.qrels, name="my set"),
        Asking(),
        maker=maker,
        out=out,
    )
    measure(files, Asking(), maker=maker, out=out)
    text = (out / "records.jsonl").read_text(encoding="utf-8").splitlines()
    assert text[0] == "no record at all"
    records = [json.loads(line) for line in text[1:]]
    assert [(each["name"], each["ran_at"][:10]) for each in records] == [("my-set", "2026-01-02"), ("", "2026-01-03")]
    assert (out / "qrels.my-set.balanced.jsonl").exists()


@pytest.mark.parametrize(("name", "made"), [("../up", "up"), ("a b/c", "a-b-c"), ("", ""), ("x" * 99, "x" * 60)])
def test_a_name_stays_in_its_folder(name, made):
    assert dumps.plain(name) == made


def test_without_files_it_is_the_demo(maker, tmp_path):
    measure(Files(), Asking(), maker=maker, out=tmp_path / "out")
    assert (tmp_path / "out" / "demo.balanced.jsonl").exists()


def test_some_of_the_files_are_not_enough(files, maker):
    for some in (Files(corpus=files.corpus), Files(queries=files.queries), Files(haystacks=files.corpus)):
        with pytest.raises(UsageError):
            measure(some, Asking(), maker=maker)


def test_a_sample_of_nothing_is_told(files, maker):
    with pytest.raises(UsageError, match="leaves no question"):
        measure(files, Asking(), maker=maker, limit=0)
