"""The shape of an error: `{schema_version, error: {code, message, hint}}`, on stdout wherever JSON was asked for."""

from __future__ import annotations

from typing import Any

from wellhead.wire.encode import versioned


def to_v1(code: str, message: str, hint: str = "") -> dict[str, Any]:
    return versioned({"error": {"code": code, "message": message, "hint": hint}})
