"""Dates that are named as such, read from a question token by token: “3 June”, “May 2025”, “Q2 2025”, “spring 2024”.

What is not said of a date is 0; without a year the last such day or month before the question is meant. Every rule
looks at a handful of tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from wellhead.text import calendar
from wellhead.text.calendar import MONTHS, SEASONS, Days
from wellhead.text.dates import Numeric, numerics

_MOST_TOKENS = 400
_TOKEN = re.compile(
    r"(\d{1,4})(st|nd|rd|th)?(?![^\W_])|[^\W\d_]+(?:['’][a-z]{1,2}\b)?|[-–—/,]", re.ASCII | re.IGNORECASE
)
_ORDINALS = calendar.numbered("first second third fourth")
_PRONE = frozenset({"may", "march", "mar"})  # words that are mostly something else than a month


class Token(NamedTuple):
    """A word or a number of the question, or a date in figures."""

    word: str
    start: int
    end: int
    number: int = -1
    ordinal: bool = False
    date: Numeric | None = None


class Partial(NamedTuple):
    """As much of a date as was said; `after` is the token behind it."""

    after: int
    year: int = 0
    month: int = 0
    day: int = 0
    days: Days | None = None


class Reader:
    """A question token by token, and the dates that stand in it as such."""

    def __init__(self, text: str, asked: date) -> None:
        self.text, self.asked = text, asked
        self.tokens = list(islice(_tokens(text), _MOST_TOKENS))

    def word(self, at: int) -> str:
        return self.tokens[at].word if at < len(self.tokens) else ""

    def partial(self, at: int, *, loose: bool) -> Partial | None:
        """`loose` also takes a lone month or year, which mean a time only beside a word that says so."""
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is None:
            return None
        if token.date is not None:
            return Partial(at + 1, token.date.year, token.date.month, token.date.day)
        if token.number >= 0:
            return self._from_number(at, token, loose=loose)
        if token.word in MONTHS:
            return self._from_month(at, token, loose=loose)
        return self._named(at)

    def _from_number(self, at: int, token: Token, *, loose: bool) -> Partial | None:
        """`3 June 2025`, `3rd of June`, and a lone year."""
        behind = at + 2 if self.word(at + 1) == "of" else at + 1
        month = MONTHS.get(self.word(behind), 0)
        if month and 1 <= token.number <= 31:
            year, after = self._year(behind + 1)
            sure = year or token.ordinal or self._surely_month(behind)
            return Partial(after, year, month, token.number) if sure else None
        if loose and _is_year(token):
            return Partial(at + 1, token.number)
        return None

    def _from_month(self, at: int, token: Token, *, loose: bool) -> Partial | None:
        """`June 3rd, 2025`, `June 2025`, and a lone month."""
        month = MONTHS[token.word]
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if following is not None and 1 <= following.number <= 31:
            year, after = self._year(at + 2)
            sure = year or following.ordinal or self._surely_month(at)
            return Partial(after, year, month, following.number) if sure else None
        year, after = self._year(at + 2 if self.word(at + 1) == "of" else at + 1)
        if year:
            return Partial(after, year, month)
        return Partial(at + 1, 0, month) if loose and token.word in calendar.FULL_MONTHS else None

    def _named(self, at: int) -> Partial | None:
        """Seasons, quarters and Christmas, each of a year."""
        word = self.word(at)
        if word in SEASONS:
            year, after = self._year(at + 2 if self.word(at + 1) == "of" else at + 1)
            if not year or (word == "winter" and self.word(after) not in ("-", "/")):
                return None  # the winter of one year is two of them
            if word == "winter":
                if after + 1 >= len(self.tokens) or self.tokens[after + 1].number not in (year + 1, (year + 1) % 100):
                    return None
                after += 2
            days = calendar.season(word, year)
            return Partial(after, days=days) if days else None
        if word == "christmas":
            year, after = self._year(at + 1)
            return Partial(after, days=christmas(year)) if year else None
        return self._quarter(at)

    def _quarter(self, at: int) -> Partial | None:
        number, behind = 0, at + 1
        if self.word(at) == "q" and at + 1 < len(self.tokens):
            number, behind = self.tokens[at + 1].number, at + 2
        elif self.word(at) in _ORDINALS and self.word(at + 1) == "quarter":
            number, behind = _ORDINALS[self.word(at)], at + 2
        year, after = self._year(behind + 1 if self.word(behind) == "of" else behind)
        days = calendar.quarter(year, number) if year and 1 <= number <= 4 else None
        return Partial(after, days=days) if days else None

    def _year(self, at: int) -> tuple[int, int]:
        """(the year that stands here or behind a comma, the token after it); 0 if none does."""
        place = at + 1 if self.word(at) == "," else at
        if place < len(self.tokens) and _is_year(self.tokens[place]):
            return self.tokens[place].number, place + 1
        return 0, at

    def _surely_month(self, at: int) -> bool:
        return self.word(at) not in _PRONE or self.text[self.tokens[at].start].isupper()

    def resolved(self, partial: Partial) -> Days | None:
        """The days of a date; without a year the last ones that have begun."""
        if partial.days is not None:
            return partial.days
        if partial.day and partial.month:
            day = self._day(partial)
            return calendar.one_day(day) if day else None
        if partial.month:
            asked = self.asked
            year = partial.year or (asked.year if partial.month <= asked.month else asked.year - 1)
            return calendar.whole_month(year, partial.month)
        return calendar.whole_year(partial.year)

    def _day(self, partial: Partial) -> date | None:
        if partial.year:
            return calendar.day_of(partial.year, partial.month, partial.day)
        years = range(self.asked.year, self.asked.year - 9, -1)  # the 29th of February may be long ago
        days = (calendar.day_of(year, partial.month, partial.day) for year in years)
        return next((day for day in days if day is not None and day <= self.asked), None)


def _is_year(token: Token) -> bool:
    return (
        not token.ordinal and token.end - token.start == 4 and calendar.FIRST_YEAR <= token.number <= calendar.LAST_YEAR
    )


def christmas(year: int) -> Days | None:
    first = calendar.day_of(year, 12, 24)
    return Days(first, first + timedelta(3)) if first else None


def _tokens(text: str) -> Iterator[Token]:
    last = 0
    for numeric in (*numerics(text), None):
        stop = numeric.start if numeric else len(text)
        for match in _TOKEN.finditer(text, last, stop):
            number = int(match[1]) if match[1] else -1
            yield Token(match[0].lower(), *match.span(), number, bool(match[2]))
        if numeric:
            yield Token(text[numeric.start : numeric.end], numeric.start, numeric.end, date=numeric)
            last = numeric.end
