"""The shape of a measurement: for each mode its measures with their intervals, by type of question too.

Keys of measures are the measures' own names; `_meta.metric_glossary` says what each means. Questions that nothing
answers, and those without gold, count in no mean and stand under `abstention`.
"""

from __future__ import annotations

from typing import Any

from wellhead.model.measured import QrelsReport
from wellhead.wire.encode import versioned


def to_v1(report: QrelsReport) -> dict[str, Any]:
    return versioned(
        {
            "modes": report.modes,
            "per_type": report.per_type,
            "abstention": report.abstention,
            "lanes": report.lanes,
            "seconds": report.seconds,
            "data": report.data,
            "options_digest": report.options_digest,
            "_meta": {"metric_glossary": report.glossary},
        }
    )
