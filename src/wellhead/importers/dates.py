"""A date as people write it in front matter → ISO (`2024-05-01`, `2024-05-01T12:30:00+02:00`), or nothing.

Only forms that can be read in one way: year first, or a weekday-free ISO date and time. `01/02/2024` is two days
depending on the reader, so it is no date here. It never looks at a clock and never adds a time zone.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone

_DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
_TIME = re.compile(
    r"[Tt ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?", re.ASCII
)
_LONGEST = 40


def iso(value: str) -> str:
    """The date in its one form; empty when `value` is none."""
    text = value.strip().removeprefix("[[").removesuffix("]]")
    if len(text) > _LONGEST:
        return ""
    day = _DATE.match(text)
    if day is None:
        return ""
    try:
        when = date(int(day[1]), int(day[3]), int(day[4]))
        if day.end() == len(text):
            return when.isoformat()
        clock = _TIME.fullmatch(text, day.end())
        return _with_time(when, clock) if clock is not None else ""
    except ValueError:
        return ""


def _with_time(when: date, clock: re.Match[str]) -> str:
    hour, minute, second, fraction, zone = clock.groups()
    micro = int((fraction or "0")[:6].ljust(6, "0"))
    moment = datetime(when.year, when.month, when.day, int(hour), int(minute), int(second or 0), micro, _zone(zone))
    return moment.isoformat()


def _zone(written: str | None) -> timezone | None:
    if not written:
        return None
    if written in "Zz":
        return UTC
    digits = written[1:].replace(":", "").ljust(4, "0")
    away = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-away if written[0] == "-" else away)
