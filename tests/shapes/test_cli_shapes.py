"""The stable shapes of the command line: exact keys and types, as programs of others rely on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shapes.shape import shape
from wellhead.cli import main

ERROR = {"schema_version": "int", "error": {"code": "str", "message": "str", "hint": "str"}}
OUTCOME = {"path": "str", "status": "str", "reason": "str", "key": "str"}
RECEIPT = {
    "schema_version": "int",
    **dict.fromkeys(("found", "indexed", "unchanged", "renamed", "skipped", "failed", "removed", "stale"), "int"),
    "seconds": "float",
    "bytes_sent": "int",
    "dry_run": "bool",
    "notes": [],
    "files": [OUTCOME],
}
WINDOW = {
    "start": "int",
    "end": "int",
    "heading": "str",
    "page": "null",
    "timestamp": "null",
    "text": "str",
    "line": "int",
    "marks": [["int"]],
}
HIT = {
    "rank": "int",
    "key": "str",
    "title": "str",
    "kind": "str",
    "role": "str",
    "path": "str",
    "location": "str",
    "url": "str",
    "score": "float",
    "stale": "str",
    "windows": [WINDOW],
    "lanes": [{"name": "str", "rank": "int", "score": "float"}],
    "signals": [{"name": "str", "detail": "str", "weight": "float"}],
    "matched_terms": ["str"],
    "missing_terms": ["str"],
    "reasons": ["str"],
}
SOURCE = {
    "id": "int",
    "path": "str",
    "kind": "str",
    "role": "null",
    "exclude": [],
    "documents": "int",
    "last_import": "str",
}
FILE = {"path": "str", "status": "str", "reason": "str", "key": "str", "source": "int"}
CHECK = {"name": "str", "status": "str", "evidence": "str", "fix": "str"}


class Caller:
    """Runs the program with one library and reads what it says as JSON."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home, self._capsys = home, capsys

    def __call__(self, *words: str, code: int = 0) -> dict[str, Any]:
        assert main([*words, "--library", str(self.home / "library"), "--json"]) == code
        said: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        return said

    def rows(self, *words: str) -> list[dict[str, Any]]:
        assert main([*words, "--library", str(self.home / "library"), "--jsonl"]) == 0
        return [json.loads(line) for line in self._capsys.readouterr().out.splitlines()]


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Caller:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "Tides.md").write_text(
        "# Tides\n\n## Mills\n\nThe mill ground at ebb tide. See [[Moon]].\n", encoding="utf-8"
    )
    (notes / "Moon.md").write_text("# Moon\n\nIt pulls the sea, twice a day.\n", encoding="utf-8")
    (notes / "Sun.md").write_text("# Sun\n\nIt helps, at new moon and full moon.\n", encoding="utf-8")
    (notes / "chart.pdf").write_text("%PDF\n", encoding="utf-8")
    return Caller(tmp_path, capsys)


@pytest.fixture
def filled(call: Caller) -> Caller:
    call("add", str(call.home / "notes"))
    return call


def test_add(call: Caller) -> None:
    """`add --json` is the receipt: counts that add up, seconds, and a row for each path but the unchanged ones."""
    said = call("add", str(call.home / "notes"))
    assert shape(said) == RECEIPT
    assert (said["found"], said["indexed"], said["skipped"], said["bytes_sent"]) == (4, 3, 1, 0)
    again = call("add", str(call.home / "notes"))
    assert again["found"] == 4 == sum(again[part] for part in ("indexed", "unchanged", "renamed", "skipped", "failed"))
    assert [row["path"] for row in again["files"]] == ["chart.pdf"]


def test_a_partial_import(call: Caller) -> None:
    """With a row that could not be read `add --json` exits 7 and says which."""
    rows = call.home / "documents.jsonl"
    rows.write_text('{"title": "A", "text": "fine"}\n{"title": "B"}\n', encoding="utf-8")
    said = call("add", str(rows), code=7)
    assert shape(said) == RECEIPT
    assert [row["status"] for row in said["files"]] == ["indexed", "failed"]


def test_search(filled: Caller) -> None:
    """`search --json` holds the query, the ranked results with their windows, the lanes, and the coverage."""
    said = filled("search", "ebb tide zeppelin", "--limit", "1")
    assert shape(said) == {
        "schema_version": "int",
        "query": "str",
        "mode": "str",
        "intent": "null",
        "results": [HIT],
        "lanes": [{"name": "str", "status": "str", "reason": "str", "count": "int"}],
        "degraded": [],
        "coverage": {"documents": "int", "searchable": "int", "vectors": "int"},
        "tokens": "int",
        "dropped": "int",
        "dropped_terms": [],
        "understood": {
            "terms": [
                {"text": "str", "stems": ["str"], "phrase": "bool", "prefix": "bool", "cjk": "bool", "slip": "bool"}
            ],
            "excluded": [],
            "filters": [],
            "anchors": [],
            "days": [],
        },
        "feedback": {"share": "float", "words": []},
        "cache": "str",
        "latency_ms": "float",
    }
    assert (said["schema_version"], said["mode"], said["coverage"]["vectors"]) == (1, "balanced", 0)
    (window,) = next(hit["windows"] for hit in said["results"] if hit["key"] == "note:Tides")
    assert [window["text"][start:end] for start, end in window["marks"]] == ["Tides", "ebb", "tide"]


def test_what_was_understood(filled: Caller) -> None:
    """`search --json` tells what was understood of a query: terms, what is left out, filters, names and days."""
    said = filled("search", 'tide -zeppelin #sea tag:sea "the moon" last week')["understood"]
    term = {"text": "str", "stems": ["str"], "phrase": "bool", "prefix": "bool", "cjk": "bool", "slip": "bool"}
    assert shape(said) == {
        "terms": [term],
        "excluded": [term],
        "filters": [{"field": "str", "value": "str", "excluded": "bool", "text": "str"}],
        "anchors": [{"kind": "str", "text": "str"}],
        "days": [{"start": "str", "end": "str", "text": "str"}],
    }


def test_a_search_that_finds_nothing(filled: Caller) -> None:
    """A search without a hit has the same keys and an empty list."""
    said = filled("search", "the zeppelin")
    assert said["results"] == []
    assert shape(said["dropped_terms"]) == [{"term": "str", "reason": "str"}]


def test_status(filled: Caller) -> None:
    """`status --json` counts what is in the library and names its sources."""
    assert shape(filled("status")) == {
        "schema_version": "int",
        "library": "str",
        "documents": "int",
        "chunks": "int",
        "stale": "int",
        "kinds": {"note": "int"},
        "sources": [SOURCE],
        "seq": "int",
        "watermark": "int",
        "disk_bytes": "int",
    }


def test_doctor(filled: Caller) -> None:
    """`doctor --json` is a list of checks, each with its evidence and what mends it."""
    said = filled("doctor")
    assert shape(said) == {"schema_version": "int", "checks": [CHECK]}
    assert {check["status"] for check in said["checks"]} == {"ok"}


def test_why_not(filled: Caller) -> None:
    """`why-not --json` has the shape of doctor's checks."""
    assert shape(filled("why-not", "chart.pdf")) == {"schema_version": "int", "checks": [CHECK]}
    assert shape(filled("why-not", "sea", "--target", "note:Sun")) == {"schema_version": "int", "checks": [CHECK]}


def test_files(filled: Caller) -> None:
    """`files --json` lists every path of the receipts with status, reason, key and source."""
    said = filled("files")
    assert shape(said) == {"schema_version": "int", "files": [FILE]}
    assert len(said["files"]) == 4


def test_get(filled: Caller) -> None:
    """`get --json` has every field of a document, its links both ways, and the span that was asked for."""
    said = filled("get", "note:Tides")
    assert shape(said) == {
        **dict.fromkeys(
            ("key", "title", "kind", "role", "path", "location", "url", "author", "created", "updated"), "str"
        ),
        "schema_version": "int",
        "tags": [],
        "model_tags": [],
        "aliases": [],
        "anchors": [],
        "links": [{"to": "str", "type": "str", "start": "int", "end": "int", "key": "str"}],
        "backlinks": [],
        "hash": "str",
        "stale": "str",
        "seq": "int",
        "text": "str",
        "start": "int",
        "end": "int",
    }
    assert shape(filled("get", "note:Moon")["backlinks"]) == [{"key": "str", "type": "str"}]
    assert filled("get", "note:Tides#2-7")["text"] == "Tides"


NEAR = {"key": "str", "title": "str", "documents": "int"}
TAG = {"name": "str", "documents": "int"}
REASON = {"name": "str", "detail": "str", "label": "str", "weight": "float"}
RELATED = {"key": "str", "title": "str", "score": "float", "reasons": [REASON]}
ENTITY = {"name": "str", "key": "str", "documents": "int"}
MENTION = {"key": "str", "title": "str", "start": "int", "end": "int", "text": "str"}


@pytest.fixture
def named(call: Caller) -> Caller:
    """Three notes of one river, two of them with a tag, that know the same names."""
    notes = call.home / "river"
    notes.mkdir()
    (notes / "Weir Mill.md").write_text("#river\n\nIt was built by Ada Quill.\n", encoding="utf-8")
    (notes / "Ada Quill.md").write_text("#river #people\n\nShe sold [[Weir Mill]] to Otto Tarn.\n", encoding="utf-8")
    (notes / "Log.md").write_text("We met Otto Tarn behind [[Weir Mill]], and [[Ada Quill]].\n", encoding="utf-8")
    call("add", str(notes))
    return call


def test_entities(named: Caller) -> None:
    """`entities --json` lists names with what knows them, and a name with its sentences and its company."""
    said = named("entities")
    assert shape(said) == {"schema_version": "int", "entities": [ENTITY]}
    assert [each["name"] for each in said["entities"]] == ["Ada Quill", "Otto Tarn", "Weir Mill"]
    one = named("entities", "weir mil")
    assert shape(one) == {
        "schema_version": "int",
        **dict.fromkeys(("asked", "name", "key", "reason"), "str"),
        "aliases": [],
        "documents": "int",
        "mentions": [MENTION],
        "beside": [{"name": "str", "key": "str", "documents": "int", "says": ["str"], "said": ["str"]}],
        "others": [],
    }
    assert (one["name"], one["reason"]) == ("Weir Mill", "one letter off “Weir Mill”")
    rows = named.rows("entities")
    assert shape(rows) == [{"schema_version": "int"} | ENTITY]
    assert shape(named.rows("entities", "Weir Mill")) == [{"schema_version": "int"} | MENTION]


def test_topics(named: Caller) -> None:
    """`topics --json` has tags and hubs, and one topic its documents, tags beside it and pivots."""
    said = named("topics")
    hub = {"key": "str", "title": "str", "documents": "int", "members": [NEAR]}
    assert shape(said) == {"schema_version": "int", "tags": [TAG], "hubs": [hub]}
    one = named("topics", "river")
    assert shape(one) == {
        "schema_version": "int",
        **dict.fromkeys(("name", "kind", "key"), "str"),
        "count": "int",
        "documents": [NEAR],
        "tags": [TAG],
        "pivots": [NEAR],
    }
    assert one["pivots"][0]["key"] == "note:Log"
    assert shape(named.rows("topics")) == [{"schema_version": "int"} | hub]
    assert shape(named.rows("topics", "river")) == [{"schema_version": "int"} | NEAR]


def test_related(named: Caller) -> None:
    """`related --json` lists neighbours with their reasons, and a document that is not there is an error."""
    said = named("related", "note:Weir%20Mill")
    assert shape(said) == {"schema_version": "int", "key": "str", "related": [RELATED]}
    assert said["related"][0]["reasons"][0]["label"] == "sold"
    assert shape(named.rows("related", "note:Weir%20Mill")) == [{"schema_version": "int"} | RELATED]
    assert named("related", "note:None", code=1)["error"]["code"] == "not_found"


def test_sources_and_settings(filled: Caller) -> None:
    """`sources`, `config show` and `paths` under --json are one object each."""
    assert shape(filled("sources", "list")) == {"schema_version": "int", "sources": [SOURCE]}
    settings = filled("config", "show")
    assert set(settings) == {"schema_version", "file", "settings"}
    assert {tuple(each) for each in settings["settings"]} == {("name", "value", "origin")}
    assert set(filled("paths")) >= {"schema_version", "library", "config", "database", "backups", "demo"}


def test_removals_are_receipts(filled: Caller) -> None:
    """remove, undo, prune and sources remove answer with a receipt."""
    for words in (
        *(("remove", "note:Moon"), ("undo",), ("prune",), ("remove", "--forget", "--yes", "note:Sun")),
        ("sources", "remove", "1", "--yes"),
    ):
        assert list(filled(*words)) == list(RECEIPT)


def test_care(filled: Caller) -> None:
    """backup, restore, reindex, migrate, export, init and demo answer with flat objects."""
    target = str(filled.home / "kept.tar")
    made = shape(filled("backup", target))
    assert made == {
        "schema_version": "int",
        "path": "str",
        "bytes": "int",
        "made": "str",
        "schema": "int",
        "documents": "int",
        "chunks": "int",
        "files": "int",
    }
    restored = filled("restore", target, "--yes")
    assert set(restored) == {
        *("schema_version", "library", "backup", "made", "schema", "documents", "chunks", "replaced"),
    }
    assert set(filled("reindex")) == {"schema_version", "documents", "chunks", "dry_run"}
    assert set(filled("migrate")) == {"schema_version", "before", "after", "backup", "dry_run"}
    assert set(filled("init")) == {"schema_version", "library", "created", "dry_run"}
    assert set(filled("export")["documents"][0]) >= {"key", "title", "text", "kind", "role"}
    demo = filled("demo")
    assert shape(demo["receipt"]) == RECEIPT
    assert [demo["folder"], list(demo)[-1]] == [str(filled.home / "wellhead-demo"), "search"]


def test_rows(filled: Caller) -> None:
    """--jsonl gives the same entries a line at a time, each with its schema_version."""
    version = {"schema_version": "int"}
    assert shape(filled.rows("search", "ebb", "tide", "zeppelin", "--limit", "1")) == [version | HIT | {"reasons": []}]
    assert shape(filled.rows("files")) == [version | FILE]
    assert shape(filled.rows("sources", "list")) == [version | SOURCE]
    assert {"schema_version", "key", "title", "text"} <= set(filled.rows("export")[0])


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("search", "x"), "no_library", 1),
        (("status",), "no_library", 1),
        (("get",), "usage", 2),
        (("serach", "x"), "unknown_name", 2),
        (("add", "nowhere"), "bad_input", 1),
        (("restore", "nowhere"), "bad_input", 1),
        (("config", "get", "nothing"), "unknown_name", 2),
    ],
)
def test_errors(words: tuple[str, ...], code: str, exit_code: int, call: Caller) -> None:
    """An error under --json is one object with a stable code, a message and a hint, on standard output."""
    said = call(*words, code=exit_code)
    assert shape(said) == ERROR
    assert said["error"]["code"] == code
    assert said["error"]["message"]
    assert said["error"]["hint"]


def test_a_measurement(call: Caller, tmp_path: Path) -> None:
    """`eval qrels` names each measure by its own name, with value, interval and n, and explains it in `_meta`."""
    rows = {
        "corpus.jsonl": '{"id": "a", "text": "the ebb tide"}\n',
        "queries.jsonl": '{"id": "q", "text": "ebb", "type": "what"}\n',
        "qrels.tsv": "qid\tdocid\trel\nq\ta\t1\n",
    }
    for name, text in rows.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = [f"--{name.partition('.')[0]}={tmp_path / name}" for name in rows]
    said = call("eval", "qrels", *words, "--k", "5")
    names = ["recall_all@5", "R@5", "P@5", "MRR@5", "nDCG@5"]
    figures = {name: {"value": "float", "ci95": ["float"], "n": "int"} for name in names}
    lanes = said.pop("lanes")["balanced"]
    assert lanes["semantic"] == {"not_built": 1}
    assert shape(said) == {
        "schema_version": "int",
        "modes": {"balanced": figures},
        "per_type": {"balanced": {"what": figures}},
        "abstention": {
            "balanced": {"n": "int", "without_gold": "int", "returned_nothing": "int", "mean_results": "float"}
        },
        "seconds": "float",
        "data": {
            **dict.fromkeys(("name", "version", "sha256"), "str"),
            **dict.fromkeys(("documents", "questions"), "int"),
            "partial": "bool",
            **dict.fromkeys(("not_taken", "gold_missing"), "int"),
        },
        "options_digest": "str",
        "_meta": {"metric_glossary": dict.fromkeys(names, "str")},
    }
