"""kill -9 at random moments: nothing acknowledged is lost, nothing is half there, and the next run goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KILLS = {"import": 90, "update": 60, "reindex": 40, "migrate": 40, "backup": 40}
SLOWEST_START_S = 10.0  # ten times what a start may take


def test_enough_kills() -> None:
    """The kills of all kinds of work together are at least two hundred."""
    assert sum(KILLS.values()) >= 200


def _loop(root: Path, work: str, kills: int, seed: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.faults.kills", work, "--kills", str(kills), "--seed", str(seed)]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=900)
    assert ended.stdout, ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)[work]
    return result


@pytest.mark.parametrize("work", KILLS)
def test_a_kill_loses_nothing(root: Path, seed: int, work: str) -> None:
    """Wherever it was killed, what was acknowledged is there and whole, and the next run completes the set."""
    result = _loop(root, work, KILLS[work], seed)
    assert result["faults"] == []
    assert result["kills"] >= KILLS[work]
    assert result["slowest_start"] < SLOWEST_START_S
    if work in ("import", "update", "backup"):
        assert result["acknowledged"] > 0


def test_the_alarm_rings(root: Path, seed: int) -> None:
    """An import that acknowledges documents before they are committed is caught by the same loop."""
    faults = _loop(root, "boast", 60, seed)["faults"]
    assert any("acknowledged" in fault for fault in faults)
