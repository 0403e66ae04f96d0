"""The only wiring: from settings to a Library, and the only place that knows what time it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from wellhead import adapters, config
from wellhead.library import Library
from wellhead.model.events import Observer
from wellhead.ports import Importer, Opened

if TYPE_CHECKING:
    from wellhead.config import Configuration
    from wellhead.evals.measure import Files
    from wellhead.evals.qrels import Asking, Tell
    from wellhead.model.measured import QrelsReport
    from wellhead.model.state import Backup, Check, Migrated, Restored


def now() -> datetime:
    return datetime.now(UTC)


def open(
    path: str | Path | None = None,
    *,
    importers: Sequence[str | Importer] = (),
    observers: Sequence[Observer] = (),
    **settings: Any,
) -> Library:
    """The library in a folder (the person's own if none is named), made by the first verb that writes.

    Settings go by their names with an underscore: `search_limit=10`. Importers are names or ready objects.
    """
    return open_configured(configuration(path, settings), importers=importers, observers=observers)


def configuration(library: str | Path | None, overrides: Mapping[str, Any]) -> Configuration:
    return config.load(library, overrides)


def open_configured(
    configuration: Configuration, *, importers: Sequence[str | Importer] = (), observers: Sequence[Observer] = ()
) -> Library:
    settings = configuration.settings
    return Library(
        configuration.folder,
        adapters.engine(configuration.folder, language=settings.search.language),
        importers=adapters.importers(importers),
        settings=settings,
        now=now,
        zone=partial(config.zone, settings.timezone),
        observers=observers,
    )


def throw_away(configuration: Configuration) -> Callable[[Path], Library]:
    """Libraries in other folders with the same settings: for measuring."""

    def opened(folder: Path) -> Library:
        return open_configured(msgspec.structs.replace(configuration, folder=folder))

    return opened


def measure(
    configuration: Configuration,
    files: Files,
    asking: Asking,
    *,
    limit: int | None = None,
    cache: Path | None = None,
    out: Path | None = None,
    tell: Tell | None = None,
) -> QrelsReport:
    """How well questions with known answers are answered, in libraries that are thrown away."""
    from wellhead.care.demo import NOTES, SUITE
    from wellhead.evals import measure as evals
    from wellhead.evals import origin, qrels, suite

    package = Path(__file__).resolve().parent
    settings = configuration.settings
    maker = evals.Maker(
        new_library=throw_away(configuration),
        stamp=f"{origin.making(package)} {settings.search.language} {settings.add}",
        commit=origin.commit(package),
        now=now,
        demo=lambda: suite.of_keys(NOTES, SUITE),
    )
    return evals.measure(files, asking, maker=maker, limit=limit, cache=cache, out=out, tell=tell or qrels.quiet)


def _engine(configuration: Configuration) -> partial[Opened]:
    return partial(adapters.engine, language=configuration.settings.search.language)


@contextlib.contextmanager
def _opened(configuration: Configuration) -> Iterator[Opened]:
    opened = _engine(configuration)(configuration.folder)
    try:
        yield opened
    finally:
        opened.database.close()


def doctor(library: str | Path | None, overrides: Mapping[str, Any], *, deep: bool = False) -> tuple[Check, ...]:
    """Every check, whatever state the library and its settings are in."""
    from wellhead.care import doctor as care

    found, faults = config.load_anyway(library, overrides)
    with _opened(found) as opened, open_configured(found) as held:
        return care.examine(
            found.folder,
            opened,
            search=held.search,
            now=now(),
            deep=deep,
            problems=faults,
            named=library is not None,
        )


def mend(configuration: Configuration) -> tuple[str, ...]:
    """What `doctor --fix` may do: only what can be taken back."""
    from wellhead.care import mend as care

    with _opened(configuration) as opened:
        return care.mend(configuration.folder, opened, now=now())


def bundle(target: Path, checks: Sequence[Check], versions: Mapping[str, str]) -> None:
    """A report that can be handed on: no texts, no titles, no names of the person."""
    from wellhead.care import bundle as care

    care.write(target, checks, versions=versions, now=now())


def backup(configuration: Configuration, target: Path | None = None) -> Backup:
    from wellhead.care import backup as care

    return care.make(configuration.folder, engine=_engine(configuration), now=now(), target=target)


def restore(configuration: Configuration, source: Path, *, insist: bool = False) -> Restored:
    from wellhead.care import restore as care

    return care.restore(source, configuration.folder, engine=_engine(configuration), now=now(), insist=insist)


def migrate(configuration: Configuration) -> Migrated:
    """To the newest schema, a backup first."""
    from wellhead.care import migrate as care

    return care.migrate(configuration.folder, engine=_engine(configuration), now=now())


def schemas(configuration: Configuration) -> tuple[int, int]:
    """The schema of the library, and the newest one this program knows."""
    with _opened(configuration) as opened:
        return opened.database.version(), opened.database.current


def export(configuration: Configuration, target: Path | BinaryIO) -> int:
    """Every document as documents.jsonl, to a file or a stream; gives their number."""
    from wellhead.care import export as care

    with _opened(configuration) as opened:
        return care.to_file(opened.store, target) if isinstance(target, Path) else care.write(opened.store, target)
