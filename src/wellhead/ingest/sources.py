"""Which source a path belongs to, and what happens where two of them overlap.

A file or folder inside a folder that is known already is a part of it. A folder around sources that are known already
takes them in: their documents keep their keys. Nothing is imported twice under two names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from wellhead.errors import BadInput, UsageError
from wellhead.ingest.walk import is_library
from wellhead.model.document import Source
from wellhead.model.options import AddOptions

_GLOB = re.compile(r"[*?\[\]\\]")


class Place(NamedTuple):
    """A source and the part of it that is meant; `inner` are sources that it takes in.

    `unused` says what the person asked for that cannot hold for a part only.
    """

    source: Source
    below: str
    inner: tuple[Source, ...] = ()
    unused: str = ""


def place_of(path: Path, known: Iterable[Source], options: AddOptions) -> Place:
    """`path` is absolute, with every link resolved, and exists."""
    location, known, is_folder = str(path), tuple(known), path.is_dir()
    for source in known:
        below = part_of(source, location) if source.kind == "folder" else None
        if below:
            return Place(source, below, unused=_unused(source, below, options))
        if below is not None and is_folder:
            return Place(changed(source, options), "")
    if not is_folder:
        same = next((source for source in known if source.kind == "file" and source.path == location), None)
        return Place(changed(same or Source(path=location, kind="file"), options), os.path.basename(location))
    source = changed(Source(path=location, kind="folder"), options)
    inner = tuple(each for each in known if each.kind in ("folder", "file") and part_of(source, each.path))
    left_out = [lowered(said, part_of(source, each.path) or "") for each in inner for said in each.exclude if said]
    source = msgspec.structs.replace(source, exclude=tuple(dict.fromkeys((*left_out, *source.exclude))))
    for each in inner:
        if each.role not in (None, source.role):
            raise UsageError(
                f"{each.path} is a source of its own, with the role {each.role}",
                hint=f"`wellhead sources remove {each.id}` first, or give both the same --role",
            )
    return Place(source, "", inner)


def changed(source: Source, options: AddOptions) -> Source:
    """The source as the person now wants it; what they do not name stays as it was."""
    return Source(
        id=source.id,
        path=source.path,
        kind=source.kind,
        role=options.role or source.role,
        exclude=options.exclude or source.exclude,
        documents=source.documents,
        last_import=source.last_import,
    )


def _unused(source: Source, below: str, options: AddOptions) -> str:
    said = [
        name
        for name, value, own in (("--role", options.role, source.role), ("--exclude", options.exclude, source.exclude))
        if value and value != own
    ]
    if not said:
        return ""
    return f"{below} is a part of {source.path}: {' and '.join(said)} can only be given for the whole of it"


def lowered(pattern: str, folder: str) -> str:
    """A pattern that was given for a folder, as it has to be said of a folder around it."""
    wanted, glob = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    inside = _GLOB.sub(r"\\\g<0>", folder)
    anywhere = "" if "/" in glob.removesuffix("/") else "**/"
    return f"{wanted}/{inside}/{anywhere}{glob.removeprefix('/')}"


def part_of(source: Source, location: str) -> str | None:
    """The path of `location` below a source: empty for the source itself, None if it lies elsewhere."""
    if location == source.path:
        return ""
    prefix = source.path.rstrip("/") + "/"
    return location[len(prefix) :] if location.startswith(prefix) else None


def refuse_library(path: Path, folder: Path) -> None:
    """A library is never imported, as a whole or in part: old answers would come back as documents."""
    own = folder.resolve()
    if path == own or own in path.parents or any(is_library(each) for each in (path, *path.parents)):
        raise BadInput(
            f"{path} belongs to a wellhead library, which is never imported",
            hint="add the folder your notes are in; `wellhead export` writes documents to import elsewhere",
        )


def resolved(path: Path) -> Path:
    """Where a path really leads; a missing one is a clear error."""
    if not os.path.lexists(path):
        raise BadInput(f"there is nothing at {path}", hint="check the path: a shell needs quotes around spaces")
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise BadInput(
            f"{path} leads nowhere ({type(error).__name__})", hint="name the file or folder itself"
        ) from error
