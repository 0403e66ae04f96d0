"""Whether a document meets a condition: the one meaning of each filter, whoever applies it.

Case does not count, nor how Unicode writes a letter. The same field several times: any of its values will do; what is
excluded is met by none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wellhead.model.document import Document, Role
from wellhead.model.query import Filter, Query
from wellhead.text.days import own_day, starts_before
from wellhead.text.normal import normal
from wellhead.text.tags import folded_tag, holds_tag

_BETWEEN = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    return normal(text).casefold()


def folded_author(name: str) -> str:
    """The words of a name, each with a space on either side."""
    return f" {_BETWEEN.sub(' ', folded(name)).strip()} "


def names_author(asked: str, author: str) -> bool:
    """Whether all of `asked` stands in the author's name, word for word; both as `folded_author` gives them."""
    return asked != "  " and asked in author


def leads_to(asked: str, path: str) -> bool:
    """Whether a part of a path is asked for; one with a slash before it, whether the path begins so. Both folded."""
    return path.startswith(asked[1:]) if asked.startswith("/") else asked in path


def meets(condition: Filter, document: Document, midnights: dict[str, int]) -> bool:
    """Whether a document is as one condition says, whether or not such documents are wanted."""
    value = condition.value
    match condition.field:
        case "kind":
            return folded(document.kind) == folded(value)
        case "tag":
            asked = folded_tag(value)
            return any(holds_tag(asked, folded_tag(tag)) for tag in document.tags)
        case "author":
            return names_author(folded_author(value), folded_author(document.author))
        case "path":
            return bool(document.path) and leads_to(folded(value), folded(document.path))
        case "mine":
            return (document.role is Role.OWN_NOTE) == (value == "yes")
        case "after" | "before":
            own = own_day(document)
            return own is not None and starts_before(own, value, midnights) == (condition.field == "before")


def grouped(filters: Iterable[Filter], *, excluded: bool = False) -> list[tuple[Filter, ...]]:
    """The wanted conditions by field, of each group one must be met; or those of which none may be."""
    groups: dict[str, list[Filter]] = {}
    for each in filters:
        if each.excluded == excluded:
            groups.setdefault(each.field, []).append(each)
    return [tuple(group) for group in groups.values()]


def unmet(query: Query, document: Document) -> tuple[Filter, ...]:
    """The conditions that keep a document out: all of a group none of which it meets, and the excluded it does meet."""
    kept: list[Filter] = []
    for group in grouped(query.filters):
        if not any(meets(each, document, query.midnights) for each in group):
            kept += group
    kept += [each for each in query.filters if each.excluded and meets(each, document, query.midnights)]
    return tuple(kept)
