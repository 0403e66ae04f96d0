"""One set of tokens for indexing, understanding a query, highlighting and every engine: FTS5's own tokenizer.

`en` is `porter unicode61`, `none` is `unicode61` alone. Takes text, gives stems and code-point spans; the in-memory
connection it opens never holds data.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container
from typing import Any

import apsw

from wellhead.text.language import STOP_WORDS

TOKENIZERS: dict[str, tuple[str, list[str]]] = {"en": ("porter", ["unicode61"]), "none": ("unicode61", [])}

_local = threading.local()


def tokenizer_clause(language: str) -> str:
    """How the same tokenizer is written in CREATE VIRTUAL TABLE."""
    name, arguments = TOKENIZERS[language]
    return " ".join([name, *arguments])


def _tokenizer(language: str) -> Callable[..., list[tuple[int, int, str]]]:
    made: dict[str, Callable[..., list[tuple[int, int, str]]]] = getattr(_local, "made", {})
    if language not in made:
        connection = apsw.Connection(":memory:")
        name, arguments = TOKENIZERS[language]
        tokenizer: Any = connection.fts5_tokenizer(name, arguments)
        made[language] = tokenizer
        _local.made = made
        _local.connection = connection
    return made[language]


def spans(text: str, language: str = "en", only: Container[str] | None = None) -> list[tuple[int, int, str]]:
    """(start, end, stem) of each token, or of those whose stem is among `only`, in code points of `text`."""
    data = text.encode("utf-8", "replace")
    found = _tokenizer(language)(data, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_colocated=False)
    if only is not None:
        found = [token for token in found if token[2] in only]
    if len(data) == len(text):
        return found
    return _in_code_points(data, found)


def _in_code_points(data: bytes, found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Byte offsets come in rising order, so each gap is decoded once."""
    moved = []
    byte = char = 0
    for start, end, stem in found:
        char += len(data[byte:start].decode("utf-8", "ignore"))
        length = len(data[start:end].decode("utf-8", "ignore"))
        moved.append((char, char + length, stem))
        byte, char = end, char + length
    return moved


def stems(text: str, language: str = "en") -> list[str]:
    found: list[Any] = _tokenizer(language)(
        text.encode("utf-8", "replace"),
        apsw.FTS5_TOKENIZE_DOCUMENT,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return found


STOP_STEMS = frozenset(stems(" ".join(sorted(STOP_WORDS))))
"""What the stemmer makes of stop words; it makes the same of some other words: `in` of Ines, `us` of use."""


def is_mixed(word: str, stem: str) -> bool:
    """Whether a word that is no stop word has the stem of one."""
    return stem in STOP_STEMS and word.lower() not in STOP_WORDS


def told_apart(text: str, found: list[str], mixed: Container[str]) -> list[str]:
    """The stems of a text without those of stop words among the `mixed` ones: an empty word stands in their place."""
    if not any(stem in mixed for stem in found):
        return found
    written = stems(text, "none")
    return ["" if stem in mixed and word in STOP_WORDS else stem for stem, word in zip(found, written, strict=True)]
