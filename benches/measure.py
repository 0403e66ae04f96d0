"""Measuring: one task in one child process, with its CPU and wall seconds and its peak memory; and percentiles.

`run` starts `python -m benches.measure MODULE TASK ARGUMENTS` and returns what the task returned, with `peak_mb` added.
A task is a function of one dictionary that returns one; it measures its own part with `Clock`, so that starting Python
and importing the program are not counted. `spawn` measures a whole foreign command, start included.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
Values = dict[str, Any]


class Clock:
    """CPU and wall seconds of a block; CPU counts this process with all its threads."""

    cpu = 0.0
    wall = 0.0

    def __enter__(self) -> Clock:
        self._cpu, self._wall = time.process_time(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu, self.wall = time.process_time() - self._cpu, time.perf_counter() - self._wall

    def values(self) -> Values:
        return {"cpu_s": self.cpu, "wall_s": self.wall}


class Spent(NamedTuple):
    """What a whole process took."""

    cpu_ms: float
    wall_ms: float
    peak_mb: float
    exit_code: int


def run(module: str, task: str, **arguments: Any) -> Values:
    """The task's result, from a child process of its own."""
    command = [sys.executable, "-m", "benches.measure", module, task, json.dumps(arguments)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process.stdout as said:
        out = said.read()
    spent = _wait(process, 0.0)
    if spent.exit_code:
        raise SystemExit(f"{module}.{task} failed ({spent.exit_code})")
    result: Values = json.loads(out)
    return {**result, "peak_mb": spent.peak_mb}


def spawn(command: Sequence[str], environment: Mapping[str, str]) -> Spent:
    """One run of a foreign command, its output thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return _wait(process, begin)


def _wait(process: subprocess.Popen[bytes], begin: float) -> Spent:
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 / 1024 if sys.platform != "darwin" else 1 / 1024 / 1024
    cpu_ms = (usage.ru_utime + usage.ru_stime) * 1000
    return Spent(cpu_ms, (time.perf_counter() - begin) * 1000, usage.ru_maxrss * unit, process.returncode)


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least this part of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * part // 100).__int__() - 1))]


def machine() -> Values:
    """Enough to judge a figure by, nothing that names a machine."""
    import apsw

    return {
        "cpus": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
    }


def main() -> None:
    module, task, arguments = sys.argv[1:]
    result = getattr(importlib.import_module(f"benches.{module}"), task)(json.loads(arguments))
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
