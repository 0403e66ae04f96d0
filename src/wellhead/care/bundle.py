"""`doctor --bundle`: what may be shown to a stranger. No text, no title, no key, no path; names, counts, versions.

A line of evidence holds only counts and words of ours up to its first colon; the rest is cut off here, and what looks
like a path or a quotation even then is left out whole.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from wellhead.errors import CannotWrite
from wellhead.files import atomic_write
from wellhead.model.state import Check
from wellhead.wire.encode import encode, indented, versioned

_PRIVATE = re.compile(r"[/\\“”\"'@]")
_VERSION = re.compile(r"[\w.+-]{1,60}(?: [\w.+-]{1,60}){0,6}")


def write(target: Path, checks: Sequence[Check], *, versions: Mapping[str, str], now: datetime) -> None:
    """One private JSON file, whole or not at all."""
    if os.path.isdir(target) or not os.path.isdir(target.parent):
        raise CannotWrite(f"{target} is not the name of a file in a folder that exists", hint="name a file to write to")
    report = versioned(
        {
            "made": now.astimezone(UTC).isoformat(timespec="seconds"),
            "versions": {name: text for name, text in versions.items() if _VERSION.fullmatch(text)},
            "checks": [{"name": each.name, "status": each.status, "evidence": redacted(each)} for each in checks],
        }
    )
    with atomic_write(target) as stream:
        stream.write(indented(encode(report)) + b"\n")


def redacted(check: Check) -> str:
    """The part of the evidence that tells nothing of the person; empty if that is not certain."""
    said = check.evidence.partition(":")[0]
    return "" if _PRIVATE.search(said) else said
