"""Every importer that ships, held to the contract of importers."""

from __future__ import annotations

import pytest

from wellhead.importers.canvas import CanvasImporter
from wellhead.importers.jsonl import JsonlImporter
from wellhead.importers.markdown import MarkdownImporter
from wellhead.importers.text import TextImporter
from wellhead.testing.importer_contract import ImporterContract

NOTE = """---
title: The ferry question
tags: [harbour, Boats]
aliases: ferry
role: own_note
kind: question
created: 2024-05-01
---
# Does the ferry pay?

Ask [[Tove]] and see ![[timetable.png]], also [the minutes](../minutes/2024%20may.md#costs). #boats #money/fares ^ask

Fares
-----

`#no [[no]]` at https://ferry.example/fares (read it). ☂ 日本語 #運賃
"""

LOGSEQ_ID = b"id:: 6512aa00-1111-2222-3333-444455556666\n"

CANVAS = """{"nodes": [
  {"id": "a", "type": "text", "x": 0, "y": 0, "width": 10, "height": 10, "text": "# Plan\\n\\nsee [[Tove]] #boats"},
  {"id": "b", "type": "file", "x": 50, "y": 0, "width": 10, "height": 10, "file": "harbour/fares.md"},
  {"id": "c", "type": "link", "x": 0, "y": 90, "width": 10, "height": 10, "url": "https://ferry.example/"}],
 "edges": [{"id": "e", "fromNode": "a", "toNode": "b", "label": "rests on"}]}"""

ROWS = """{"schema_version": 1}
{"key": "web:ferry", "title": "Ferry", "text": "# Ferry\\n\\nIt sails.", "role": "own_note", "kind": "web"}

{"title": "broken", "text": 7}
{"text": "Only a text", "tags": ["a", "b"], "links": [{"to": "Ferry", "type": "cites", "start": 0, "end": 4}]}
"""


class TestMarkdown(ImporterContract):
    @pytest.fixture
    def importer(self) -> MarkdownImporter:
        return MarkdownImporter()

    @pytest.fixture
    def files(self) -> dict[str, bytes]:
        return {
            "ferry.md": NOTE.encode(),
            "crlf.markdown": NOTE.replace("\n", "\r\n").encode(),
            "wide.md": NOTE.encode("utf-16"),
            "logseq___page.md": b"title:: Fares\ntags:: a, [[b c]]\n\n- # Costs\n  " + LOGSEQ_ID,
        }


class TestText(ImporterContract):
    @pytest.fixture
    def importer(self) -> TextImporter:
        return TextImporter()

    @pytest.fixture
    def files(self) -> dict[str, bytes]:
        return {"ledger.txt": "1903 — 12 £ for rope #not-a-tag [[not a link]]\n".encode(), "b.text": b"one\r\ntwo"}


class TestCanvas(ImporterContract):
    @pytest.fixture
    def importer(self) -> CanvasImporter:
        return CanvasImporter()

    @pytest.fixture
    def files(self) -> dict[str, bytes]:
        return {"plan.canvas": CANVAS.encode()}


class TestRows(ImporterContract):
    @pytest.fixture
    def importer(self) -> JsonlImporter:
        return JsonlImporter()

    @pytest.fixture
    def files(self) -> dict[str, bytes]:
        return {"documents.jsonl": ROWS.encode()}
