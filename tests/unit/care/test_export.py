from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from tests.unit.care.sample import Fill
from wellhead import adapters, app
from wellhead.care import export
from wellhead.errors import CannotWrite
from wellhead.model.document import Role
from wellhead.model.options import AddOptions


def exported(library: Path) -> bytes:
    opened, stream = adapters.engine(library), io.BytesIO()
    try:
        count = export.write(opened.store, stream)
    finally:
        opened.database.close()
    assert stream.getvalue().count(b"\n") == count
    return stream.getvalue()


def without_source(data: bytes) -> list[dict[str, object]]:
    rows = [msgspec.json.decode(line) for line in data.splitlines()]
    return [{name: value for name, value in row.items() if name != "source"} for row in rows]


def test_each_document_is_one_row_in_the_order_of_keys(fill: Fill, tmp_path: Path) -> None:
    rows = [msgspec.json.decode(line) for line in exported(fill()).splitlines()]
    assert len(rows) == 30
    assert [row["key"] for row in rows] == sorted(row["key"] for row in rows)
    first = rows[0]
    assert first["schema_version"] == 1
    assert first["source"] == str(tmp_path / "vault")
    assert first["links"] == [{"to": first["links"][0]["to"], "type": "link", "start": 2, "end": 5}]
    assert first["text"].startswith("# ")
    assert first["tags"] == ["sample"]


def test_a_file_is_private_and_whole_or_not_there(fill: Fill, tmp_path: Path) -> None:
    library, target = fill(), tmp_path / "documents.jsonl"
    store = adapters.engine(library).store
    assert export.to_file(store, target) == 30
    assert target.read_bytes() == exported(library)
    assert target.stat().st_mode & 0o777 == 0o600
    assert export.to_file(store, target) == 30
    for wrong in (tmp_path, tmp_path / "none" / "documents.jsonl"):
        with pytest.raises(CannotWrite):
            export.to_file(store, wrong)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["documents.jsonl"]


TRICKY = (
    ("plain.md", "# Plain\n\nSee [[other|the other]] and #tag.\n"),
    (
        "other.md",
        "---\ntitle: Other\naliases: [Second]\ntags: [a, b]\nauthor: Ada\n---\nText ^block\n\n[[plain#Plain]]\n",
    ),
    ("deep/ü ß.md", "no title, \u2028 separators, \ttabs, \U0001f9ed and \u200b nothing\r\nsecond line\r\n"),
    ("deep/list.txt", "just text"),
)


def test_what_was_exported_comes_back_as_the_same_bytes(tmp_path: Path) -> None:
    """Given back as one's own: a row cannot claim that for itself, only say that it is less."""
    notes = tmp_path / "notes"
    for name, text in TRICKY:
        path = notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    with app.open(tmp_path / "first") as first:
        assert first.add(notes).indexed == len(TRICKY)
    data = exported(tmp_path / "first")
    (tmp_path / "documents.jsonl").write_bytes(data)
    with app.open(tmp_path / "second") as second:
        receipt = second.add(tmp_path / "documents.jsonl", options=AddOptions(role=Role.OWN_NOTE))
    assert receipt.failed == 0
    assert without_source(exported(tmp_path / "second")) == without_source(data)
