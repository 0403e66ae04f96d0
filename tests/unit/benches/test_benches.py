import json
import subprocess
import sys
from collections import Counter

import apsw
import pytest

from benches import imports, measure, notes, queries, report


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


def test_an_import_can_leave_out_what_is_derived(tmp_path):
    (tmp_path / "notes").mkdir()
    for name in "ab":
        text = f"---\ntags: [tide-mill]\n---\n{name}: we met Tom Quill on 3 March 2024.\n"
        (tmp_path / "notes" / f"{name}.md").write_text(text, encoding="utf-8")
    held = {"ix_entities": "names", "ix_dates": "days", "ix_tags": "tags"}
    for name, (module, _) in [("", ("", ())), *imports.DERIVED.items()]:
        library = tmp_path / f"library{name}"
        measure.run("imports", "cold", folder=str(tmp_path / "notes"), library=str(library), without=module)
        with apsw.Connection(str(library / "library.db")) as connection:
            empty = {held[each] for each in held if not connection.execute(f"SELECT count(*) FROM {each}").get}
        assert empty == ({name} if name else set())
    tables = imports._tables(tmp_path / "library")
    assert {"documents", "ix_text", "ix_names", "ix_once"} <= tables.keys()
    assert not [name for name in tables if name.startswith(("ix_text_", "sqlite_auto"))]
    assert imports._largest(Counter(documents=410, meta=1, ix_text=100), 100) == "documents 4.10, ix_text 1.00"


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
    assert {"CPU with names / without", "disk / text of tags"} <= {row["figure"] for row in result["rows"]}
