"""How a document stands in one ranking: its place, which lanes have it and which do not and why, what stands above it,
and what would bring it up.

Looks at the ranking that `search` itself makes; what it advises has been tried.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from wellhead.model.document import Document
from wellhead.model.options import SearchOptions
from wellhead.model.query import Hit, Query, SearchResult, Term
from wellhead.model.state import Check
from wellhead.search import links, reading
from wellhead.search.entities import resolve
from wellhead.search.fuse import WEIGHTS, K, placed
from wellhead.search.lane import Entry, Lane
from wellhead.search.phrasing import listed, quoted
from wellhead.search.ranking import Ranked, rank
from wellhead.text import tokens
from wellhead.text.days import own_day
from wellhead.text.language import STOP_WORDS

FAR = 10_000  # so deep a rank is still told
_ABOVE = 3
_READ_CHARS = 20_000
_WORDS = 200  # of the document that may be advised
_LEAST_LETTERS = 4
_TRIED = 3
_COMMAND_CHARS = 100
_SMALL_LANES = ("exact", "tag", "date")


class Aim(Struct, frozen=True, kw_only=True):
    """A document, the ranking a search makes, the same as deep as can be told, and what the search shows of it.

    `holds` says of each term of the query whether it stands in the document; `barred` that something keeps it out.
    """

    document: Document
    number: int
    near: Ranked
    far: Ranked
    found: SearchResult
    options: SearchOptions
    asked: datetime
    holds: dict[str, bool]
    barred: bool

    @property
    def shown(self) -> Hit | None:
        return next((hit for hit in self.found.results if hit.key == self.document.key), None)


class _Placed(NamedTuple):
    lane: Lane
    rank: int
    entry: Entry

    @property
    def vote(self) -> float:
        return WEIGHTS[self.lane.name] * self.entry.strength * (K + 1) / (K + self.rank)


def standing(aim: Aim) -> Iterator[Check]:
    """First its place, then the lanes that have it, the weightiest first, then those that have it not."""
    yield _place(aim)
    having = [each for lane in aim.near.lanes if (each := _in(lane, aim.number)) is not None]
    for each in sorted(having, key=lambda each: -each.vote):
        yield Check(name=f"{each.lane.name} lane", status="ok", evidence=_had(each, aim))
    if not aim.barred:
        yield from _lacking([lane for lane in aim.near.lanes if _in(lane, aim.number) is None], aim)


def above(aim: Aim) -> Iterator[Check]:
    """The first of those that stand above it, with the words they hold and the lanes that have them."""
    shown = aim.shown
    higher = [hit for hit in aim.found.results if shown is None or hit.rank < shown.rank]
    for hit in higher[:_ABOVE]:
        holds = f"it holds {listed(hit.matched_terms)}" if hit.matched_terms else "it holds none of the words"
        lanes = " · ".join(f"{lane.name} {lane.rank}" for lane in hit.lanes)
        evidence = f"{hit.rank}. {hit.key} with {hit.score:.2f}: {holds} ({lanes})"
        yield Check(name="above it", status="ok", evidence=evidence)


def brought_up(aim: Aim) -> Iterator[Check]:
    """A word more that has been tried and puts it twice as high; else its title."""
    now = _rank_in(aim.far, aim.number) or FAR
    if aim.barred or now == 1:
        return
    text, title = aim.near.desk.query.text, aim.document.title
    tried = [(_tried(f"{text} {word}", aim), word) for word in _rarest(aim)] if text else []
    there, word = min(tried, default=(FAR, ""))
    if there <= min(max(1, now // 2), aim.options.limit):
        yield _higher(f"with {quoted(word)}, a rare word of it,", there, f"{text} {word}")
    elif title and (there := _tried(title, aim)) < min(now, aim.options.limit + 1):
        yield _higher("by its title", there, title)


def _tried(words: str, aim: Aim) -> int:
    desk = aim.near.desk
    again = rank(words, store=desk.store, index=desk.index, options=aim.options, limit=FAR, asked=aim.asked)
    return _rank_in(again, aim.number) or FAR


def _higher(how: str, there: int, words: str) -> Check:
    command = f" (wellhead search {shlex.quote(words)})" if len(words) <= _COMMAND_CHARS else ""
    return Check(name="higher", status="ok", evidence=f"{how} it is hit {there:,}{command}")


# --- its place --------------------------------------------------------------------------------------------------------


def _place(aim: Aim) -> Check:
    shown = aim.shown
    if shown is None:
        return _beyond(aim)
    evidence = f"it is hit {shown.rank} of {len(aim.found.results)}, with a score of {shown.score:.2f}"
    return Check(name="rank", status="ok", evidence=evidence)


def _beyond(aim: Aim) -> Check:
    place = _rank_in(aim.far, aim.number)
    if not place:
        kept_out = "it is kept out, as said above" if aim.barred else "ask with words that stand in it"
        return Check(name="rank", status="failed", evidence=f"the query does not bring it at all: {kept_out}")
    score = aim.far.groups[place - 1].score
    evidence = f"it would be hit {place:,} of {len(aim.far.groups):,}, with a score of {score:.2f}"
    if place > aim.options.limit:
        reason, fix = f"; {aim.options.limit} hits are shown", f"wellhead search --limit {place}"
    elif aim.found.dropped:
        allowed = f"{aim.options.token_budget:,} are allowed"
        reason, fix = f"; the hits take {aim.found.tokens:,} tokens and {allowed}", ""
    else:
        reason, fix = "; it does not hold what is asked for in exactly these words", "wellhead search without quotes"
    return Check(name="rank", status="warning", evidence=evidence + reason, fix=fix)


def _rank_in(ranked: Ranked, number: int) -> int:
    return next((place for place, group in enumerate(ranked.groups, 1) if group.document_id == number), 0)


# --- lane by lane -----------------------------------------------------------------------------------------------------


def _in(lane: Lane, number: int) -> _Placed | None:
    return next((_Placed(lane, at, entry) for at, entry in placed(lane) if entry.document_id == number), None)


def _had(each: _Placed, aim: Aim) -> str:
    place = f"rank {each.rank:,} of {len(each.lane.entries):,}"
    if each.lane.name != "lexical":
        return f"{place}, {each.entry.strength:.0%} sure: {each.entry.detail}"
    best = each.lane.entries[0].score
    counts = f"{place}; its words count {each.entry.score:.2f}"
    counts += f", those of the best {best:.2f}" if each.rank > 1 else ""
    if any(scored.reading.document_id == aim.number for scored in aim.near.read):
        return f"{counts}; read closely"
    return f"{counts}; not read closely, for only the {reading.DOCUMENTS} best candidates are"


def _lacking(lanes: Sequence[Lane], aim: Aim) -> Iterator[Check]:
    """Each of the three great lanes with its reason, the small ones in one line."""
    small = []
    for lane in lanes:
        if lane.status == "ok" and lane.name not in _SMALL_LANES:
            yield Check(name=f"{lane.name} lane", status="warning", evidence=_missed(lane, aim))
        else:
            small.append(f"{lane.name}: {lane.reason if lane.status != 'ok' else _missed(lane, aim)}")
    if small:
        yield Check(name="other lanes", status="ok", evidence="; ".join(small))


def _missed(lane: Lane, aim: Aim) -> str:
    match lane.name:
        case "lexical":
            return _no_words(lane, aim)
        case "title":
            names = [aim.document.title, *aim.document.aliases]
            return f"the question does not say its name: {listed([name for name in names if name], 'or')}"
        case "link":
            return _no_link(aim)
        case "tag":
            tags = [f"#{tag}" for tag in aim.document.tags]
            return f"the question says none of its tags, {', '.join(tags[:4])}" if tags else "it has no tag of yours"
        case "date":
            own = own_day(aim.document)
            return f"its day is {own.day.isoformat()}" if own else "it has no day of its own"
        case _:
            return "the question is not its key, its address or its name"


def _no_words(lane: Lane, aim: Aim) -> str:
    lacks = [term for term, held in aim.holds.items() if not held]
    if lacks and len(lacks) == len(aim.holds):
        return f"it does not hold {listed(lacks, 'or')}"
    deep = next((_in(each, aim.number) for each in aim.far.lanes if each.name == lane.name), None)
    place = f", as the index ranks them it is number {deep.rank:,}" if deep else ""
    rest = f"; it lacks {listed(lacks)}" if lacks else ""
    return f"it is not among the {len(lane.entries):,} documents whose words were looked at{place}{rest}"


def _no_link(aim: Aim) -> str:
    desk = aim.near.desk
    starts = links.starts(desk, aim.near.read, resolve(desk.query.text, desk.index))
    if aim.number in starts:
        return "it is where the lane starts from"
    return f"where the lane starts, nothing leads here: {listed(list(starts.values()), 'or')}"


# --- what would bring it up -------------------------------------------------------------------------------------------


def _rarest(aim: Aim) -> list[str]:
    """Words of the document, not yet in the question, that the fewest documents hold; of equals the longest."""
    desk = aim.near.desk
    text, asked = aim.document.text[:_READ_CHARS], {stem for term in desk.query.terms for stem in term.stems}
    words: dict[str, str] = {}
    for start, end, stem in tokens.spans(text, desk.language):
        word = text[start:end]
        if word.isalpha() and len(word) >= _LEAST_LETTERS and word.lower() not in STOP_WORDS and stem not in asked:
            words.setdefault(stem, word)
    terms = [Term(text=word, stems=(stem,)) for stem, word in list(words.items())[:_WORDS]]
    _, counts = desk.index.frequencies(Query(text="", terms=tuple(terms)))
    found = [(count, -len(term.text), term.text) for term, count in zip(terms, counts, strict=True) if count]
    return [word for _, _, word in sorted(found)[:_TRIED]]
