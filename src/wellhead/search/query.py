"""What is understood of a question: phrases, prefixes, words, runs of scripts without spaces; what no result may hold;
filters, anchors, and the days it speaks of.

The one reader of question text. Takes any string, knows no index, never fails, leaves nothing out in silence; what
an index finds too common is taken out afterwards (`without_common`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from wellhead.model.query import DayRange, Filter, Query, QueryAnchor, Term
from wellhead.search.parts import QUOTES, Clause, Held, Part, clauses
from wellhead.search.terms import Piece, identity, is_stop_word, terms_of
from wellhead.text import tokens
from wellhead.text.normal import normal

MAX_BYTES = 4_096
MAX_TERMS = 32
MAX_EXCLUDED = 16
MAX_PREFIXES = 8  # each is looked for among all words that begin so, and two letters begin thousands
MAX_DAYS = 4
_LEAST_PREFIX = 2
_HINT = re.compile(r"\d|[a-z]+")
_TIME = (
    "today tonight yesterday tomorrow last past this next previous ago on since between before after until till from"
    " in during early late mid spring summer autumn fall winter christmas quarter january february march april may"
    " june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
)
_TIME_WORDS = frozenset(_TIME.split())
STOP_WORD = "stands in nearly every text"
COMMON = "stands in more than half of the library"
MIXED = "has the stem of a word that stands everywhere: it counts where it stands, and is not looked for alone"


TIME = "says when: what lies near that time is looked for"
ONLY_EXCLUDED = "says only what is to be left out"
NO_WORD = "no word in it"
LONG = f"only the first {MAX_BYTES:,} bytes of a query are read"
MANY_FILTERS = f"a query has room for {MAX_TERMS} filters"
MANY_TERMS = f"a query has room for {MAX_TERMS} terms"
MANY_PREFIXES = f"a query has room for {MAX_PREFIXES} beginnings of words"
CUT = frozenset({LONG, MANY_FILTERS, MANY_TERMS, MANY_PREFIXES})


def nobody(keys: list[str]) -> Collection[str]:
    """Of no key is anything known."""
    return ()


def understood(
    text: str, language: str, asked: datetime, *, held: Held = nobody, given: Iterable[Filter] = ()
) -> Query:
    """What a question says, asked at this moment of the library's zone; stop words go unless nothing else is there.

    `held` says which of some keys documents have: `word:word` of a kind that is not ours is a key only then. `given`
    are filters that came beside the text.
    """
    typed, whole, dropped = _capped(text)
    reading = _Reading(language, asked)
    reading.filters.update(dict.fromkeys(given))
    for clause in clauses(typed, MAX_BYTES, held):
        reading.take(clause)
    return reading.query(whole, dropped)


class _Reading:
    """One question on its way to a Query: everything found so far, each thing once, in the order of the text."""

    def __init__(self, language: str, asked: datetime) -> None:
        self.language, self.asked = language, asked
        self.terms: dict[tuple[object, ...], Term] = {}
        self.times: dict[tuple[object, ...], Term] = {}
        self.excluded: dict[tuple[object, ...], Term] = {}
        self.filters: dict[Filter, None] = {}
        self.anchors: dict[QueryAnchor, None] = {}
        self.days: dict[DayRange, None] = {}
        self.dropped: list[tuple[str, str]] = []

    def take(self, clause: Clause) -> None:
        pure = self._spoken_times(clause)
        for part in clause.parts:
            if part.kind == "filter":
                self._filter(part)
            elif part.kind in ("author", "tag") and part.excluded:
                self._filter(part._replace(field=part.kind))
            elif part.excluded:
                self._leave_out(part)
            elif part.kind == "words":
                for piece, timely in _split(part, pure):
                    self._add(self.times if timely else self.terms, Piece(piece))
            else:
                self._named(part)

    def _named(self, part: Part) -> None:
        """What is looked for as it stands, and what it names."""
        match part.kind:
            case "phrase":
                self._add(self.terms, Piece(part.text, phrase=True))
                if any(char.isalnum() for char in part.text):
                    self.anchors[QueryAnchor(kind="title", text=" ".join(part.text.split()))] = None
            case "prefix":
                self._add(self.terms, Piece(part.text, prefix=len(part.text) >= _LEAST_PREFIX))
            case "key":
                from wellhead.search.syntax import bare

                for key in dict.fromkeys((part.text, bare(part.text))):
                    self.anchors[QueryAnchor(kind="key", text=key)] = None
            case "url":
                self.anchors[QueryAnchor(kind="url", text=part.text)] = None
                self._add(self.terms, Piece(normal(part.text.partition("://")[2])))
            case "author":
                self.anchors[QueryAnchor(kind="author", text=part.text)] = None
                self._add(self.terms, Piece(part.text))
            case "tag":
                from wellhead.text.tags import tag_words

                self.anchors[QueryAnchor(kind="tag", text=part.text)] = None
                self._add(self.terms, Piece(tag_words(part.text)))

    def _add(self, found: dict[tuple[object, ...], Term], piece: Piece) -> None:
        for term in terms_of(piece, self.language):
            found.setdefault(identity(term), term)

    def _filter(self, part: Part) -> None:
        from wellhead.search import filters  # most questions have none

        field = next(each for each in filters.FIELDS if each == part.field)
        try:
            self.filters[filters.read(field, part.text, self.asked, excluded=part.excluded)] = None
        except filters.Unusable as reason:
            self.dropped.append((f"{'-' if part.excluded else ''}{field}:{part.text[:80]}", str(reason)))

    def _leave_out(self, part: Part) -> None:
        """Words that stand together are one phrase; a word that stands everywhere keeps nothing out."""
        if part.kind in ("key", "url"):
            self.dropped.append((f"-{part.text[:80]}", "words, phrases and filters can be left out, a document cannot"))
            return
        prefix = part.kind == "prefix" and len(part.text) >= _LEAST_PREFIX
        many = part.kind == "words" and len(tokens.spans(part.text, "none")) > 1
        for term in terms_of(Piece(part.text, phrase=part.kind == "phrase" or many, prefix=prefix), self.language):
            if term.cjk:
                self.excluded.setdefault(identity(term), replace(term, phrase=True))
            elif is_stop_word(term, self.language):
                self.dropped.append((f"-{term.text}", STOP_WORD))
            else:
                self.excluded.setdefault(identity(term), term)

    def _spoken_times(self, clause: Clause) -> list[tuple[int, int]]:
        """Where words stand in its plain text that say nothing but when; the days themselves are kept."""
        plain = [part for part in clause.parts if part.kind == "words" and not part.excluded]
        if not any(_may_say_when(part.text) for part in plain):
            return []
        from wellhead.text.times import times  # only questions about days pay for reading them

        alone = list(" " * len(clause.text))
        for part in plain:
            alone[part.start : part.start + len(part.text)] = part.text
        found = times("".join(alone), self.asked.date())
        self.days.update(dict.fromkeys(each.range for each in found))
        return [place for each in found for place in each.pure]

    def query(self, whole: str, dropped: list[tuple[str, str]]) -> Query:
        dropped += self.dropped
        terms = self._chosen(dropped)
        conditions, days = list(self.filters), list(self.days)[:MAX_DAYS]
        if not (terms or conditions or self.anchors or days or dropped):
            dropped.append((whole.strip()[:80], ONLY_EXCLUDED if self.excluded else NO_WORD))
        elif self.excluded and not (terms or conditions or self.anchors or days):
            dropped.append((whole.strip()[:80], ONLY_EXCLUDED))
        named = [each.value for each in conditions if each.field in ("after", "before")]
        named += [day for each in days for day in (each.start, each.end)]
        dropped += [(each.value, MANY_FILTERS) for each in conditions[MAX_TERMS:]]
        return Query(
            text=whole,
            terms=_fitting(terms, dropped),
            excluded=_left_out(list(self.excluded.values()), dropped),
            filters=tuple(conditions[:MAX_TERMS]),
            anchors=tuple(self.anchors)[:MAX_TERMS],
            days=tuple(days),
            midnights=_midnights(named, self.asked) if named else {},
            dropped=tuple(dropped),
        )

    def _chosen(self, dropped: list[tuple[str, str]]) -> list[Term]:
        """The terms without stop words and without words that only say when; those where nothing else is there."""
        stops = [term for term in self.terms.values() if is_stop_word(term, self.language)]
        terms = [term for term in self.terms.values() if not is_stop_word(term, self.language)]
        times = [term for name, term in self.times.items() if name not in self.terms]
        if terms or self.filters or self.anchors:
            dropped += [(term.text, STOP_WORD) for term in stops]
            dropped += [(term.text, TIME) for term in times if not is_stop_word(term, self.language)]
            return terms
        if times:
            dropped += [(term.text, STOP_WORD) for term in stops]
            return [term for term in times if not is_stop_word(term, self.language)] or times
        return stops


def without_common(query: Query, common: Collection[str]) -> Query:
    """The query without the terms that most of the library holds, unless nothing would remain."""
    kept = tuple(term for term in query.terms if term.text not in common)
    if not kept or len(kept) == len(query.terms):
        return query
    left_out = tuple((term.text, _why_common(term)) for term in query.terms if term.text in common)
    return replace(query, terms=kept, dropped=query.dropped + left_out)


def _why_common(term: Term) -> str:
    """A word may only share its stem with one that is everywhere, as Ines does with in."""
    return MIXED if tokens.is_mixed(term.text, term.stems[0]) else COMMON


def _capped(text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """(the first 4 kB as typed, the same in the normal form: cut again, or a short text could grow long in it)."""
    data = text[:MAX_BYTES].encode("utf-8", "replace")
    typed = data[:MAX_BYTES].decode("utf-8", "ignore").replace("\x00", " ")
    data = normal(typed).encode()
    whole = data[:MAX_BYTES].decode("utf-8", "ignore").translate(QUOTES)
    if len(text) <= MAX_BYTES and len(data) <= MAX_BYTES and len(text.encode("utf-8", "replace")) <= MAX_BYTES:
        return typed, whole, []
    cut = f"… {text[len(whole) :][:40].strip()} …"
    return typed, whole, [(cut, LONG)]


def _fitting(terms: list[Term], dropped: list[tuple[str, str]]) -> tuple[Term, ...]:
    surplus = [term for term in terms if term.prefix and not term.cjk][MAX_PREFIXES:]
    dropped += [(f"{term.text}*", MANY_PREFIXES) for term in surplus]
    fitting = [term for term in terms if term not in surplus] if surplus else terms
    dropped += [(term.text, MANY_TERMS) for term in fitting[MAX_TERMS:]]
    return tuple(fitting[:MAX_TERMS])


def _left_out(terms: list[Term], dropped: list[tuple[str, str]]) -> tuple[Term, ...]:
    reason = f"a query has room for {MAX_EXCLUDED} things to leave out"
    dropped += [(f"-{term.text}", reason) for term in terms[MAX_EXCLUDED:]]
    return _fitting(terms[:MAX_EXCLUDED], dropped)


def _midnights(days: list[str], asked: datetime) -> dict[str, int]:
    from wellhead.search.filters import midnights

    return midnights(days, asked)


def _may_say_when(text: str) -> bool:
    return any(hint.isdigit() or hint in _TIME_WORDS for hint in _HINT.findall(text.lower()))


def _split(part: Part, pure: list[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """The words in stretches, each with whether it says nothing but when."""
    last = part.start
    for start, end in pure:
        if start >= last and end <= part.start + len(part.text):
            yield part.text[last - part.start : start - part.start], False
            yield part.text[start - part.start : end - part.start], True
            last = end
    yield part.text[last - part.start :], False
