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
HANDBOOK = "pdf:skerry-handbook"
LEAST = {
    "abbreviation": 10, "author": 3, "cjk": 6, "contradiction": 6, "entity": 6, "handbook": 25, "lookup": 7,
    "near_duplicate": 9, "ocr": 4, "phrase": 6, "question": 7, "relation": 12, "rtl": 6, "stale": 4, "tag": 6,
    "temporal": 11, "transcript": 10, "two_hop": 12, "typo": 10, "unanswerable": 17,
}  # fmt: skip
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
RTL = re.compile(r"[\u0590-\u05ff\u0600-\u06ff]")

Queries = list[dict[str, Any]]
Gold = dict[str, dict[str, int]]


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
def queries() -> Queries:
    return [json.loads(line) for line in (SUITE / "queries.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def gold() -> Gold:
    """Grades by question and document."""
    grades: Gold = defaultdict(dict)
    with (SUITE / "qrels.tsv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            assert row["docid"] not in grades[row["qid"]], f"{row} is graded twice"
            grades[row["qid"]][row["docid"]] = int(row["rel"])
    return dict(grades)


def abstains(query: dict[str, Any]) -> bool:
    return query["meta"].get("abstention") is True


def test_the_world_is_large_enough(texts: dict[str, str]) -> None:
    assert len(texts) >= 150


def test_every_graded_document_is_there(texts: dict[str, str], gold: Gold) -> None:
    named = {key for grades in gold.values() for key in grades}
    assert named - texts.keys() == set()
    assert {rel for grades in gold.values() for rel in grades.values()} == {1, 2}


def test_every_question_has_an_answer_or_abstains(queries: Queries, gold: Gold) -> None:
    assert {query["id"] for query in queries if not abstains(query)} == gold.keys()
    assert [qid for qid, grades in gold.items() if 2 not in grades.values()] == []


def test_questions_are_told_apart(queries: Queries) -> None:
    assert all(query.keys() == {"id", "text", "type", "meta"} for query in queries)
    assert len({query["id"] for query in queries}) == len({query["text"] for query in queries}) == len(queries)


def test_there_are_enough_of_each_type(queries: Queries) -> None:
    counts = Counter(query["type"] for query in queries)
    assert counts.keys() == LEAST.keys()
    assert {kind: counts[kind] for kind, least in LEAST.items() if counts[kind] < least} == {}
    assert counts.total() - counts["unanswerable"] >= 170
    assert all(abstains(query) == (query["type"] == "unanswerable") for query in queries)


def test_a_question_about_time_says_when_it_is_asked(queries: Queries) -> None:
    dated = [query for query in queries if query["type"] in {"temporal", "stale"} or "question_date" in query["meta"]]
    asked = [query["meta"].get("question_date", "") for query in dated]
    assert [day for day in asked if date.fromisoformat(day).year not in {2024, 2025}] == []


@pytest.mark.parametrize("kind", ["contradiction", "stale"])
def test_what_was_corrected_has_two_sides(kind: str, queries: Queries, gold: Gold) -> None:
    corrected = [query["id"] for query in queries if query["type"] == kind]
    assert [qid for qid in corrected if set(gold[qid].values()) != {1, 2}] == []


def test_a_question_about_the_handbook_names_its_page(queries: Queries, gold: Gold) -> None:
    rows = (json.loads(line) for line in (demo.NOTES / "documents.jsonl").read_text(encoding="utf-8").splitlines())
    pages = {anchor["page"] for row in rows if row["key"] == HANDBOOK for anchor in row["anchors"]}
    paged = [query for query in queries if query["type"] == "handbook" or "page" in query["meta"]]
    assert [query["id"] for query in paged if query["meta"].get("page") not in pages] == []
    assert [query["id"] for query in paged if gold[query["id"]].get(HANDBOOK) != 2] == []


def test_other_scripts_are_asked_about_in_their_own(queries: Queries) -> None:
    for kind, script in (("cjk", CJK), ("rtl", RTL)):
        assert [query["text"] for query in queries if query["type"] == kind and not script.search(query["text"])] == []


def test_other_scripts_have_enough_to_read(texts: dict[str, str]) -> None:
    chinese = [key for key, text in texts.items() if "lang: zh" in text and len(CJK.findall(text)) >= 300]
    right_to_left = [key for key, text in texts.items() if len(RTL.findall(text)) >= 300]
    assert chinese
    assert right_to_left


def test_nobody_has_a_favourite_anything(texts: dict[str, str], queries: Queries) -> None:
    said = re.compile(r"favou?rite", re.IGNORECASE)
    assert [key for key, text in texts.items() if said.search(text)] == []
    assert [query["type"] for query in queries if said.search(query["text"])] == ["unanswerable"]
