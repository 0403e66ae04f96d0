"""What Logseq writes differently: properties as `name:: value`, block ids, and `/` in file names spelled otherwise.

Takes a blanked text (see `zones`); gives fields like front matter does, and anchors.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from wellhead.importers.yaml_fields import Value
from wellhead.model.document import Anchor

_PROPERTY = re.compile(r"\s*+(?:[-*][ \t]++)?([A-Za-z][\w-]{0,60}+)::(?:[ \t]([^\n]*+)|\r?)(?:\n|\Z)")
_BLOCK_ID = re.compile(r"id::[ \t]++([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\b")
_NAME = re.compile(r"#?\[\[([^\[\]]++)\]\]|#?([^,\[\]]++)")
_LONGEST_INDENT = 200
_FIELDS = frozenset({"title", "tags", "alias"})


def page_properties(live: str, start: int) -> tuple[dict[str, Value], int]:
    """The properties of the first block, and where the text goes on after them (`start` if there are none)."""
    end = start
    found: dict[str, Value] = {}
    while (match := _PROPERTY.match(live, end)) is not None:
        name, value = match[1].lower(), (match[2] or "").strip()
        end = match.end()
        if name in _FIELDS and value:
            found.setdefault(name, value if name == "title" else _names(value))
    return found, end


def _names(value: str) -> list[Value]:
    """`a, #b, [[c d]]` are three names."""
    return [name for match in _NAME.finditer(value) if (name := (match[1] or match[2]).strip().lstrip("#"))]


def block_ids(live: str, start: int) -> list[Anchor]:
    """`id:: …` names the block it stands in; the line that says so is where the anchor is."""
    found = []
    for match in _BLOCK_ID.finditer(live, start):
        at = match.start()
        if at == 0 or live[at - 1] in " \t\n":
            line = live.rfind("\n", max(0, at - _LONGEST_INDENT), at) + 1
            found.append(Anchor(start=at if line == 0 and at > _LONGEST_INDENT else line, name=match[1].lower()))
    return found


def title_of_file(stem: str) -> str:
    """`a___b` and `a%2Fb` are how a page called a/b is filed; empty for any other name."""
    if "___" in stem:
        return unquote(stem).replace("___", "/").strip("/")
    if "%2f" in stem.lower():
        return unquote(stem).strip("/")
    return ""
