from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.care.sample import NOW, Fill, as_nobody
from wellhead import adapters, app, config
from wellhead.care import backup, bundle, export, migrate, restore


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A folder that only its owner may enter, below folders that anybody may."""
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        folder.chmod(0o755)
    place = tmp_path / "closed"
    place.mkdir(mode=0o700)
    if os.getuid() == 0:
        return place
    place.chmod(0o000)
    return place


def test_what_may_not_be_entered_is_an_error_a_person_can_act_on(fill: Fill, closed: Path, tmp_path: Path) -> None:
    saved = Path(backup.make(fill(count=2), engine=adapters.engine, now=NOW, target=tmp_path / "saved.tar").path)
    saved.chmod(0o644)
    inside = closed / "library"
    store = adapters.engine(tmp_path / "library").store
    told = {
        "restore": as_nobody(lambda: restore.restore(saved, inside, engine=adapters.engine, now=NOW)),
        "backup": as_nobody(lambda: backup.make(tmp_path / "library", engine=adapters.engine, now=NOW, target=inside)),
        "migrate": as_nobody(lambda: migrate.migrate(inside, engine=adapters.engine, now=NOW)),
        "export": as_nobody(lambda: export.to_file(store, closed / "documents.jsonl")),
        "bundle": as_nobody(lambda: bundle.write(closed / "report.json", (), versions={}, now=NOW)),
        "set": as_nobody(lambda: config.set_value(inside, "offline", "true")),
    }
    assert told.pop("migrate") == "NoLibrary"
    assert set(told.values()) == {"CannotWrite"}


def test_a_closed_folder_still_has_a_report_and_a_configuration(closed: Path) -> None:
    assert as_nobody(lambda: app.doctor(closed / "library", {})) == ""
    assert as_nobody(lambda: app.doctor(closed, {})) == ""
    assert as_nobody(lambda: config.load(closed / "library", environ={})) == "BadInput"
