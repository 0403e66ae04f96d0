from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from tests.unit.care.sample import NOW, Fill
from wellhead import adapters
from wellhead.care import backup, migrate, restore
from wellhead.engines.sqlite import migrations
from wellhead.engines.sqlite.engine import Engine
from wellhead.errors import NewSchema, NoLibrary
from wellhead.ports import Opened


def second(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE shelves (name TEXT) STRICT")


class NewerEngine(Engine):
    """A program that knows one more schema than this one."""

    current = migrations.CURRENT + 1

    def migrate(self, steps: Sequence[migrations.Step] = (*migrations.STEPS, second)) -> tuple[int, int]:
        return super().migrate(steps)


def newer(folder: Path) -> Opened:
    ours = adapters.engine(folder)
    return Opened(database=NewerEngine(folder), store=ours.store, index=ours.index)


def test_a_library_of_today_needs_nothing(fill: Fill) -> None:
    library = fill(count=2)
    done = migrate.migrate(library, engine=adapters.engine, now=NOW)
    assert (done.before, done.after, done.backup) == (migrations.CURRENT, migrations.CURRENT, "")
    assert not (library / "backups").exists()


def test_an_older_library_is_backed_up_and_brought_up(fill: Fill, tmp_path: Path) -> None:
    library = fill(count=2)
    done = migrate.migrate(library, engine=newer, now=NOW)
    assert (done.before, done.after) == (migrations.CURRENT, migrations.CURRENT + 1)
    assert done.backup == str(library / "backups" / "migration-20261118T093015Z.tar")
    assert adapters.engine(library).database.version() == migrations.CURRENT + 1
    again = restore.restore(Path(done.backup), tmp_path / "before", engine=adapters.engine, now=NOW)
    assert again.schema == migrations.CURRENT
    assert migrate.migrate(library, engine=newer, now=NOW).backup == ""


def test_a_newer_library_is_refused_untouched(fill: Fill) -> None:
    library = fill(count=2)
    migrate.migrate(library, engine=newer, now=NOW)
    with pytest.raises(NewSchema):
        migrate.migrate(library, engine=adapters.engine, now=NOW)
    assert adapters.engine(library).database.version() == migrations.CURRENT + 1


def test_a_backup_of_a_newer_schema_is_refused(fill: Fill, tmp_path: Path) -> None:
    library = fill(count=2)
    migrate.migrate(library, engine=newer, now=NOW)
    made = backup.make(library, engine=adapters.engine, now=NOW)
    assert made.schema == migrations.CURRENT + 1
    with pytest.raises(NewSchema, match=f"schema {migrations.CURRENT + 1}, this one knows {migrations.CURRENT}"):
        restore.restore(Path(made.path), tmp_path / "older", engine=adapters.engine, now=NOW)
    assert not (tmp_path / "older").exists()


def test_without_a_library_there_is_nothing_to_migrate(tmp_path: Path) -> None:
    with pytest.raises(NoLibrary):
        migrate.migrate(tmp_path / "none", engine=adapters.engine, now=NOW)
    assert os.listdir(tmp_path) == []


def test_only_three_backups_before_migrations_are_kept(fill: Fill) -> None:
    library = fill(count=1)
    for minute in range(4):
        path = backup.before_migration(library, NOW.replace(minute=minute))
        backup.make(library, engine=adapters.engine, now=NOW, target=path)
    done = migrate.migrate(library, engine=newer, now=NOW.replace(minute=50))
    left = sorted(os.listdir(library / "backups"))
    assert len(left) == 3
    assert Path(done.backup).name == left[-1]
