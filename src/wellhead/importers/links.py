"""Links of a Markdown text: wikilinks, embeds, Markdown links, addresses, Logseq's block references.

Takes the text and its blanked twin (see `zones`); gives Links in the order they stand, with offsets into the text.
Every pattern begins with a literal and never looks at a character twice, so a hostile text costs its length.
"""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from wellhead.model.document import Link

_WIKI = re.compile(r"\[\[([^\[\]\n]{1,1000}+)\]\]")
_BLOCK_SUFFIX = re.compile(r"\^[A-Za-z0-9-]++\Z")
_TARGET = re.compile(
    r"\]\([ \t]*+(?:<([^<>\n]*+)>|([^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+))"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'))?[ \t]*+\)"
)
_URL = re.compile(r"https?://[^\s<>\[\]`\"\\^{|}\x00-\x1f\u2018-\u201f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]++")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]++:")
_BLOCK_REFERENCE = re.compile(r"\(\(([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\)\)")
_SIZE = re.compile(r"\d+(?:x\d+)?\Z")
_AFTER_URL = ".,;:!?'*_~"
_LONGEST = 4096
_LONGEST_LABEL = 500


def links_of(text: str, live: str, start: int, path: str) -> list[Link]:
    """All of them. Wikilinks count in front matter too, as properties; everything else from `start` on."""
    found: list[Link] = []
    if "[[" in live:
        _wikilinks(live, found)
    others = len(found)
    if "](" in live:
        _markdown_links(text, live, start, path, found)
    if "://" in live:
        _bare_addresses(live, start, found)
    if "((" in live:
        references = _BLOCK_REFERENCE.finditer(live, start)
        found.extend(Link(to=each[1].lower(), type="block", start=each.start(), end=each.end()) for each in references)
    if len(found) > others:
        found.sort(key=_place)
    return found


def _wikilinks(live: str, found: list[Link]) -> None:
    logseq = "{{embed" in live
    for match in _WIKI.finditer(live):
        start, end = match.span()
        to, anchor, label = _wiki_parts(match[1])
        if not to and not anchor:
            continue
        kind = "link"
        if start and live[start - 1] == "!":
            start -= 1
            kind = "embed"
            if label and _SIZE.match(label):
                label = ""
        elif logseq and live.startswith("{{embed ", start - 8):
            kind = "embed"
        found.append(Link(to=to, type=kind, start=start, end=end, label=label, anchor=anchor))


def _wiki_parts(inside: str) -> tuple[str, str, str]:
    """(target, anchor, label) of what stands between the brackets."""
    to, anchor, label = inside, "", ""
    if "|" in to:
        to, _, label = to.partition("|")
        to = to.removesuffix("\\")
        label = label.strip()
    if "#" in to:
        to, _, anchor = to.partition("#")
        anchor = anchor.strip()
    elif "^" in to and (block := _BLOCK_SUFFIX.search(to)):
        to, anchor = to[: block.start()], block[0]
    return to.strip(), anchor, label


def _markdown_links(text: str, live: str, start: int, path: str, found: list[Link]) -> None:
    floor = start
    before: Link | None = None
    for match in _TARGET.finditer(live, start):
        closing = match.start()
        opening = _opening(live, floor, closing)
        label = text[opening + 1 : closing] if opening >= 0 else ""
        if before is not None and before.end == closing and live.startswith("[", before.start - 1):
            opening, label = before.start - 1, before.label  # a picture that is itself a link
        floor = match.end()
        before = None
        target = match[1] if match[1] is not None else match[2]
        if opening < 0 or not target or len(target) > _LONGEST or target.startswith("data:"):
            continue
        embed = opening > 0 and live[opening - 1] == "!"
        words = " ".join(label[:_LONGEST_LABEL].split())
        before = _to_target(target, "embed" if embed else "link", opening - embed, match.end(), words, path)
        if before.to or before.anchor:
            found.append(before)


def _opening(live: str, floor: int, closing: int) -> int:
    """The bracket that the one at `closing` closes, looking back no further than the link before; -1 if none."""
    at, depth = closing, 0
    for _ in range(8):
        bracket = live.rfind("[", floor, at)
        if bracket < 0:
            return -1
        depth += live.count("]", bracket, at)
        if depth == 0:
            return bracket if closing - bracket < _LONGEST and "\n\n" not in live[bracket:closing] else -1
        depth -= 1
        at = bracket
    return -1


def _to_target(target: str, kind: str, start: int, end: int, label: str, path: str) -> Link:
    if _SCHEME.match(target) or target.startswith("//"):
        return Link(to=target, type="url", start=start, end=end, label=label)
    to, _, anchor = target.partition("#")
    to = unquote(to)
    if to.startswith("."):
        folder = "" if path.startswith("/") else path.rpartition("/")[0]
        to = posixpath.normpath(posixpath.join("/", folder, to))
    return Link(to=to.lstrip("/"), type=kind, start=start, end=end, label=label, anchor=unquote(anchor))


def _bare_addresses(live: str, start: int, found: list[Link]) -> None:
    """Addresses that stand by themselves, or in `<…>`; those inside a link were its target or its label."""
    found.sort(key=_place)
    taken = [(link.start, link.end) for link in found]
    next_taken = 0
    for match in _URL.finditer(live, start):
        begin = match.start()
        while next_taken < len(taken) and taken[next_taken][1] <= begin:
            next_taken += 1
        if next_taken < len(taken) and taken[next_taken][0] <= begin:
            continue
        address = _trimmed(match[0])
        if len(address) <= _LONGEST and not address.endswith("://"):
            found.append(Link(to=address, type="url", start=begin, end=begin + len(address)))


def _trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a bracket stays if it was opened within."""
    surplus = address.count(")") - address.count("(")
    end = len(address)
    while end:
        last = address[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
        elif last not in _AFTER_URL:
            break
        end -= 1
    return address[:end]


def _place(link: Link) -> tuple[int, int]:
    return link.start, link.end
