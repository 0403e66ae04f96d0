from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from wellhead import config
from wellhead.config.table import read_text
from wellhead.errors import BadInput, CannotWrite, UnknownName, UsageError
from wellhead.files import MARKER
from wellhead.model.options import Settings
from wellhead.text.tokens import TOKENIZERS


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir(mode=0o700)
    (folder / MARKER).touch()
    return folder


def written(library: Path, text: str) -> Path:
    (library / "config.toml").write_text(text, encoding="utf-8")
    return library


def test_defaults_are_those_of_the_options(library: Path) -> None:
    found = config.load(library, environ={})
    assert found.settings == Settings()
    assert set(found.origins.values()) == {"default"}
    assert found.file == library / "config.toml"


def test_each_layer_wins_over_the_one_below_it(library: Path) -> None:
    written(library, "offline = true\n[search]\nlimit = 3\ntoken_budget = 900\nwindows_per_document = 2\n")
    environ = {"WELLHEAD_SEARCH_LIMIT": "4", "WELLHEAD_SEARCH_TOKEN_BUDGET": "1_000"}
    found = config.load(library, {"search.limit": 5, "search_language": "none", "search.mode": None}, environ)
    assert (found.settings.search.limit, found.origins["search.limit"]) == (5, "flag")
    assert (found.settings.search.token_budget, found.origins["search.token_budget"]) == (
        1000,
        "WELLHEAD_SEARCH_TOKEN_BUDGET",
    )
    assert (found.settings.search.windows_per_document, found.origins["search.windows_per_document"]) == (
        2,
        "config.toml",
    )
    assert (found.settings.search.language, found.origins["search.language"]) == ("none", "flag")
    assert (found.settings.search.mode, found.origins["search.mode"]) == ("balanced", "default")
    assert (found.settings.offline, found.origins["offline"]) == (True, "config.toml")


def test_the_table_covers_every_field_of_the_options() -> None:
    names = {each.name for each in config.settable()}
    sections = msgspec.structs.fields(Settings)
    fields = {
        f"{section.name}.{field.name}" if field else section.name
        for section in sections
        for field in (msgspec.structs.fields(section.type) if hasattr(section.type, "__struct_fields__") else [None])
    }
    assert fields - names == {
        "add.role", "add.verify", "add.dry_run", "batch.documents", "batch.seconds", "batch.characters",
    }  # fmt: skip
    assert names <= fields
    assert all(
        each.about and each.env == "WELLHEAD_" + each.name.upper().replace(".", "_") for each in config.settable()
    )


def test_languages_are_those_of_the_tokenizers() -> None:
    assert config.setting("search.language").choices == tuple(TOKENIZERS)


def test_a_variable_that_is_no_setting_names_the_nearest_one(library: Path) -> None:
    environ = {"WELLHEAD_SERCH_LIMIT": "3", "WELLHEAD_SEARCH_LIMIT": "4"}
    assert config.load(library, environ=environ).settings.search.limit == 4
    _, (fault,) = config.load_anyway(library, environ=environ)
    assert "WELLHEAD_SERCH_LIMIT" in fault.message
    assert fault.hint == "did you mean WELLHEAD_SEARCH_LIMIT?"


def test_a_variable_of_another_version_stops_nobody(library: Path) -> None:
    environ = {"WELLHEAD_CONTRIBUTOR_MODE": "1"}
    assert config.load(library, environ=environ) == config.load(library, environ={})
    _, (fault,) = config.load_anyway(library, environ=environ)
    assert isinstance(fault, UnknownName)
    assert fault.hint.startswith("there are: WELLHEAD_")


def test_a_key_that_is_no_setting_names_file_key_and_the_nearest_one(library: Path) -> None:
    with pytest.raises(BadInput) as caught:
        config.load(written(library, "[search]\nlimits = 3\n"), environ={})
    assert str(library / "config.toml") in caught.value.message
    assert "search.limits" in caught.value.message
    assert "search.limit?" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[search]\nlimit = 'many'\n", "'many'; it must be a whole number from 1 to 1000"),
        ("[search]\nlimit = true\n", "True; it must be a whole number"),
        ("[search]\nlimit = 0\n", "0; it must be a whole number from 1"),
        ("[search]\nlimit = 2.5\n", "2.5; it must be a whole number"),
        ("[search]\nsemantic = 1\n", "1; it must be true or false"),
        ("[search]\nlanguage = 'de'\n", "'de'; it must be en or none"),
        ("[add]\nexclude = '*.tmp'\n", "'*.tmp'; it must be a list of texts"),
        ("[add]\nexclude = [1]\n", "[1]; it must be a list of texts"),
        ("offline = 'yes'\n", "'yes'; it must be true or false"),
        ("search = 5\n", "'search'"),
        ("[batch]\ndocuments = 5\n", "'batch.documents'"),
        ("[a.b]\nc = 5\n", "'a.b'"),
        ("limit = \n", "is not TOML"),
        ("\0", "is not TOML"),
    ],
)
def test_a_wrong_value_is_told_with_file_key_and_value(library: Path, text: str, wanted: str) -> None:
    with pytest.raises(BadInput) as caught:
        config.load(written(library, text), environ={})
    assert wanted in caught.value.message
    assert str(library / "config.toml") in caught.value.message


def test_wrong_values_of_the_call_and_the_environment_are_usage_errors(library: Path) -> None:
    with pytest.raises(UsageError, match="WELLHEAD_OFFLINE is 'maybe'; it must be true or false"):
        config.load(library, environ={"WELLHEAD_OFFLINE": "maybe"})
    with pytest.raises(UsageError, match=r"search\.limit is -1; it must be"):
        config.load(library, {"search_limit": -1}, {})
    with pytest.raises(UnknownName, match=r"there is no setting .serch\.limit."):
        config.load(library, {"serch.limit": 1}, {})


def test_an_empty_variable_says_nothing(library: Path) -> None:
    found = config.load(library, environ={"WELLHEAD_SEARCH_LIMIT": "", "WELLHEAD_HOME": ""})
    assert found.settings == Settings()


def test_load_anyway_keeps_what_can_be_used_and_tells_the_rest(library: Path) -> None:
    written(library, "[search]\nlimit = 'x'\ntoken_budget = 500\n")
    found, faults = config.load_anyway(library, environ={"WELLHEAD_NOPE": "1"})
    assert found.settings.search.limit == 25
    assert found.settings.search.token_budget == 500
    assert [type(fault) for fault in faults] == [BadInput, UnknownName]


def test_a_list_comes_from_one_text(library: Path) -> None:
    found = config.load(library, environ={"WELLHEAD_ADD_EXCLUDE": "*.tmp, drafts/ ,"})
    assert found.settings.add.exclude == ("*.tmp", "drafts/")


def test_texts_are_read_by_type() -> None:
    assert read_text(config.setting("offline"), " ON ") is True
    assert read_text(config.setting("search.limit"), "1_0") == 10
    assert read_text(config.setting("search.limit"), "9" * 400) == "9" * 400


def test_set_keeps_comments_and_order_and_unset_takes_away(library: Path) -> None:
    written(library, "# mine\noffline = false # why\n\n[search]\n# few are enough\nlimit = 3\n")
    assert config.set_value(library, "search.limit", "9") == 9
    assert config.set_value(library, "add.exclude", "a/,b/") == ("a/", "b/")
    text = (library / "config.toml").read_text(encoding="utf-8")
    assert "# mine\noffline = false # why\n\n[search]\n# few are enough\nlimit = 9\n" in text
    found = config.load(library, environ={})
    assert (found.settings.search.limit, found.settings.add.exclude) == (9, ("a/", "b/"))
    assert config.unset_value(library, "search.limit") is True
    assert config.unset_value(library, "search.limit") is False
    assert "# few are enough" in (library / "config.toml").read_text(encoding="utf-8")
    assert config.load(library, environ={}).origins["search.limit"] == "default"


def test_config_toml_is_private_and_left_alone_by_a_refused_value(library: Path) -> None:
    config.set_value(library, "offline", "yes")
    before = (library / "config.toml").read_bytes()
    assert (library / "config.toml").stat().st_mode & 0o777 == 0o600
    with pytest.raises(UsageError):
        config.set_value(library, "search.limit", "many")
    with pytest.raises(UnknownName):
        config.set_value(library, "search.limits", "3")
    assert (library / "config.toml").read_bytes() == before


def test_unset_takes_away_what_is_no_setting(library: Path) -> None:
    written(library, "[search]\nlimits = 3\n")
    assert config.unset_value(library, "search.limits") is True
    with pytest.raises(UnknownName):
        config.unset_value(library, "search.limits")


def test_a_value_in_the_way_of_a_section_makes_room(library: Path) -> None:
    written(library, "search = 5\n")
    config.set_value(library, "search.limit", "4")
    assert config.load(library, environ={}).settings.search.limit == 4


def test_set_makes_an_empty_folder_a_library_but_no_other(tmp_path: Path) -> None:
    config.set_value(tmp_path / "new", "search.limit", "4")
    assert (tmp_path / "new" / MARKER).exists()
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "note.md").touch()
    with pytest.raises(CannotWrite, match="holds other things"):
        config.set_value(notes, "search.limit", "4")
    assert sorted(os.listdir(notes)) == ["note.md"]


def test_a_linked_config_stays_a_link(library: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfile").write_text("offline = true\n", encoding="utf-8")
    (library / "config.toml").symlink_to(tmp_path / "dotfile")
    config.set_value(library, "search.limit", "4")
    assert (library / "config.toml").is_symlink()
    assert "limit = 4" in (tmp_path / "dotfile").read_text(encoding="utf-8")


def test_the_folder_comes_from_flag_then_variable_then_platform(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "WELLHEAD_HOME": str(tmp_path / "named")}
    assert config.library_folder(tmp_path / "flag", environ) == tmp_path / "flag"
    assert config.library_folder(None, environ) == tmp_path / "named"
    del environ["WELLHEAD_HOME"]
    assert config.library_folder(None, environ, "linux") == tmp_path / ".local/share/wellhead"
    assert config.library_folder(None, environ, "darwin") == tmp_path / "Library/Application Support/wellhead"
    assert config.library_folder(None, {**environ, "XDG_DATA_HOME": "/data"}, "linux") == Path("/data/wellhead")
    assert (
        config.library_folder(None, {**environ, "XDG_DATA_HOME": "data"}, "linux") == tmp_path / ".local/share/wellhead"
    )


@pytest.mark.parametrize("folder", ["", " ", "a\0b"])
def test_a_folder_without_a_name_is_refused(folder: str) -> None:
    with pytest.raises(UsageError, match="names no folder"):
        config.library_folder(folder, {})


def test_paths_name_everything_of_a_library(library: Path) -> None:
    found = config.paths(library)
    assert list(found) == ["library", "config", "database", "originals", "cases", "backups", "lock", "demo"]
    assert found["demo"] == str(library.parent / "wellhead-demo")


@pytest.mark.parametrize(
    ("environ", "color"),
    [
        ({}, None),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, None),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, None),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm-256color"}, None),
    ],
)
def test_the_terminal_says_whether_it_wants_colour(environ: dict[str, str], color: bool | None) -> None:
    assert config.terminal(environ).color is color


def test_the_terminal_says_how_wide_it_is() -> None:
    assert config.terminal({"COLUMNS": "88"}).columns == 88
    assert config.terminal({"COLUMNS": "wide"}).columns == 0
    assert config.terminal({"TERM": "dumb"}).dumb is True


def test_values_are_shown_as_toml_writes_them() -> None:
    assert [config.shown(value) for value in (True, 5, 'a"b', ("x", "y"))] == ["true", "5", '"a\\"b"', '["x", "y"]']


def test_a_time_zone_is_one_that_there_is(library: Path) -> None:
    assert config.set_value(library, "timezone", "Europe/Lisbon") == "Europe/Lisbon"
    for wrong in ("Mars/Olympus", "../../etc/passwd", "/etc/localtime", "x" * 300):
        with pytest.raises(UsageError, match="time zone"):
            config.set_value(library, "timezone", wrong)
    assert config.load(library, environ={}).settings.timezone == "Europe/Lisbon"
    assert config.set_value(library, "timezone", "") == ""


def test_the_systems_zone_has_summer_and_winter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Lisbon")
    time.tzset()
    try:
        zone = config.zone("")
        assert datetime(2025, 1, 1, tzinfo=zone).utcoffset() == timedelta()
        assert datetime(2025, 7, 1, tzinfo=zone).utcoffset() == timedelta(hours=1)
        moment = datetime(2025, 7, 1, 23, 30, tzinfo=UTC).astimezone(zone)
        assert (moment.date(), moment.hour) == (date(2025, 7, 2), 0)
        assert moment.astimezone(UTC) == datetime(2025, 7, 1, 23, 30, tzinfo=UTC)
        assert datetime(1, 1, 1, tzinfo=zone).utcoffset() is not None
    finally:
        monkeypatch.undo()
        time.tzset()
