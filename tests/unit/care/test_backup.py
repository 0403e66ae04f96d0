from __future__ import annotations

import hashlib
import os
import tarfile
import threading
from pathlib import Path

import msgspec
import pytest

from tests.unit.care.sample import NOW, Fill, entry, put
from wellhead import adapters
from wellhead.care import backup
from wellhead.care.manifest import NAME, Manifest, allowed
from wellhead.engines.sqlite import migrations
from wellhead.errors import BadInput, CannotWrite, Corrupted, NoLibrary


def manifest_in(path: Path) -> Manifest:
    with tarfile.open(path, "r:") as tar:
        first = tar.next()
        assert first is not None
        assert first.name == NAME
        stream = tar.extractfile(first)
        assert stream is not None
        return msgspec.json.decode(stream.read(), type=Manifest)


def test_a_backup_is_one_private_file_with_its_manifest_first(fill: Fill) -> None:
    library = fill()
    made = backup.make(library, engine=adapters.engine, now=NOW)
    path = library / "backups" / "20261118T093015Z.tar"
    assert (made.path, made.documents, made.chunks, made.schema, made.files) == (
        str(path),
        30,
        30,
        migrations.CURRENT,
        2,
    )
    assert made.bytes == path.stat().st_size
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == [path.name]
    counts = manifest_in(path).counts
    assert counts is not None
    assert counts.documents == 30


def test_the_manifest_tells_every_member(fill: Fill) -> None:
    made = backup.make(fill(), engine=adapters.engine, now=NOW)
    members = manifest_in(Path(made.path)).members
    with tarfile.open(made.path, "r:") as tar:
        found = {}
        for header in tar.getmembers()[1:]:
            stream = tar.extractfile(header)
            assert stream is not None
            found[header.name] = (header.size, hashlib.sha256(stream.read()).hexdigest())
    assert {member.name: (member.size, member.sha256) for member in members} == found
    assert set(found) == {
        "library.db", "config.toml", "originals/ab/" + "c0" * 15, "evals/cases/first-case.json",
    }  # fmt: skip


def test_two_backups_of_one_second_get_two_names(fill: Fill) -> None:
    library = fill()
    paths = [backup.make(library, engine=adapters.engine, now=NOW).path for _ in range(2)]
    assert [Path(path).name for path in paths] == ["20261118T093015Z.tar", "20261118T093015Z~2.tar"]


def test_a_target_may_be_a_file_or_a_folder_but_never_something_that_is_there(fill: Fill, tmp_path: Path) -> None:
    library = fill()
    assert backup.make(library, engine=adapters.engine, now=NOW, target=tmp_path / "a.tar").path == str(
        tmp_path / "a.tar"
    )
    made = backup.make(library, engine=adapters.engine, now=NOW, target=tmp_path)
    assert made.path == str(tmp_path / backup.default_name(NOW))
    with pytest.raises(BadInput, match="is there already"):
        backup.make(library, engine=adapters.engine, now=NOW, target=tmp_path / "a.tar")
    with pytest.raises(CannotWrite, match="there is no folder"):
        backup.make(library, engine=adapters.engine, now=NOW, target=tmp_path / "none" / "a.tar")


def test_what_is_no_part_of_a_library_stays_out(fill: Fill, tmp_path: Path) -> None:
    library = fill()
    (library / "originals" / "letter.txt").write_text("x", encoding="utf-8")
    (library / "originals" / "ab" / "cafe01").symlink_to(tmp_path)
    (library / "evals" / "cases" / "notes.md").write_text("x", encoding="utf-8")
    (library / "runs").mkdir()
    made = backup.make(library, engine=adapters.engine, now=NOW)
    assert made.files == 2


def test_without_a_library_there_is_no_backup_and_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoLibrary):
        backup.make(tmp_path / "empty", engine=adapters.engine, now=NOW)
    assert os.listdir(tmp_path / "empty") == []


def test_a_damaged_library_makes_no_backup(fill: Fill) -> None:
    library = fill(count=200)
    data = bytearray((library / "library.db").read_bytes())
    for place in range(len(data) // 2, len(data) // 2 + 20_000):
        data[place] ^= 0x5A
    (library / "library.db").write_bytes(data)
    with pytest.raises(Corrupted):
        backup.make(library, engine=adapters.engine, now=NOW)
    assert os.listdir(library / "backups") == []


def test_backups_made_while_others_write_are_whole_moments(fill: Fill) -> None:
    """Batches of ten are committed whole, so a count that is no multiple of ten would be half a batch."""
    library = fill(count=10)
    stop = threading.Event()

    def write() -> None:
        opened = adapters.engine(library)
        for batch in range(1, 200):
            if stop.is_set():
                break
            put(opened, (entry(number) for number in range(batch * 10, batch * 10 + 10)))
        opened.database.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [backup.make(library, engine=adapters.engine, now=NOW) for _ in range(10)]
    finally:
        stop.set()
        writer.join()
    assert [each.documents % 10 for each in made] == [0] * 10
    assert made[-1].documents > 10
    assert [each.chunks for each in made] == [each.documents for each in made]


def test_only_backups_before_migrations_are_pruned_and_three_are_kept(fill: Fill) -> None:
    library = fill(count=3)
    asked_for = backup.make(library, engine=adapters.engine, now=NOW)
    for number in range(5):
        path = backup.before_migration(library, NOW.replace(minute=number))
        backup.make(library, engine=adapters.engine, now=NOW, target=path)
    gone = backup.prune(library)
    assert [path.name for path in gone] == ["migration-20261118T090015Z.tar", "migration-20261118T090115Z.tar"]
    assert sorted(os.listdir(library / "backups")) == [
        Path(asked_for.path).name, *(f"migration-20261118T090{number}15Z.tar" for number in (2, 3, 4)),
    ]  # fmt: skip
    assert backup.prune(library) == ()


@pytest.mark.parametrize(
    "name",
    [
        "", "/library.db", "../library.db", "library.db/", "./library.db", "LIBRARY.DB", "library.db\n",
        "library.db-wal", "originals/ab/../../x", "originals//abcdef", "originals/AB/cdefab", "originals/ab",
        "evals/cases/.x.json", "evals/cases/a/b.json", "evals/cases/..json", "evals/results.jsonl", "writer.lock",
        "config.toml\0", "manifest.json",
    ],
)  # fmt: skip
def test_other_names_are_no_part_of_a_backup(name: str) -> None:
    assert not allowed(name)
