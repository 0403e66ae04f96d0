"""The shape of a document: a row of documents.jsonl, which `export` writes and `add` reads, and the fuller `get`.

A row holds what a person would need to have the document again anywhere; what belongs to this one library (where the
file lies, since when it is missing, who links here) is only in `get`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wellhead.model.document import Anchor, Document, Link
from wellhead.wire.encode import encode, versioned


def encode_row(document: Document, *, links: Sequence[Link] = (), source: str = "") -> bytes:
    """One line of documents.jsonl, with its line end."""
    return encode(versioned(row_fields(document, links=links, source=source))) + b"\n"


def row_fields(document: Document, *, links: Sequence[Link] = (), source: str = "") -> dict[str, Any]:
    """Key, title and text always; everything else only where there is something to say."""
    optional: dict[str, Any] = {
        "kind": document.kind,
        "role": document.role,
        "author": document.author,
        "created": document.created,
        "updated": document.updated,
        "url": document.url,
        "tags": document.tags,
        "aliases": document.aliases,
        "links": [_link(link) for link in links],
        "anchors": [_anchor(anchor) for anchor in document.anchors],
        "source": source,
    }
    said = {name: value for name, value in optional.items() if value}
    return {"key": document.key, "title": document.title, "text": document.text, **said}


def to_v1(
    document: Document,
    *,
    links: Sequence[Link] = (),
    backlinks: Sequence[tuple[str, Link]] = (),
    location: str = "",
) -> dict[str, Any]:
    """A document as `get --json` tells it, with every field present."""
    return versioned(
        {
            "key": document.key,
            "title": document.title,
            "kind": document.kind,
            "role": document.role,
            "path": document.path,
            "location": location,
            "url": document.url,
            "author": document.author,
            "created": document.created,
            "updated": document.updated,
            "tags": document.tags,
            "model_tags": document.model_tags,
            "aliases": document.aliases,
            "anchors": [_anchor(anchor) for anchor in document.anchors],
            "links": [{**_link(link), "key": link.key} for link in links],
            "backlinks": [{"key": key, "type": link.type} for key, link in backlinks],
            "hash": document.hash,
            "stale": document.stale,
            "seq": document.seq,
            "text": document.text,
        }
    )


def _link(link: Link) -> dict[str, Any]:
    fields: dict[str, Any] = {"to": link.to, "type": link.type}
    if link.anchor:
        fields["anchor"] = link.anchor
    if link.label:
        fields["label"] = link.label
    if link.end > link.start:
        fields["start"], fields["end"] = link.start, link.end
    return fields


def _anchor(anchor: Anchor) -> dict[str, Any]:
    fields: dict[str, Any] = {"start": anchor.start}
    if anchor.name:
        fields["name"] = anchor.name
    if anchor.page is not None:
        fields["page"] = anchor.page
    if anchor.timestamp is not None:
        fields["timestamp"] = anchor.timestamp
    return fields
