"""From a name to what it stands for: the engines and importers that come with wellhead, made when first used.

A name that is not in these tables is looked for among the entry points of installed packages; a package adds names,
it never replaces one of ours. Every place that takes a name takes a ready object too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from wellhead.errors import UnknownName
from wellhead.ports import Importer, Opened

IMPORTERS: dict[str, str] = {
    "markdown": "wellhead.importers.markdown:MarkdownImporter",
    "text": "wellhead.importers.text:TextImporter",
    "canvas": "wellhead.importers.canvas:CanvasImporter",
    "jsonl": "wellhead.importers.jsonl:JsonlImporter",
}
IMPORTER_GROUP = "wellhead.importers"


def engine(folder: Path, *, language: str = "en") -> Opened:
    """The store and the index of a library folder, joined in one database; nothing is opened before it is used."""
    from wellhead.engines.sqlite.engine import Engine
    from wellhead.engines.sqlite.index import SqliteIndex
    from wellhead.engines.sqlite.store import SqliteStore

    made = Engine(folder, language=language)
    return Opened(database=made, store=SqliteStore(made), index=SqliteIndex(made))


def importers(more: Sequence[str | Importer] = ()) -> Callable[[], tuple[Importer, ...]]:
    """Ours and `more`, by name or ready; a ready or named one is asked before ours where both take an ending."""

    def make() -> tuple[Importer, ...]:
        asked = tuple(_importer(each) if isinstance(each, str) else each for each in more)
        return (*asked, *(_constructed(where) for where in IMPORTERS.values()))

    return make


def _importer(name: str) -> Importer:
    if name in IMPORTERS:
        made: Importer = _constructed(IMPORTERS[name])
        return made
    from importlib.metadata import entry_points

    for point in entry_points(group=IMPORTER_GROUP, name=name):
        loaded: Importer = point.load()()
        return loaded
    raise UnknownName(
        f"there is no importer called {name!r}",
        hint=f"there are {', '.join(IMPORTERS)}; install the package that has it",
    )


def _constructed(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)()
