"""The power goes at any moment: what was acknowledged is there afterwards, whole, and nothing else is broken."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from tests.faults import entries
from tests.faults.disk import Disk
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import NoLibrary, WellheadError
from wellhead.model.document import Source

CRASHES = 160
ALARM_CRASHES = 30
MOMENTS = 700  # a workload makes a few hundred writes and syncs; a later moment means: after everything
FULL, NORMAL = 2, 1
State = dict[str, str]


class Outcome(NamedTuple):
    """After one crash: was an acknowledged state lost, is something damaged or half there, how far had it come."""

    lost: bool
    damage: list[str]
    acknowledged: int


class Workload:
    """One library being written: imports, edits, removals, checkpoints, reindexing. It notes what was acknowledged."""

    def __init__(self, engine: Engine, luck: random.Random, level: int) -> None:
        self.engine = engine
        self.luck = luck
        self.level = level
        self.state: State = {}
        self.intended: State = {}
        self.history: list[State] = [{}]
        self.versions: dict[int, int] = {}

    def run(self) -> None:
        self.engine.create()
        with SqliteStore(self.engine).transaction() as writer:
            writer.add_source(Source(path="notes", kind="folder"))
        self.engine._our_writer().pragma("synchronous", self.level)
        for _ in range(self.luck.randrange(4, 12)):
            self._step()
            self.state = self.intended
            self.history.append(self.state)

    def _step(self) -> None:
        kind = self.luck.random()
        if kind < 0.75 or not self.state:
            self._put()
        elif kind < 0.85:
            self._remove(self.luck.choice(sorted(self.state)))
        elif kind < 0.93:
            self.engine.checkpoint()
        else:
            SqliteIndex(self.engine).rebuild(lambda done: None)

    def _put(self) -> None:
        numbers = self.luck.sample(range(12), self.luck.randrange(1, 5))
        batch = []
        for number in numbers:
            self.versions[number] = self.versions.get(number, 0) + 1
            batch.append(entries.entry(number, self.versions[number], self.luck))
        self.intended = {**self.state, **{each.document.key: each.document.text for each in batch}}
        with SqliteStore(self.engine).transaction() as writer:
            writer.begin_undo("add")
            writer.put(batch)

    def _remove(self, key: str) -> None:
        self.intended = {other: text for other, text in self.state.items() if other != key}
        with SqliteStore(self.engine).transaction() as writer:
            writer.remove([key])


def power_ends_at(moment: int) -> Callable[[str, int], None]:
    def trouble(operation: str, number: int) -> None:
        if number >= moment:
            raise apsw.IOError(f"no power at {operation} {number}")

    return trouble


def _crash(folder: Path, luck: random.Random, level: int) -> Outcome:
    with Disk().running() as disk:
        engine = Engine(folder / "before", vfs=disk.name)
        disk.trouble = power_ends_at(luck.randrange(1, MOMENTS))
        work = Workload(engine, luck, level)
        with contextlib.suppress(WellheadError):
            work.run()
        disk.crash(folder / "after", luck)
        disk.trouble = None
        engine.close()
    return _judged(work, Engine(folder / "after"))


def _judged(work: Workload, engine: Engine) -> Outcome:
    try:
        damage = engine.damage(thorough=True)
        documents = list(SqliteStore(engine).documents())
        for document in documents:
            damage += entries.faults(engine, document)
        left = {document.key: document.text for document in documents}
    except NoLibrary:
        damage, left = [], {}
    except WellheadError as error:
        damage, left = [str(error)], {}
    finally:
        engine.close()
    if left not in (*work.history, work.intended):
        damage.append("a state that never was")
    return Outcome(left not in (work.state, work.intended), damage, len(work.history) - 1)


def _crashes(folder: Path, seed: int, level: int, count: int) -> Iterator[Outcome]:
    for number in range(count):
        yield _crash(folder / str(number), random.Random(f"{seed}/{level}/{number}"), level)


def test_power_loss_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    """In 160 crashes with torn and missing sectors no acknowledged document is lost, half there or corrupt."""
    outcomes = list(_crashes(tmp_path, seed, FULL, CRASHES))
    assert [each.damage for each in outcomes if each.damage] == []
    assert [each for each in outcomes if each.lost] == []
    assert sum(each.acknowledged > 0 for each in outcomes) > CRASHES // 2


def test_the_alarm_rings(tmp_path: Path, seed: int) -> None:
    """The same crashes catch `synchronous=NORMAL` losing acknowledged documents, without calling the file corrupt."""
    outcomes = list(_crashes(tmp_path, seed, NORMAL, ALARM_CRASHES))
    assert sum(each.lost for each in outcomes) >= 3
    assert [each.damage for each in outcomes if each.damage] == []


@pytest.mark.parametrize("moment", range(0, 60, 3))
def test_a_library_being_made_is_made_again(tmp_path: Path, seed: int, moment: int) -> None:
    """Power loss while a library is created leaves either a library or a place where one can be created."""
    luck = random.Random(f"{seed}/{moment}")
    with Disk().running() as disk:
        disk.trouble = power_ends_at(moment + 1)
        with contextlib.suppress(WellheadError):
            Engine(tmp_path / "before", vfs=disk.name).create()
        disk.crash(tmp_path / "after", luck)
        disk.trouble = None
    again = Engine(tmp_path / "after")
    again.create()
    with SqliteStore(again).transaction() as writer:
        writer.put([entries.entry(1, 1, luck)])
    assert SqliteStore(again).get(entries.key(1)) is not None
    again.close()
