"""The time words of a question, read against the day it is asked on: “last spring”, “in May 2025”, “two weeks ago”.

Only what can be read in one way; English words, figures in any language. Months, weekdays, weeks and years that are
not named fully are the last ones before the question. A text is gone through once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from wellhead.model.query import DayRange
from wellhead.text import calendar
from wellhead.text.calendar import MONTHS, SEASONS, WEEKDAYS, Days
from wellhead.text.named_dates import Partial, Reader, christmas

MOST = 4  # stretches of days that one question may mean
_NUMBERS = calendar.numbered("one two three four five six seven eight nine ten eleven twelve") | {"a": 1, "an": 1}
_UNITS = {unit + ending: unit for unit in ("day", "week", "month", "year") for ending in ("", "s")}
_PLACED = frozenset({"in", "during", "throughout", "of", "from", "early", "late", "mid"})
_BOUNDS = {"since": "since", "after": "after", "before": "before", "until": "until", "till": "until"}
_DASHES = frozenset({"-", "–", "—"})
_LONGEST_AGO = {"day": 40_000, "week": 5_000, "month": 1_200, "year": 200}


class Time(NamedTuple):
    """A stretch of days, where the text speaks of it, and the places of words that say nothing but when."""

    start: int
    end: int
    range: DayRange
    since: date
    pure: tuple[tuple[int, int], ...]


class _Found(NamedTuple):
    """The tokens of one time, its days, the moment it names, and which of its tokens are nothing but time."""

    after: int
    days: Days
    since: date
    pure: Sequence[int] = ()


def times(text: str, asked: date) -> list[Time]:
    """In the order of the text, no word in two of them."""
    reader = _Times(text, asked)
    found: list[Time] = []
    at = 0
    while at < len(reader.tokens) and len(found) < MOST:
        one = reader.time(at)
        if one is None:
            at += 1
            continue
        found.append(reader.told(at, one))
        at = one.after
    return found


def meant_day(text: str, asked: date) -> date | None:
    """The day that a few words name, if they name nothing else: a day, or the first one of a month, year or season."""
    reader = _Times(text, asked)
    found = reader.alone(0)
    return found.since if found is not None and found.after == len(reader.tokens) and reader.is_all() else None


class _Times(Reader):
    """Every rule looks at the tokens from a place on, and gives what it found there or None."""

    def told(self, at: int, found: _Found) -> Time:
        start, end = self.tokens[at].start, self.tokens[found.after - 1].end
        pure = [(self.tokens[each].start, self.tokens[each].end) for each in found.pure]
        pure += [(at, at + 1) for at in range(start, end) if self.text[at] in "年月日"]
        text = " ".join(self.text[start:end].split())
        said = DayRange(start=found.days.start.isoformat(), end=found.days.end.isoformat(), text=text)
        return Time(start, end, said, found.since, tuple(sorted(pure)))

    def time(self, at: int) -> _Found | None:
        """The time that is spoken of from this token on."""
        try:
            return self._between(at) or self._bounded(at) or self._relative(at) or self._plain(at)
        except (OverflowError, ValueError):  # beyond the years a calendar has
            return None

    def alone(self, at: int) -> _Found | None:
        """The time that the text is, which needs no word beside it to be one."""
        try:
            weekday = WEEKDAYS.get(self.word(at))
            return self._within(at) if weekday is None else self._on(weekday, at + 1, ())
        except (OverflowError, ValueError):
            return None

    def is_all(self) -> bool:
        """Whether every letter and figure of the text is in a token."""
        kept = {place for token in self.tokens for place in range(token.start, token.end)}
        return all(place in kept or not char.isalnum() for place, char in enumerate(self.text))

    # --- fixed days -------------------------------------------------------------------------------------------------

    def _plain(self, at: int) -> _Found | None:
        """A date that says enough alone, or behind a word that makes a month or a year of it."""
        placed = self.word(at) in _PLACED
        first = at + 1 if placed else at
        while placed and (self.word(first) in _PLACED or self.word(first) in ("the", "-")) and first < at + 4:
            first += 1
        partial = self.partial(first, loose=placed)
        days = self.resolved(partial) if partial else None
        if partial is None or days is None:
            return None
        if self.word(first - 1) == "of" and partial.after == first + 1 and not partial.month:
            return None  # of 2000 people
        return _Found(partial.after, days, days.start)

    # --- stretches --------------------------------------------------------------------------------------------------

    def _between(self, at: int) -> _Found | None:
        """`between March and May 2024`, `from 3 to 10 June`, `March–May 2024`."""
        word = self.word(at)
        opened = word in ("between", "from", "in", "during")
        first = self._end_of_range(at + 1 if opened else at)
        if first is None:
            return None
        joined = self.word(first.after)
        good = (
            joined == "and" if word == "between" else joined in ("to", "until", "till", "through") or joined in _DASHES
        )
        last = self.partial(first.after + 1, loose=True) if good else None
        if last is None or not (opened or last.year):
            return None
        days = self._stretch(first, last)
        pure = [at, first.after] if opened else [first.after]
        return _Found(last.after, days, days.start, pure) if days else None

    def _end_of_range(self, at: int) -> Partial | None:
        """The nearer end, which may be no more than the number of a day."""
        found = self.partial(at, loose=True)
        if found is not None or at >= len(self.tokens):
            return found
        return Partial(at + 1, day=self.tokens[at].number) if 1 <= self.tokens[at].number <= 31 else None

    def _stretch(self, first: Partial, last: Partial) -> Days | None:
        """What the first leaves out is taken from the last."""
        if first.days is None and last.days is None:
            if first.day and not last.day:
                return None
            if not first.month and first.day:
                first = first._replace(month=last.month)
            if not first.year:
                first = first._replace(year=last.year)
        one, other = self.resolved(first), self.resolved(last)
        if one is None or other is None:
            return None
        if one.start >= other.end and not last.year and first.month:
            one = self.resolved(first._replace(year=other.start.year - 1))
        return Days(one.start, other.end) if one is not None and one.start < other.end else None

    def _bounded(self, at: int) -> _Found | None:
        """`since March`, `before 2020`, `after last spring`: open to the question's day, or to the first of days."""
        bound = _BOUNDS.get(self.word(at))
        inner = self._within(at + 1) if bound else None
        if inner is None:
            return None
        until = self.asked + timedelta(1)
        pure = (at, *inner.pure)
        if bound in ("before", "until"):
            end = inner.days.start if bound == "before" else inner.days.end
            return _Found(inner.after, Days(date.min, end), inner.since, pure)
        start = inner.days.start if bound == "since" else inner.days.end
        return _Found(inner.after, Days(start, until), inner.since, pure) if start < until else None

    def _within(self, at: int) -> _Found | None:
        found = self._relative(at)
        if found is not None:
            return found
        if self.word(at) == "the":
            return self._within(at + 1)
        partial = self.partial(at, loose=True)
        days = self.resolved(partial) if partial else None
        if partial is not None and days is not None:
            return _Found(partial.after, days, days.start)
        if self.word(at) == "christmas":
            return self._lastchristmas(at, ())
        return None

    # --- days counted from today ------------------------------------------------------------------------------------

    def _relative(self, at: int) -> _Found | None:
        return self._near(at) or self._ago(at) or self._past(at) or self._last(at) or self._weekday(at)

    def _near(self, at: int) -> _Found | None:
        word, following = self.word(at), self.word(at + 1)
        away = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}.get(
            word.removesuffix("'s").removesuffix("’s")
        )
        after = at + 1
        if away is None and word == "this" and following in ("morning", "afternoon", "evening"):
            away, after = 0, at + 2
        elif away is None and word == "last" and following == "night":
            away, after = -1, at + 2
        elif word == "day" and following in ("before", "after"):
            away = {"yesterday": -2, "tomorrow": 2}.get(self.word(at + 2)) if self.word(at + 2)[:1] in "yt" else None
            after = at + 3
        if away is None:
            return None
        day = self.asked + timedelta(away)
        return _Found(after, calendar.one_day(day), day, range(at, after))

    def _count(self, at: int) -> tuple[int, int]:
        """(how many, the token after it); 0 if no number stands here."""
        if self.word(at) == "a" and self.word(at + 1) == "couple":
            return 2, at + 3 if self.word(at + 2) == "of" else at + 2
        if self.word(at) == "couple":
            return 2, at + 2 if self.word(at + 1) == "of" else at + 1
        number = self.tokens[at].number if at < len(self.tokens) else 0
        number = number if number > 0 else _NUMBERS.get(self.word(at), 0)
        return number, at + 1

    def _ago(self, at: int) -> _Found | None:
        """`two weeks ago`: the days around the one so long ago, as wide as the unit."""
        number, place = self._count(at)
        unit = _UNITS.get(self.word(place), "")
        if not unit or self.word(place + 1) != "ago" or not 0 < number <= _LONGEST_AGO[unit]:
            return None
        day = self._back(number, unit)
        days = {
            "day": calendar.one_day(day),
            "week": Days(day - timedelta(3), day + timedelta(4)),
            "month": Days(day - timedelta(15), day + timedelta(16)),
            "year": calendar.year_of(day),
        }[unit]
        return _Found(place + 2, days, day, range(at, place + 2))

    def _back(self, number: int, unit: str) -> date:
        if unit in ("month", "year"):
            return calendar.shifted(self.asked, -number * (12 if unit == "year" else 1))
        return self.asked - timedelta(number * (7 if unit == "week" else 1))

    def _past(self, at: int) -> _Found | None:
        """`the past week`, `in the last three months`, `last 10 days`: up to today, today with them."""
        place = at
        while self.word(place) in ("in", "over", "during", "within", "for", "the") and place < at + 2:
            place += 1
        if self.word(place) not in ("past", "last"):
            return None
        number, after = self._count(place + 1)
        unit = _UNITS.get(self.word(after if number else place + 1), "")
        if not number and (self.word(place) == "past" or (place > at and self.word(place - 1) == "the")) and unit:
            number, after = 1, place + 1
        if not number or not unit or number > _LONGEST_AGO[unit] or self.word(place + 1) in ("a", "an"):
            return None
        start = self._back(number, unit)
        return _Found(after + 1, Days(start, self.asked + timedelta(1)), start, range(at, after + 1))

    def _last(self, at: int) -> _Found | None:
        """`last week`, `this month`, `next year`, `last spring`, `last May`, `last Christmas`."""
        step = {"last": -1, "previous": -1, "this": 0, "next": 1}.get(self.word(at))
        word = self.word(at + 1)
        if step is None or not word:
            return None
        pure: tuple[int, ...] = (at,)
        if word in _UNITS and not word.endswith("s"):
            days, pure = self._unit(word, step), (at, at + 1)
        elif word == "weekend" and step < 0:
            saturday = self.asked - timedelta((self.asked.weekday() - 5) % 7 or 7)
            saturday -= timedelta(7) if self.asked.weekday() == 6 else timedelta()
            days, pure = Days(saturday, saturday + timedelta(2)), (at, at + 1)
        elif word == "christmas" and step < 0:
            return self._lastchristmas(at + 1, (at,))
        elif word in calendar.FULL_MONTHS:
            days = self._stepped(step, [calendar.whole_month(self.asked.year + y, MONTHS[word]) for y in (-1, 0, 1)])
        elif word in SEASONS:
            days = self._stepped(step, [calendar.season(word, self.asked.year + y) for y in (-2, -1, 0, 1)])
        else:
            return None
        return _Found(at + 2, days, days.start, pure) if days else None

    def _unit(self, unit: str, step: int) -> Days | None:
        if unit == "week":
            return calendar.week_of(self.asked + timedelta(7 * step))
        if unit == "month":
            return calendar.month_of(calendar.shifted(self.asked, step))
        if unit == "year":
            return calendar.year_of(calendar.shifted(self.asked, 12 * step))
        return calendar.one_day(self.asked) if step == 0 else None

    def _stepped(self, step: int, each: Sequence[Days | None]) -> Days | None:
        """Of stretches in order: the last that is over, the one that is now, the first that has not begun."""
        known = [days for days in each if days is not None]
        if step < 0:
            return next((days for days in reversed(known) if days.end <= self.asked), None)
        if step == 0:
            now = next((days for days in known if days.start <= self.asked < days.end), None)
            return now or next((days for days in known if days.start.year == self.asked.year), None)
        return next((days for days in known if days.start > self.asked), None)

    def _lastchristmas(self, at: int, pure: tuple[int, ...]) -> _Found | None:
        days = self._stepped(-1, [christmas(self.asked.year - 1), christmas(self.asked.year)])
        return _Found(at + 1, days, days.start + timedelta(1), pure) if days else None

    def _weekday(self, at: int) -> _Found | None:
        """`on Tuesday`, `last Tuesday`: the last one before today."""
        weekday = WEEKDAYS.get(self.word(at + 1))
        if self.word(at) not in ("on", "last") or weekday is None:
            return None
        return self._on(weekday, at + 2, (at,))

    def _on(self, weekday: int, after: int, pure: tuple[int, ...]) -> _Found:
        day = self.asked - timedelta((self.asked.weekday() - weekday) % 7 or 7)
        return _Found(after, calendar.one_day(day), day, pure)
