import json
import subprocess
import sys

import pytest

from benches import measure, notes, queries, report


def test_percentile_is_one_of_the_values():
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert [measure.percentile(values, part) for part in (0, 20, 50, 95, 100)] == [1.0, 1.0, 3.0, 5.0, 5.0]
    assert measure.percentile(range(1, 101), 95) == 95


@pytest.mark.parametrize(
    ("goal", "value", "reached"), [(report.at_least(3), 3.0, True), (report.at_most(3), 3.1, False)]
)
def test_a_goal_is_said_and_held(goal, value, reached):
    row = report.Row("speed", "10 notes", value, goal).as_values(judged=True)
    assert row["reached"] is reached
    assert row["goal"][0] in "≥≤"
    assert report.Row("speed", "10 notes", value, goal).as_values(judged=False)["reached"] is None


def test_a_copy_has_other_words_of_the_same_kind():
    ranked = [f"word{chr(97 + i)}{chr(97 + j)}" for i in range(26) for j in range(26)]
    text = " ".join(ranked)
    other = notes.changed(text, ranked, 3)
    assert notes.changed(text, ranked, 3) == other
    assert notes.changed(text, ranked, 4) != other
    same = sum(a == b for a, b in zip(text.split(), other.split(), strict=True))
    assert 0.6 < same / len(ranked) < 0.9


def test_the_starter_notes_stand_in_for_data(tmp_path):
    (vault,) = notes.vaults(None, tmp_path)
    assert len(vault.identity()["sha256"]) == 64
    mixed = queries.mix([vault], each=5)
    assert len(mixed) == 15
    assert mixed == queries.mix([vault], each=5)


def test_a_task_is_measured_in_a_process_of_its_own(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("oak\n", encoding="utf-8")
    built = measure.run("floor", "build", folder=str(tmp_path / "notes"), database=str(tmp_path / "floor.db"))
    assert (built["notes"], built["commits"]) == (1, 1)
    assert built["peak_mb"] > 5
    held = b"x" * 200_000_000
    queries = ["oak", 'an "odd" (one']
    timed = measure.run("floor", "search", database=str(tmp_path / "floor.db"), queries=queries, warmers=["elm"])
    assert all(min(timed[name]["cpu"]) > 0 and len(timed[name]["cpu"]) == 2 for name in ("first", "best"))
    assert timed["peak_mb"] < 100 < len(held) / 1e6


def test_without_data_it_says_so(root, tmp_path):
    command = [
        sys.executable,
        "-m",
        "benches",
        "import",
        "--work",
        str(tmp_path / "work"),
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert "No data given" in done.stdout
    result = json.loads((tmp_path / "out" / "import.json").read_text(encoding="utf-8"))
    assert {"command", "date", "data", "machine", "rows"} <= result.keys()
    assert all(row["reached"] is None for row in result["rows"])
