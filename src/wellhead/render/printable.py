"""Text from documents, names and paths as a terminal may be shown it.

A document can hold escape sequences that clear a screen, rename a window or type into it, and direction overrides
that make a path read backwards. They are shown as `\\x1b` and `\\u202e`, never sent.
"""

from __future__ import annotations

import re

# C0 but tab and line feed, DEL, C1, line and paragraph separators, direction overrides and isolates, lone surrogates.
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n?")
_BREAKS = re.compile(r"[\t\n]")
_JSON_UNSAFE = re.compile(r"[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with everything a terminal would obey made visible; tabs and line feeds stay."""
    return _UNSAFE.sub(_named, _LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """The same for a name or a path, which has no business to break a line."""
    return _BREAKS.sub(_named, _UNSAFE.sub(_named, text))


def printable_json(text: str) -> str:
    """JSON that says the same and shows the same: what JSON lets through raw, as `\\u` escapes."""
    return _JSON_UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _named(match: re.Match[str]) -> str:
    code = ord(match[0])
    return {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}.get(code) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
