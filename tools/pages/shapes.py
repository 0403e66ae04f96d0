"""docs/reference/shapes.md: every stable JSON shape, as the wire itself encodes a small made-up value."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import asdict

from tools.pages import markdown, source
from wellhead.evals.measures import glossary, measure
from wellhead.model.document import Anchor, Document, Link, Role, Source
from wellhead.model.events import BatchCommitted
from wellhead.model.measured import Abstention, DataSet, Interval, QrelsReport
from wellhead.model.neighbourhood import (
    Beside,
    Entity,
    Hub,
    Mention,
    Near,
    Portrait,
    Reason,
    Related,
    Resolved,
    Tag,
    Topic,
    Topics,
)
from wellhead.model.query import (
    Coverage,
    Feedback,
    Hit,
    LaneHit,
    LaneReport,
    Query,
    SearchResult,
    Signal,
    Term,
    Window,
)
from wellhead.model.receipt import FileOutcome, Receipt, Status
from wellhead.model.state import Backup, Check, LibraryStatus, Restored
from wellhead.ports import FileRecord
from wellhead.search.query import STOP_WORD
from wellhead.wire import checks, documents, errors, measured, neighbourhood, progress, receipt, results, status
from wellhead.wire.encode import encode, indented, versioned

PATH = "docs/reference/shapes.md"
INTRODUCTION = """\
Every object carries `schema_version`, the number 1. Shapes only grow: a field that is here stays here and keeps its
meaning. Offsets count Unicode code points of the document's text. `--jsonl` prints the rows of a list one a line, each
with its own `schema_version`.
"""
TEXT = "The tide mill ground its last sack in 1903.\n"
DOCUMENT = Document(
    key="note:Tide%20mill",
    title="Tide mill",
    text=TEXT,
    role=Role.OWN_NOTE,
    source=1,
    path="Tide mill.md",
    author="Noa",
    created="2025-03-01",
    updated="2025-03-02",
    tags=("history",),
    aliases=("The mill",),
    anchors=(Anchor(start=0, name="last-sack"),),
    hash="9d3f0c4a5b6e7f8091a2b3c4d5e6f708",
    seq=12,
)
LINK = Link(to="Harbour ledger", start=0, end=18, key="text:harbour-ledger.txt")
SOURCE = Source(id=1, path="/notes", kind="folder", documents=1, last_import="2025-03-02T09:30:00+00:00")
HIT = Hit(
    rank=1,
    key=DOCUMENT.key,
    title=DOCUMENT.title,
    kind="note",
    role=Role.OWN_NOTE,
    path=DOCUMENT.path,
    url="",
    score=7.25,
    windows=(Window(start=0, end=43, text=TEXT.rstrip(), marks=((4, 8), (9, 13))),),
    lanes=(LaneHit(name="lexical", rank=1, score=7.25),),
    signals=(Signal(name="near", detail="neighbouring words stand together: 1", weight=1.25),),
    matched_terms=("tide", "mill"),
    reasons=("It holds “tide” and “mill”, side by side.", "Its title says both of them."),
    location="/notes/Tide mill.md",
)
RESULT = SearchResult(
    query=Query(
        text="the tide mill",
        terms=(Term(text="tide", stems=("tide",)), Term(text="mill", stems=("mill",))),
        dropped=(("the", STOP_WORD),),
    ),
    mode="balanced",
    results=(HIT,),
    lanes=(
        LaneReport(name="lexical", status="ok", count=1),
        LaneReport(name="date", status="not_run", reason="the question names no time"),
    ),
    coverage=Coverage(documents=1, searchable=1),
    feedback=Feedback(share=0.125, words=("sack", "ebb")),
    tokens=11,
    latency_ms=0.4,
)
OUTCOMES = (
    FileOutcome(path="Tide mill.md", status=Status.INDEXED, key=DOCUMENT.key),
    FileOutcome(path="scan.pdf", status=Status.SKIPPED, reason="not yet: PDF files come with a later version"),
)
RECEIPT = Receipt(found=3, indexed=1, unchanged=1, skipped=1, seconds=0.012, files=OUTCOMES)
STATUS = LibraryStatus(
    library="/library",
    documents=1,
    chunks=1,
    kinds={"note": 1},
    sources=(SOURCE,),
    seq=12,
    watermark=12,
    disk_bytes=98304,
)
RECORD = FileRecord(path="rows/documents.jsonl", line=4, status=Status.FAILED, reason="the row is no JSON", source=1)
MADE = "2025-03-02T09:30:00+00:00"
BACKUP = Backup(path="/library/backups/20250302T093000Z.tar", bytes=133120, made=MADE, schema=2, documents=1, chunks=1)
RESTORED = Restored(library="/library", backup=BACKUP.path, made=MADE, schema=2, documents=1, chunks=1)
LEDGER = Near(key="text:harbour-ledger.txt", title="Harbour ledger", documents=3)
MENTION = Mention(key=LEDGER.key, title=LEDGER.title, start=0, end=29, text="The tide mill paid two sacks.")
BESIDE = Beside(name="Quay Row", documents=2, says=("stands behind",), said=("looks at",))
OTHER = Resolved(
    text="mill", start=0, end=4, name="Wind mill", key="note:Wind%20mill", score=0.56, reason="part of “Wind mill”"
)
PORTRAIT = Portrait(
    asked="mill",
    name=DOCUMENT.title,
    key=DOCUMENT.key,
    reason="part of “Tide mill”",
    aliases=DOCUMENT.aliases,
    documents=4,
    mentions=(MENTION,),
    beside=(BESIDE,),
    others=(OTHER,),
)
TAG = Tag(name="history", documents=6)
HUB = Hub(key=DOCUMENT.key, title=DOCUMENT.title, documents=4, members=(LEDGER,))
TOPIC = Topic(
    name="history", kind="tag", count=6, documents=(LEDGER,), tags=(Tag(name="mills", documents=2),), pivots=(LEDGER,)
)
RELATED = Related(
    key=LEDGER.key,
    title=LEDGER.title,
    score=3.75,
    reasons=(
        Reason(name="linked from", label="paid two sacks to", weight=3.0),
        Reason(name="same tag", detail="#history (2 documents)", weight=1.5),
    ),
)
CHECK = Check(name="integrity", status="ok", evidence="SQLite finds nothing wrong")

FIGURES = {"nDCG@10": Interval(value=0.8125, ci95=(0.765, 0.857), n=150)}
MEASURED = QrelsReport(
    modes={"balanced": FIGURES},
    per_type={"balanced": {"who": FIGURES}},
    abstention={"balanced": Abstention(n=15, returned_nothing=2, mean_results=7.5)},
    lanes={"balanced": {"lexical": {"ok": 165}, "semantic": {"not_built": 165}}},
    seconds=1.25,
    data=DataSet(name="demo", version="96 documents, 165 questions", sha256="5e" * 32, documents=96, questions=165),
    options_digest="9d3f0c4a5b6e7f80",
    glossary=glossary([measure("nDCG@10")]),
)


class Shape(NamedTuple):
    """One shape: who prints it, which module of the wire makes it, and a value it has made."""

    title: str
    commands: str
    module: str
    value: dict[str, Any]


SHAPES = (
    Shape("Receipt", "add, sync, remove, prune, undo, sources remove", "receipt", receipt.to_v1(RECEIPT)),
    Shape("Search", "search", "results", results.to_v1(RESULT)),
    Shape("Document", "get", "documents", documents.to_v1(DOCUMENT, links=[LINK], location="/notes/Tide mill.md")),
    Shape(
        "Entities", "entities", "neighbourhood", neighbourhood.entities_to_v1([Entity(name="Quay Row", documents=6)])
    ),
    Shape("Entity", "entities NAME", "", neighbourhood.portrait_to_v1(PORTRAIT)),
    Shape("Topics", "topics", "", neighbourhood.topics_to_v1(Topics(tags=(TAG,), hubs=(HUB,)))),
    Shape("Topic", "topics NAME", "", neighbourhood.topic_to_v1(TOPIC)),
    Shape("Related", "related", "", neighbourhood.related_to_v1(DOCUMENT.key, [RELATED])),
    Shape("Status", "status", "status", status.to_v1(STATUS)),
    Shape("Sources", "sources list", "status", status.sources_to_v1([SOURCE])),
    Shape("Files", "files", "status", status.files_to_v1([RECORD])),
    Shape("Checks", "doctor, why-not", "checks", checks.to_v1([CHECK])),
    Shape("Measurement", "eval qrels", "measured", measured.to_v1(MEASURED)),
    Shape("Backup", "backup", "", versioned(asdict(BACKUP))),
    Shape("Restore", "restore", "", versioned(asdict(RESTORED))),
    Shape("Error", "every command", "errors", errors.to_v1("not_found", "no document has the key note:Mil")),
    Shape(
        "Progress",
        "long commands, on request, on standard error",
        "progress",
        progress.to_v1(BatchCommitted(done=1, found=3, keys=(DOCUMENT.key,))),
    ),
)
ROW = documents.encode_row(DOCUMENT, links=[LINK], source="/notes/Tide mill.md")


def section(shape: Shape) -> str:
    example = markdown.fenced(indented(encode(shape.value)).decode("utf-8"), "json")
    said = source.docstring(source.tree(f"wellhead.wire.{shape.module}")).strip() if shape.module else ""
    return "\n\n".join(part for part in (f"## {shape.title}", f"`{shape.commands}`", said, example) if part)


def page() -> str:
    rows = source.docstring(source.tree("wellhead.wire.documents")).strip()
    parts = (
        markdown.opening("JSON shapes", "src/wellhead/wire, by encoding small values"),
        INTRODUCTION,
        *map(section, SHAPES),
        f"## documents.jsonl\n\n{rows}\n",
        markdown.fenced(ROW.decode("utf-8"), "json"),
    )
    return "\n".join(parts).rstrip() + "\n"
