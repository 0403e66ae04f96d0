"""A block of YAML → its fields, as strings, lists and mappings of strings; or BadYaml with a sentence.

Read from the parser's events, never through a constructor: a scalar is what is written, so `2024-13-45`, `{{date}}`,
`0o7`, an integer of five thousand digits and `!!python/object` are all just words. Aliases are refused (a few lines
of them can stand for gigabytes), and so are documents after the first. It never builds more than the block holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

Value = str | list["Value"] | dict[str, "Value"]

MAX_DEPTH = 20

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class BadYaml(Exception):
    """Why a block is no front matter that can be used, as the rest of a sentence."""


class NoFields(Exception):
    """The block is YAML, but not a mapping: text between two lines, for instance."""


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def fields_of(block: str) -> dict[str, Value]:
    """The top-level mapping of the block; an empty block has no fields."""
    try:
        events = yaml.parse(block, Loader=_LOADER)
        return _document(events)
    except yaml.MarkedYAMLError as error:
        raise BadYaml(_sentence(error)) from None
    except yaml.YAMLError:
        raise BadYaml("a character that YAML does not allow") from None


def _document(events: Iterator[yaml.Event]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise BadYaml("more than one YAML document")
        elif isinstance(event, yaml.MappingStartEvent):
            found = _mapping(events, 1)
        elif isinstance(event, yaml.ScalarEvent) and event.value in NULLS:
            continue
        elif isinstance(event, yaml.NodeEvent):
            raise NoFields
    return found


def _mapping(events: Iterator[yaml.Event], depth: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        key = event.value if isinstance(event, yaml.ScalarEvent) else _value(event, events, depth)
        value = _value(next(events), events, depth)
        if isinstance(key, str):
            found[key] = value
    return found


def _sequence(events: Iterator[yaml.Event], depth: int) -> list[Value]:
    found: list[Value] = []
    for event in events:
        if isinstance(event, yaml.SequenceEndEvent):
            break
        found.append(_value(event, events, depth))
    return found


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Value:
    if isinstance(event, yaml.ScalarEvent):
        return "" if event.value in NULLS and event.implicit[0] else str(event.value)
    if isinstance(event, yaml.AliasEvent):
        raise BadYaml(f"{_line_of(event.start_mark)}aliases (*name) are not read")
    if depth > MAX_DEPTH:
        raise BadYaml(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(event, yaml.SequenceStartEvent):
        return _sequence(events, depth + 1)
    return _mapping(events, depth + 1)


def _sentence(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    problem = error.problem or error.context or "not YAML"
    return f"{_line_of(mark)}{problem}"


def _line_of(mark: Any) -> str:
    """The line in the file: the block begins on its second, and YAML counts from 0."""
    return f"line {mark.line + 2}: " if mark is not None else ""
