"""The rows of the demo library, read with the importer that reads them for everybody."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import wellhead
from wellhead.care import demo
from wellhead.importers.jsonl import JsonlImporter
from wellhead.model.document import Draft, Role
from wellhead.model.kinds import settled_role

ROWS = demo.NOTES / "documents.jsonl"
TELLING = re.compile(r"[A-Za-z]{4,}")


@cache
def rows() -> tuple[Draft, ...]:
    with ROWS.open("rb") as stream:
        read = tuple(JsonlImporter().read(stream, ROWS.name))
    drafts = tuple(each for each in read if isinstance(each, Draft))
    assert len(drafts) == len(read)
    return drafts


def handbook() -> Draft:
    return next(each for each in rows() if each.key == "pdf:skerry-handbook")


def pages() -> dict[int, str]:
    """The text of each page of the handbook."""
    anchors = handbook().anchors
    ends = [*(each.start for each in anchors[1:]), len(handbook().text)]
    return {each.page or 0: handbook().text[each.start : end] for each, end in zip(anchors, ends, strict=True)}


def test_every_row_is_whole() -> None:
    assert [each.key for each in rows() if each.notes or not (each.key and each.title and each.kind)] == []
    assert len({each.key for each in rows()}) == len(rows())
    assert {each.created[:4] for each in rows()} == {"2024", "2025"}


def test_there_is_something_of_every_kind() -> None:
    kinds = Counter(each.kind for each in rows())
    least = {"pdf": 1, "web": 10, "mail": 8, "ocr": 2, "transcript": 1, "chat": 2, "highlight": 2}
    assert {kind: kinds[kind] for kind in least if kinds[kind] < least[kind]} == {}
    assert [each.key for each in rows() if each.kind == "web" and ".example/" not in each.url] == []
    assert {settled_role(each.kind, each.role, None) for each in rows() if each.kind == "ocr"} == {Role.OCR}


def test_the_handbook_has_its_pages_in_order() -> None:
    anchors = handbook().anchors
    assert [each.page for each in anchors] == list(range(1, len(anchors) + 1))
    assert len(anchors) >= 62
    assert [each.start for each in anchors] == sorted({each.start for each in anchors})
    assert anchors[0].start == 0
    odd = {number: len(text.split()) for number, text in pages().items() if not 180 <= len(text.split()) <= 330}
    assert odd == {}


def test_an_anchor_counts_code_points() -> None:
    assert pages()[21].startswith("Chapter 3\nDates\n")
    assert pages()[66].startswith("17.3 Saving and connections")
    assert "".join(pages().values()) == handbook().text


def test_moments_of_a_recording_stand_at_their_lines() -> None:
    spoken = [each for each in rows() if each.kind == "transcript"]
    for each in spoken:
        assert len(each.anchors) >= 20
        assert all(each.text.startswith(f"[{anchor.timestamp}] ", anchor.start) for anchor in each.anchors)


def test_the_titles_of_scans_and_recordings_say_nothing() -> None:
    titles = [each.title for each in rows() if each.kind in {"ocr", "transcript"}]
    assert [title for title in titles if TELLING.search(title.replace("scan", ""))] == []


def test_an_import_takes_every_row_in(tmp_path: Path) -> None:
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(ROWS)
        assert (receipt.indexed, receipt.skipped, receipt.failed) == (len(rows()), 0, 0)
        assert library.get("transcript:VN-2025-06-03-1").role is Role.TRANSCRIPT
