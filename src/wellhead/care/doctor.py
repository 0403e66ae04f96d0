"""How a library is, as lines of what was looked at, what was seen, and the command that mends it.

Never fails as a whole: a check that cannot be made is a line that says so, and of a library that cannot be read the
lines about its files remain.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from wellhead.care import findability, soundness
from wellhead.errors import Corrupted, NoLibrary, OldSchema, WellheadError
from wellhead.model.document import Document
from wellhead.model.state import Check
from wellhead.ports import Opened


def examine(
    folder: Path,
    opened: Opened,
    *,
    search: findability.Search,
    now: datetime,
    deep: bool = False,
    problems: Sequence[WellheadError] = (),
    hosts: Sequence[str] = (),
    named: bool = False,
) -> tuple[Check, ...]:
    """Every check there is, in a fixed order. `named`: the person named this folder, so each command names it too."""
    checks = [_tried("sqlite", lambda: soundness.engine(opened.database), folder)]
    if os.path.isdir(folder):
        checks += _of_files(folder, opened, now, deep=deep)
        if all(check.status == "ok" for check in checks if check.name in ("schema", "integrity")):
            checks += _of_documents(folder, opened, search)
    else:
        checks.append(
            Check(name="library", status="failed", evidence=f"there is none yet: {folder}", fix="wellhead init")
        )
    checks += [
        _tried("config", lambda: soundness.config(problems), folder),
        _tried("egress", lambda: soundness.egress(hosts), folder),
    ]
    return tuple(_naming(check, folder) for check in checks) if named else tuple(checks)


def _of_files(folder: Path, opened: Opened, now: datetime, *, deep: bool) -> list[Check]:
    looks: dict[str, Callable[[], Check]] = {
        "permissions": lambda: soundness.permissions(folder),
        "place": lambda: soundness.place(folder),
        "disk_space": lambda: soundness.disk_space(folder),
        "leftovers": lambda: soundness.leftovers(folder, now),
        "backups": lambda: soundness.kept(folder, now),
        "schema": lambda: soundness.schema(opened.database),
        "integrity": lambda: soundness.integrity(folder, opened.database, deep=deep),
    }
    return [_tried(name, look, folder) for name, look in looks.items()]


def _of_documents(folder: Path, opened: Opened, search: findability.Search) -> list[Check]:
    store, index = opened.store, opened.index

    @cache
    def documents() -> list[Document]:
        return findability.drawn(store)

    looks: dict[str, Callable[[], Check]] = {
        "watermark": lambda: findability.watermark(store, index),
        "coverage": lambda: findability.coverage(store, index),
        "query_dependence": lambda: findability.query_dependence(documents(), search),
        "self_retrieval": lambda: findability.self_retrieval(documents(), search, store),
        "stale": lambda: findability.stale(store),
        "failed_files": lambda: findability.failed_files(store),
        "sources": lambda: findability.sources(store),
    }
    return [_tried(name, look, folder) for name, look in looks.items()]


def _tried(name: str, look: Callable[[], Check], folder: Path) -> Check:
    try:
        return look()
    except WellheadError as error:
        return Check(
            name=name, status="failed", evidence=f"cannot be read: {error.message}", fix=_remedy(error, folder)
        )
    except Exception as error:  # whatever it is, it is one line of a report, and its text may be private
        return Check(name=name, status="failed", evidence=f"could not be looked at ({type(error).__name__})")


def _remedy(error: WellheadError, folder: Path) -> str:
    match error:
        case NoLibrary():
            return "wellhead init"
        case OldSchema():
            return "wellhead migrate"
        case Corrupted():
            return soundness.restore_newest(folder)
        case _:
            return ""


def _naming(check: Check, folder: Path) -> Check:
    if not check.fix.startswith("wellhead "):
        return check
    return msgspec.structs.replace(check, fix=f"{check.fix} --library {shlex.quote(str(folder))}")
