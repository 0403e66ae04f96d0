import io
import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from wellhead.importers.jsonl import JsonlImporter
from wellhead.model.document import Anchor, Document, Draft, Link, Role
from wellhead.wire import documents
from wellhead.wire.encode import encode

FULL = Document(
    key="web:ferry",
    title="Ferry",
    text="It sails. ☂",
    kind="web",
    role=Role.EXCERPT,
    source=2,
    path="f/rows.jsonl",
    url="https://ferry.example/",
    author="Tove",
    created="2024-05-01",
    updated="2024-05-02",
    tags=("boats",),
    model_tags=("guess",),
    aliases=("The ferry",),
    anchors=(Anchor(start=3, name="a"), Anchor(start=5, page=2, timestamp="00:10")),
    hash="h",
    stale="2026-01-01",
    seq=7,
)
LINKS = (Link(to="Oak", label="the oak", anchor="bark", start=0, end=2, key="note:Oak"), Link(to="x", type="embed"))
TEXT = st.text(max_size=40)


def test_a_row_says_only_what_there_is_to_say():
    assert documents.row_fields(Document(key="note:a", title="A", text="", kind="note", role=Role.OWN_NOTE)) == {
        "key": "note:a",
        "title": "A",
        "text": "",
        "kind": "note",
        "role": Role.OWN_NOTE,
    }


def test_a_row_holds_what_makes_the_document():
    line = documents.encode_row(FULL, links=LINKS, source="/notes")
    assert line.endswith(b"}\n")
    assert json.loads(line) == {
        "schema_version": 1,
        "key": "web:ferry",
        "title": "Ferry",
        "text": "It sails. ☂",
        "kind": "web",
        "role": "excerpt",
        "author": "Tove",
        "created": "2024-05-01",
        "updated": "2024-05-02",
        "url": "https://ferry.example/",
        "tags": ["boats"],
        "aliases": ["The ferry"],
        "links": [
            {"to": "Oak", "type": "link", "anchor": "bark", "label": "the oak", "start": 0, "end": 2},
            {"to": "x", "type": "embed"},
        ],
        "anchors": [{"start": 3, "name": "a"}, {"start": 5, "page": 2, "timestamp": "00:10"}],
        "source": "/notes",
    }


def test_a_document_is_told_in_full():
    told = json.loads(
        encode(documents.to_v1(FULL, links=LINKS, backlinks=(("note:b", LINKS[0]),), location="/notes/f"))
    )
    assert set(told) == {
        *("schema_version", "key", "title", "kind", "role", "path", "location", "url", "author", "created", "updated"),
        *("tags", "model_tags", "aliases", "anchors", "links", "backlinks", "hash", "stale", "seq", "text"),
    }
    assert told["links"][0]["key"] == "note:Oak"
    assert told["backlinks"] == [{"key": "note:b", "type": "link"}]
    assert told["location"] == "/notes/f"


@given(TEXT, TEXT, st.lists(st.text(min_size=1, max_size=9, alphabet="abcü語"), max_size=3, unique=True))
def test_a_row_is_read_back_as_it_was(text, title, tags):
    text = f"It sails. {text}"
    given_document = msgspec.structs.replace(FULL, text=text, title=title, tags=tuple(tags))
    line = documents.encode_row(given_document, links=LINKS)
    (draft,) = JsonlImporter().read(io.BytesIO(line), "rows.jsonl")
    assert isinstance(draft, Draft)
    assert (draft.key, draft.text, draft.tags, draft.url) == ("web:ferry", text, tuple(tags), FULL.url)
