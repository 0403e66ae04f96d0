"""How a long call shows that it lives: a bar where a person looks, JSON lines where a program asked, else nothing."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from wellhead.cli.session import Session
from wellhead.model.events import BatchCommitted, Event, FilesFound, ImportStarted, Observer

_WORTH_A_BAR = 200


@contextlib.contextmanager
def watching(session: Session) -> Iterator[Observer]:
    """An observer for one import; it also counts what is kept, should the person interrupt it."""
    with _bar(session) as show:

        def observe(event: Event) -> None:
            if isinstance(event, BatchCommitted):
                session.done = event.done
            if session.progress == "json":
                _line(event)
            match event:
                case ImportStarted():
                    session.done = 0
                case FilesFound(found=found) | BatchCommitted(found=found):
                    show(session.done, found)
                case _:
                    pass

        yield observe


@contextlib.contextmanager
def counting(session: Session, total: int) -> Iterator[Callable[[int], None]]:
    """For work that is only counted; called with how much is done."""
    from wellhead.wire.encode import encode
    from wellhead.wire.progress import step_to_v1

    with _bar(session) as show:

        def counted(done: int) -> None:
            if session.progress == "json":
                sys.stderr.write(encode(step_to_v1(done, total)).decode() + "\n")
            show(done, total)

        yield counted


@contextlib.contextmanager
def staging(session: Session) -> Iterator[Callable[[str, int, int], None]]:
    """For work of several stages; called with the stage, how much of it is done and how much there is."""
    from wellhead.deadline import Stopwatch
    from wellhead.wire.encode import encode
    from wellhead.wire.progress import stage_to_v1

    began: dict[str, Stopwatch] = {}
    with _bar(session) as show:

        def told(stage: str, done: int, total: int) -> None:
            spent = began.setdefault(stage, Stopwatch()).seconds()
            if session.progress == "json":
                left = spent / done * (total - done) if done else None
                sys.stderr.write(encode(stage_to_v1(stage, done, total, left)).decode() + "\n")
                sys.stderr.flush()
            show(done, total)

        yield told


def _line(event: Event) -> None:
    from wellhead.wire.encode import encode
    from wellhead.wire.progress import to_v1

    sys.stderr.write(encode(to_v1(event)).decode() + "\n")
    sys.stderr.flush()


@contextlib.contextmanager
def _bar(session: Session) -> Iterator[Callable[[int, int], None]]:
    """Drawn when something is done, never by a thread of its own; gone when the work is, and what is printed stays
    where it was sent.
    """
    bars: list[Any] = []

    def show(done: int, total: int) -> None:
        if total < _WORTH_A_BAR or session.progress != "auto" or not sys.stderr.isatty():
            return
        if not bars:
            if done >= total:
                return
            bars.append(_made(session))
            bars[0].start()
            bars[0].add_task("reading", total=total)
        bars[0].update(0, completed=done, total=total, refresh=True)
        if done >= total:
            bars.pop().stop()

    try:
        yield show
    finally:
        for bar in bars:
            bar.stop()


def _made(session: Session) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True, no_color=not session.hint_style.colour)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(
        *columns,
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,  # data on standard output is none of the bar's business
        redirect_stderr=False,
    )
