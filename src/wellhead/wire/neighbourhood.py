"""The shapes of names and neighbourhoods: `entities`, `topics`, `related`, and the rows of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wellhead.model.neighbourhood import Entity, Hub, Mention, Near, Portrait, Related, Resolved, Topic, Topics
from wellhead.wire.encode import versioned


def entities_to_v1(entities: Sequence[Entity]) -> dict[str, Any]:
    return versioned({"entities": list(entities)})


def portrait_to_v1(portrait: Portrait) -> dict[str, Any]:
    """`says` goes from the name to the one beside it, `said` the other way; `others` may have been meant instead."""
    return versioned(
        {
            "asked": portrait.asked,
            "name": portrait.name,
            "key": portrait.key,
            "reason": portrait.reason,
            "aliases": portrait.aliases,
            "documents": portrait.documents,
            "mentions": list(portrait.mentions),
            "beside": list(portrait.beside),
            "others": [_other(each) for each in portrait.others],
        }
    )


def topics_to_v1(topics: Topics) -> dict[str, Any]:
    return versioned({"tags": list(topics.tags), "hubs": list(topics.hubs)})


def topic_to_v1(topic: Topic) -> dict[str, Any]:
    """`kind` is `tag`, or `links` for the neighbourhood of a document; `count` is of all its documents."""
    return versioned(
        {
            "name": topic.name,
            "kind": topic.kind,
            "key": topic.key,
            "count": topic.count,
            "documents": list(topic.documents),
            "tags": list(topic.tags),
            "pivots": list(topic.pivots),
        }
    )


def related_to_v1(key: str, related: Sequence[Related]) -> dict[str, Any]:
    return versioned({"key": key, "related": list(related)})


Row = Entity | Hub | Mention | Near | Related


def row(each: Row) -> dict[str, Any]:
    """One of them as a line of its own."""
    return versioned({name: getattr(each, name) for name in each.__struct_fields__})


def _other(each: Resolved) -> dict[str, Any]:
    return {"name": each.name, "key": each.key, "score": each.score, "reason": each.reason}
