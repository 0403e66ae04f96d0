"""The one maker and parser of keys: `kind:path`, and `kind:path#start-end` for a span of it.

A key is given once and survives renames. NFC, case kept; `%`, `#`, white space and control characters of a path are
percent-encoded, so `#` appears in a made key only before a span. A key that somebody else gave is taken as it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

MAX_KEY_CHARS = 8192
_ENCODED = re.compile(r"[%#\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SPAN = re.compile(r"#(\d{1,15})-(\d{1,15})\Z")
_KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}\Z")
_NOT_WORD = re.compile(r"[^\w]+")
_TITLE_CHARS = 60


class KeyParts(NamedTuple):
    """A key taken apart; `start` and `end` are None for a whole document."""

    kind: str
    path: str
    start: int | None = None
    end: int | None = None


def is_kind(word: str) -> bool:
    return _KIND.match(word) is not None


def encode_path(path: str) -> str:
    """The path part of a key: NFC, with what a key must not hold percent-encoded as UTF-8."""
    normal = unicodedata.normalize("NFC", path)
    return _ENCODED.sub(lambda m: "".join(f"%{byte:02X}" for byte in m[0].encode("utf-8", "surrogatepass")), normal)


def make_key(kind: str, path: str) -> str:
    """The key of a file at `path` (posix, relative to its source); `.md` is left out, other endings stay."""
    return f"{kind}:{encode_path(path.removesuffix('.md'))}"


def titled_key(kind: str, title: str, text: str) -> str:
    """The key of something that came without a path or a key of its own: its title, and 8 hex of its text."""
    from hashlib import blake2b  # a millisecond of the start of every command that makes no key

    words = _NOT_WORD.sub("-", unicodedata.normalize("NFC", title).casefold()).strip("-")[:_TITLE_CHARS].strip("-")
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{kind}:{encode_path(words or 'untitled')}~{digest}"


def free_key(base: str, prefix: str, taken: Callable[[str], bool]) -> str:
    """`base` if it is free; else with the source's name before the path; else the first free `~2`, `~3`, …"""
    if not taken(base):
        return base
    if prefix:
        kind, _, path = base.partition(":")
        base = f"{kind}:{encode_path(prefix)}/{path}"
        if not taken(base):
            return base
    number = 2
    while taken(f"{base}~{number}"):
        number += 1
    return f"{base}~{number}"


def fault_of_key(key: str) -> str:
    """Why a given key cannot be taken; empty if it can."""
    if not key.strip():
        return "an empty key"
    if len(key) > MAX_KEY_CHARS:
        return f"a key of {len(key)} characters (at most {MAX_KEY_CHARS})"
    if _CONTROL.search(key):
        return "a key with control characters in it"
    return ""


def span_key(key: str, start: int, end: int) -> str:
    return f"{key}#{start}-{end}"


def without_span(key: str) -> str:
    """The key of the document that a key of a span belongs to."""
    return _SPAN.sub("", key)


def parse_key(key: str) -> KeyParts:
    """Take a key apart; one without a colon has no kind."""
    start = end = None
    span = _SPAN.search(key)
    if span:
        start, end = int(span[1]), int(span[2])
        key = key[: span.start()]
    kind, colon, path = key.partition(":")
    return KeyParts(kind, path, start, end) if colon else KeyParts("", key, start, end)
