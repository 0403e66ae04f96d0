"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_CLOSE_ENOUGH = 60


def nearest(word: str, names: Iterable[str]) -> str:
    """The closest of the names; empty if none is close. Leading dashes do not make two words alike."""
    from rapidfuzz import fuzz, process

    bare = {name: name.lstrip("-") for name in names}
    found = process.extractOne(word.lstrip("-"), bare, scorer=fuzz.ratio, score_cutoff=_CLOSE_ENOUGH)
    return str(found[2]) if found else ""


def did_you_mean(word: str, names: Iterable[str]) -> str:
    found = nearest(word, names)
    return f"did you mean {found}?" if found else ""
