"""Why each hit stands where it stands, said as a person would say it: a few sentences a hit, the weightiest first.

Made only for a search that was asked to explain itself, from what the ranking found; nothing here changes an order.
Stems become words as the texts have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from wellhead.model.document import Document
from wellhead.model.neighbourhood import Resolved
from wellhead.model.query import Feedback, Hit, Signal
from wellhead.search import lanes, nearby
from wellhead.search.desk import Desk
from wellhead.search.entities import resolve
from wellhead.search.feedback import CHUNKS
from wellhead.search.phrasing import both, listed, quoted, times
from wellhead.search.ranking import Ranked
from wellhead.search.scoring import Scored
from wellhead.text import tokens
from wellhead.text.days import own_day, text_days
from wellhead.text.derive import front_matter_end
from wellhead.text.tags import tag_words

_MOST = 3  # sentences a hit
_WORDS = 4  # of the feedback that are told with a hit
_COUNTED_CHARS = 100_000
_TELLING = 1.05  # what feedback must have multiplied a score with to be worth a sentence


def explained(ranked: Ranked, found: Sequence[Hit]) -> tuple[tuple[Hit, ...], Feedback]:
    """(the hits with their reasons, the words that feedback added as the texts have them)."""
    account = _Account(ranked)
    numbers = ranked.desk.store.ids(hit.key for hit in found)
    documents = ranked.desk.documents(numbers.values())
    told = [account.told(hit, numbers[hit.key], documents[numbers[hit.key]]) for hit in found if hit.key in numbers]
    return tuple(told), replace(ranked.feedback, words=tuple(account.words.values()))


class _Account:
    """Everything about one ranking that the sentences of its hits have in common."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked, self.desk = ranked, ranked.desk
        self.read = {each.reading.document_id: each for each in ranked.read}
        self.words = _as_written(ranked)
        self.named = _named(self.desk) if self.desk.query.terms else {}

    def told(self, hit: Hit, number: int, document: Document) -> Hit:
        scored = self.read.get(number)
        sentences = list(self._sentences(hit, number, document, scored))[:_MOST]
        signals = [self._readable(each, scored) for each in hit.signals]
        return replace(hit, reasons=tuple(sentences), signals=tuple(signals))

    def _sentences(self, hit: Hit, number: int, document: Document, scored: Scored | None) -> Iterator[str]:
        ran = {lane.name for lane in hit.lanes}
        name = self._asked_for(hit, number) or (self._name(number, document, ran) if "title" in ran else "")
        if name:
            yield name
        yield from _scanned(hit)
        if hit.matched_terms:
            meant = self._meant(hit, document)
            if not name:
                yield from (f"{quoted(word)} stands nowhere and was taken for {quoted(meant[word])}." for word in meant)
            yield from self._held(hit, document, scored, meant, named=bool(name))
        yield from _literal(hit)
        if not name:
            yield from self._title(document)
        if "tag" in ran:
            yield from self._tags(document)
        yield from _led_here(hit)
        if "date" in ran:
            yield from self._day(document)
        if not (hit.matched_terms or name or "scan" in ran):
            yield from _empty_handed(hit.missing_terms)
        yield from self._feedback(hit, scored)

    # --- its words --------------------------------------------------------------------------------------------------

    def _meant(self, hit: Hit, document: Document) -> dict[str, str]:
        """Of the words that stand nowhere, those that this document holds instead."""
        slips = [term for term in self.ranked.query.terms if term.slip and term.text in hit.matched_terms]
        if not slips:
            return {}
        text, found = f"{document.title}\n{document.text[:_COUNTED_CHARS]}", dict[str, str]()
        for term in slips:
            places = tokens.spans(text, self.desk.language, frozenset(term.stems))
            if places:
                found[term.text] = text[places[0][0] : places[0][1]]
        return found

    def _held(
        self, hit: Hit, document: Document, scored: Scored | None, meant: Mapping[str, str], *, named: bool
    ) -> Iterator[str]:
        """What of the question it holds, how near together, and what it lacks; of a single word how often it does."""
        held, lacks = hit.matched_terms, hit.missing_terms
        said = [meant.get(word, word) for word in held]
        if len(self.ranked.query.terms) == 1:
            count = self._count(held[0], document)
            if count or not named:
                yield f"{quoted(said[0])} stands in {f'it{times(count)}' if count else 'its name'}."
        else:
            near = nearby.together(scored, self.desk, held) if scored and "near" in _signals(hit) else None
            yield f"It holds {listed(said)}{_nearness(near, dict(zip(held, said, strict=True)))}{_lacking(lacks)}."

    def _count(self, word: str, document: Document) -> int:
        start = front_matter_end(document.text)
        words = tokens.stems(document.text[start : start + _COUNTED_CHARS], self.desk.language)
        terms = self.desk.query.terms
        return sum(terms[place].text == word for _, place in self.desk.sought.places(words))

    def _title(self, document: Document) -> Iterator[str]:
        terms = self.ranked.query.terms
        there = {self.desk.query.terms[place].text for place in self.desk.places(document.title)}
        said = [term.text for term in terms if term.text in there]
        if said:
            all_of_it = "both of them" if len(said) == 2 else "all of them"
            yield f"Its title says {all_of_it if len(said) == len(terms) > 1 else listed(said)}."

    def _feedback(self, hit: Hit, scored: Scored | None) -> Iterator[str]:
        weight = max((each.weight for each in hit.signals if each.name == "feedback"), default=0.0)
        words = self._shared(scored)
        if weight >= _TELLING and words:
            yield f"With the {'other ' if hit.rank == 1 else ''}best hits it shares {listed(words)}."

    def _shared(self, scored: Scored | None) -> list[str]:
        """The weightiest words of the feedback that stand in it."""
        if scored is None:
            return []
        there = {word for part in scored.reading.parts for word in part.words}
        return [word for stem, word in self.words.items() if stem in there][:_WORDS]

    def _readable(self, signal: Signal, scored: Scored | None) -> Signal:
        words = self._shared(scored) if signal.name == "feedback" else []
        return replace(signal, detail=f"shares words of the best: {', '.join(words)}") if words else signal

    # --- its names, tags and days -----------------------------------------------------------------------------------

    def _asked_for(self, hit: Hit, number: int) -> str:
        """Named outright."""
        detail = _signals(hit).get("exact", "")
        if not detail:
            return ""
        if detail.startswith("its key"):
            return "You asked for it by its key."
        if detail == "its address":
            return "You asked for it by its address."
        if number not in self.named:
            return "You asked for it by its name."
        return _taken_for(self.named[number], self.desk.language)

    def _name(self, number: int, document: Document, ran: set[str]) -> str:
        """What of the question was taken for its name, where its title and its tags do not say as much themselves."""
        resolved = self.named.get(number)
        if resolved is not None:
            partly = resolved.reason.startswith("part") and self.desk.places(document.title)
            return "" if partly else _taken_for(resolved, self.desk.language)
        share, name = lanes.said_of(document, lanes.name_words(self.ranked.query))
        if not share:
            return ""
        if name in document.tags:
            return "" if "tag" in ran else f"It has your tag #{name}."
        if name == document.title:
            return "The question is its title." if share >= 1 else ""
        if name in document.aliases:
            return f"It is also called {quoted(name)}."
        return f"Its file is called {quoted(name.rpartition('/')[2])}."

    def _tags(self, document: Document) -> Iterator[str]:
        said = [f"#{tag}" for tag in document.tags if self.desk.places(tag_words(tag))]
        if said:
            yield f"It has your tag{'s' if len(said) > 1 else ''} {both(said[:3])}."

    def _day(self, document: Document) -> Iterator[str]:
        own = own_day(document)
        if not self.desk.query.days:
            yield f"Its day is {own.day.isoformat()}; the newest come first." if own else "The newest come first."
            return
        days = [("is of", own.day)] if own else []
        days += [("names", day) for day in text_days(document, own)]
        for asked in self.desk.query.days:
            first, end = date.fromisoformat(asked.start), date.fromisoformat(asked.end)
            for how, day in days:
                if first <= day < end:
                    yield f"It {how} {day.isoformat()}, which is {quoted(asked.text)}."
                    return
        for how, day in days[:1]:
            yield f"It {how} {day.isoformat()}, not far from {quoted(self.desk.query.days[0].text)}."


def _signals(hit: Hit) -> dict[str, str]:
    return {signal.name: signal.detail for signal in hit.signals}


def _taken_for(each: Resolved, language: str) -> str:
    """How a name of the question leads to this document."""
    said, kind = quoted(each.text), each.reason.partition(" ")[0]
    match kind:
        case "title":
            return f"{said} is its title."
        case "alias":
            return f"{said} is one of its names."
        case "former":
            return f"{said} is what it was called before."
        case "address":
            return f"{said} is its address."
        case "part":
            return f"{said} is a part of its name."
        case "initials" | "short":
            return f"{said} is short for {quoted(each.name)}."
        case _ if tokens.stems(each.text, language) == tokens.stems(each.name, language):
            return f"{said} is another form of its name."
        case _:
            return f"{said} was taken for {quoted(each.name)}: {each.reason.partition(' off ')[0]} off."


def _named(desk: Desk) -> dict[int, Resolved]:
    """Of each document the surest name of it in the question."""
    found: dict[int, Resolved] = {}
    for each in sorted(resolve(desk.query.text, desk.index), key=lambda each: each.score):
        if each.document_id:
            found[each.document_id] = each
    return found


def _empty_handed(lacks: Sequence[str]) -> Iterator[str]:
    if len(lacks) > 1:
        yield f"It holds {'neither' if len(lacks) == 2 else 'none'} of the words."
    elif lacks:
        yield f"{quoted(lacks[0])} does not stand in it."


def _scanned(hit: Hit) -> Iterator[str]:
    if any(lane.name == "scan" for lane in hit.lanes):
        yield f"{_signals(hit).get('scan', '')}, though not as a word."


def _literal(hit: Hit) -> Iterator[str]:
    detail = _signals(hit).get("literal", "")
    if detail:
        yield f"It holds {detail} just as you wrote it."


def _led_here(hit: Hit) -> Iterator[str]:
    """The sentence, or the link, that leads from another document to this one."""
    detail = _signals(hit).get("link", "")
    if detail:
        outwards = detail.startswith("links to")
        yield f"It {detail}." if outwards else f"{detail}." if detail.endswith("links to it") else detail


def _nearness(near: nearby.Together | None, held: Mapping[str, str]) -> str:
    """Which of the words stand together; `held` is how the document says each."""
    if near is None:
        return ""
    how = "side by side" if near.side_by_side else "close together"
    if len(near.terms) == len(held):
        return f", {how}"
    return f" ({listed([held[term] for term in near.terms])} {how})"


def _lacking(lacks: Sequence[str]) -> str:
    return f", not {listed(lacks, 'or')}" if lacks else ""


def _as_written(ranked: Ranked) -> Mapping[str, str]:
    """Of each stem that feedback added, the weightiest first, how the chunks it came from write it most often.

    What the question says itself was not added, though it may count again.
    """
    own = {ranked.feedback.words[at] for at, _ in ranked.desk.sought.places(ranked.feedback.words)}
    wanted = [stem for stem in ranked.feedback.words if stem not in own]
    if not wanted:
        return {}
    pairs = [
        (value, part.chunk, each)
        for each in ranked.read
        for part, value in zip(each.reading.parts, each.parts, strict=True)
    ]
    counts: dict[str, dict[str, int]] = {}
    for _, chunk, each in sorted(pairs, key=lambda pair: -pair[0])[:CHUNKS]:
        text = each.reading.document.text[chunk.start : chunk.end]
        for start, end, stem in tokens.spans(text, ranked.desk.language, wanted):
            word = text[start:end]
            held = counts.setdefault(stem, {})
            held[word] = held.get(word, 0) + 1
    return {stem: _commonest(counts[stem]) if stem in counts else stem for stem in wanted}


def _commonest(words: Mapping[str, int]) -> str:
    """As it is mostly written; of equals the one without a capital, then the shortest."""
    return min(words, key=lambda word: (-words[word], word[:1].isupper(), len(word), word))
