"""From answers to figures: means with intervals, whole and by type of question, and what stands beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from wellhead.evals import measures, stats
from wellhead.evals.measures import Measure
from wellhead.evals.qrels import Asking, Outcome, options_digest
from wellhead.evals.suite import Suite
from wellhead.model.measured import Abstention, Answered, Figures, QrelsReport


def report(suite: Suite, asking: Asking, outcome: Outcome, *, seconds: float) -> QrelsReport:
    """Everything one run found."""
    chosen = asking.measures()
    return QrelsReport(
        modes={mode: figures(rows, chosen, asking.seed) for mode, rows in outcome.answers.items()},
        per_type={mode: by_type(rows, chosen, asking.seed) for mode, rows in outcome.answers.items()},
        abstention={mode: abstention(suite, rows) for mode, rows in outcome.answers.items()},
        lanes={mode: lanes(rows) for mode, rows in outcome.answers.items()},
        seconds=round(seconds, 3),
        data=replace(suite.data, not_taken=outcome.not_taken),
        options_digest=options_digest(asking, outcome.options),
        glossary=measures.glossary(chosen),
    )


def figures(rows: Sequence[Answered], chosen: Sequence[Measure], seed: int) -> Figures:
    """Each measure over the questions that count."""
    counted = [row for row in rows if row.gold]
    columns = [[row.values[each.name] for row in counted] for each in chosen]
    return {each.name: found for each, found in zip(chosen, stats.means(columns, seed=seed), strict=True)}


def by_type(rows: Sequence[Answered], chosen: Sequence[Measure], seed: int) -> dict[str, Figures]:
    """The same for each type of question, in the order of their names."""
    types = sorted({row.type for row in rows if row.gold and row.type})
    return {each: figures([row for row in rows if row.type == each], chosen, seed) for each in types}


def abstention(suite: Suite, rows: Sequence[Answered]) -> Abstention:
    """The questions that count in no mean."""
    meant = {each.id for each in suite.questions if each.abstention}
    left = [row for row in rows if not row.gold]
    return Abstention(
        n=sum(row.qid in meant for row in left),
        without_gold=sum(row.qid not in meant for row in left),
        returned_nothing=sum(not row.ranked for row in left),
        mean_results=round(sum(len(row.ranked) for row in left) / len(left), 3) if left else 0.0,
    )


def lanes(rows: Sequence[Answered]) -> dict[str, dict[str, int]]:
    """For each lane how many questions saw it in which state."""
    seen: dict[str, Counter[str]] = {}
    for row in rows:
        for name, status in row.lanes.items():
            seen.setdefault(name, Counter())[status] += 1
    return {name: dict(sorted(found.items())) for name, found in seen.items()}
