"""The environment as the rest of the program may know it: where the library lies, and what the terminal can do.

This package alone reads the process's own environment; each function takes another one as a mapping.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from wellhead.config.file import FILE
from wellhead.errors import UsageError

HOME = "WELLHEAD_HOME"


class Terminal(Struct, frozen=True, kw_only=True):
    """What the environment says of the terminal. `color` None: ask the stream. `columns` 0: not said."""

    color: bool | None = None
    columns: int = 0
    dumb: bool = False


def library_folder(
    library: str | Path | None = None, environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Path:
    """`--library`, else WELLHEAD_HOME, else the platform's place for data; absolute, links left as they are."""
    environ = os.environ if environ is None else environ
    if library is not None and (not str(library).strip() or "\0" in str(library)):
        raise UsageError(
            f"--library {str(library)!r} names no folder", hint="give the path of a folder, or leave it out"
        )
    if library is not None or environ.get(HOME, "").strip():
        return _absolute(os.path.expanduser(str(library) if library is not None else environ[HOME]))
    home = Path(environ.get("HOME") or os.path.expanduser("~"))
    if platform == "darwin":
        return home / "Library" / "Application Support" / "wellhead"
    data = environ.get("XDG_DATA_HOME", "")
    return (Path(data) if os.path.isabs(data) else home / ".local" / "share") / "wellhead"


def _absolute(place: str) -> Path:
    try:
        return Path(os.path.abspath(place))
    except FileNotFoundError as error:
        hint = "change into one that is, or give the library's whole path"
        raise UsageError(f"{place} is nowhere: the folder you are in is gone", hint=hint) from error


def paths(folder: Path) -> dict[str, str]:
    """Where everything of a library lies, there or not yet."""
    return {
        "library": str(folder),
        "config": str(folder / FILE),
        "database": str(folder / "library.db"),
        "originals": str(folder / "originals"),
        "cases": str(folder / "evals" / "cases"),
        "backups": str(folder / "backups"),
        "lock": str(folder / "writer.lock"),
        "demo": str(demo_folder(folder)),
    }


def demo_folder(folder: Path) -> Path:
    """The demo library lies beside the person's own."""
    return folder.parent / "wellhead-demo"


def terminal(environ: Mapping[str, str] | None = None) -> Terminal:
    """NO_COLOR wins over FORCE_COLOR; a dumb terminal gets neither colour nor links."""
    environ = os.environ if environ is None else environ
    dumb = environ.get("TERM", "") in ("dumb", "unknown")
    columns = environ.get("COLUMNS", "")
    color: bool | None = False if dumb else None
    if environ.get("FORCE_COLOR", "") not in ("", "0", "false"):
        color = True
    if environ.get("NO_COLOR", ""):
        color = False
    return Terminal(color=color, columns=int(columns) if columns.isdecimal() and len(columns) < 6 else 0, dumb=dumb)
