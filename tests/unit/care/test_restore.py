from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import apsw
import msgspec
import pytest

from tests.unit.care.sample import NOW, Fill, entry, keys, put
from wellhead import adapters
from wellhead.care import backup, restore
from wellhead.care.manifest import Manifest, Member
from wellhead.engines.sqlite import migrations
from wellhead.errors import BadInput, Busy, CannotWrite, UnsafePlace, WellheadError
from wellhead.ports import Counts

LATER = NOW.replace(hour=12)


def made(library: Path) -> Path:
    return Path(backup.make(library, engine=adapters.engine, now=NOW).path)


def back(saved: Path, folder: Path) -> str:
    return restore.restore(saved, folder, engine=adapters.engine, now=LATER).replaced


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder; the database's log and the writers' queue come and go."""
    passing = ("library.db-wal", "library.db-shm", "writer.lock")
    found = (path for path in folder.rglob("*") if path.is_file() and path.name not in passing)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_a_backup_comes_back_in_another_folder(fill: Fill, tmp_path: Path) -> None:
    library = fill()
    done = restore.restore(made(library), tmp_path / "a" / "other", engine=adapters.engine, now=LATER)
    assert (done.documents, done.chunks, done.schema, done.replaced) == (30, 30, migrations.CURRENT, "")
    assert keys(tmp_path / "a" / "other") == keys(library)
    here, there = tree(library), tree(tmp_path / "a" / "other")
    assert {name: there[name] for name in there if name != "library.db"} == {
        name: data for name, data in here.items() if not name.startswith(("backups", "library.db"))
    }
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "a" / "other").rglob("*")}
    assert modes == {0o700, 0o600}


def test_what_was_there_is_kept_whole_and_can_be_opened(fill: Fill) -> None:
    library = fill()
    saved = made(library)
    put(adapters.engine(library), [entry(77)])
    (library / "config.toml").write_text("offline = true\n", encoding="utf-8")
    (library / "originals" / "ab" / "beef01").write_text("newer", encoding="utf-8")
    newer = keys(library)
    replaced = Path(back(saved, library))
    assert replaced == library / "backups" / "replaced-20261118T123015Z"
    assert len(keys(library)) == 30
    assert (library / "config.toml").read_text(encoding="utf-8").startswith("# kept for library")
    assert not (library / "originals" / "ab" / "beef01").exists()
    assert keys(replaced) == newer
    assert (replaced / "config.toml").read_text(encoding="utf-8") == "offline = true\n"
    assert (replaced / "originals" / "ab" / "beef01").exists()
    assert [path.name for path in library.iterdir() if path.name.startswith(".restoring")] == []


def test_a_restored_library_can_be_written_and_searched_at_once(fill: Fill) -> None:
    library = fill()
    back(made(library), library)
    opened = adapters.engine(library)
    put(opened, [entry(41)])
    assert opened.index.watermark() == opened.store.seq()
    assert opened.store.counts().documents == 31
    opened.database.close()


def test_a_restored_reader_goes_on_with_the_new_file(fill: Fill) -> None:
    library = fill()
    saved = made(library)
    opened = adapters.engine(library)
    put(opened, [entry(41)])
    assert opened.store.counts().documents == 31
    opened.database.close()
    back(saved, library)
    assert opened.store.counts().documents == 30
    opened.database.close()


def test_a_damaged_library_is_set_aside_as_it_lies(fill: Fill) -> None:
    library = fill()
    saved = made(library)
    (library / "library.db").write_bytes(b"torn" * 4096)
    (library / "library.db-wal").write_bytes(b"poison")
    replaced = Path(back(saved, library))
    assert len(keys(library)) == 30
    assert (replaced / "library.db").read_bytes() == b"torn" * 4096
    assert (replaced / "library.db-wal").read_bytes() == b"poison"


def test_settings_the_backup_does_not_have_do_not_stay(fill: Fill) -> None:
    library = fill()
    (library / "config.toml").rename(library / "config.away")
    saved = made(library)
    (library / "config.toml").write_text("offline = true\n", encoding="utf-8")
    replaced = Path(back(saved, library))
    assert not (library / "config.toml").exists()
    assert (replaced / "config.toml").exists()


def test_a_folder_of_other_things_is_refused_untouched(fill: Fill, tmp_path: Path) -> None:
    saved = made(fill())
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "note.md").write_text("mine", encoding="utf-8")
    with pytest.raises(CannotWrite, match="no library and is not empty"):
        back(saved, notes)
    assert tree(notes) == {"note.md": b"mine"}
    apsw.Connection(str(notes / "library.db")).execute("CREATE TABLE theirs (a)")
    with pytest.raises(CannotWrite):
        back(saved, notes)
    with pytest.raises(CannotWrite):
        back(saved, notes / "note.md")


def test_a_synced_folder_is_refused_unless_the_person_insists(fill: Fill, tmp_path: Path) -> None:
    saved = made(fill())
    with pytest.raises(UnsafePlace):
        back(saved, tmp_path / "Dropbox" / "library")
    restore.restore(saved, tmp_path / "Dropbox" / "library", engine=adapters.engine, now=LATER, insist=True)
    assert len(keys(tmp_path / "Dropbox" / "library")) == 30


HOLD = """
import sys
from pathlib import Path
from wellhead import adapters
opened = adapters.engine(Path(sys.argv[1]))
if sys.argv[2] == "write":
    with opened.database.turn(10):
        print("held", flush=True)
        sys.stdin.read()
else:
    opened.store.seq()
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("holding", ["write", "read"])
def test_a_library_that_is_in_use_elsewhere_is_not_replaced(fill: Fill, holding: str) -> None:
    library = fill()
    saved = made(library)
    put(adapters.engine(library), [entry(77)])
    command = [sys.executable, "-c", HOLD, str(library), holding]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Busy, match="in use by another process, so nothing was restored"):
            back(saved, library)
        other.communicate("")
    assert len(keys(library)) == 31


# --- hostile and damaged backups --------------------------------------------------------------------------------------

Change = Callable[[list[tuple[tarfile.TarInfo, bytes]]], list[tuple[tarfile.TarInfo, bytes]]]


def members(saved: Path) -> list[tuple[tarfile.TarInfo, bytes]]:
    with tarfile.open(saved, "r:") as tar:
        return [(header, stream.read()) for header in tar if (stream := tar.extractfile(header)) is not None]


def packed(target: Path, found: list[tuple[tarfile.TarInfo, bytes]]) -> Path:
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as tar:
        for header, data in found:
            tar.addfile(header, io.BytesIO(data) if header.isreg() else None)
    return target


def header(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.size, found.type, found.linkname = size, kind, link
    return found


def described(found: list[tuple[tarfile.TarInfo, bytes]], **changes: object) -> list[tuple[tarfile.TarInfo, bytes]]:
    """The same with a manifest that agrees with the members, but for `changes`."""
    manifest = msgspec.json.decode(found[0][1], type=Manifest)
    told = tuple(
        Member(name=each.name, size=len(data), sha256=hashlib.sha256(data).hexdigest()) for each, data in found[1:]
    )
    data = msgspec.json.encode(msgspec.structs.replace(manifest, **{"members": told, **changes}))
    return [(header("manifest.json", len(data)), data), *found[1:]]


def with_member(name: str) -> Change:
    return lambda found: described([*found, (header(name, 3), b"abc")])


def with_header(extra: tarfile.TarInfo, *, told: bool = False) -> Change:
    def change(found: list[tuple[tarfile.TarInfo, bytes]]) -> list[tuple[tarfile.TarInfo, bytes]]:
        changed = [*found, (extra, b"")]
        return described(changed) if told else changed

    return change


def torn(found: list[tuple[tarfile.TarInfo, bytes]]) -> list[tuple[tarfile.TarInfo, bytes]]:
    database = bytearray(found[1][1])
    database[len(database) // 2 :] = os.urandom(1) * (len(database) - len(database) // 2)
    return described([found[0], (found[1][0], bytes(database)), *found[2:]])


HOSTILE: dict[str, Change] = {
    "an absolute name": with_member("/etc/cron.d/x"),
    "a name that climbs": with_member("originals/ab/../../../x"),
    "a name no backup has": with_member("runs/1/run.json"),
    "the marker": with_member(".wellhead-library"),
    "a log": with_member("library.db-wal"),
    "a member the manifest does not name": lambda found: [*found, (header("originals/ab/beef01", 1), b"x")],
    "a link": with_header(header("originals/ab/beef01", kind=tarfile.SYMTYPE, link="/etc"), told=True),
    "a hard link": with_header(header("originals/ab/beef01", kind=tarfile.LNKTYPE, link="library.db"), told=True),
    "a device": with_header(header("originals/ab/beef01", kind=tarfile.CHRTYPE), told=True),
    "a pipe": with_header(header("originals/ab/beef01", kind=tarfile.FIFOTYPE), told=True),
    "a folder": with_header(header("originals/ab/beef01", kind=tarfile.DIRTYPE), told=True),
    "a member twice": lambda found: [*found, found[1]],
    "no manifest": lambda found: found[1:],
    "a manifest in the second place": lambda found: [found[1], found[0], *found[2:]],
    "a manifest that is no JSON": lambda found: [(header("manifest.json", 1), b"{"), *found[1:]],
    "a manifest of another kind": lambda found: described(found, format="other"),
    "a manifest of a newer shape": lambda found: described(found, schema_version=2),
    "a schema below the first": lambda found: described(found, schema=0),
    "no members": lambda found: described(found, members=()),
    "a size below zero": lambda found: described(found, members=(Member(name="library.db", size=-1, sha256=""),)),
    "sizes beyond the file": lambda found: described(
        found, members=(Member(name="library.db", size=2**60, sha256=""),)
    ),
    "a checksum that differs": lambda found: [found[0], (found[1][0], b"\0" * len(found[1][1])), *found[2:]],
    "a member that is missing": lambda found: [*found[:1], *found[2:]],
    "a database that is damaged": torn,
    "a database that is none": lambda found: described([found[0], (header("library.db", 4), b"none"), *found[2:]]),
    "a database of other counts": lambda found: described(found, counts=Counts(documents=9)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_backup_is_refused_and_changes_nothing(name: str, fill: Fill, tmp_path: Path) -> None:
    library = fill(count=8)
    bad = packed(tmp_path / "bad.tar", HOSTILE[name](members(made(library))))
    before = tree(library)
    with pytest.raises(BadInput, match=r"was not restored"):
        back(bad, library)
    assert tree(library) == before
    with pytest.raises(BadInput):
        back(bad, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_backup_cut_off_anywhere_is_refused(fill: Fill, tmp_path: Path) -> None:
    data = made(fill(count=2)).read_bytes()
    end = data.rstrip(b"\0")
    for length in [0, 1, 511, 512, 513, 5_000, len(end) // 2, len(end) - 600, len(end) - 1]:
        (tmp_path / "cut.tar").write_bytes(data[:length])
        with pytest.raises(BadInput, match="was not restored"):
            back(tmp_path / "cut.tar", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_flipped_bytes_are_refused_or_harmless(fill: Fill, tmp_path: Path, seed: int) -> None:
    """Only bytes that mean nothing (padding, owner, time) may be changed unseen."""
    import random

    luck = random.Random(seed)
    saved = made(fill(count=2))
    data, outcomes = saved.read_bytes(), set()
    wanted = {name: each for name, each in members(saved)[1:] for name in [name.name]}
    for number in range(60):
        changed = bytearray(data)
        changed[luck.randrange(len(changed) - 1_024)] ^= 1 << luck.randrange(8)
        (tmp_path / "flipped.tar").write_bytes(changed)
        try:
            back(tmp_path / "flipped.tar", tmp_path / f"other{number}")
        except WellheadError as error:
            outcomes.add(type(error).__name__)
            continue
        restored = tree(tmp_path / f"other{number}")
        assert {name: restored[name] for name in wanted} == wanted
    assert "BadInput" in outcomes


def test_something_else_is_not_taken_for_a_backup(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no backup"):
        back(tmp_path / "none.tar", tmp_path / "other")
    (tmp_path / "zip.tar").write_bytes(b"PK\3\4" * 1_000)
    with pytest.raises(BadInput, match="not a whole wellhead backup"):
        back(tmp_path / "zip.tar", tmp_path / "other")
    with tarfile.open(tmp_path / "packed.tar", "w:gz") as tar:
        tar.addfile(header("manifest.json"))
    with pytest.raises(BadInput):
        back(tmp_path / "packed.tar", tmp_path / "other")


# --- killed at every step ---------------------------------------------------------------------------------------------


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Run `work` in a child that dies at its `step`-th change of the disk from Python; true if it came to its end."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    left = step

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if writes or event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.chmod"):
            left -= 1
            if left == 0:
                os._exit(9)

    try:
        sys.addaudithook(watch)
        work()
        os._exit(0)
    except BaseException:
        os._exit(1)


def test_killed_at_any_step_the_library_is_old_or_new(fill: Fill, tmp_path: Path) -> None:
    template = fill("template", count=4)
    saved = made(template)
    put(adapters.engine(template), [entry(77)])
    old, new = set(keys(template)), set(keys(template)) - {entry(77).document.key}
    seen, step = set(), 0
    while True:
        step += 1
        assert step < 500
        library = tmp_path / f"library{step}"
        subprocess.run(["cp", "-a", str(template), str(library)], check=True)
        done = killed_at(step, partial(back, saved, library))
        opened = adapters.engine(library)
        assert opened.database.damage() == []
        opened.database.close()
        found = frozenset(keys(library))
        assert found in (frozenset(old), frozenset(new))
        seen.add(found)
        put(adapters.engine(library), [entry(90)])  # and it can be written
        for kept in (library / "backups").glob("replaced-*"):
            assert set(keys(kept)) == old
        if done:
            break
    assert found == frozenset(new)
    assert len(seen) == 2
    assert step > 20


def test_killed_at_any_step_a_backup_is_whole_or_not_there(fill: Fill, tmp_path: Path) -> None:
    library = fill(count=4)
    done, step = False, 0
    while not done:
        step += 1
        assert step < 100
        target = tmp_path / f"saved{step}.tar"
        done = killed_at(step, partial(backup.make, library, engine=adapters.engine, now=NOW, target=target))
        if target.exists():
            back(target, tmp_path / f"other{step}")
            assert len(keys(tmp_path / f"other{step}")) == 4
    assert target.exists()
    assert step > 4
