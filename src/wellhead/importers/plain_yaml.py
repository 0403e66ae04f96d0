"""The front matter nearly every note has, read without a YAML parser: the same fields, or None to say "not mine".

Takes lines of `key: scalar`, `key: [a, b]` and `key:` with `- item` lines below, unquoted or simply quoted. Whatever
could mean something else in YAML makes it decline, and `yaml_fields` reads the block instead; a property test holds
the two equal. It exists for its price: a few microseconds a note where the parser takes 150.
"""

from __future__ import annotations

import re

from wellhead.importers.yaml_fields import NULLS, Value

# A scalar stays on its line and begins with nothing that YAML gives a meaning to. `: ` and ` #` end a scalar, so
# both are looked for apart; inside brackets commas end it too, hence the narrower alphabet there.
_PLAIN = r"[\w/(.+$][\w ./()'&+%$;!?=*@~<>|,:#\[\]{}^\"\-]*+"
_QUOTED = r"\"[\w ./()'&+%$;!?=*@~<>|,:#\[\]{}^\-]*+\" *+|'[\w ./()&+%$;!?=*@~<>|,:#\[\]{}^\"\-]*+' *+"
_BRACKETS = r"\[[\w /.+@;()&%$,\-]*+\] *+"
_LINE = re.compile(rf"(?:( *+)- ++|([A-Za-z_][\w-]{{0,99}}+):(?: ++|$))(?:({_PLAIN})|({_QUOTED})|({_BRACKETS}))?$")
_PLAIN_GROUP, _QUOTED_GROUP, _BRACKETS_GROUP = 3, 4, 5
_ENTRY_START = re.compile(r"\w")


def plain_fields(block: str) -> dict[str, Value] | None:
    """The fields of a block of simple lines; None if any line is something else."""
    if " #" in block:
        return None
    found: dict[str, Value] = {}
    key = ""
    entries: list[Value] | None = None
    indent = ""
    for line in block.split("\n"):
        match = _LINE.match(line)
        if match is None:
            if line.strip(" "):
                return None
            continue
        value = _value(match)
        if value is None:
            return None
        if (name := match[2]) is not None:
            key, entries = name, [] if match.lastindex == 2 else None
            found[key] = value
        elif entries is None or isinstance(value, list) or match.lastindex == 1:
            return None
        elif not entries:
            indent = match[1]
            entries.append(value)
            found[key] = entries
        elif match[1] == indent:
            entries.append(value)
        else:
            return None
    return found


def _value(match: re.Match[str]) -> Value | None:
    group = match.lastindex
    if group == _PLAIN_GROUP:
        plain = match[_PLAIN_GROUP].rstrip(" ")
        if ": " in plain or plain[-1] == ":":
            return None
        return "" if plain in NULLS else plain
    if group == _QUOTED_GROUP:
        return match[_QUOTED_GROUP].rstrip(" ")[1:-1]
    if group == _BRACKETS_GROUP:
        return _entries(match[_BRACKETS_GROUP].rstrip(" ")[1:-1])
    return ""


def _entries(inside: str) -> list[Value] | None:
    if not inside.strip(" "):
        return []
    entries: list[Value] = []
    for written in inside.split(","):
        entry = written.strip(" ")
        if not _ENTRY_START.match(entry):
            return None
        entries.append("" if entry in NULLS else entry)
    return entries
