"""Dates as data sets write them: ISO, `2023/05/20 (Sat) 01:22`, `1:51 pm on 26 June, 2023`. Others are none.

Only forms that can be read in one way; a date without a zone stays without one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

_LONGEST = 40
_SLASHED = re.compile(
    r"(\d{4})/(\d{1,2})/(\d{1,2})(?: \([A-Za-z]{3,9}\))?(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?", re.ASCII
)
_SPOKEN = re.compile(
    r"(?:(\d{1,2}):(\d{2}) ?([ap])m on )?(\d{1,2}) ([A-Za-z]{3,9}),? (\d{4})", re.ASCII | re.IGNORECASE
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


def moment(written: object) -> datetime | None:
    """The moment a date stands for; none for what is no string, no date, or has two readings."""
    if not isinstance(written, str) or len(written) > _LONGEST:
        return None
    text = " ".join(written.split())
    try:
        return _slashed(text) or _spoken(text) or datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None


def asked(written: object) -> datetime | None:
    """The moment a question was asked; in UTC where no zone is given, as the library keeps time."""
    when = moment(written)
    return when if when is None or when.tzinfo is not None else when.replace(tzinfo=UTC)


def created(written: object) -> str:
    """The date in the one form documents have it in; empty if there is none. A bare day stays a bare day."""
    when = moment(written)
    if when is None:
        return ""
    return when.isoformat() if ":" in str(written) else when.date().isoformat()


def _slashed(text: str) -> datetime | None:
    found = _SLASHED.fullmatch(text)
    return datetime(*(int(part or 0) for part in found.groups())) if found else None  # type: ignore[arg-type]


def _spoken(text: str) -> datetime | None:
    found = _SPOKEN.fullmatch(text)
    if found is None:
        return None
    hour, minute, half, day, name, year = found.groups()
    months = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(name.lower())]
    if len(months) != 1 or (half and not 1 <= int(hour) <= 12):
        return None
    clock = (int(hour) % 12 + (12 if half in "pP" else 0), int(minute)) if half else (0, 0)
    return datetime(int(year), months[0], int(day), *clock)
