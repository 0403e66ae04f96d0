"""Measures that describe themselves: a name such as `nDCG@10`, one line of plain words, and a function.

A function takes the ids in the order they were found and the gold, id to relevance, and gives a number from 0 to 1.
Relevance above 0 means relevant; only nDCG looks at how much above. Without anything relevant each is 0. The values
are those of trec_eval for a ranking without ties, cut at k (`P_k`, `recall_k`, `recip_rank`, `ndcg_cut_k`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from wellhead.errors import UnknownName, UsageError
from wellhead.model.options import MAX_LIMIT

Gold = Mapping[str, int]
_NAME = re.compile(r"([A-Za-z_]{1,20})@([1-9][0-9]{0,3})", re.ASCII)


class Measure(Struct, frozen=True, kw_only=True):
    """`value(ranked, gold)` is what the line says, of the first `k` ids."""

    name: str
    line: str
    k: int
    value: Callable[[Sequence[str], Gold], float]


class _Family(Struct, frozen=True, kw_only=True):
    line: str
    value: Callable[[Sequence[str], Gold, int], float]


def _found(ranked: Sequence[str], gold: Gold, k: int) -> int:
    return sum(gold.get(each, 0) > 0 for each in ranked[:k])


def _relevant(gold: Gold) -> int:
    return sum(rel > 0 for rel in gold.values())


def _precision(ranked: Sequence[str], gold: Gold, k: int) -> float:
    return _found(ranked, gold, k) / k


def _recall(ranked: Sequence[str], gold: Gold, k: int) -> float:
    relevant = _relevant(gold)
    return _found(ranked, gold, k) / relevant if relevant else 0.0


def _recall_all(ranked: Sequence[str], gold: Gold, k: int) -> float:
    relevant = _relevant(gold)
    return float(relevant > 0 and _found(ranked, gold, k) == relevant)


def _reciprocal_rank(ranked: Sequence[str], gold: Gold, k: int) -> float:
    return next((1 / rank for rank, each in enumerate(ranked[:k], 1) if gold.get(each, 0) > 0), 0.0)


def _gain(rels: Iterable[int]) -> float:
    return sum(rel / math.log2(rank + 1) for rank, rel in enumerate(rels, 1) if rel > 0)


def _ndcg(ranked: Sequence[str], gold: Gold, k: int) -> float:
    best = _gain(sorted(gold.values(), reverse=True)[:k])
    return _gain(gold.get(each, 0) for each in ranked[:k]) / best if best else 0.0


_FAMILIES = {
    "P": _Family(line="the part of the first {k} places that hold something relevant", value=_precision),
    "R": _Family(line="the part of everything relevant that stands in the first {k} places", value=_recall),
    "recall_all": _Family(line="1 if everything relevant stands in the first {k} places, else 0", value=_recall_all),
    "MRR": _Family(
        line="1 divided by the place of the first relevant document, 0 if none is in the first {k}",
        value=_reciprocal_rank,
    ),
    "nDCG": _Family(
        line="the relevance in the first {k} places, less the lower it stands, as a part of what the best order"
        " would give",
        value=_ndcg,
    ),
}


def measure(name: str) -> Measure:
    """The measure of a name such as `nDCG@10`."""
    parts = _NAME.fullmatch(name)
    if parts is None or parts[1] not in _FAMILIES:
        raise UnknownName(
            f"there is no measure {name[:40]!r}", hint=f"there are {', '.join(f'{each}@k' for each in _FAMILIES)}"
        )
    k = int(parts[2])
    if k > MAX_LIMIT:
        raise UsageError(f"{name} looks at {k} places", hint=f"a search gives {MAX_LIMIT} at most")
    family = _FAMILIES[parts[1]]
    return Measure(
        name=name, line=family.line.format(k=k), k=k, value=lambda ranked, gold: family.value(ranked, gold, k)
    )


def at(ks: Iterable[int]) -> tuple[Measure, ...]:
    """Every measure at each of some depths, family by family."""
    depths = sorted(set(ks))
    return tuple(measure(f"{family}@{k}") for family in ("recall_all", "R", "P", "MRR", "nDCG") for k in depths)


def glossary(measures: Iterable[Measure]) -> dict[str, str]:
    """What each name means, in the words of the measures themselves."""
    return {each.name: each.line for each in measures}
