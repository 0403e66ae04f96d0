import json

from wellhead.model.document import Role, Source
from wellhead.model.query import (
    Coverage,
    DayRange,
    Degraded,
    Feedback,
    Filter,
    Hit,
    LaneHit,
    LaneReport,
    Query,
    QueryAnchor,
    SearchResult,
    Signal,
    Term,
    Window,
)
from wellhead.model.receipt import FileOutcome, Receipt, Status
from wellhead.model.state import LibraryStatus
from wellhead.ports import FileRecord, FileStamp
from wellhead.wire import receipt, results, status
from wellhead.wire.encode import encode

HIT = Hit(
    rank=1,
    key="note:a",
    title="A",
    kind="note",
    role=Role.OWN_NOTE,
    path="a.md",
    url="",
    score=1.5,
    windows=(Window(start=0, end=3, text="oak", heading="Trees", line=4, marks=((0, 3),)),),
    lanes=(LaneHit(name="lexical", rank=1, score=1.5),),
    signals=(Signal(name="title", weight=2.0),),
    matched_terms=("oak",),
    missing_terms=("elm",),
    reasons=("It holds “oak”.",),
    location="/notes/a.md",
)


def told(value):
    return json.loads(encode(value))


def test_what_was_understood():
    oak = Term(text="oaks", stems=("oak",))
    query = Query(
        text="oaks -elm tag:x last week",
        terms=(oak,),
        excluded=(Term(text="elm", stems=("elm",)),),
        filters=(Filter(field="tag", value="x"),),
        anchors=(QueryAnchor(kind="tag", text="x"),),
        days=(DayRange(start="2025-06-23", end="2025-06-30", text="last week"),),
    )
    fields = told(results.understood_fields(query))
    assert fields["terms"] == [
        {"text": "oaks", "stems": ["oak"], "phrase": False, "prefix": False, "cjk": False, "slip": False}
    ]
    assert fields["excluded"][0]["text"] == "elm"
    assert fields["filters"] == [{"field": "tag", "value": "x", "excluded": False, "text": ""}]
    assert fields["anchors"] == [{"kind": "tag", "text": "x"}]
    assert fields["days"] == [{"start": "2025-06-23", "end": "2025-06-30", "text": "last week"}]


def test_the_shape_of_a_search():
    found = SearchResult(
        query=Query(text="the oak elm", dropped=(("the", "a stop word"),)),
        mode="balanced",
        results=(HIT,),
        lanes=(LaneReport(name="lexical", status="ok", count=1),),
        degraded=(Degraded(stage="index", reason="behind"),),
        coverage=Coverage(documents=2, searchable=2),
        feedback=Feedback(share=0.25, words=("ash",)),
        tokens=12,
        dropped=3,
        latency_ms=1.23456,
    )
    assert told(results.to_v1(found)) == {
        "schema_version": 1,
        "query": "the oak elm",
        "mode": "balanced",
        "intent": None,
        "results": [told(results.hit_fields(HIT))],
        "lanes": [{"name": "lexical", "status": "ok", "reason": "", "count": 1}],
        "degraded": [{"stage": "index", "reason": "behind"}],
        "coverage": {"documents": 2, "searchable": 2, "vectors": 0},
        "tokens": 12,
        "dropped": 3,
        "dropped_terms": [{"term": "the", "reason": "a stop word"}],
        "understood": {"terms": [], "excluded": [], "filters": [], "anchors": [], "days": []},
        "feedback": {"share": 0.25, "words": ["ash"]},
        "cache": "off",
        "latency_ms": 1.235,
    }


def test_the_shape_of_a_hit():
    assert told(results.hit_row(HIT)) == {
        "schema_version": 1,
        "rank": 1,
        "key": "note:a",
        "title": "A",
        "kind": "note",
        "role": "own_note",
        "path": "a.md",
        "location": "/notes/a.md",
        "url": "",
        "score": 1.5,
        "stale": "",
        "windows": [
            {
                "start": 0,
                "end": 3,
                "heading": "Trees",
                "page": None,
                "timestamp": None,
                "text": "oak",
                "line": 4,
                "marks": [[0, 3]],
            }
        ],
        "lanes": [{"name": "lexical", "rank": 1, "score": 1.5}],
        "signals": [{"name": "title", "detail": "", "weight": 2.0}],
        "matched_terms": ["oak"],
        "missing_terms": ["elm"],
        "reasons": ["It holds “oak”."],
    }


def test_the_shape_of_a_receipt():
    given = Receipt(
        found=3,
        indexed=1,
        unchanged=1,
        failed=1,
        seconds=0.12345,
        notes=("a sentence",),
        files=(
            FileOutcome(path="a.md", status=Status.INDEXED, key="note:a"),
            FileOutcome(path="b.md", status=Status.UNCHANGED),
            FileOutcome(path="c.md", status=Status.FAILED, reason="why"),
        ),
    )
    found = told(receipt.to_v1(given))
    assert found["found"] == sum(found[name] for name in ("indexed", "unchanged", "renamed", "skipped", "failed"))
    assert found["files"] == [
        {"path": "a.md", "status": "indexed", "reason": "", "key": "note:a"},
        {"path": "c.md", "status": "failed", "reason": "why", "key": ""},
    ]
    assert (found["schema_version"], found["seconds"], found["notes"]) == (1, 0.123, ["a sentence"])
    assert set(found) >= {"removed", "stale", "bytes_sent", "dry_run"}


def test_the_shape_of_a_status():
    source = Source(id=1, path="/notes", kind="folder", documents=2, last_import="2026-01-01")
    given = LibraryStatus(
        library="/lib", documents=2, chunks=5, kinds={"note": 2}, sources=(source,), seq=4, watermark=4
    )
    found = told(status.to_v1(given))
    assert set(found) == {
        *("schema_version", "library", "documents", "chunks", "stale", "kinds", "sources", "seq", "watermark"),
        "disk_bytes",
    }
    assert {"id", "path", "documents", "last_import"} <= set(found["sources"][0])
    assert told(status.sources_to_v1([source]))["sources"] == found["sources"]
    assert {key: each for key, each in told(status.source_row(source)).items() if key != "schema_version"} == found[
        "sources"
    ][0]


def test_the_shape_of_a_row_of_a_receipt():
    row = FileRecord(path="f/rows.jsonl", line=3, status=Status.FAILED, reason="why", source=2, stamp=FileStamp(size=9))
    assert told(status.file_row(row)) == {
        "schema_version": 1,
        "path": "f/rows.jsonl:3",
        "status": "failed",
        "reason": "why",
        "key": "",
        "source": 2,
    }
    assert told(status.files_to_v1([row]))["files"][0]["path"] == "f/rows.jsonl:3"
    assert status.file_fields(FileRecord(path="a.md", status=Status.INDEXED))["path"] == "a.md"
