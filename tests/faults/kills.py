"""kill -9 at random moments of an import, a reindexing, a migration or a backup, and a look at what is left.

`python -m tests.faults.kills import --kills 500 --seed 7` prints one JSON object: how often it killed, what was lost,
half there or damaged, and the slowest start afterwards. Each piece of work runs in a process of its own, which says
what it has acknowledged; the moment is a random part of the time such a run took before.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.faults.works import HONEST, WORKS, Work

SLOWEST = 60.0
MEASURED = 2  # libraries that nobody kills at first: the faster one says how long the work takes


class Run(NamedTuple):
    """One child: was it killed before it was done, how long did it live, what did it say."""

    killed: bool
    seconds: float
    said: list[str]


def run(work: Callable[[Callable[[str], None]], None], after: float) -> Run:
    """Start `work` in a child, kill it after this many seconds, and read everything it had said by then."""
    reading, writing = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        _live(work, reading, writing)
    os.close(writing)
    said = b""
    try:
        while (left := begin + min(after, SLOWEST) - time.monotonic()) > 0:
            ready, _, _ = select.select([reading], [], [], left)
            data = os.read(reading, 65_536) if ready else b""
            said += data
            if ready and not data:
                break
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seconds = time.monotonic() - begin
        while data := os.read(reading, 65_536):
            said += data
    finally:
        os.close(reading)
    whole = said[: said.rfind(b"\n") + 1]
    return Run(b"DONE" not in whole.splitlines(), seconds, whole.decode().splitlines())


def _live(work: Callable[[Callable[[str], None]], None], reading: int, writing: int) -> None:
    """The child's whole life. It never returns."""
    os.close(reading)
    code = 1
    try:
        work(lambda line: _say(writing, line))
        _say(writing, "DONE")
        code = 0
    except BaseException as error:
        _say(writing, f"FAILED {type(error).__name__}: {error}")
    finally:
        os._exit(code)


def _say(writing: int, line: str) -> None:
    os.write(writing, f"{line}\n".encode())


class Tally:
    """What the kills of one kind of work have shown."""

    def __init__(self) -> None:
        self.kills = self.completed = self.acknowledged = 0
        self.slowest_start = 0.0
        self.faults: list[str] = []

    def as_values(self) -> dict[str, object]:
        return {
            "kills": self.kills,
            "completed": self.completed,
            "acknowledged": self.acknowledged,
            "slowest_start": round(self.slowest_start, 3),
            "faults": self.faults,
        }


def loop(name: str, kills: int, seed: int) -> Tally:
    """Libraries one after the other, each killed a few times and then let through, until there were enough kills."""
    luck = random.Random(f"{seed}/{name}")
    tally = Tally()
    undisturbed: list[float] = []
    while tally.kills < kills and not tally.faults:
        folder = Path(tempfile.mkdtemp(prefix="wellhead-kills-"))
        try:
            work = WORKS[name](folder, luck)
            if len(undisturbed) >= MEASURED:
                _kill(work, tally, luck, min(undisturbed), kills)
            done = _through(work, tally)
            if len(undisturbed) < MEASURED:
                undisturbed.append(done.seconds)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return tally


def _kill(work: Work, tally: Tally, luck: random.Random, usual: float, kills: int) -> None:
    """A few times, or until one run was too fast for us and nothing is left to do."""
    for _ in range(work.kills):
        done = run(work.live, luck.uniform(0.0, usual))
        tally.kills += done.killed
        tally.completed += not done.killed
        _judge(work, done, tally)
        if not done.killed or tally.kills >= kills or tally.faults:
            return


def _through(work: Work, tally: Tally) -> Run:
    done = run(work.live, SLOWEST)
    if done.killed:
        tally.faults.append(f"left alone it did not end: {done.said[-1:]}")
    _judge(work, done, tally)
    tally.faults += work.finished()
    return done


def _judge(work: Work, done: Run, tally: Tally) -> None:
    failed = [line for line in done.said if line.startswith("FAILED")]
    acknowledged = [line for line in done.said if line != "DONE" and not line.startswith("FAILED")]
    tally.acknowledged += len(acknowledged)
    begin = time.monotonic()
    tally.faults += failed + work.started()
    tally.slowest_start = max(tally.slowest_start, time.monotonic() - begin)
    tally.faults += work.faults(acknowledged)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kills")
    parser.add_argument("works", nargs="*", default=[], metavar="WORK", help=f"of {', '.join(WORKS)}; all if none")
    parser.add_argument("--kills", type=int, default=200, help="of each kind of work")
    parser.add_argument("--seed", type=int, default=20261118)
    chosen = parser.parse_args()
    results = {name: loop(name, chosen.kills, chosen.seed).as_values() for name in chosen.works or HONEST}
    json.dump(results, sys.stdout)
    return int(any(result["faults"] for result in results.values()))


if __name__ == "__main__":
    raise SystemExit(main())
