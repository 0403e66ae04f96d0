from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.errors import BadInput
from wellhead.importers import jsonl
from wellhead.importers.jsonl import JsonlImporter
from wellhead.model.document import Anchor, BadRow, Document, Draft, Link, Role
from wellhead.wire.documents import encode_row


def read(data: bytes | str) -> list[Draft | BadRow]:
    return list(JsonlImporter().read(io.BytesIO(data if isinstance(data, bytes) else data.encode()), "documents.jsonl"))


def row(**fields: Any) -> Draft:
    (found,) = read(json.dumps(fields))
    assert isinstance(found, Draft), found
    return found


def fault(text: str | bytes) -> str:
    (found,) = read(text)
    assert isinstance(found, BadRow), found
    return found.reason


TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1)
NAMES = st.lists(st.text("abcé -", min_size=1).map(str.strip).filter(bool), max_size=3, unique=True).map(tuple)


@given(TEXT, NAMES, NAMES, st.sampled_from(list(Role)))
@settings(max_examples=200)
def test_what_export_writes_is_read_back_equal(
    text: str, tags: tuple[str, ...], aliases: tuple[str, ...], role: Role
) -> None:
    end = len(text)
    links = (
        Link(to="Tove", type="cites", start=0, end=end, label="her", anchor="^b"),
        Link(to="https://a.example", type="url"),
    )
    document = Document(
        key="web:a", title="A", text=text, kind="web", role=role, url="https://a.example", author="Ana",
        created="2024-05-01",
        updated="2024-05-02T10:00:00+02:00", tags=tags, aliases=aliases,
        anchors=(Anchor(start=end, name="b"), Anchor(start=0, page=3, timestamp="00:01:02")),
    )  # fmt: skip
    (draft,) = read(encode_row(document, links=links, source="elsewhere"))
    assert isinstance(draft, Draft)
    for field in ("key", "title", "text", "kind", "url", "author", "created", "updated", "tags", "aliases", "anchors"):
        assert getattr(draft, field) == getattr(document, field)
    assert (draft.role, draft.links, draft.notes, draft.line) == (role.value, links, (), 1)


def test_only_a_text_is_needed() -> None:
    draft = row(text="\n\n## The ferry sails\n\nat nine", unknown={"deep": [1]}, title=None, tags=None)
    assert (draft.title, draft.key, draft.kind, draft.tags) == ("The ferry sails", "", "", ())
    assert row(text="---\na: b\n---\n- see here").title == "see here"


def test_a_row_says_its_marks_itself() -> None:
    draft = row(title="A", text="# B\n\n[[c]] #d ^e")
    assert (draft.links, draft.tags, draft.anchors) == ((), (), ())
    assert [heading.title for heading in draft.headings] == ["B"]
    assert row(title="A", kind="text", text="# B").headings == ()


def test_bad_rows_are_passed_over_with_their_line() -> None:
    data = '\ufeff{"schema_version": 1}\n{"title": "a"}\n\n  \r\n{"text": "b"}\r\nnonsense\n{"text": "c"}'
    assert [(each.line, type(each).__name__) for each in read(data)] == [
        (2, "BadRow"),
        (5, "Draft"),
        (6, "BadRow"),
        (7, "Draft"),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("{}", "text is missing: a row needs one"),
        ('{"text": null}', "text: expected a string, got null"),
        ('{"text": "a", "tags": "b"}', "tags: expected a list or null, got a string"),
        ('{"text": "a", "tags": ["b", 1]}', "tags[1]: expected a string, got a whole number"),
        ('{"text": "a", "created": 2024}', "created: expected a string or null, got a whole number"),
        ('{"text": "a", "links": [{"type": "b"}]}', "links[0]: object missing required field to"),
        ('{"text": "a", "anchors": [{"start": -1}]}', "anchors[0].start: expected a whole number >= 0"),
        ('{"text": "a", "anchors": [{"start": 2}]}', "anchors[0]: offset 2 lies beyond the end of the text (1)"),
        ('{"text": "a", "links": [{"to": "b", "end": 9}]}', "links[0]: offset 9 lies beyond the end of the text (1)"),
        ('{"text": "a", "schema_version": 2}', "schema_version 2: this wellhead reads rows of version 1"),
        ('{"text": "a", "key": "  "}', "key: an empty key"),
        ('{"text": "a", "key": "a\\u0000"}', "key: a key with control characters in it"),
        ("[1]", "a row is one JSON object: expected an object, got a list"),
        ('{"text": "a"', "not JSON: Input data was truncated"),
        (b'{"text": "\xff"}', "not UTF-8: byte 0xff in a string"),
        ('{"text": "a", "x": ' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deeply"),
    ],
)  # fmt: skip
def test_each_fault_names_its_field(data: str | bytes, reason: str) -> None:
    assert fault(data) == reason


def test_claims_that_cannot_be_used_cost_only_themselves() -> None:
    draft = row(text="a", kind="Two Words", created="soon", role="nobody")
    assert (draft.kind, draft.created, draft.role) == ("", "", "nobody")
    assert draft.notes == (
        "kind 'two words' is not used: it is one lower-case word",
        "created 'soon' is not used: dates are written like 2025-03-28",
    )


def test_a_timestamp_in_seconds_is_taken_as_it_stands() -> None:
    draft = row(text="ab", anchors=[{"start": 0, "timestamp": 61.5}, {"start": 1, "timestamp": 90}])
    assert [anchor.timestamp for anchor in draft.anchors] == ["61.5", "90"]


def test_half_characters_and_nul_are_survived() -> None:
    (draft,) = read('{"text": "a\\ud83d b\\\\ud83d \\udc00 \\ud83d\\ude00 \\u0000", "title": "t"}')
    assert isinstance(draft, Draft)
    assert draft.text == "a\ufffd b\\ud83d \ufffd \U0001f600 \0"


def test_a_row_beyond_the_limit_is_named_and_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "LONGEST_ROW", 2_000)
    data = (
        json.dumps({"text": "x" * 3_000_000})
        + "\n"
        + json.dumps({"text": "b"})
        + "\n"
        + json.dumps({"text": "y" * 1_900})
    )
    first, second, third = read(data)
    assert isinstance(first, BadRow)
    assert first.line == 1
    assert isinstance(second, Draft)
    assert isinstance(third, Draft)
    assert (second.text, second.line, third.line) == ("b", 2, 3)


def test_names_without_end_are_cut() -> None:
    draft = row(text="a", title="t" * 1_000_000, tags=[f"t{n}" for n in range(900)], aliases=["x\ny"])
    assert (len(draft.title), len(draft.tags), draft.aliases) == (300, 500, ("x y",))
    assert draft.notes == ("only the first 500 of 900 tags are used",)


def test_utf16_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="not UTF-8: rows are UTF-8 JSON"):
        read('{"text": "a"}'.encode("utf-16"))


def test_rows_are_taken_by_name_or_by_their_first_one() -> None:
    importer = JsonlImporter()
    assert importer.accepts("export/documents.jsonl", b"")
    assert importer.accepts("notes.ndjson", b'\xef\xbb\xbf\n {"title": "a", "text": "b"}\n')
    assert not importer.accepts("events.jsonl", b'{"type": "event"}\n')
    assert not importer.accepts("documents.json", b'{"text": "a"}')


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_any_bytes_are_answered(data: bytes) -> None:
    try:
        rows = read(b'{"text": "' + data)
    except BadInput:
        rows = []
    assert all(isinstance(each, Draft) or each.reason for each in rows)
