"""The pieces of work that are killed: what a child does, and what has to hold afterwards wherever it was cut off.

`live` runs in the child and says what it has acknowledged, a line each. `started` is the next start, `faults` looks at
everything, `finished` is asked once the work was let through.
"""

from __future__ import annotations

import random
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import apsw
import msgspec

import wellhead
from tests.faults import notes
from wellhead import app
from wellhead.care import backup, migrate
from wellhead.engines.sqlite import migrations
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import WellheadError
from wellhead.model.events import BatchCommitted, Event
from wellhead.model.options import BatchLimits
from wellhead.ports import Opened
from wellhead.text.keys import make_key

COUNT = 64
BATCH = 6
MOMENT = datetime(2026, 11, 18, tzinfo=UTC)
Say = Callable[[str], None]


class Work(Protocol):
    kills: int

    def __init__(self, folder: Path, luck: random.Random) -> None: ...

    def live(self, say: Say) -> None: ...

    def started(self) -> list[str]: ...

    def faults(self, acknowledged: list[str]) -> list[str]: ...

    def finished(self) -> list[str]: ...


def opened(folder: Path) -> wellhead.Library:
    """The library as everybody opens it, but with small batches, so that there is much to be cut off between."""
    configuration = app.configuration(folder, {})
    settings = msgspec.structs.replace(configuration.settings, batch=BatchLimits(documents=BATCH))
    return app.open_configured(msgspec.structs.replace(configuration, settings=settings))


def engine(folder: Path) -> Opened:
    made = Engine(folder)
    return Opened(database=made, store=SqliteStore(made), index=SqliteIndex(made))


def damage(folder: Path) -> list[str]:
    made = Engine(folder)
    try:
        return made.damage(thorough=True) if made.path.exists() and made.version() else []
    except WellheadError as error:
        return [f"{error.code}: {error}"]
    finally:
        made.close()


class _OnALibrary:
    """A library filled from a folder of notes; `versions` is which version of each the folder holds."""

    kills = 6
    filled = True

    def __init__(self, folder: Path, luck: random.Random) -> None:
        self.luck = luck
        self.source, self.folder = folder / "notes", folder / "library"
        self.source.mkdir()
        self.versions = dict.fromkeys(range(COUNT), 1)
        self.newest = 1
        self.missing_is_fine = not self.filled
        notes.write(self.source, self.versions)
        if self.filled:
            with opened(self.folder) as library:
                library.add(self.source)

    def started(self) -> list[str]:
        """Open, look how it stands, search."""
        with opened(self.folder) as library:
            if not library.exists() or not self._made():
                return []
            library.status()
            library.search("granite")
        return []

    def _made(self) -> bool:
        return bool(Engine(self.folder).version())

    def faults(self, acknowledged: list[str]) -> list[str]:
        found = damage(self.folder)
        if found or not (self.folder / "library.db").exists() or not self._made():
            return found + [f"{key} was acknowledged, and there is no library" for key in acknowledged]
        with opened(self.folder) as library:
            documents = {document.key: document for document in library.documents()}
            found += [f"{key} was acknowledged and is gone" for key in acknowledged if key not in documents]
            found += [
                f"{key} was acknowledged as new and is old"
                for key in set(acknowledged) & set(documents)
                if not self._is_current(documents[key])
            ]
            for document in documents.values():
                found += notes.faults(library, document, self.newest)
            rows = {record.key for record in library.files() if record.key}
            found += [f"{key}: no receipt row" for key in documents if key not in rows]
            if not self.missing_is_fine:
                found += [
                    f"{number}: gone" for number in self._numbers() - {_number(each) for each in documents.values()}
                ]
        return found

    def _numbers(self) -> set[int]:
        return {number for number, version in self.versions.items() if version}

    def _is_current(self, document: wellhead.Document) -> bool:
        number = _number(document)
        return document.text == notes.text(number, self.versions[number])

    def finished(self) -> list[str]:
        """The full set is there, in its newest version, and the receipt adds up with nothing left to do."""
        with opened(self.folder) as library:
            documents = {_number(document): document for document in library.documents(stale=False)}
            wrong = [f"{number} is not there" for number in self._numbers() - documents.keys()]
            wrong += [f"{number} is old" for number, document in documents.items() if not self._is_current(document)]
            receipt = library.add(self.source)
            if receipt.found != receipt.unchanged or receipt.found != len(self._numbers()):
                wrong.append(f"one more import found something to do: {receipt}")
        return wrong


def _number(document: wellhead.Document) -> int:
    return int(document.path.removesuffix(".md").rpartition(" ")[2])


def _import(self: _OnALibrary, say: Say) -> None:
    def acknowledge(event: Event) -> None:
        if isinstance(event, BatchCommitted):
            for key in event.keys:
                say(key)

    with opened(self.folder) as library:
        library.add(self.source, emit=acknowledge)


class Import(_OnALibrary):
    """A folder into a library that does not exist."""

    filled = False
    live = _import


class Boast(Import):
    """Acknowledges what it is only about to save: the loop has to catch it."""

    def live(self, say: Say) -> None:
        for number in self.versions:
            say(make_key("note", notes.path(number)))
        _import(self, lambda key: None)


class Update(_OnALibrary):
    """The same folder again, after edits and deletions."""

    live = _import

    def __init__(self, folder: Path, luck: random.Random) -> None:
        super().__init__(folder, luck)
        self.newest = 2
        changes = dict.fromkeys(luck.sample(range(COUNT), COUNT // 2), 2)
        changes |= dict.fromkeys(luck.sample(range(COUNT), 5), 0)
        self.versions |= changes
        notes.write(self.source, changes)


class Reindex(_OnALibrary):
    """Everything derived made again; the old index answers until the new one is whole."""

    def live(self, say: Say) -> None:
        with opened(self.folder) as library:
            library.reindex()


class Backup(_OnALibrary):
    """A backup under a fixed name: there whole, or not there."""

    def __init__(self, folder: Path, luck: random.Random) -> None:
        super().__init__(folder, luck)
        self.target = folder / "saved" / "backup.tar"
        self.target.parent.mkdir()

    def live(self, say: Say) -> None:
        backup.make(self.folder, engine=engine, now=MOMENT, target=self.target)
        say("backup")

    def faults(self, acknowledged: list[str]) -> list[str]:
        found = super().faults([])
        there = self.target.exists()
        if acknowledged and not there:
            found.append("the backup was acknowledged and is not there")
        if there:
            found += _backup_faults(self.target, self.target.parent / "unpacked")
            self.target.unlink()
        return found


def _backup_faults(target: Path, place: Path) -> list[str]:
    with tarfile.open(target) as tar:
        tar.extractall(place, filter="data")
    found = damage(place)
    if SqliteStore(Engine(place)).counts().documents != COUNT:
        found.append("the backup does not hold every document")
    return found


def _column(connection: apsw.Connection) -> None:
    """A later version's step: a column that every document fills."""
    connection.execute("ALTER TABLE documents ADD COLUMN words INTEGER NOT NULL DEFAULT 0")
    for (number,) in connection.execute("SELECT id FROM documents").fetchall():
        connection.execute("UPDATE documents SET words = length(text) WHERE id = ?", (number,))


def _table(connection: apsw.Connection) -> None:
    """Another one: a table filled from the others."""
    connection.execute("CREATE TABLE first_words (document INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT")
    connection.execute("INSERT INTO first_words SELECT id, substr(text, 1, 20) FROM documents")


class _Later(Engine):
    """The engine of a wellhead two schema versions further on."""

    current = migrations.CURRENT + 2

    def migrate(self, steps: object = None) -> tuple[int, int]:
        return super().migrate((*migrations.STEPS, _column, _table))


def _later(folder: Path) -> Opened:
    made = _Later(folder)
    return Opened(database=made, store=SqliteStore(made), index=SqliteIndex(made))


class Migrate(_OnALibrary):
    """Two steps forward, a backup first: each step is whole or did not happen."""

    def live(self, say: Say) -> None:
        migrate.migrate(self.folder, engine=_later, now=MOMENT)

    def started(self) -> list[str]:
        Engine(self.folder).version()
        return []

    def faults(self, acknowledged: list[str]) -> list[str]:
        found = damage(self.folder)
        version = Engine(self.folder).version()
        with apsw.Connection(str(self.folder / "library.db")) as connection:
            texts = [row[0] for row in connection.execute("SELECT text FROM documents ORDER BY id")]
            columns = {row[1] for row in connection.execute("PRAGMA table_info(documents)")}
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if "words" in columns and connection.execute("SELECT count(*) FROM documents WHERE words = 0").get:
                found.append("a column is there and not filled")
            if "first_words" in tables and connection.execute("SELECT count(*) FROM first_words").get != COUNT:
                found.append("a table is there and not filled")
        connection.close()
        steps = (migrations.CURRENT + ("words" in columns)) + ("first_words" in tables)
        if steps != version:
            found.append(f"schema {version}, but the tables of {steps}")
        if sorted(texts) != sorted(notes.text(number, 1) for number in range(COUNT)):
            found.append("texts were lost")
        return found

    def finished(self) -> list[str]:
        version = Engine(self.folder).version()
        backups = list((self.folder / "backups").glob("*.tar"))
        wrong = [] if version == _Later.current else [f"it ended with schema {version}"]
        return wrong + ([] if backups else ["no backup was taken"])


WORKS: dict[str, type[Work]] = {
    "import": Import,
    "update": Update,
    "reindex": Reindex,
    "migrate": Migrate,
    "backup": Backup,
    "boast": Boast,
}
HONEST = tuple(name for name in WORKS if name != "boast")
