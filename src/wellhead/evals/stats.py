"""How sure a figure is: means with bootstrap intervals, and differences between two systems on the same questions.

Questions are drawn again with replacement, 10,000 times, and the mean is taken each time; the interval is what holds
the middle 95 % of these means. A difference is taken question by question first (paired), so what makes a question
hard for everybody cancels. Where questions share a conversation, whole clusters are drawn.

Everything drawn follows from the seed and the number of questions, and all columns handed in together are weighed by
the same draws, made once and in slices, so 3,000 questions need no more memory than 300. numpy is imported when the
first figure is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wellhead.errors import BadInput
from wellhead.model.measured import Difference, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

SEED = 42
ROUNDS = 10_000
ALPHA = 0.05
NOT_SIGNIFICANT = "not significant"
FEW = 50
_SLICE = 400_000  # draws made at once
_NOTHING = 1e-12  # sums of equal values differ by as much in the last bits

Column = Sequence[float]


def means(
    columns: Sequence[Column], *, seed: int = SEED, rounds: int = ROUNDS, clusters: Sequence[str] = ()
) -> tuple[Interval, ...]:
    """The mean of each column with its interval; all columns are about the same questions."""
    if not columns or len(columns[0]) == 0:
        return tuple(Interval(value=0.0, ci95=(0.0, 0.0), n=0) for _ in columns)
    table = _table(columns)
    low, high = _middle(resampled(table, seed=seed, rounds=rounds, clusters=clusters))
    return tuple(
        Interval(value=float(mean), ci95=(float(least), float(most)), n=len(table))
        for mean, least, most in zip(table.mean(axis=0), low, high, strict=True)
    )


def mean(values: Column, *, seed: int = SEED, rounds: int = ROUNDS, clusters: Sequence[str] = ()) -> Interval:
    """The mean of one column with its interval."""
    return means([values], seed=seed, rounds=rounds, clusters=clusters)[0]


def differences(
    pairs: Sequence[tuple[Column, Column]], *, seed: int = SEED, rounds: int = ROUNDS, clusters: Sequence[str] = ()
) -> tuple[Difference, ...]:
    """`a - b` of each pair of columns, question by question."""
    if any(len(a) != len(b) for a, b in pairs):
        raise BadInput("two systems can only be compared over the same questions")
    if not pairs or len(pairs[0][0]) == 0:
        nothing = Difference(diff=0.0, ci95=(0.0, 0.0), p=1.0, n=0, verdict=_verdict(0.0, 0.0, 1.0, 0))
        return (nothing,) * len(pairs)
    table = _table([a for a, _ in pairs]) - _table([b for _, b in pairs])
    drawn = resampled(table, seed=seed, rounds=rounds, clusters=clusters)
    low, high = _middle(drawn)
    below, above = (drawn <= 0).sum(axis=0), (drawn >= 0).sum(axis=0)
    found = []
    for at, diff in enumerate(table.mean(axis=0)):
        ci95 = float(low[at]), float(high[at])
        p = min(1.0, 2 * (1 + int(min(below[at], above[at]))) / (rounds + 1))
        verdict = _verdict(*ci95, p, len(table))
        found.append(Difference(diff=float(diff), ci95=ci95, p=p, n=len(table), verdict=verdict))
    return tuple(found)


def difference(
    a: Column, b: Column, *, seed: int = SEED, rounds: int = ROUNDS, clusters: Sequence[str] = ()
) -> Difference:
    """`a - b` of one pair of columns, question by question."""
    return differences([(a, b)], seed=seed, rounds=rounds, clusters=clusters)[0]


def resampled(table: Matrix, *, seed: int, rounds: int, clusters: Sequence[str] = ()) -> Matrix:
    """The mean of each column in each round, a row a round."""
    import numpy as np

    sums, sizes = (table, np.ones(len(table))) if not clusters else _by_cluster(table, clusters)
    parts = [(weights @ sums) / (weights @ sizes)[:, None] for weights in _weights(len(sums), seed, rounds)]
    drawn = np.concatenate(parts)
    drawn[np.abs(drawn) < _NOTHING] = 0.0
    return drawn


def _table(columns: Sequence[Column]) -> Matrix:
    """A row a question, a column a measure."""
    import numpy as np

    if len({len(column) for column in columns}) != 1:
        raise BadInput("the columns of one table are about the same questions")
    return np.array(columns, dtype=np.float64).T


def _weights(n: int, seed: int, rounds: int) -> Iterator[Matrix]:
    """How often each of `n` is drawn in each round, some rounds at a time; the same for the same n and seed."""
    import numpy as np

    generator = np.random.default_rng(seed)
    step = max(1, _SLICE // n)
    for begin in range(0, rounds, step):
        size = min(step, rounds - begin)
        drawn = generator.integers(0, n, (size, n))
        drawn += np.arange(size)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def _by_cluster(table: Matrix, clusters: Sequence[str]) -> tuple[Matrix, Matrix]:
    """The sum of each column over each cluster, and how many questions it has; clusters in their first order."""
    import numpy as np

    if len(clusters) != len(table):
        raise BadInput(f"{len(clusters)} clusters were given for {len(table)} questions")
    number = {name: at for at, name in enumerate(dict.fromkeys(clusters))}
    owner = np.array([number[name] for name in clusters])
    sums = np.zeros((len(number), table.shape[1]))
    np.add.at(sums, owner, table)
    return sums, np.bincount(owner).astype(np.float64)


def _middle(drawn: Matrix) -> tuple[Matrix, Matrix]:
    import numpy as np

    low, high = np.quantile(drawn, [ALPHA / 2, 1 - ALPHA / 2], axis=0)
    return low, high


def _verdict(low: float, high: float, p: float, n: int) -> str:
    """In words; a small sample is said beside the verdict, never in its place."""
    word = NOT_SIGNIFICANT if low <= 0.0 <= high or p > ALPHA else ("better" if low > 0 else "worse")
    return f"{word}, too few questions" if n < FEW else word
