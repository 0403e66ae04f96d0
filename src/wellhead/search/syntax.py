"""The syntax of a question: which stretch of it is plain words, a phrase, a filter, an anchor, and what is left out.

Takes any text, gives Parts in its order; decides nothing about their meaning. Keys and addresses are taken from the
text as it was typed, for they are compared letter by letter; the rest is read in its normal form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from wellhead.model.kinds import DEFAULT_ROLES
from wellhead.search.parts import QUOTES, Clause, Held, Part
from wellhead.text.keys import is_kind, without_span
from wellhead.text.normal import normal

FIELDS = ("kind", "tag", "author", "path", "after", "before", "mine")
KINDS = frozenset({*DEFAULT_ROLES, "note", "text", "canvas"})  # ours: what begins so is a key, there or not
_ASIDE = re.compile(r"""(?<![^\s"'(\[{<“”„‟«»‘’‚,;-])([a-zA-Z][a-zA-Z0-9_-]{0,31}):(\S+)""")
_OPENING = frozenset("\"'([{<“„‟«‘‚")
_CLOSING = "\"')]}>“”»’.,;:!?…"
_STRESSED = "do does did is are was were be been has have had can could shall should will would may might must am or to"
_VERBS = frozenset(_STRESSED.split())
_LONGEST_VERB = 12
_START = r"(?<![^\s(\[,;])"
_PART = re.compile(
    rf"""{_START}(?P<not>-|NOT\s+)?(?:
        (?P<field>[Kk]ind|[Tt]ag|[Aa]uthor|[Pp]ath|[Aa]fter|[Bb]efore|[Mm]ine):(?:"(?P<quoted>[^"]*)"|(?P<value>[^\s"]*))
      | @(?:"(?P<name>[^"]+)"|(?P<author>[^\W_][\w.-]*))
      | \#(?P<tag>[\w/-]*[^\W\d_][\w/-]*)
    )
  | {_START}(?:-(?=["\w])(?!\d)|NOT\s+(?=["\w]))(?:
        "(?P<nophrase>[^"]*)" | (?P<noprefix>[^\W_]+)\*(?![^\W_]) | (?P<noword>\w(?:[\w'’./&+-]*\w)?)
    )
  | "(?P<phrase>[^"]*)"
  | (?<![^\W_])(?P<prefix>[^\W_]+)\*(?![^\W_])""",
    re.VERBOSE,
)


def clauses(text: str, most: int, held: Held) -> Iterator[Clause]:
    """Every part of a text; what is read in its normal form may be `most` characters long in all."""
    last, room = 0, most
    for match in _ASIDE.finditer(text):
        part = _aside(match, text, held)
        if part is None or match.start() < last:
            continue
        before = normal(text[last : match.start() - part.excluded])[:room]
        room -= len(before)
        yield _clause(before)
        yield Clause("", (part,))
        last = match.end()
    yield _clause(normal(text[last:])[:room])


def _aside(match: re.Match[str], text: str, held: Held) -> Part | None:
    """The key or the address that stands here."""
    kind, rest = match[1], match[2]
    before = text[max(0, match.start() - 2) : match.start()]
    excluded = before.endswith("-") and not before[:-1].strip()
    if kind.lower() in ("http", "https") and rest.startswith("//"):
        return Part("url", bare(match[0]), excluded)
    if not is_kind(kind) or kind in FIELDS:
        return None
    key = unicodedata.normalize("NFC", match[0])
    if before and before[-1] in _OPENING:
        key = bare(key)
    return Part("key", key, excluded) if kind in KINDS or _is_held(key, held) else None


def _is_held(key: str, held: Held) -> bool:
    """Of a kind that anybody may have made up, only what is the key of a document is one."""
    wanted = [without_span(each) for each in dict.fromkeys((key, bare(key)))]
    there = held(wanted)
    return any(each in there for each in wanted)


def bare(written: str) -> str:
    """Without the punctuation of the sentence around it; a bracket that was opened within stays."""
    end = len(written)
    surplus = written.count(")") - written.count("(")
    while end > 1 and written[end - 1] in _CLOSING:
        if written[end - 1] == ")":
            if surplus <= 0:
                break
            surplus -= 1
        end -= 1
    return written[:end]


def _clause(text: str) -> Clause:
    text = text.translate(QUOTES)
    return Clause(text, tuple(_parts(text)))


def _parts(text: str) -> Iterator[Part]:
    shouted = _is_shouted(text)
    last = 0
    for match in _PART.finditer(text):
        part = _part(match)
        before = text[max(last, match.start() - _LONGEST_VERB) : match.start()]
        if match[0].startswith("NOT") and (shouted or _is_verb(before)):
            continue
        if match.start() > last:
            yield Part("words", text[last : match.start()], start=last)
        yield part
        last = match.end()
    if last < len(text):
        yield Part("words", text[last:], start=last)


def _part(match: re.Match[str]) -> Part:
    name = match.lastgroup or ""
    text, start = match[name], match.start(name)
    match name:
        case "value" | "quoted":
            bare = text.rstrip(",;)?!") if name == "value" else text
            return Part("filter", bare, bool(match["not"]), match["field"].lower(), start)
        case "name" | "author":
            return Part("author", text.rstrip("._-") if name == "author" else text, bool(match["not"]), start=start)
        case "tag":
            return Part("tag", text.rstrip("/-"), bool(match["not"]), start=start)
        case "nophrase" | "phrase":
            return Part("phrase", text, name == "nophrase", start=start)
        case "noprefix" | "prefix":
            return Part("prefix", text, name == "noprefix", start=start)
        case _:
            return Part("words", text, True, start=start)


def _is_verb(before: str) -> bool:
    """Whether NOT stands behind “does” or the like, and only stresses what is said."""
    words = before.split()
    return bool(words) and words[-1].lower() in _VERBS


def _is_shouted(text: str) -> bool:
    """Whether all of it is in capitals, so that NOT is a word like the others."""
    words = [word for word in text.split() if word.isupper() and word != "NOT"]
    return len(words) > 1 and not any(char.islower() for char in text)
