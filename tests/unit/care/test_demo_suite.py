"""The demo library's own questions: each names documents that are there; some things its world never speaks of."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from datetime import date
from typing import Any

import pytest

import wellhead
from wellhead.care import demo

SUITE = demo.NOTES.parent / "suite"
TYPES = {
    "lookup", "question", "entity", "typo", "relation", "two_hop", "temporal", "tag", "phrase", "abbreviation",
    "contradiction", "near_duplicate", "transcript", "cjk", "rtl",
}  # fmt: skip
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
RTL = re.compile(r"[\u0590-\u05ff\u0600-\u06ff]")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of every document of the built demo library, by its key."""
    folder = tmp_path_factory.mktemp("demo") / "wellhead-demo"
    built = demo.ensure(folder, open_library=wellhead.open)
    assert built.receipt is not None
    assert built.receipt.failed == 0
    with wellhead.open(folder) as library:
        return {document.key: document.text for document in library.documents()}


@pytest.fixture(scope="module")
def queries() -> list[dict[str, Any]]:
    lines = (SUITE / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def gold() -> dict[str, dict[str, int]]:
    """Grades by question and document."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    with (SUITE / "qrels.tsv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            assert row["docid"] not in grades[row["qid"]], f"{row} is graded twice"
            grades[row["qid"]][row["docid"]] = int(row["rel"])
    return dict(grades)


def abstains(query: dict[str, Any]) -> bool:
    return query["meta"].get("abstention") is True


def test_the_world_is_large_enough(texts: dict[str, str]) -> None:
    assert len(texts) >= 84


def test_every_graded_document_is_there(texts: dict[str, str], gold: dict[str, dict[str, int]]) -> None:
    named = {key for grades in gold.values() for key in grades}
    assert named - texts.keys() == set()
    assert {rel for grades in gold.values() for rel in grades.values()} == {1, 2}


def test_every_question_has_an_answer_or_abstains(
    queries: list[dict[str, Any]], gold: dict[str, dict[str, int]]
) -> None:
    assert {query["id"] for query in queries if not abstains(query)} == gold.keys()
    assert [qid for qid, grades in gold.items() if 2 not in grades.values()] == []


def test_questions_are_told_apart(queries: list[dict[str, Any]]) -> None:
    assert all(query.keys() == {"id", "text", "type", "meta"} for query in queries)
    assert len({query["id"] for query in queries}) == len({query["text"] for query in queries}) == len(queries)


def test_there_are_enough_of_each_type(queries: list[dict[str, Any]]) -> None:
    counts = Counter(query["type"] for query in queries)
    assert counts.keys() == TYPES | {"unanswerable"}
    assert min(counts[each] for each in TYPES) >= 6
    assert sum(counts[each] for each in TYPES) >= 100
    assert counts["unanswerable"] >= 9
    assert all(abstains(query) == (query["type"] == "unanswerable") for query in queries)


def test_a_question_about_time_says_when_it_is_asked(queries: list[dict[str, Any]]) -> None:
    asked = [query["meta"].get("question_date", "") for query in queries if query["type"] == "temporal"]
    assert [day for day in asked if date.fromisoformat(day).year not in {2024, 2025}] == []


def test_a_contradiction_has_two_sides(queries: list[dict[str, Any]], gold: dict[str, dict[str, int]]) -> None:
    contradictions = [query["id"] for query in queries if query["type"] == "contradiction"]
    assert [qid for qid in contradictions if set(gold[qid].values()) != {1, 2}] == []


def test_other_scripts_are_asked_about_in_their_own(queries: list[dict[str, Any]]) -> None:
    for kind, script in (("cjk", CJK), ("rtl", RTL)):
        assert [query["text"] for query in queries if query["type"] == kind and not script.search(query["text"])] == []


def test_other_scripts_have_enough_to_read(texts: dict[str, str]) -> None:
    chinese = [key for key, text in texts.items() if "lang: zh" in text and len(CJK.findall(text)) >= 300]
    right_to_left = [key for key, text in texts.items() if len(RTL.findall(text)) >= 300]
    assert chinese
    assert right_to_left


def test_nothing_is_said_about_anybodys_favourite_colour(texts: dict[str, str], queries: list[dict[str, Any]]) -> None:
    said = re.compile(r"favou?rite\s+colou?r", re.IGNORECASE)
    assert [key for key, text in texts.items() if said.search(text)] == []
    assert [query["type"] for query in queries if said.search(query["text"])] == ["unanswerable"]
