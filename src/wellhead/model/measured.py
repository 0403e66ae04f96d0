"""What a measurement gives: figures with how sure they are, and the report they stand in."""

from __future__ import annotations

from msgspec import Struct


class Interval(Struct, frozen=True, kw_only=True):
    """A mean over `n` questions, with the interval that is to cover the true one in 95 of 100 such samples."""

    value: float
    ci95: tuple[float, float]
    n: int


class Difference(Struct, frozen=True, kw_only=True):
    """The mean of `a - b` over the same `n` questions; `p` is two-sided, `verdict` says it in words."""

    diff: float
    ci95: tuple[float, float]
    p: float
    n: int
    verdict: str


class DataSet(Struct, frozen=True, kw_only=True):
    """What was measured with; `partial` says that only some of the questions were drawn.

    `not_taken` documents could not be imported, `gold_missing` judgments are of documents that are not there.
    """

    name: str
    version: str
    sha256: str
    documents: int
    questions: int
    partial: bool = False
    not_taken: int = 0
    gold_missing: int = 0


class Abstention(Struct, frozen=True, kw_only=True):
    """Questions that nothing answers, and those nobody gave an answer for: they count in no mean."""

    n: int = 0
    without_gold: int = 0
    returned_nothing: int = 0
    mean_results: float = 0.0


class Answered(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question of one mode: ids and numbers, never text; `gold` is empty where it counts in no mean."""

    qid: str
    type: str
    cluster: str = ""
    ranked: tuple[str, ...]
    gold: dict[str, int]
    values: dict[str, float]
    ms: float
    tokens: int
    lanes: dict[str, str]


Figures = dict[str, Interval]


class QrelsReport(Struct, frozen=True, kw_only=True):
    """What one run found: for each mode the measures, by type of question too, and how the lanes went."""

    modes: dict[str, Figures]
    per_type: dict[str, dict[str, Figures]]
    abstention: dict[str, Abstention]
    lanes: dict[str, dict[str, dict[str, int]]]
    seconds: float
    data: DataSet
    options_digest: str
    glossary: dict[str, str]
