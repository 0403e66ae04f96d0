"""Front matter → what a file says of itself, as fields of a Draft; every spelling that people use for them.

Takes the text of a file. A block that cannot be read costs its fields and is named in a sentence; the text always
stays whole. Nothing here gives trust: `kind`, `role` and `key` are claims, which ingest settles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from wellhead.importers.dates import iso
from wellhead.importers.plain_yaml import plain_fields
from wellhead.importers.yaml_fields import BadYaml, NoFields, Value, fields_of
from wellhead.text.derive import front_matter_end
from wellhead.text.names import distinct, one_line

_FIELDS = {
    "title": ("title",),
    "aliases": ("aliases", "alias"),
    "tags": ("tags", "tag", "keywords"),
    "author": ("author", "authors"),
    "created": ("created", "date", "created_at", "created-at", "createdat", "date created", "date-created"),
    "updated": (
        "updated", "modified", "updated_at", "updated-at", "updatedat", "lastmod", "last_modified", "last-modified",
        "date updated", "date modified", "date-modified",
    ),
    "url": ("url", "source"),
    "kind": ("kind",),
    "role": ("role",),
    "key": ("key",),
}  # fmt: skip
_FIELD_OF = {spelling: field for field, spellings in _FIELDS.items() for spelling in spellings}
_LONGEST = 100_000
_LISTS = frozenset({"aliases", "tags"})


class Block(NamedTuple):
    """Where the front matter ends (0: there is none), its fields, and a sentence if it could not be read."""

    end: int
    fields: dict[str, Value]
    note: str = ""


_NO_BLOCK = Block(0, {})


def block_of(text: str) -> Block:
    """The front matter of a text. Lines between two rules that hold no fields are text like any other."""
    end = front_matter_end(text)
    if end == 0:
        return _NO_BLOCK
    first = text.index("\n") + 1
    last = text.rindex("\n", 0, end)
    block = text[first:last] if last > first else ""
    if len(block) > _LONGEST:
        return Block(end, {}, f"front matter not used: longer than {_LONGEST // 1000} kB")
    if "\r" in block:
        block = block.replace("\r\n", "\n").rstrip("\r")
    try:
        fields = plain_fields(block)
        return Block(end, fields_of(block) if fields is None else fields)
    except NoFields:
        return _NO_BLOCK
    except BadYaml as error:
        return Block(end, {}, f"front matter not used: {error}")


def claims(fields: dict[str, Value]) -> dict[str, Any]:
    """The fields that a Draft has, by their names there; the usual spelling of a field goes before the others."""
    found: dict[str, Any] = {}
    for written, value in fields.items():
        field = _FIELD_OF.get(written) or _FIELD_OF.get(written.strip().lower())
        if field is None or not value:
            continue
        if field in _LISTS:
            written_names = tag_names(value) if field == "tags" else alias_names(value)
            if names := distinct((*found.get(field, ()), *written_names)):
                found[field] = names
        elif (said := _said(field, written, value)) and (field not in found or written == field):
            found[field] = said
    return found


def _said(field: str, written: str, value: Value) -> str:
    if field == "author":
        return one_line(", ".join(_unlinked(each) for each in _strings(value)))
    if not isinstance(value, str):
        return ""
    if field in ("created", "updated"):
        return iso(value)
    if field == "url":
        return _address(value, any_form=written.strip().lower() == "url")
    if field == "key":
        return value.strip()
    return one_line(value).lower() if field in ("kind", "role") else one_line(value)


def _address(value: str, *, any_form: bool) -> str:
    """`source` means many things to many people: it is an address only where it looks like one."""
    address = value.strip()
    if any(character.isspace() for character in address):
        return ""
    return address if any_form or address.lower().startswith(("https://", "http://")) else ""


def tag_names(value: Value) -> Iterator[str]:
    """A list of tags, or one line of them with commas or else spaces between."""
    if isinstance(value, str):
        written: Iterable[str] = value.split("," if "," in value else None)
    else:
        written = _strings(value)
    for each in written:
        yield _unlinked(each.strip().lstrip("#"))


def alias_names(value: Value) -> Iterator[str]:
    """A list of names, or one line of them with commas between."""
    yield from value.split(",") if isinstance(value, str) else _strings(value)


def _strings(value: Value) -> Iterator[str]:
    """The strings of a value at any depth: `- [[Ana]]` is, to YAML, a list in a list in a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _unlinked(written: str) -> str:
    """`[[people/ana|Ana]]` says Ana."""
    name = written.strip()
    if name.startswith("[[") and name.endswith("]]"):
        name = name[2:-2]
        return name.rpartition("|")[2] if "|" in name else name
    return name
