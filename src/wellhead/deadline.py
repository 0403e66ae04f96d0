"""The one home of the monotonic clock: how long something may take, and how long it took."""

from __future__ import annotations

import time


class Deadline:
    """A moment after which waiting is over; `None` seconds never ends."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self) -> float:
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())

    def pause(self, seconds: float) -> bool:
        """Sleep at most `seconds`; false once the time is up."""
        left = self.remaining()
        if left <= 0.0:
            return False
        time.sleep(min(seconds, left))
        return True


class Stopwatch:
    """Counts from its making, or from `restart`."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def restart(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self._start

    def ms(self) -> float:
        return self.seconds() * 1000.0
