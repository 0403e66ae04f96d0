"""The shape of findings: what `doctor` and `why-not` looked at, saw, and advise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wellhead.model.state import Check
from wellhead.wire.encode import versioned


def to_v1(checks: Sequence[Check]) -> dict[str, Any]:
    return versioned({"checks": list(checks)})
