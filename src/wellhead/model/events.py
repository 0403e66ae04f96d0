"""What a long call says while it works: one stream, closed kinds."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from wellhead.model.receipt import Receipt


class ImportStarted(Struct, frozen=True, kw_only=True, tag=True):
    path: str


class FilesFound(Struct, frozen=True, kw_only=True, tag=True):
    """The walk is over: this many paths will be accounted for."""

    found: int


class BatchCommitted(Struct, frozen=True, kw_only=True, tag=True):
    """Everything counted in `done` is durable and findable: a kill cannot lose it."""

    done: int
    found: int
    keys: tuple[str, ...] = ()


class ImportFinished(Struct, frozen=True, kw_only=True, tag=True):
    path: str
    receipt: Receipt


Event = ImportStarted | FilesFound | BatchCommitted | ImportFinished
Observer = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The observer of a call that nobody watches."""
