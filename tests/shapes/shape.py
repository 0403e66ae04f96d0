"""The shape of a JSON value: its keys and types, with the values left out."""

from __future__ import annotations

from typing import Any


def shape(value: Any) -> Any:
    """{"a": [1, 2]} -> {"a": ["int"]}; a list of unlike entries shows each shape once, an empty one shows nothing."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        shapes: list[Any] = []
        for inner in map(shape, value):
            if inner not in shapes:
                shapes.append(inner)
        return shapes
    return "null" if value is None else type(value).__name__
