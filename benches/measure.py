"""Measuring: one task in one child process, with its CPU and wall seconds and its peak memory; and percentiles.

`run` starts `python -m benches.measure MODULE TASK`, hands it the arguments on its standard input, and returns what the
task returned, with `peak_mb` added. A task is a function of one dictionary that returns one; it measures its own part
with `Clock`, so that starting Python and importing the program are not counted. `spawn` measures a whole foreign
command, start included.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import resource
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
    exit_code: int


def run(module: str, task: str, **arguments: Any) -> Values:
    """The task's result, from a child process of its own."""
    command = [sys.executable, "-m", "benches.measure", module, task]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(arguments).encode(), stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise SystemExit(f"{module}.{task} failed ({done.returncode})")
    result: Values = json.loads(done.stdout)
    return result


def spawn(command: Sequence[str], environment: Mapping[str, str]) -> Spent:
    """One run of a foreign command, its output thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return _wait(process, begin)


def _wait(process: subprocess.Popen[bytes], begin: float) -> Spent:
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu_ms = (usage.ru_utime + usage.ru_stime) * 1000
    return Spent(cpu_ms, (time.perf_counter() - begin) * 1000, process.returncode)


def peak_mb() -> float:
    """Of this process alone: on Linux the kernel's other figure begins with what the parent held when it was forked."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    unit = 1 / 1024 if sys.platform != "darwin" else 1 / 1024 / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


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
    module, task = sys.argv[1:]
    result = getattr(importlib.import_module(f"benches.{module}"), task)(json.load(sys.stdin))
    json.dump({**result, "peak_mb": peak_mb()}, sys.stdout)


if __name__ == "__main__":
    main()
