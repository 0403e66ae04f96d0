"""The library's time zone: the one that is set by its name, else the system's, for every day of the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from wellhead.errors import UsageError

HINT = "name one as in Europe/Lisbon or Asia/Tokyo, or none for the system's"


class SystemZone(tzinfo):
    """What the system's own clock shows, summer and winter."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        if moment is None:
            return None
        try:
            return moment.replace(tzinfo=None).astimezone().utcoffset()
        except (OverflowError, ValueError, OSError):  # no system knows all years
            return timedelta()

    def dst(self, _moment: datetime | None) -> timedelta | None:
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return None if moment is None else "system"

    def fromutc(self, moment: datetime) -> datetime:
        try:
            local = moment.replace(tzinfo=UTC).astimezone()
        except (OverflowError, ValueError, OSError):
            return moment
        return local.replace(tzinfo=self)


def found(name: str) -> tzinfo:
    """The zone of a name of the time zone database; the system's if there is no name."""
    if not name:
        return SystemZone()
    from zoneinfo import ZoneInfo  # only libraries that name a zone pay for it

    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        raise UsageError(f"there is no time zone {name[:80]!r}", hint=HINT) from error
