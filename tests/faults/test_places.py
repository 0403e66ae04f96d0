"""Folders and files that are not ours to use: each time a clear error with what to do next, and reading goes on."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.e2e.program import Program
from wellhead.engines.sqlite.connection import APPLICATION_ID

READING = (["search", "hello"], ["status"], ["get", "note:a"], ["files"], ["sources"])
WRITING = (["add", "notes"], ["sync"], ["remove", "note:a"], ["undo"], ["reindex"])


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that every user can look into; pytest's own is closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="wellhead-places-"))
    folder.chmod(0o755)
    yield folder
    for each in folder.rglob("*"):
        if each.is_dir() and not each.is_symlink():
            each.chmod(0o700)
    shutil.rmtree(folder)


@pytest.fixture
def program(home: Path) -> Program:
    """The program, and a library of two notes beside them."""
    made = Program(home)
    made.environment["WELLHEAD_HOME"] = str(home / "library")
    (home / "notes").mkdir()
    (home / "notes" / "a.md").write_text("hello oak\n", encoding="utf-8")
    (home / "notes" / "b.md").write_text("hello ash\n", encoding="utf-8")
    made.ok("add", "notes")
    return made


def _as_nobody(program: Program, root: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """(exit code, the JSON it said), run as another user in the folder of the notes."""
    there = f"import os, runpy; os.chdir({str(program.home)!r})"
    run = f"{there}; runpy.run_module('tests.faults.nobody', run_name='__main__')"
    environment = {**program.environment, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
    done = subprocess.run(
        [sys.executable, "-c", run, *words, "--json"],
        env=environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


def _digest(folder: Path) -> dict[str, str]:
    """What may not change while only reading: everything but SQLite's own log and map."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm")))
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _give_to_read(folder: Path, mode: int = 0o555) -> None:
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(mode)


def _assert_refused(code: int, said: dict[str, Any], expected: str) -> None:
    assert code == 1
    assert said["error"]["code"] == expected
    assert said["error"]["hint"]
    assert "locked" not in said["error"]["message"]


def test_a_read_only_library_reads_on(program: Program, root: Path) -> None:
    """Whoever may only read a library searches and reads in it, is told so when writing, and changes no byte."""
    folder = program.home / "library"
    _give_to_read(folder)
    before = _digest(folder)
    for words in READING:
        code, said = _as_nobody(program, root, *words)
        assert code == 0, said
    for words in WRITING:
        _assert_refused(*_as_nobody(program, root, *words), "cannot_write")
    assert _digest(folder) == before
    assert len(_as_nobody(program, root, "search", "hello")[1]["results"]) == 2


def test_a_pending_log_in_a_closed_folder_is_told(program: Program, root: Path) -> None:
    """A read-only folder with changes that wait in the log is an error, for reading past them would show old texts."""
    folder = program.home / "library"
    (folder / "library.db-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(4_092))
    _give_to_read(folder)
    _assert_refused(*_as_nobody(program, root, "search", "hello"), "cannot_write")


def test_a_folder_that_cannot_be_written_takes_no_library(program: Program, root: Path) -> None:
    """A new library where one may not write is refused with what to do, and nothing is left there."""
    place = program.home / "closed"
    place.mkdir(mode=0o555)
    code, said = _as_nobody(program, root, "add", "notes", "--library", str(place / "library"))
    _assert_refused(code, said, "cannot_write")
    assert list(place.iterdir()) == []


def test_unreadable_notes_are_accounted_for(program: Program, root: Path) -> None:
    """Files and folders that may not be read are rows of the receipt with their reason, and the others are imported."""
    (program.home / "notes" / "secret.md").write_text("hidden oak", encoding="utf-8")
    (program.home / "notes" / "secret.md").chmod(0)
    (program.home / "notes" / "closed").mkdir(mode=0o000)
    (program.home / "open").mkdir()
    (program.home / "open").chmod(0o777)
    code, said = _as_nobody(program, root, "add", "notes", "--library", str(program.home / "open" / "library"))
    assert code == 7
    assert said["indexed"] == 2
    assert said["found"] == sum(said[name] for name in ("indexed", "unchanged", "renamed", "skipped", "failed"))
    reasons = {each["path"]: each["reason"] for each in said["files"] if each["status"] == "failed"}
    assert set(reasons) == {"secret.md", "closed/"}
    assert all(reasons.values())


def _foreign_database(path: Path) -> None:
    with apsw.Connection(str(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT); INSERT INTO bookmarks VALUES ('mine')")
    connection.close()


def _text_file(path: Path) -> None:
    path.write_text("no database at all, but a text of somebody\n" * 40, encoding="utf-8")


def _newer(path: Path) -> None:
    _set_version(path, 99)


def _older(path: Path) -> None:
    _set_version(path, -1)  # before the first one: there is no older schema yet


def _set_version(path: Path, version: int) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {version}; PRAGMA application_id = {APPLICATION_ID}")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "keep", "expected"),
    [
        (_foreign_database, False, "foreign_file"),
        (_text_file, False, "foreign_file"),
        (_newer, True, "new_schema"),
        (_older, True, "old_schema"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_untouched(program: Program, spoil: Any, keep: bool, expected: str) -> None:
    """Every command refuses another program's file or another schema, says what to do, and changes no byte of it."""
    path = program.home / "library" / "library.db"
    if not keep:
        path.unlink()
    spoil(path)
    before = path.read_bytes()
    for words in (*READING, *WRITING, ["migrate"], ["export", "-"]):
        if (words, expected) != (["migrate"], "old_schema"):
            _assert_refused(1, program.json(*words, code=1), expected)
    checks = {each["name"]: each for each in program.json("doctor", code=3)["checks"]}
    assert [each for each in checks.values() if each["status"] == "failed"] != []
    assert path.read_bytes() == before


def test_an_interrupted_beginning_is_an_empty_library(program: Program) -> None:
    """A database file that is still empty, as a kill may leave it, is no library yet, and the next add fills it."""
    path = program.home / "library" / "library.db"
    path.write_bytes(b"")
    assert program.json("search", "hello", code=1)["error"]["code"] == "no_library"
    assert program.json("add", "notes")["indexed"] == 2
    assert len(program.json("search", "hello")["results"]) == 2


def _little_room(program: Program, megabytes: int) -> tuple[Path, str, Any]:
    """(place, what to put before a command, how to make room): a small disk where one can be mounted, else a limit."""
    place = program.home / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode == 0:
        grow = ["mount", "-o", "remount,size=200m", str(place)]
        return place, "", lambda: subprocess.run(grow, check=True)
    return place, f"ulimit -f {megabytes * 512}; ", lambda: None


@pytest.mark.parametrize("megabytes", [2, 5, 7])
def test_a_full_disk_loses_nothing_that_was_counted(program: Program, megabytes: int) -> None:
    """An import onto a full disk fails clearly, what was counted stays findable, and with room it goes on."""
    vault = program.home / "vault"
    vault.mkdir()
    for number in range(1_500):
        (vault / f"n{number}.md").write_text(f"oak{number} " + f"leaf{number} branch bark " * 120, encoding="utf-8")
    place, limit, make_room = _little_room(program, megabytes)
    library = f"--library {place / 'library'}"
    try:
        _assert_full_and_well_again(program, limit, library, make_room)
    finally:
        subprocess.run(["umount", str(place)], capture_output=True, check=False)


def _assert_full_and_well_again(program: Program, limit: str, library: str, make_room: Any) -> None:
    ended = program.shell(f"{limit}wellhead {library} --progress json add vault --json")
    error = json.loads(ended.stdout)["error"]
    assert (ended.returncode, error["code"] in ("disk_full", "cannot_write")) == (1, True)
    assert error["hint"]
    counted = [json.loads(line) for line in ended.stderr.splitlines() if line.startswith("{")]
    done = max((int(each.get("done", 0)) for each in counted), default=0)
    words = library.split()
    if done:
        assert program.json("status", *words)["documents"] >= done
        assert program.json("search", "bark", *words)["results"] != []
    make_room()
    receipt = program.json("add", "vault", *words)
    assert receipt["indexed"] + receipt["unchanged"] == 1_500
    assert receipt["indexed"] <= 1_500 - done
    assert [hit["key"] for hit in program.json("search", "oak1499", *words)["results"]] == ["note:n1499"]
    checks = {
        each["name"]: each["status"] for each in json.loads(program.run("doctor", *words, "--json").stdout)["checks"]
    }
    assert (checks["integrity"], checks["coverage"], checks["watermark"]) == ("ok", "ok", "ok")
