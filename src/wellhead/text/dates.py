"""Days as people write them: those a document mentions, the one its name carries, those a question means.

Only what can be read in one way: `01/02/2024` is two days depending on the reader, so it is none here. Takes texts,
gives days; never looks at a clock. Each text is gone through once, and only so many days of it are taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from wellhead.model.query import DayRange
from wellhead.text.calendar import MONTHS, day_of

MOST_WRITTEN = 32
_YEAR_FIRST = re.compile(
    r"(?:1[89]|2[01])\d\d(?:([-/.])(\d{1,2})(?:\1(\d{1,2}))?|[ ]?年(?:[ ]?(\d{1,2})[ ]?月(?:[ ]?(\d{1,2})[ ]?日)?)?)"
    r"(?!\d)",
    re.ASCII,
)
_YEAR_LAST = re.compile(r"\.((?:1[89]|2[01])\d\d)(?!\d)", re.ASCII)
_DAY_AND_MONTH = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\Z", re.ASCII)
_MONTH = re.compile(
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?"
)
_DAY_BEFORE = re.compile(r"(?<![\w.,:/-])(\d{1,2})(?:st|nd|rd|th|\.)?[ ](?:of[ ])?\Z", re.ASCII)
_DAY_AFTER = re.compile(r"\.?[ ](\d{1,2})(?:st|nd|rd|th)?(?!\w|[:./-]\d)(?:,?[ ](\d{4})(?!\w))?", re.ASCII)
_YEAR_AFTER = re.compile(r"\.?,?[ ](\d{4})(?!\w)", re.ASCII)
_LONGEST_BEFORE = 12  # characters: "the 23rd of "
_FIGURES = re.compile(r"\d\d", re.ASCII)
_IN_A_NAME = re.compile(
    r"(?<!\d)(\d{4})([-_./ ]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d|[-_./]\d{4})|"
    r"(?<!\d)(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?!\d)",
    re.ASCII,
)


class Numeric(NamedTuple):
    """Where a date in figures stands; month and day are 0 where it names none."""

    start: int
    end: int
    year: int
    month: int
    day: int


def days_meant(text: str, asked: date) -> tuple[DayRange, ...]:
    """The days that a question asked on that day speaks of, in the order of its text."""
    from wellhead.text.times import times  # a document needs none of it

    return tuple(each.range for each in times(text, asked))


def days_written(text: str, base: date | None = None) -> tuple[date, ...]:
    """The first different days a text names; with a day of its own, those without a year are the nearest to it."""
    found: dict[date, None] = {}
    for numeric in numerics(text):
        day = day_of(numeric.year, numeric.month, numeric.day)
        if day is not None:
            found[day] = None
            if len(found) == MOST_WRITTEN:
                break
    for day in _named(text, base):
        if len(found) == MOST_WRITTEN:
            break
        found[day] = None
    return tuple(found)


def day_in_names(names: Iterable[str]) -> date | None:
    """The day that a file's name or a title carries; the first name that has one decides."""
    for name in names:
        if _FIGURES.search(name) is None:
            continue
        for match in _IN_A_NAME.finditer(name):
            year, month, day = (int(part) for part in (match.group(1, 3, 4) if match[1] else match.group(5, 6, 7)))
            found = day_of(year, month, day)
            if found is not None:
                return found
        written = days_written(name)
        if written:
            return written[0]
    return None


def numerics(text: str) -> list[Numeric]:
    """Dates in figures, in their order: year first with one separator, `3.6.2025`, and `2025年6月3日`.

    Two patterns that begin with few letters: one that begins with any figure takes three times as long.
    """
    found = [*_year_first(text), *_year_last(text)]
    return sorted(found) if len(found) > 1 else found


def _year_first(text: str) -> Iterator[Numeric]:
    for match in _YEAR_FIRST.finditer(text):
        separator, second, third, month, day = match.groups()
        start, end = match.span()
        alone = separator != "-" or len(second) < 2
        if _is_part(text, start, end) or (separator is not None and third is None and alone):
            continue
        yield Numeric(start, end, int(text[start : start + 4]), _int(second or month), _int(third or day))


def _year_last(text: str) -> Iterator[Numeric]:
    for match in _YEAR_LAST.finditer(text):
        before = _DAY_AND_MONTH.search(text, max(0, match.start() - 6), match.start())
        if before is not None and not _is_part(text, before.start(), match.end()):
            yield Numeric(before.start(), match.end(), int(match[1]), int(before[2]), int(before[1]))


def _int(digits: str | None) -> int:
    return int(digits) if digits else 0


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether letters, figures or more of the same separators stand around it: a version, an address, a number."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if before.isascii() and before.isalnum():
        return True
    if before in ("-", "/", ".", ",", ":") and before and text[start - 2 : start - 1].isdecimal():
        return True
    return bool(after) and after in "-/." and text[end + 1 : end + 2].isdecimal()


def _named(text: str, base: date | None) -> Iterator[date]:
    """Dates with the name of a month, which begins with a capital in what people write down."""
    for match in _MONTH.finditer(text):
        start, end = match.span()
        if (start and text[start - 1].isalnum()) or text[end : end + 1].isalpha():
            continue
        month = MONTHS[match[0].lower()]
        before = _DAY_BEFORE.search(text, max(0, start - _LONGEST_BEFORE), start)
        if before:
            year = _YEAR_AFTER.match(text, end)
            day = _placed(int(year[1]) if year else 0, month, int(before[1]), base)
        else:
            after = _DAY_AFTER.match(text, end)
            day = _placed(_int(after[2]), month, int(after[1]), base) if after else None
        if day is not None:
            yield day


def _placed(year: int, month: int, day: int, base: date | None) -> date | None:
    """That day; without a year the one nearest to the base, and none without a base."""
    if year or base is None:
        return day_of(year, month, day)
    near = [found for each in (base.year - 1, base.year, base.year + 1) if (found := day_of(each, month, day))]
    return min(near, key=lambda each: abs(each - base)) if near else None
