"""What a run leaves in a folder: a line a question for each mode, and one record for each.

Ids, numbers and states only, never a text: from these lines every figure can be made again without the data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from wellhead.evals.qrels import Asking, Outcome, options_digest
from wellhead.files import atomic_write, make_folder
from wellhead.model.measured import QrelsReport
from wellhead.wire.encode import encode, versioned

RECORDS = "records.jsonl"
_NOT_NAME = re.compile(r"[^\w-]+")
_LONGEST_NAME = 60


def write(
    folder: Path,
    *,
    suite: str,
    name: str,
    asking: Asking,
    outcome: Outcome,
    report: QrelsReport,
    commit: str,
    ran_at: datetime,
    limit: int | None = None,
) -> tuple[Path, ...]:
    """The dumps of a run, `<suite>[.<name>].<mode>.jsonl`, and its records beside those of other runs."""
    make_folder(folder)
    stem = f"{suite}.{plain(name)}" if plain(name) else suite
    files = []
    for mode, rows in outcome.answers.items():
        files.append(folder / f"{stem}.{mode}.jsonl")
        with atomic_write(files[-1]) as stream:
            stream.writelines(encode(row) + b"\n" for row in rows)
    shared = {
        "run_id": _run_id(ran_at, report),
        "ran_at": ran_at.isoformat(timespec="seconds"),
        "suite": suite,
        "name": plain(name),
        "commit": commit,
        "seed": asking.seed,
        "limit": limit,
        "dataset": report.data,
        "models": {},
    }
    records = [versioned(shared | of_mode(mode, asking, outcome, report)) for mode in outcome.answers]
    _keep(folder / RECORDS, records)
    return (*files, folder / RECORDS)


def of_mode(mode: str, asking: Asking, outcome: Outcome, report: QrelsReport) -> dict[str, Any]:
    """What a record says of one mode."""
    return {
        "mode": mode,
        "params": {"k": asking.ks, "lanes": asking.lanes, "semantic": asking.semantic},
        "options_digest": options_digest(asking, {mode: outcome.options[mode]}),
        "status": "completed",
        "duration_ms": round(outcome.seconds[mode] * 1000, 3),
        "lanes": report.lanes[mode],
        "errors": [],
        "figures": report.modes[mode],
        "abstention": report.abstention[mode],
    }


def plain(name: str) -> str:
    """A name that is safe in the name of a file."""
    return _NOT_NAME.sub("-", name).strip("-")[:_LONGEST_NAME]


def _run_id(ran_at: datetime, report: QrelsReport) -> str:
    return sha256(f"{ran_at.isoformat()}\n{report.data.sha256}\n{report.options_digest}".encode()).hexdigest()[:12]


def _keep(path: Path, records: list[dict[str, Any]]) -> None:
    """One record a suite, name and mode: the newest."""
    new = {_place(record) for record in records}
    before = path.read_bytes().splitlines() if path.exists() else []
    kept = [line for line in before if line.strip() and _place_of(line) not in new]
    with atomic_write(path) as stream:
        stream.writelines(line + b"\n" for line in [*kept, *map(encode, records)])


def _place(record: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(str(record.get(field)) for field in ("suite", "name", "mode"))


def _place_of(line: bytes) -> tuple[object, ...]:
    """A line that is no record of ours has no place, and stays."""
    try:
        return _place(msgspec.json.decode(line, type=dict[str, Any]))
    except (ValueError, RecursionError):
        return ()
