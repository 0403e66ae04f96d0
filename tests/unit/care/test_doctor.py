from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import apsw
import msgspec
import pytest

from tests.unit.care.sample import NOW, Fill, entry, put
from wellhead import adapters
from wellhead.care import backup, bundle, doctor, mend
from wellhead.errors import BadInput, UnsafeSQLite
from wellhead.model.document import Document
from wellhead.model.options import SearchOptions
from wellhead.model.query import Hit, Query, SearchResult
from wellhead.model.receipt import Status
from wellhead.model.state import Check
from wellhead.ports import FileRecord, Opened
from wellhead.search.search import search

NAMES = [
    "sqlite", "permissions", "place", "disk_space", "leftovers", "backups", "schema", "integrity", "watermark",
    "coverage", "query_dependence", "self_retrieval", "stale", "failed_files", "sources", "config", "egress",
]  # fmt: skip
OF_DOCUMENTS = NAMES[8:15]


def examined(folder: Path, **more: object) -> dict[str, Check]:
    opened = adapters.engine(folder)
    try:
        looking = partial(search, store=opened.store, index=opened.index, options=SearchOptions(), asked=NOW)
        arguments = {"search": looking, "now": NOW, **more}
        checks = doctor.examine(folder, opened, **arguments)  # type: ignore[arg-type]
    finally:
        opened.database.close()
    assert len({check.name for check in checks}) == len(checks)
    return {check.name: check for check in checks}


def not_ok(checks: dict[str, Check]) -> list[str]:
    return [name for name, check in checks.items() if check.status != "ok" and name != "disk_space"]


def test_a_sound_library_has_a_line_of_evidence_for_everything(fill: Fill) -> None:
    checks = examined(fill())
    assert list(checks) == NAMES
    assert not_ok(checks) == []
    assert all(check.evidence and not check.fix for check in checks.values() if check.status == "ok")
    assert checks["sqlite"].evidence.startswith("SQLite 3.")
    assert checks["schema"].evidence == "schema 2, the newest"
    assert checks["coverage"].evidence == "30 of 30 documents are searchable"
    assert checks["self_retrieval"].evidence == "20 of 20 known documents are found in the first 10"
    assert checks["query_dependence"].evidence == "unrelated words bring different documents"
    assert checks["egress"].evidence == "0 hosts can be contacted, nothing in this version sends anything"


def test_an_empty_library_is_sound(fill: Fill) -> None:
    checks = examined(fill(count=0))
    assert not_ok(checks) == []


def test_deep_looks_at_everything(fill: Fill) -> None:
    assert examined(fill(), deep=True)["integrity"].evidence == "integrity_check finds nothing wrong"


def test_two_runs_ask_the_same(fill: Fill) -> None:
    library, asked = fill(), []

    def listening(text: str) -> SearchResult:
        asked.append(text)
        return SearchResult(query=Query(text=text), mode="balanced")

    examined(library, search=listening)
    half = len(asked)
    examined(library, search=listening)
    assert half > 20
    assert asked[:half] == asked[half:]


def test_a_folder_that_is_not_there_yields_a_report(tmp_path: Path) -> None:
    checks = examined(tmp_path / "none")
    assert (checks["library"].status, checks["library"].fix) == ("failed", "wellhead init")
    assert not (tmp_path / "none").exists()


def hurt_pages(library: Path) -> None:
    data = bytearray((library / "library.db").read_bytes())
    data[len(data) // 2 : len(data) // 2 + 8_192] = b"\x5a" * 8_192
    (library / "library.db").write_bytes(data)


def no_database(library: Path) -> None:
    (library / "library.db").write_bytes(b"not a database" * 1_000)


def foreign_database(library: Path) -> None:
    (library / "library.db").unlink()
    apsw.Connection(str(library / "library.db")).execute("CREATE TABLE theirs (a)").close()


def newer_schema(library: Path) -> None:
    apsw.Connection(str(library / "library.db")).execute("PRAGMA user_version = 99").close()


def empty_file(library: Path) -> None:
    (library / "library.db").write_bytes(b"")


def gone(library: Path) -> None:
    (library / "library.db").unlink()


def a_folder(library: Path) -> None:
    (library / "library.db").unlink()
    (library / "library.db").mkdir()


@pytest.mark.parametrize("hurt", [hurt_pages, no_database, foreign_database, newer_schema, empty_file, gone, a_folder])
def test_a_library_that_cannot_be_used_yields_a_report(fill: Fill, hurt: Callable[[Path], None]) -> None:
    library = fill(count=60)
    hurt(library)
    checks = examined(library)
    assert {"schema", "integrity"} & set(not_ok(checks))
    assert set(NAMES) - set(checks) <= set(OF_DOCUMENTS)
    assert "Traceback" not in "".join(check.evidence for check in checks.values())


def test_flipped_bytes_yield_a_report(fill: Fill, seed: int) -> None:
    library, luck = fill(count=60), random.Random(seed)
    sound = (library / "library.db").read_bytes()
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(luck.choice((1, 8, 64))):
            data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
        for log in library.glob("library.db-*"):
            log.unlink()
        (library / "library.db").write_bytes(data)
        checks = examined(library)
        assert set(NAMES) - set(checks) <= set(OF_DOCUMENTS)


def hurt_first(library: Path, table: str) -> None:
    """Spoil the root page of one table."""
    database = apsw.Connection(str(library / "library.db"))
    root = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).get
    size = database.pragma("page_size")
    database.close()
    with (library / "library.db").open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\x5a" * size)


def test_damage_names_the_newest_backup(fill: Fill) -> None:
    library = fill(count=200)
    made = backup.make(library, engine=adapters.engine, now=NOW)
    hurt_first(library, "chunks")
    checks = examined(library)
    assert checks["integrity"].status == "failed"
    assert checks["integrity"].fix == f"wellhead restore {made.path}"


def test_damage_of_the_index_alone_is_made_good_by_the_command_it_names(fill: Fill) -> None:
    library = fill(count=200)
    database = apsw.Connection(str(library / "library.db"))
    database.execute("UPDATE ix_text_data SET block = x'00ff' WHERE id > 100")
    database.close()
    checks = examined(library)
    assert (checks["integrity"].status, checks["integrity"].fix) == ("failed", "wellhead reindex")
    opened = adapters.engine(library)
    opened.index.rebuild(lambda done: None)
    opened.database.close()
    assert not_ok(examined(library)) == []


def test_an_unsafe_sqlite_is_red(fill: Fill) -> None:
    class Old:
        def __init__(self, opened: Opened) -> None:
            self._database = opened.database

        def engine(self) -> str:
            raise UnsafeSQLite("SQLite 3.40.1 can corrupt a library that two processes use at once")

        def __getattr__(self, name: str) -> object:
            return getattr(self._database, name)

    opened = adapters.engine(fill())
    unsafe = msgspec.structs.replace(opened, database=Old(opened))
    looking = partial(search, store=opened.store, index=opened.index, options=SearchOptions(), asked=NOW)
    found = doctor.examine(opened.database.path.parent, unsafe, search=looking, now=NOW)[0]
    assert (found.name, found.status) == ("sqlite", "failed")


def test_a_check_that_raises_is_one_failed_line_without_its_text(fill: Fill) -> None:
    def broken(text: str) -> SearchResult:
        raise RuntimeError("a secret of the note")

    checks = examined(fill(), search=broken)
    assert not_ok(checks) == ["query_dependence", "self_retrieval"]
    assert checks["self_retrieval"].evidence == "could not be looked at (RuntimeError)"


def always(*keys: str) -> Callable[[str], SearchResult]:
    hits = tuple(
        Hit(rank=rank, key=key, title="", kind="note", role=Document(text="").role, path="", url="", score=1.0)
        for rank, key in enumerate(keys, 1)
    )
    return lambda text: SearchResult(query=Query(text=text), mode="balanced", results=hits)


def test_a_search_that_never_changes_its_answer_is_caught(fill: Fill) -> None:
    checks = examined(fill(), search=always("note:harbour-000"))
    assert checks["query_dependence"].status == "failed"
    assert "stand nowhere bring 1 document" in checks["query_dependence"].evidence
    assert checks["self_retrieval"].status == "warning"


def test_a_search_that_finds_nothing_is_caught(fill: Fill) -> None:
    checks = examined(fill(), search=always())
    assert checks["query_dependence"].status == "failed"
    assert checks["self_retrieval"].evidence.startswith("0 of 20 known documents")


def test_what_others_can_read_is_told_and_mended(fill: Fill) -> None:
    library = fill()
    (library / "config.toml").chmod(0o644)
    (library / "originals").chmod(0o755)
    checks = examined(library)
    assert checks["permissions"].status == "warning"
    assert checks["permissions"].evidence.startswith("2 files or folders can be read by others:")
    assert checks["permissions"].fix == "wellhead doctor --fix"
    done = mend.mend(library, adapters.engine(library), now=NOW)
    assert len(done) == 2
    assert examined(library)["permissions"].status == "ok"
    assert mend.mend(library, adapters.engine(library), now=NOW) == ()


def test_old_leftovers_are_told_and_mended_and_young_ones_are_left_alone(fill: Fill) -> None:
    library = fill()
    (library / "backups").mkdir(mode=0o700)
    old, young = NOW.timestamp() - 7_200, NOW.timestamp() - 60
    for name, age in (
        (".config.toml.ab12cd_9", old),
        (".restoring-ab12cd_9/x", old),
        ("backups/.backup-ab12cd_9/x", old),
        ("backups/.20261118T093015Z.tar.zz12cd_9", young),
    ):
        path = library / name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        for touched in (path, *([path.parent] if path.name == "x" else [])):
            os.utime(touched, (age, age))
    checks = examined(library)
    assert checks["leftovers"].status == "warning"
    assert checks["leftovers"].evidence.startswith("3 temporary files")
    assert len(mend.mend(library, adapters.engine(library), now=NOW)) == 3
    assert os.listdir(library / "backups") == [".20261118T093015Z.tar.zz12cd_9"]
    assert examined(library)["leftovers"].status == "ok"
    assert (library / ".wellhead-library").exists()


def test_stale_documents_failed_files_and_missing_sources_are_told(fill: Fill, tmp_path: Path) -> None:
    library = fill()
    opened = adapters.engine(library)
    with opened.store.transaction() as writer:
        writer.mark_stale(opened.store.ids(["note:harbour-000"]).values(), "2026-11-17")
        writer.record([FileRecord(path="bad.md", status=Status.FAILED, reason="no text", source=1)])
    opened.database.close()
    shutil.rmtree(tmp_path / "vault")
    checks = examined(library)
    assert not_ok(checks) == ["stale", "failed_files", "sources"]
    assert checks["stale"].evidence.startswith("1 document has lost its file")
    assert checks["failed_files"].evidence.endswith(": bad.md")
    assert checks["sources"].evidence.endswith(f": {tmp_path / 'vault'}")


def test_settings_that_cannot_be_used_are_told_with_their_remedy(fill: Fill) -> None:
    problem = BadInput("search.limit is 'x'", hint="`wellhead config unset search.limit` brings its default back")
    found = examined(fill(), problems=(problem,))["config"]
    assert (found.status, found.fix) == ("warning", "wellhead config unset search.limit")
    assert "search.limit is 'x'" in found.evidence


def test_commands_name_the_folder_when_the_person_did(fill: Fill) -> None:
    library = fill("my library")
    (library / "config.toml").chmod(0o644)
    assert examined(library, named=True)["permissions"].fix == f"wellhead doctor --fix --library '{library}'"


def test_backups_are_counted_with_their_age(fill: Fill) -> None:
    library = fill(count=1)
    assert examined(library)["backups"].evidence.startswith("none yet")
    made = Path(backup.make(library, engine=adapters.engine, now=NOW).path)
    os.utime(made, (NOW.timestamp() - 3 * 86_400,) * 2)
    assert examined(library)["backups"].evidence == "1, the newest 3 days old"


def test_an_index_that_lags_is_told_and_caught_up(fill: Fill) -> None:
    library = fill()
    opened = adapters.engine(library)
    database = apsw.Connection(str(library / "library.db"))
    database.execute("UPDATE ix_meta SET value = 1 WHERE name = 'watermark'")
    database.close()
    checks = examined(library)
    assert checks["watermark"].status == "warning"
    assert checks["watermark"].fix == "wellhead doctor --fix"
    assert mend.mend(library, opened, now=NOW) == ("the index is where the store is again",)
    assert examined(library)["watermark"].status == "ok"


def test_a_bundle_tells_nothing_of_the_person(fill: Fill, tmp_path: Path) -> None:
    library = fill(note="the secret of the old mill")
    (library / "config.toml").chmod(0o644)
    opened = adapters.engine(library)
    with opened.store.transaction() as writer:
        writer.record([FileRecord(path="diary.md", status=Status.FAILED, source=1)])
    opened.database.close()
    shutil.rmtree(tmp_path / "vault")
    problem = BadInput(f"{library}/config.toml sets 'my.diary'")
    checks = examined(library, problems=(problem,), search=always("note:harbour-000"))
    target = tmp_path / "report.json"
    bundle.write(target, tuple(checks.values()), versions={"wellhead": "0.1.0", "home": str(tmp_path)}, now=NOW)
    text = target.read_text(encoding="utf-8")
    for private in (str(tmp_path), "diary", "Harbour", "harbour", "secret", "vault", "orchard"):
        assert private not in text
    report = msgspec.json.decode(text)
    assert report["schema_version"] == 1
    assert report["versions"] == {"wellhead": "0.1.0"}
    assert [check["name"] for check in report["checks"]] == list(checks)
    told = {check["name"]: check["evidence"] for check in report["checks"]}
    assert told["coverage"] == "30 of 30 documents are searchable"
    assert told["failed_files"] == "1 file could not be read"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_bundle_leaves_out_what_may_be_a_path_even_before_a_colon() -> None:
    assert bundle.redacted(Check(name="x", status="ok", evidence="3 files in ~/notes: a")) == ""
    assert bundle.redacted(Check(name="x", status="ok", evidence="3 files, all of “Diary”")) == ""


def test_the_sample_is_spread_over_a_larger_library(fill: Fill) -> None:
    library = fill(count=39)
    put(adapters.engine(library), [entry(500)])
    checks = examined(library)
    assert checks["self_retrieval"].evidence == "20 of 20 known documents are found in the first 10"
