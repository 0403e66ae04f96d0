"""A documents.jsonl from anybody: what cannot be used is a row of the receipt, and no row reaches past the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import wellhead
from wellhead.model.document import Role
from wellhead.model.receipt import Status

BAD: dict[str, bytes] = {
    "not JSON": b"{broken",
    "a list": b"[1, 2]",
    "a word": b'"word"',
    "no text": b'{"title": "x"}',
    "text is a number": b'{"title": "x", "text": 7}',
    "text is null": b'{"title": "x", "text": null}',
    "not UTF-8": b'{"title": "x", "text": "\xff\xfe"}',
    "a control character in the key": json.dumps({"key": "note:a\x00b", "title": "x", "text": "t"}).encode(),
    "a line end in the key": json.dumps({"key": "note:a\nb", "title": "x", "text": "t"}).encode(),
    "an empty key": b'{"key": "  ", "title": "x", "text": "t"}',
    "an endless key": json.dumps({"key": "note:" + "k" * 20_000, "title": "x", "text": "t"}).encode(),
    "tags of numbers": b'{"title": "x", "text": "t", "tags": [1, {}]}',
    "very deep": b'{"title": "x", "text": "t", "links": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
}
ODD: tuple[dict[str, object], ...] = (
    {"key": "note:../../../etc/passwd", "title": "up", "text": "oddrow0"},
    {"key": "note:/etc/shadow", "title": "absolute", "text": "oddrow1"},
    {"title": "../../..", "text": "oddrow2"},
    {"title": "t" * 100_000, "text": "oddrow3"},
    {"title": "\u202eltr", "text": "oddrow4", "url": "javascript:alert(1)"},
    {"title": "own", "text": "oddrow5", "role": "own_note", "kind": "chat"},
    {"title": "kind", "text": "oddrow6", "kind": "../../x"},
    {"title": "path", "text": "oddrow7", "path": "/etc/passwd", "source": "/etc", "id": 1, "seq": 99},
    {"title": "anchor", "text": "oddrow8", "anchors": [{"start": 10**9}]},
    {"title": "link", "text": "oddrow9", "links": [{"to": "../../etc/passwd", "type": "embed"}]},
    {"title": "nul", "text": "oddrow10\x00 and more"},
    {"title": "x", "text": "oddrow11", "created": "9999-99-99", "updated": "yesterday"},
)


def _row(number: int) -> bytes:
    return json.dumps({"key": f"note:good-{number}", "title": f"good {number}", "text": f"goodrow{number}"}).encode()


def _files(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if "library" not in path.parts}


def test_bad_rows_are_reported_and_the_others_come_in(tmp_path: Path) -> None:
    """Each row that cannot be read is accounted for with its line and a reason, and every row around it is imported."""
    lines = []
    for number, bad in enumerate(BAD.values()):
        lines += [_row(number), bad]
    rows = tmp_path / "documents.jsonl"
    rows.write_bytes(b"\n".join([*lines, _row(len(BAD))]) + b"\n")
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(rows)
        assert receipt.found == receipt.indexed + receipt.failed + receipt.skipped
        failed = {record.line: record.reason for record in library.files() if record.status is Status.FAILED}
        assert all(failed.values())
        for number in range(len(BAD) + 1):
            assert [hit.key for hit in library.search(f"goodrow{number}").results] == [f"note:good-{number}"]
        usable = {"tags of numbers"}
        unreported = {name for at, name in enumerate(BAD) if 2 * (at + 1) not in failed} - usable
        assert unreported == set()


def test_odd_rows_are_only_texts(tmp_path: Path) -> None:
    """Rows that claim paths, roles or numbers of ours come in as texts, are trusted no further, and touch no file."""
    rows = tmp_path / "documents.jsonl"
    rows.write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in ODD))
    before = _files(tmp_path)
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(rows)
        assert receipt.found == len(ODD)
        documents = {document.text.split("\x00")[0]: document for document in library.documents()}
        assert {f"oddrow{number}" for number in range(len(ODD))} - documents.keys() <= {
            "oddrow6",
            "oddrow8",
            "oddrow11",
        }
        assert all(document.role is not Role.OWN_NOTE for document in documents.values())
        for document in documents.values():
            assert library.location(document) in ("", str(rows))
            assert all(0 <= anchor.start <= len(document.text) for anchor in document.anchors)
        assert library.search("oddrow0").results[0].key == "note:../../../etc/passwd"
    assert _files(tmp_path) == before


@pytest.mark.parametrize(
    "content", [b"", b"\n\n\n", b"\x00" * 4_096, b"{" * 1_000_000, b'{"text": "' + b"a" * 1_000_000]
)
def test_hopeless_files_end_in_a_receipt(tmp_path: Path, content: bytes) -> None:
    """An empty, binary or endless file of rows ends in a receipt that adds up, with nothing imported."""
    rows = tmp_path / "documents.jsonl"
    rows.write_bytes(content)
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(rows)
        assert receipt.indexed == 0
        assert receipt.found == receipt.skipped + receipt.failed
        assert library.status().documents == 0
