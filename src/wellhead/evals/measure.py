"""Measuring from its start to its end: read, ask, report, and write down what was asked for.

What every surface calls; `app` hands in how libraries are made, what time it is and where the code comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from wellhead.deadline import Stopwatch
from wellhead.errors import UsageError
from wellhead.evals import dumps, qrels
from wellhead.evals import suite as suites
from wellhead.evals.pools import NewLibrary
from wellhead.evals.qrels import Asking, Tell, quiet
from wellhead.evals.report import report
from wellhead.evals.suite import Suite
from wellhead.model.measured import QrelsReport


class Files(Struct, frozen=True, kw_only=True):
    """Where the data lies; `corpus` may be a folder of notes. Nothing named means the demo's own questions."""

    corpus: Path | None = None
    queries: Path | None = None
    qrels: Path | None = None
    haystacks: Path | None = None
    name: str = ""


class Maker(Struct, frozen=True, kw_only=True):
    """How libraries are made, and what else only the wiring knows."""

    new_library: NewLibrary
    stamp: str
    commit: str
    now: Callable[[], datetime]
    demo: Callable[[], Suite]


def measure(
    files: Files,
    asking: Asking,
    *,
    maker: Maker,
    limit: int | None = None,
    cache: Path | None = None,
    out: Path | None = None,
    tell: Tell = quiet,
) -> QrelsReport:
    """Ask all questions, or `limit` of them, and say how well they were answered; `out` gets a line a question."""
    watch, ran_at = Stopwatch(), maker.now()
    suite, kind = _suite(files, maker)
    if limit is not None:
        suite = suites.drawn(suite, limit, asking.seed)
    outcome = qrels.run(suite, asking, new_library=maker.new_library, stamp=maker.stamp, cache=cache, tell=tell)
    found = report(suite, asking, outcome, seconds=watch.seconds())
    if out is not None:
        dumps.write(
            out,
            suite=kind,
            name=files.name,
            asking=asking,
            outcome=outcome,
            report=found,
            commit=maker.commit,
            ran_at=ran_at,
            limit=limit,
        )
    return found


def _suite(files: Files, maker: Maker) -> tuple[Suite, str]:
    """The suite and its kind: `qrels` for somebody's own data."""
    if files.corpus is None and files.queries is None and files.qrels is None:
        if files.haystacks is not None:
            raise UsageError("--haystacks goes with a corpus", hint="give --corpus, --queries and --qrels too")
        return maker.demo(), suites.DEMO
    if files.corpus is None or files.queries is None or files.qrels is None:
        raise UsageError(
            "--corpus, --queries and --qrels go together", hint="give all three, or none for the demo's own questions"
        )
    return suites.read(files.corpus, files.queries, files.qrels, files.haystacks, name=files.name), "qrels"
