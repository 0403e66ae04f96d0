"""The demo library's documents.jsonl, from the texts in tools/demo: one file a row, and a folder for the handbook.

A source is `name: value` lines, an empty line, the text. What stands between `=== 12` and the next such line is page 12
of a PDF; a line that begins `[00:01:02]` is a moment of a recording. Both become anchors, counted in code points.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

PATH = "src/wellhead/demo/notes/documents.jsonl"
SOURCES = Path(__file__).resolve().parents[1] / "demo"
HANDBOOK = {
    "key": "pdf:skerry-handbook",
    "title": "The Skerry Handbook for Museums, third edition",
    "kind": "pdf",
    "author": "Priya Sandalwala and Kwabena Thistlewood",
    "created": "2025-07-14",
    "tags": ["project/skerry", "small museums", "handbook"],
    "aliases": ["Skerry handbook", "Handbook for Museums"],
}
_LISTS = {"tags", "aliases"}
_PAGE = re.compile(r"^=== (\d+)\n", re.MULTILINE)
_MOMENT = re.compile(r"^\[(\d\d:\d\d:\d\d)\] ", re.MULTILINE)


def handbook() -> dict[str, Any]:
    """Every chapter in the order of its file's name, as one text."""
    whole = "\n".join(_read(path) for path in sorted((SOURCES / "handbook").glob("*.txt")))
    marks = list(_PAGE.finditer(whole))
    ends = [*(mark.start() for mark in marks), len(whole)]
    text, anchors = "", []
    for mark, (_, end) in zip(marks, pairwise(ends), strict=True):
        anchors.append({"start": len(text), "page": int(mark[1])})
        text += whole[mark.end() : end].strip() + "\n\n"
    return {**HANDBOOK, "text": text.rstrip() + "\n", "anchors": anchors}


def row(source: str) -> dict[str, Any]:
    """One document: its fields, its text, and the moments in it."""
    head, _, text = source.partition("\n\n")
    fields: dict[str, Any] = dict(line.split(": ", 1) for line in head.splitlines())
    for name in _LISTS & fields.keys():
        fields[name] = fields[name].split(", ")
    anchors = [{"start": mark.start(), "timestamp": mark[1]} for mark in _MOMENT.finditer(text)]
    return {**fields, "text": text, **({"anchors": anchors} if anchors else {})}


def page() -> str:
    rows = [handbook(), *(row(_read(path)) for path in sorted((SOURCES / "rows").glob("*.txt")))]
    return "".join(msgspec.json.encode(each).decode("utf-8") + "\n" for each in rows)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
