import json

import pytest

from wellhead import app
from wellhead.evals import suite as suites

TREES = {
    "trees/oak": ("Oak", "The oak drops its acorns in autumn. Squirrels bury them."),
    "trees/elm": ("trees/elm", "The elm was nearly lost to a beetle and its fungus."),
    "trees/ash": ("Ash", "Ash keys spin when they fall. The ash leafs late."),
    "birds/jay": ("Jay", "A jay buries acorns too, and forgets where."),
}
QUESTIONS = [
    ("q1", "who buries acorns", "who", {"trees/oak": 1, "birds/jay": 2}, {}),
    ("q2", "which tree did a beetle harm", "which", {"trees/elm": 1}, {"conversation": "c1"}),
    ("q3", "when does the ash leaf", "which", {"trees/ash": 1}, {"source": "birds/jay"}),
    ("q4", "what do whales sing", "who", {"trees/oak": 1}, {"abstention": True}),
    ("q5", "acorns", "who", {}, {}),
]


def write(folder, *, haystacks=False):
    """The three files of a small suite, or four."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"id": docid, "title": title, "text": text} for docid, (title, text) in TREES.items()]
    _lines(folder / "corpus.jsonl", rows)
    asked = [{"id": qid, "text": text, "type": kind, "meta": meta} for qid, text, kind, _, meta in QUESTIONS]
    _lines(folder / "queries.jsonl", asked)
    judged = [f"{qid}\t{docid}\t{rel}" for qid, _, _, gold, _ in QUESTIONS for docid, rel in gold.items()]
    (folder / "qrels.tsv").write_text("\n".join(["qid\tdocid\trel", *judged]) + "\n", encoding="utf-8")
    if haystacks:
        stack = [[docid, "2023/05/20 (Sat) 01:22"] for docid in TREES if docid != "birds/jay"]
        _lines(folder / "haystacks.jsonl", [{"id": qid, "haystack": stack} for qid, *_ in QUESTIONS])
    return folder


def _lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def read(folder, name=""):
    names = ("corpus.jsonl", "queries.jsonl", "qrels.tsv", "haystacks.jsonl")
    return suites.read(*(folder / each for each in names if (folder / each).exists()), name=name)


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path / "trees")


@pytest.fixture
def suite(folder):
    return read(folder)


@pytest.fixture
def new_library(tmp_path):
    return app.throw_away(app.configuration(tmp_path / "nowhere", {}))
