"""How long queries take, one by one: asked a first time, or again and again with the best of it.

CPU milliseconds count. The first time is what a person waits for: nothing of that question is known yet, neither how
common its words are nor where its documents lie. The best of three tells two programs apart when a neighbour is busy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benches.measure import Clock, Values

ROUNDS = 3
Ask = Callable[[str], object]


def once(ask: Ask, queries: Sequence[str]) -> Values:
    """Each query asked once."""
    clocks = [_asked(ask, text) for text in queries]
    return {"cpu": [clock.cpu * 1000 for clock in clocks], "wall": [clock.wall * 1000 for clock in clocks]}


def best(ask: Ask, queries: Sequence[str], rounds: int = ROUNDS) -> Values:
    """Each query at its best of several times in a row."""
    found: Values = {"cpu": [], "wall": []}
    for text in queries:
        clocks = [_asked(ask, text) for _ in range(rounds)]
        found["cpu"].append(min(clock.cpu for clock in clocks) * 1000)
        found["wall"].append(min(clock.wall for clock in clocks) * 1000)
    return found


def side_by_side(asks: dict[str, Ask], queries: Sequence[str], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """CPU milliseconds of each query under several ways of asking, in turn, so that a busy neighbour meets them all."""
    found: dict[str, list[float]] = {name: [] for name in asks}
    for text in queries:
        spent = [{name: _asked(ask, text).cpu for name, ask in asks.items()} for _ in range(rounds)]
        for name, values in found.items():
            values.append(min(each[name] for each in spent) * 1000)
    return found


def _asked(ask: Ask, text: str) -> Clock:
    with Clock() as clock:
        ask(text)
    return clock
