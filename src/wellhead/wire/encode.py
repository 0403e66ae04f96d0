"""JSON bytes of a value: what every shape shares. Takes Structs and plain values, never prints, never fails on text.

A string that came from a hostile file name may hold lone surrogates, which JSON in UTF-8 cannot carry: they leave as
the replacement character.
"""

from __future__ import annotations

from typing import Any

import msgspec

SCHEMA_VERSION = 1


def versioned(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of one object, with its `schema_version` first."""
    return {"schema_version": SCHEMA_VERSION, **fields}


def encode(value: Any) -> bytes:
    """One JSON object on one line, without a line end."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(_speakable(msgspec.to_builtins(value)))


def indented(data: bytes) -> bytes:
    """The same JSON for eyes."""
    return msgspec.json.format(data, indent=2)


def _speakable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_speakable(key): _speakable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_speakable(inner) for inner in value]
    return value
