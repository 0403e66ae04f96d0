"""Tags as they are compared: without case, with one separator between their words, nested by slashes.

`tide-mill`, `tide_mill` and `Tide Mill` are one tag; `project` holds `project/skerry`. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wellhead.text.normal import normal

MOST_WORDS = 4  # of a tag that is looked for by the words of a question
_BETWEEN = re.compile(r"[\s_-]+")
_SEPARATORS = re.compile(r"[\s_/-]+")


def folded_tag(tag: str) -> str:
    """The one spelling of a tag."""
    parts = _BETWEEN.sub("-", normal(tag).casefold()).strip("#-").split("/")
    return "/".join(part.strip("-") for part in parts if part.strip("-"))


def holds_tag(outer: str, tag: str) -> bool:
    """Whether a folded tag is the other one or is nested in it."""
    return tag == outer or tag.startswith(f"{outer}/")


def tag_words(tag: str) -> str:
    """The words of a tag, to be looked for one by one."""
    return _SEPARATORS.sub(" ", tag.lstrip("#")).strip()


def tag_aliases(words: Sequence[str]) -> tuple[str, ...]:
    """The folded tags that words in this order may mean: each alone, and neighbours joined, the longest first.

    A nested tag is meant by its words too, so compare with `tag_aliases_of`.
    """
    plain = [folded_tag(word).replace("/", "-") for word in words]
    plain = [word for word in plain if any(char.isalnum() for char in word)]
    found: dict[str, None] = {}
    for size in range(min(MOST_WORDS, len(plain)), 0, -1):
        for at in range(len(plain) - size + 1):
            found["-".join(plain[at : at + size])] = None
    return tuple(found)


def tag_aliases_of(tag: str) -> tuple[str, ...]:
    """What a tag goes by when it is looked for by words: all of it, and the last part of a nested one."""
    whole = folded_tag(tag)
    return tuple(dict.fromkeys(each for each in (whole.replace("/", "-"), whole.rpartition("/")[2]) if each))
