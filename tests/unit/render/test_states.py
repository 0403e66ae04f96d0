"""Status, sources, files, checks and numbers in words."""

from __future__ import annotations

import pytest

from wellhead.model.document import Source
from wellhead.model.receipt import Status
from wellhead.model.state import Check, LibraryStatus
from wellhead.ports import FileRecord
from wellhead.render.checks import checks, verdict
from wellhead.render.numbers import counted, duration, milliseconds, size
from wellhead.render.states import file_line, sources, status


def test_status_tells_what_is_there() -> None:
    source = Source(id=1, path="/notes", kind="folder", documents=1204, last_import="2025-03-01T10:11:12.5+00:00")
    said = status(
        LibraryStatus(
            library="/lib",
            documents=1204,
            chunks=5000,
            stale=3,
            kinds={"text": 4, "note": 1200},
            sources=(source,),
            seq=7,
            watermark=7,
        )
    )
    assert "documents  1,204 (3 stale)" in said
    assert "kinds      note 1,200 · text 4" in said
    assert "index      current (change 7)" in said
    assert "  1  /notes  folder  1,204 documents  2025-03-01 10:11:12" in said


def test_a_lagging_index_names_its_cure() -> None:
    said = status(LibraryStatus(library="/lib", seq=9, watermark=4))
    assert "behind: 4 of 9 changes; `wellhead reindex`" in said
    assert "none yet: wellhead add FOLDER" in said


def test_sources_stand_in_columns() -> None:
    rows = sources((Source(id=1, path="/a", kind="folder", documents=1), Source(id=12, path="/longer", kind="file")))
    assert rows.splitlines() == ["  1  /a       folder  1 document", " 12  /longer  file    0 documents"]


def test_a_row_of_a_file_is_named_by_its_line() -> None:
    record = FileRecord(path="rows.jsonl", line=3, status=Status.FAILED, reason="no text")
    assert file_line(record) == "failed     rows.jsonl:3  no text"


def test_checks_tell_evidence_and_cure() -> None:
    values = (
        Check(name="sqlite", status="ok", evidence="3.54", fix="never shown"),
        Check(name="index", status="failed", evidence="behind\nby two", fix="wellhead reindex"),
        Check(name="backup", status="warning", evidence="none yet", fix="wellhead backup"),
    )
    assert checks(values).splitlines() == [
        "✓ sqlite · 3.54",
        "✗ index · behind",
        "    by two",
        "    fix: wellhead reindex",
        "! backup · none yet",
        "    fix: wellhead backup",
    ]
    assert verdict(values) == "1 failed check and 1 warning of 3 checks"
    assert verdict(values[:1]) == "1 check, all well"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (counted(1, "document"), "1 document"),
        (counted(2000, "document"), "2,000 documents"),
        (counted(2, "kind of tree", "kinds of tree"), "2 kinds of tree"),
        (size(1), "1 byte"),
        (size(999), "999 bytes"),
        (size(1500), "1.5 kB"),
        (size(999_950), "1.0 MB"),
        (size(123_000_000), "123 MB"),
        (size(5_000_000_000_000), "5.0 TB"),
        (duration(0.123), "0.12 s"),
        (duration(12.34), "12.3 s"),
        (duration(125), "2 min 5 s"),
        (milliseconds(2.345), "2.3 ms"),
        (milliseconds(1234.5), "1,234 ms"),
    ],
)
def test_numbers_read_well(said: str, expected: str) -> None:
    assert said == expected
