"""JSON Canvas → one text in reading order: what the cards say, where they lead, what the arrows are called.

Takes the bytes of a .canvas file. Its document is the text composed here, the same for the same file every time:
groups and cards from top to bottom, then left to right, cards inside their group; then the named arrows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import quote

import msgspec

from wellhead.errors import BadInput
from wellhead.importers.decode import read_text
from wellhead.importers.markdown import marks_of
from wellhead.importers.surrogates import mended
from wellhead.model.document import Anchor, Draft, Heading, Link
from wellhead.text.names import bounded, distinct, one_line

_KINDS = ("text", "file", "link", "group")
_MOST_COMPARISONS = 2_000_000
_LONGEST_NAME = 60
_NO_WIKILINK = frozenset("[]|#^\n\r")
_NO_BRACKETS = str.maketrans("[]", "()")


class CanvasImporter:
    name = "canvas"
    extensions = frozenset({".canvas"})
    rows = False

    def accepts(self, path: str, head: bytes) -> bool:
        return path.lower().endswith(".canvas")

    def read(self, stream: BinaryIO, path: str) -> Iterator[Draft]:
        canvas = _decoded(read_text(stream))
        cards, notes = _cards(canvas.get("nodes"))
        yield _composed([*_in_reading_order(cards), *_arrows(canvas.get("edges"), cards)], path, notes)


class Card(NamedTuple):
    """A node: where it lies, and what it says as Markdown. `inside` is what a group of the same board covers."""

    id: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    says: str
    name: str


def _decoded(text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    data = text.encode("utf-8")
    try:
        found = msgspec.json.decode(mended(data))
    except RecursionError:
        raise BadInput("not a canvas: JSON nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"not a canvas: {str(error).removeprefix('JSON is malformed: ')}") from None
    if not isinstance(found, dict):
        raise BadInput("not a canvas: a JSON object with nodes and edges is expected")
    for part in ("nodes", "edges"):
        if not isinstance(found.get(part, []), list):
            raise BadInput(f"not a canvas: {part} is not a list")
    return found


def _cards(nodes: Any) -> tuple[list[Card], list[str]]:
    cards = []
    unread = 0
    for node in nodes or ():
        card = _card(node) if isinstance(node, dict) else None
        if card is None:
            unread += 1
        elif card.says:
            cards.append(card)
    noun = "card is" if unread == 1 else "cards are"
    return cards, [f"{unread} {noun} of no known kind and left out"] if unread else []


def _card(node: dict[str, Any]) -> Card | None:
    kind = node.get("type")
    if kind not in _KINDS:
        return None
    if kind == "text":
        says = _string(node, "text").strip("\n")
        name = one_line(says.lstrip("# \n").partition("\n")[0])
    elif kind == "file":
        says = _file_link(_string(node, "file").strip(), _string(node, "subpath").strip())
        name = _string(node, "file").rpartition("/")[2].removesuffix(".md")
    elif kind == "link":
        says = name = _string(node, "url").strip()
    else:
        name = one_line(_string(node, "label"))
        says = f"# {name}" if name else ""
    x, y, width, height = (_number(node, field) for field in ("x", "y", "width", "height"))
    return Card(_string(node, "id"), kind, x, y, width, height, says, name[:_LONGEST_NAME].strip())


def _string(node: dict[str, Any], field: str) -> str:
    value = node.get(field)
    return value if isinstance(value, str) else ""


def _number(node: dict[str, Any], field: str) -> float:
    value = node.get(field)
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0.0


def _file_link(file: str, subpath: str) -> str:
    if not file:
        return ""
    if _NO_WIKILINK.isdisjoint(file) and _NO_WIKILINK.isdisjoint(subpath.lstrip("#").lstrip("^")):
        return f"[[{file}{subpath}]]"
    return f"[{one_line(file.rpartition('/')[2]).translate(_NO_BRACKETS)}](/{quote(file)}{quote(subpath, safe='#^')})"


def _in_reading_order(cards: list[Card]) -> list[str]:
    groups = sorted((card for card in cards if card.kind == "group"), key=_area)
    if len(groups) * len(cards) > _MOST_COMPARISONS:
        groups = []

    def place(numbered: tuple[int, Card]) -> tuple[float, float, bool, float, float, int]:
        number, card = numbered
        group = next((group for group in groups if card.kind != "group" and _covers(group, card)), card)
        return group.y, group.x, card is not group, card.y, card.x, number

    return [card.says for _, card in sorted(enumerate(cards), key=place)]


def _area(card: Card) -> tuple[float, float, float]:
    return card.width * card.height, card.y, card.x


def _covers(group: Card, card: Card) -> bool:
    """Whether the middle of a card lies in a group."""
    across = card.x + card.width / 2 - group.x
    down = card.y + card.height / 2 - group.y
    return 0 <= across <= group.width and 0 <= down <= group.height


def _arrows(edges: Any, cards: list[Card]) -> list[str]:
    """An arrow with a name is a sentence of its own: from → to: what it is called."""
    names = {card.id: card.name for card in cards}
    found = []
    for edge in edges or ():
        label = one_line(_string(edge, "label")) if isinstance(edge, dict) else ""
        if label:
            ends = (names.get(_string(edge, "fromNode"), ""), names.get(_string(edge, "toNode"), ""))
            found.append(f"{' → '.join(ends)}: {label}" if all(ends) else label)
    return found


def _composed(parts: list[str], path: str, notes: list[str]) -> Draft:
    """The parts with a blank line between; each is searched by itself, so an open fence ends with its card."""
    offset = 0
    headings: list[Heading] = []
    links: list[Link] = []
    anchors: list[Anchor] = []
    tags: list[str] = []
    said = dict.fromkeys(notes)
    for part in parts:
        marks = marks_of(part, 0, path)
        headings.extend(
            Heading(start=each.start + offset, level=each.level, title=each.title) for each in marks.headings
        )
        links.extend(_moved(link, offset) for link in marks.links)
        anchors.extend(Anchor(start=each.start + offset, name=each.name) for each in marks.anchors)
        tags.extend(marks.tags)
        said.update(dict.fromkeys(marks.notes))
        offset += len(part) + 2
    kept, cut = bounded(distinct(tags), "tags")
    return Draft(
        text="\n\n".join(parts),
        kind="canvas",
        headings=tuple(headings),
        links=tuple(links),
        anchors=tuple(anchors),
        tags=kept,
        notes=(*said, cut) if cut else tuple(said),
    )


def _moved(link: Link, offset: int) -> Link:
    start, end = link.start + offset, link.end + offset
    return Link(to=link.to, type=link.type, start=start, end=end, label=link.label, anchor=link.anchor)
