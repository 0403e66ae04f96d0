"""`eval`: how well a library finds what somebody says it should find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wellhead import app
from wellhead.cli.progress import staging
from wellhead.cli.session import Session
from wellhead.cli.verb import Family, verb
from wellhead.errors import UsageError
from wellhead.evals.measure import Files
from wellhead.evals.qrels import Asking
from wellhead.evals.stats import SEED
from wellhead.model.options import MAX_LIMIT
from wellhead.render import measured as render
from wellhead.wire import measured as wire


@verb(
    "qrels",
    examples=(
        (
            "wellhead eval qrels --corpus corpus.jsonl --queries queries.jsonl --qrels qrels.tsv",
            "documents, questions and gold of your own",
        ),
        (
            "wellhead eval qrels --corpus notes --queries queries.jsonl --qrels notes.tsv --k 1,5 --out dumps",
            "a folder of notes, with a line a question to look at",
        ),
    ),
)
@click.option("--corpus", metavar="PATH", help="Documents as corpus.jsonl, or a folder of notes.")
@click.option("--queries", metavar="FILE", help="Questions as queries.jsonl.")
@click.option("--qrels", metavar="FILE", help="Which documents answer which question: qrels.tsv, or as TREC has it.")
@click.option("--haystacks", metavar="FILE", help="Each question's own documents, as haystacks.jsonl.")
@click.option("--modes", "--mode", metavar="A,B", help="How hard to search; the mode of the settings if left out.")
@click.option("--k", metavar="N,N", default="5,10", show_default=True, help="How many places the measures look at.")
@click.option("--lanes", metavar="A,B", help="Only these lanes run.")
@click.option("--limit", type=int, metavar="N", help="Ask only so many of the questions, drawn by the seed.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Decides what is drawn.")
@click.option("--name", default="", help="What the data is called in files and reports.")
@click.option("--cache", metavar="DIR", help="Keep the libraries here for the next run.")
@click.option("--out", metavar="DIR", help="Write a line a question and a record a mode, ids and numbers only.")
def measuring(session: Session, limit: int | None, cache: str | None, out: str | None, **given: Any) -> None:
    """Ask questions with known answers of throw-away libraries, and say how well they were answered.

    Each figure comes with its 95 % interval. Your own library is not touched. Without files it asks the demo library's
    own questions. With --haystacks each question has a library of its own; a cache makes the next run quicker.
    """
    session.resumable = cache is not None
    configuration = session.configuration()
    asking = _asking(session, configuration.settings.search.mode, given)
    files = Files(
        **{name: _path(given[name]) for name in ("corpus", "queries", "qrels", "haystacks")}, name=given["name"]
    )
    with staging(session) as tell:
        found = app.measure(configuration, files, asking, limit=limit, cache=_path(cache), out=_path(out), tell=tell)
    if session.json:
        session.object(wire.to_v1(found))
    else:
        session.out(render.report(found, session.style))
        session.say(f"a line a question: {session.hint_style.name(out)}" if out else "")


def _asking(session: Session, mode: str, given: dict[str, Any]) -> Asking:
    modes = _words(given["modes"]) or (mode,)
    return Asking(
        modes=modes, ks=_depths(given["k"]), lanes=_words(given["lanes"]), semantic=session.semantic, seed=given["seed"]
    )


def _words(said: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.strip() for each in (said or "").split(",") if each.strip()))


def _depths(said: str) -> tuple[int, ...]:
    depths = [int(each) for each in _words(said) if each.isascii() and each.isdigit() and len(each) < 6]
    if not depths or len(depths) != len(_words(said)) or not all(1 <= each <= MAX_LIMIT for each in depths):
        raise UsageError(f"--k {said} names no places", hint=f"numbers from 1 to {MAX_LIMIT}, as in --k 5,10")
    return tuple(sorted(set(depths)))


def _path(said: str | None) -> Path | None:
    return None if said is None else Path(said)


eval = Family("eval", verbs=(measuring,), help="Measure how well what you look for is found, on questions with gold.")
