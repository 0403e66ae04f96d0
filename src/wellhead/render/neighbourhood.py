"""Names and neighbourhoods as text: who is known, what a library is about, what lies near a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wellhead.model.neighbourhood import (
    Beside,
    Entity,
    Hub,
    Mention,
    Near,
    Portrait,
    Reason,
    Related,
    Tag,
    Topic,
    Topics,
)
from wellhead.render.numbers import counted, number
from wellhead.render.style import PLAIN, Style

_INDENT = "     "


def entities(found: Sequence[Entity], style: Style = PLAIN) -> str:
    """A line a name, with the number of documents that know it and the key of its own."""
    if not found:
        return "no names yet: a name is known once two documents have it, or one is called by it"
    return "\n".join(f"{number(each.documents):>5}  {style.name(each.name)}{_key(each.key, style)}" for each in found)


def portrait(value: Portrait, style: Style = PLAIN) -> str:
    """What the name stands for, whom it stands beside, and the sentences that say so."""
    aliases = f"also {', '.join(style.name(each) for each in value.aliases)}" if value.aliases else ""
    why = "" if value.reason in ("title", "key") else style.name(value.reason)
    facts = [style.name(value.key), why, aliases, f"known to {counted(value.documents, 'document')}"]
    lines = [style.strong(value.name), style.faint(f"{_INDENT}{' · '.join(each for each in facts if each)}")]
    lines += _section("beside", [_beside(each, style) for each in value.beside], style)
    lines += _section("in the words of", [_mention(each, style) for each in value.mentions], style)
    others = [f"{style.name(each.name)}{_key(each.key, style)}  ({style.name(each.reason)})" for each in value.others]
    return "\n".join(lines + _section("or was meant", others, style))


def topics(value: Topics, style: Style = PLAIN) -> str:
    """Tags as a tree, then the hubs of links with who links to them."""
    if not value.tags and not value.hubs:
        return "no topics yet: tags and links make them"
    lines = _section("tags", [_tag(each, style) for each in value.tags], style)
    lines += _section("neighbourhoods", [line for each in value.hubs for line in _hub(each, style)], style)
    return "\n".join(lines).lstrip("\n")


def topic(value: Topic, style: Style = PLAIN) -> str:
    """Its documents, best linked first, the tags beside it, and where it meets other topics."""
    name = f"#{value.name}" if value.kind == "tag" else value.name
    lines = [f"{style.strong(name)}  {style.faint(counted(value.count, 'document'))}"]
    lines += _section("documents", _near(value.documents, style), style)
    if value.count > len(value.documents):
        lines.append(style.faint(f"{_INDENT}and {counted(value.count - len(value.documents), 'more document')}"))
    beside = ", ".join(f"#{style.name(each.name)} {number(each.documents)}" for each in value.tags)
    lines += _section("tags beside it", [beside] if beside else [], style)
    lines += _section("where it meets others", _near(value.pivots, style), style)
    return "\n".join(lines)


def related(found: Sequence[Related], style: Style = PLAIN) -> str:
    """Each neighbour with its reasons, the strongest first."""
    if not found:
        return "nothing lies near it: no links, no rare names or tags in common"
    return "\n".join(
        f"{place:>3}. {style.strong(each.title or each.key)}\n{_INDENT}{style.faint(each.key)}\n"
        f"{_INDENT}{'; '.join(_reason(reason, style) for reason in each.reasons)}"
        for place, each in enumerate(found, 1)
    )


def _section(title: str, lines: Iterable[str], style: Style) -> list[str]:
    shown = [f"{_INDENT}{line}" for line in lines]
    return ["", style.faint(title), *shown] if shown else []


def _key(key: str, style: Style) -> str:
    return f"  {style.faint(key)}" if key else ""


def _beside(each: Beside, style: Style) -> str:
    words = [f"“{style.name(label)}” →" for label in each.says] + [f"← “{style.name(label)}”" for label in each.said]
    said = f"  {', '.join(words)}" if words else ""
    return f"{number(each.documents):>3}  {style.name(each.name)}{_key(each.key, style)}{said}"


def _mention(each: Mention, style: Style) -> str:
    return f"{style.name(f'{each.key}#{each.start}-{each.end}')}\n{_INDENT}  {style.name(' '.join(each.text.split()))}"


def _tag(each: Tag, style: Style) -> str:
    *above, name = each.name.split("/")
    return f"{'  ' * len(above)}#{style.name(name)}  {number(each.documents)}"


def _hub(each: Hub, style: Style) -> list[str]:
    more = each.documents - len(each.members)
    names = ", ".join(style.name(member.title or member.key) for member in each.members)
    return [
        f"{style.name(each.title or each.key)}{_key(each.key, style)}  linked from {number(each.documents)}",
        f"  {names}{f' and {number(more)} more' if more > 0 else ''}",
    ]


def _near(found: Sequence[Near], style: Style) -> list[str]:
    return [
        f"{number(each.documents):>3}  {style.name(each.title or each.key)}{_key(each.key, style)}" for each in found
    ]


def _reason(each: Reason, style: Style) -> str:
    detail = f" {style.name(each.detail)}" if each.detail else ""
    label = f": “{style.name(each.label)}”" if each.label else ""
    return f"{each.name}{detail}{label}"
