"""The days of a document: its own, and those its text names. Derived from the Document alone, so they can be derived
again to be taken out of an index.

A day without a time of day and a zone is that whole day wherever the library is; a moment with an offset from UTC
falls on the day it has in the library's zone, so it is kept as the moment it is.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from wellhead.model.document import Document
from wellhead.text.calendar import DAY_MINUTES, begins, number_of
from wellhead.text.dates import day_in_names, days_written

_CHARS_A_DAY = 600  # of a text: its days then take at most a fiftieth of its room


class Own(NamedTuple):
    """A document's own day; `minute`, counted in UTC from 1970, where the moment is known, else None."""

    day: date
    minute: int | None = None


def own_day(document: Document) -> Own | None:
    """When it was created as it says itself, else the day that its file's name, folder or title carries."""
    if document.created:
        try:
            moment = datetime.fromisoformat(document.created)
        except ValueError:
            moment = None
        if moment is not None:
            return _own(moment)
    path = document.path
    day = day_in_names((path.rpartition("/")[2], path, document.title))
    return None if day is None else Own(day)


def _own(moment: datetime) -> Own:
    if moment.tzinfo is None:
        return Own(moment.date())
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        return Own(moment.date())
    return Own(moment.date(), number_of(utc.date()) * DAY_MINUTES + utc.hour * 60 + utc.minute)


def text_days(document: Document, own: Own | None) -> tuple[date, ...]:
    """The first other days that its text names, as many as its length allows."""
    written = days_written(document.text, None if own is None else own.day)
    most = 2 + len(document.text) // _CHARS_A_DAY
    return tuple(day for day in written if own is None or day != own.day)[:most]


def starts_before(own: Own, day: str, midnights: dict[str, int]) -> bool:
    """Whether a document's own day lies before the beginning of another."""
    if own.minute is None:
        return own.day < date.fromisoformat(day)
    return own.minute < begins(day, midnights)
