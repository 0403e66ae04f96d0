"""One run over a suite: every question in every mode, ids and numbers kept, no text.

Libraries are thrown away afterwards, or kept in a cache. A ranking is the distinct documents of a search in its own
order; the same data, seed and options give the same rankings.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from wellhead.deadline import Stopwatch
from wellhead.errors import UsageError
from wellhead.evals import measures, stats
from wellhead.evals.corpus import Corpus, Stack
from wellhead.evals.layout import Question
from wellhead.evals.measures import Measure
from wellhead.evals.pools import NewLibrary, Pools, pools
from wellhead.evals.suite import Suite
from wellhead.library import Library
from wellhead.model.events import BatchCommitted, Event
from wellhead.model.measured import Answered
from wellhead.model.options import MAX_LIMIT, SearchOptions
from wellhead.model.query import SearchResult

Tell = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is."""
LEAST_LIMIT = 10


class Asking(Struct, frozen=True, kw_only=True):
    """How the questions are asked; `lanes` empty means all of them, `semantic` None what the settings say."""

    modes: tuple[str, ...] = ("balanced",)
    ks: tuple[int, ...] = (5, 10)
    lanes: tuple[str, ...] = ()
    semantic: bool | None = None
    seed: int = stats.SEED

    def measures(self) -> tuple[Measure, ...]:
        return measures.at(self.ks)


class Outcome(Struct, frozen=True, kw_only=True):
    """What was asked and answered: for each mode a row a question."""

    answers: dict[str, tuple[Answered, ...]]
    options: dict[str, SearchOptions]
    seconds: dict[str, float]
    not_taken: int = 0


def quiet(stage: str, done: int, total: int) -> None:
    """For a run that nobody watches."""


def run(
    suite: Suite,
    asking: Asking,
    *,
    new_library: NewLibrary,
    stamp: str = "",
    cache: Path | None = None,
    tell: Tell = quiet,
) -> Outcome:
    """Ask everything; `stamp` names what a library is made by, so that a cached one of another making is not used."""
    options, chosen = _options(new_library, asking), asking.measures()
    answers: dict[str, list[Answered]] = {mode: [] for mode in asking.modes}
    seconds = dict.fromkeys(asking.modes, 0.0)

    def grown(event: Event) -> None:
        if isinstance(event, BatchCommitted):
            tell("building", event.done, max(event.done, suite.data.documents))

    with (
        pools(suite.corpus, new_library, stamp=f"{stamp}\n{suite.digest}", cache=cache, emit=grown) as made,
        closing(_asked(suite.questions, made)) as asked,
    ):
        for done, (library, question) in enumerate(asked):
            tell("asking", done, len(suite.questions))
            for mode in asking.modes:
                watch = Stopwatch()
                answers[mode].append(_answered(library, question, mode, asking, suite.corpus, chosen))
                seconds[mode] += watch.seconds()
        tell("asking", len(suite.questions), len(suite.questions))
    rows = {mode: tuple(found) for mode, found in answers.items()}
    return Outcome(answers=rows, options=options, seconds=seconds, not_taken=made.not_taken)


def _options(new_library: NewLibrary, asking: Asking) -> dict[str, SearchOptions]:
    """What each mode means; one that is not there is told before anything is built."""
    if not asking.modes:
        raise UsageError("no mode was named", hint="--modes balanced")
    lanes = asking.lanes or None
    with new_library(Path()) as library:  # never made: it only knows the settings
        return {mode: library.search_options(mode, None, asking.semantic, lanes) for mode in asking.modes}


def options_digest(asking: Asking, options: dict[str, SearchOptions]) -> str:
    """Of everything that decides a ranking besides the data."""
    said = [asking.modes, asking.ks, asking.lanes, asking.semantic, options]
    return sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:16]


def _asked(questions: Sequence[Question], made: Pools) -> Generator[tuple[Library, Question], None, None]:
    """Each question with the library it is asked of; questions about the same documents share it."""
    at = 0
    while at < len(questions):
        stack: Stack = questions[at].haystack
        with made.library(stack) as library:
            while at < len(questions) and questions[at].haystack == stack:
                yield library, questions[at]
                at += 1


def _answered(
    library: Library, question: Question, mode: str, asking: Asking, corpus: Corpus, chosen: Sequence[Measure]
) -> Answered:
    deepest = max([LEAST_LIMIT, *asking.ks])
    watch = Stopwatch()
    result = library.search(
        question.text,
        mode=mode,
        limit=min(MAX_LIMIT, deepest + len(question.left_out)),
        semantic=asking.semantic,
        lanes=asking.lanes or None,
        asked=question.asked,
    )
    spent = watch.ms()
    ranked = _ranked(result, question, corpus)[:deepest]
    gold = question.gold if question.counts else {}
    return Answered(
        qid=question.id,
        type=question.type,
        cluster=question.cluster,
        ranked=ranked,
        gold=gold,
        values={each.name: each.value(ranked, gold) for each in chosen} if gold else {},
        ms=round(spent, 3),
        tokens=result.tokens,
        lanes={lane.name: lane.status for lane in result.lanes},
    )


def _ranked(result: SearchResult, question: Question, corpus: Corpus) -> tuple[str, ...]:
    found = dict.fromkeys(corpus.docid(hit) for hit in result.results)
    return tuple(each for each in found if each not in question.left_out)
