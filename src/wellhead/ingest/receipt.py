"""Counting what becomes of each path, so that the sum is exact by construction.

An outcome is counted in the moment it is known. What is found is never counted apart: it is the sum of the parts.
"""

from __future__ import annotations

from wellhead.model.receipt import FileOutcome, Receipt, Status

_FOUND = (Status.INDEXED, Status.UNCHANGED, Status.RENAMED, Status.SKIPPED, Status.FAILED)


class Tally:
    def __init__(self) -> None:
        self._counts = dict.fromkeys(Status, 0)
        self._outcomes: list[FileOutcome] = []
        self._notes: dict[str, None] = {}

    def count(self, status: Status, number: int = 1) -> None:
        """Outcomes that need no row of their own."""
        self._counts[status] += number

    def note(self, outcome: FileOutcome) -> None:
        self._counts[outcome.status] += 1
        self._outcomes.append(outcome)

    def say(self, sentence: str) -> None:
        """Something about the whole."""
        self._notes[sentence] = None

    def done(self) -> int:
        """How many paths are accounted for."""
        return sum(self._counts[status] for status in _FOUND)

    def receipt(self, *, seconds: float, dry_run: bool = False) -> Receipt:
        return Receipt(
            found=self.done(),
            indexed=self._counts[Status.INDEXED],
            unchanged=self._counts[Status.UNCHANGED],
            renamed=self._counts[Status.RENAMED],
            skipped=self._counts[Status.SKIPPED],
            failed=self._counts[Status.FAILED],
            removed=self._counts[Status.REMOVED],
            stale=self._counts[Status.STALE],
            seconds=seconds,
            dry_run=dry_run,
            notes=tuple(self._notes),
            files=tuple(sorted(self._outcomes, key=lambda outcome: outcome.path)),
        )
