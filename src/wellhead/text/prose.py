"""Links from prose: two names in one sentence, and the words between them that say how they belong together.

Pure, and without any list of relations: the label is what the sentence itself says ("studied under", "lent … to").
Which names there are is given; what is looked at is bounded, and a hostile text costs its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SENTENCE_CHARS = 800
_NAMES = 8  # of one sentence
_MOST = 200  # relations of one text
_PRONOUNS = 40  # sentences of one text that speak of its own subject by a pronoun
_GAP_CHARS = 120
_LABEL_WORDS = 6
_OPENING_WORDS = 4
_PARTICLE = 2  # letters between two names in a language that says the verb after them
_SENTENCE = re.compile(r"[.!?…]++[\"'”’)\]*_]*+(?:\s|\Z)|[。！？]|\n|\Z")
_WRAPPED = 50  # characters of a line that may go on in the next one
_OWN_LINE = re.compile(r"[ \t\r]*+(?:\n|[-*+#>|\[=~`]|\d{1,4}[.):]|\Z)")
_PRONOUN = re.compile(r"[\s\-*>#]*+((?:He|She|It|They|His|Her|Its|Their)\b)")
_AND = re.compile(r"[\s,;&+/、・*_\[\]]*+(?:(?:and|or|und|oder|et|ou|y|e|и|和|と|や)\b)?[\s*_\[\]]*+(?:the |a |an )?\Z")
_LEAD = re.compile(r"[\s*_\[\]]*+[,;:–—(]?[\s*_\[\]]*+(?:(?:and|but|then|or|und|et|y|и) )?")
_RELATIVE = re.compile(r"[\s*_\[\]]*+[,(–—]\s*(?:who|which|whose|where) ")
_LINK_END = re.compile(r"\A(?:\|[^\[\]\n]{0,200}+\]\]|\]\([^()\n]{0,400}+\))")
_APART = re.compile(r"[:：;]\s|\n\s*\n")  # what stands before it is a heading, a speaker or another clause
_EDGE = ' \t\r\n,;:–—()[]*_"“”„|<>「」『』《》«».'
_ARTICLES = frozenset(
    {"the", "a", "an", "his", "her", "its", "their", "der", "die", "das", "le", "la", "el", "'s", "’s"}
)


class Span(NamedTuple):
    """A stretch of a text, in its code points."""

    start: int
    end: int


class Relation(NamedTuple):
    """One sentence that holds two names. `pronoun`: the subject is a pronoun and stands for what the text is about."""

    start: int
    end: int
    subject: Span
    object: Span
    label: str
    pronoun: bool = False


class _Named(NamedTuple):
    """Names that do the same thing: one, or several in a row with `and` between them."""

    spans: tuple[Span, ...]
    pronoun: bool = False


def relations(text: str, names: Sequence[tuple[int, int]], *, about: bool = False) -> tuple[Relation, ...]:
    """What the sentences of a text say of these places in it; `about`: he, she, it, they stand for its own title."""
    places = _apart(text, names)
    found: list[Relation] = []
    pronouns = _PRONOUNS if about else 0
    for start, end, inside in sentences(text, places):
        pronoun = _PRONOUN.match(text, start, end) if pronouns else None
        if pronoun is not None and not (inside and inside[0].start < pronoun.end()):
            pronouns -= 1
            inside = [Span(*pronoun.span(1)), *inside]
        else:
            pronoun = None
        if 2 <= len(inside) <= _NAMES and end - start <= SENTENCE_CHARS:
            found += _said(text, Span(start, end), inside, pronoun is not None)
        if len(found) >= _MOST:
            break
    return tuple(found[:_MOST])


def opening(text: str, place: tuple[int, int]) -> str:
    """What a sentence without a subject says of a name in it: `Mentored by [[Ada]]`; empty if it says too much."""
    start = 0
    for match in _SENTENCE.finditer(text, 0, place[0]):
        if match.end() < place[0] and (match[0] != "\n" or _ends_line(text, match.start())):
            start = match.end()
    said = text[start : place[0]].lstrip(" \t-*+>")
    words = said.strip(_EDGE).split()
    plain = len(words) <= _OPENING_WORDS and not _APART.search(f"{said} ") and "\n" not in said
    return _label(said) if plain and all(word.islower() for word in words[1:]) else ""


def _apart(text: str, names: Sequence[tuple[int, int]]) -> list[Span]:
    """In order, the longer of two that overlap, and of a link its target and not the words it is shown by."""
    found: list[Span] = []
    for start, end in sorted(names, key=lambda each: (each[0], -each[1])):
        if end > start and (not found or (start >= found[-1].end and text[found[-1].end : start] != "|")):
            found.append(Span(start, end))
    return found


def sentences(text: str, places: Sequence[Span]) -> Iterator[tuple[int, int, list[Span]]]:
    """Sentences with the places in them; a full stop inside of a name ends none."""
    start, at = 0, 0
    for match in _SENTENCE.finditer(text):
        stop = match.start()
        if match[0] == "\n" and not _ends_line(text, stop):
            continue
        inside = at
        while inside < len(places) and places[inside].end <= stop:
            inside += 1
        if inside < len(places) and places[inside].start <= stop < places[inside].end:
            continue
        if inside > at or stop - start > 1:
            yield start, stop, list(places[at:inside])
        start, at = match.end(), inside


def _ends_line(text: str, stop: int) -> bool:
    """A short line is a whole one, and what begins like an entry of a list or of a transcript begins anew."""
    return stop - text.rfind("\n", max(0, stop - _WRAPPED), stop) <= _WRAPPED or bool(_OWN_LINE.match(text, stop + 1))


def _said(text: str, sentence: Span, places: list[Span], pronoun: bool) -> list[Relation]:
    """Each pair of neighbours; who a clause goes on speaking of is its first subject, not the name just before."""
    groups = _groups(text, places, pronoun)
    found: list[Relation] = []
    first = 0
    before: tuple[int, str] | None = None
    for place in range(len(groups) - 1):
        gap = _between(text, groups[place], groups[place + 1].spans[0])
        subject, label = place, ""
        relative = _RELATIVE.match(gap)
        lead = _LEAD.match(gap)
        if relative is not None:
            label = gap[relative.end() :]
        elif place and lead is not None and lead[0].strip(" *_[]"):
            subject, label = first, gap[lead.end() :]
        else:
            label = gap
            first = first if before else place
        words = _label(label)
        if not words or (len(words) <= _PARTICLE and not words.isascii()):
            words = _after(text, groups[place + 1].spans[-1].end, sentence.end) or words
        if len(gap) <= _GAP_CHARS and words and not _APART.search(gap):
            found += _pairs(sentence, groups[subject], groups[place + 1], words)
            if before and subject == place and before[0] != place and relative is None:
                found += _pairs(sentence, groups[before[0]], groups[place + 1], f"{before[1]} … {words}")
            before = (subject, words)
    return found


def _groups(text: str, places: list[Span], pronoun: bool) -> list[_Named]:
    groups: list[_Named] = []
    for number, place in enumerate(places):
        if number and not (pronoun and number == 1) and _AND.match(_between(text, groups[-1], place)):
            groups[-1] = _Named((*groups[-1].spans, place), groups[-1].pronoun)
        else:
            groups.append(_Named((place,), pronoun and number == 0))
    return groups


def _between(text: str, group: _Named, place: Span) -> str:
    return _LINK_END.sub("", text[group.spans[-1].end : place.start])


def _pairs(sentence: Span, subjects: _Named, objects: _Named, label: str) -> list[Relation]:
    return [
        Relation(sentence.start, sentence.end, subject, other, label, subjects.pronoun)
        for subject in subjects.spans
        for other in objects.spans
    ]


def _label(between: str) -> str:
    """The words of a gap without marks and articles at its ends; of many words the first and the last."""
    words = [word for word in (each.strip(_EDGE) for each in between.split()) if word]
    while words and words[-1].lower() in _ARTICLES:
        words.pop()
    while words and words[0].lower() in _ARTICLES:
        words.pop(0)
    if not any(char.isalpha() for word in words for char in word):
        return ""
    if len(words) > _LABEL_WORDS:
        words = [*words[: _LABEL_WORDS - 2], "…", words[-1]]
    return " ".join(words)[:_GAP_CHARS]


def _after(text: str, start: int, end: int) -> str:
    """Where next to nothing stands between two names: what follows them in the sentence."""
    return _label(text[start : min(end, start + _GAP_CHARS)])
