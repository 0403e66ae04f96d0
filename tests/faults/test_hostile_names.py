"""Names made to lead out of a folder, to break a line or to run in circles: contained, and each one reported."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

import pytest

import wellhead
from wellhead.model.receipt import Receipt, Status
from wellhead.wire.encode import encode
from wellhead.wire.receipt import to_v1

SECRET = "quetzalcoatlus"
NO_TEXT = (b"caf\xe9.md", b"\xff\xfe.md")
NAMES: tuple[bytes, ...] = (
    b"up..md",
    b"a ..%2f b.md",
    b"-rf.md",
    b"--library.md",
    b"two\nlines.md",
    b"bell\x07 and \x1b[31mred.md",
    *NO_TEXT,
    "cafe\u0301.md".encode(),
    "\u202egnp.md".encode(),
    "\u200bhidden.md".encode(),
    "日本語 ノート.md".encode(),
    "😀.md".encode(),
    b"with # and %23 and ?.md",
    b"note#1-5.md",
    b"a:b:c.md",
    b"'; DROP TABLE documents; --.md",
    b"%2e%2e%2fpasswd.md",
    b"back\\slash.md",
    b" .md",
    b"CON.md",
    b"x" * 251 + b".md",
)


def _assert_adds_up(receipt: Receipt) -> None:
    parts = (receipt.indexed, receipt.unchanged, receipt.renamed, receipt.skipped, receipt.failed)
    assert receipt.found == sum(parts)
    assert encode(to_v1(receipt)).decode("utf-8")


def _statuses(library: wellhead.Library) -> dict[str, str]:
    return {record.path: f"{record.status}: {record.reason}" for record in library.files()}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A folder with one good note, beside something that is nobody's business."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text(f"{SECRET} outside\n", encoding="utf-8")
    made = tmp_path / "vault"
    made.mkdir()
    (made / "good.md").write_text("good oak\n", encoding="utf-8")
    return made


def test_odd_names_are_notes_like_any_other(vault: Path, tmp_path: Path) -> None:
    """Every name that is text is imported once, found by its own word and safe to print, the others are reported."""
    for number, name in enumerate(NAMES):
        Path(os.fsdecode(os.fsencode(vault) + b"/" + name)).write_text(f"oddname{number}\n", encoding="utf-8")
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(vault)
        _assert_adds_up(receipt)
        assert (receipt.found, receipt.failed) == (len(NAMES) + 1, len(NO_TEXT)), _statuses(library)
        assert all(each.reason for each in receipt.files if each.status is Status.FAILED)
        for number in (at for at, name in enumerate(NAMES) if name not in NO_TEXT):
            (hit,) = library.search(f"oddname{number}").results
            assert library.get(hit.key).text == f"oddname{number}\n"
            assert "\n" not in hit.key
            assert encode(library.get(hit.key)).decode("utf-8")
        again = library.add(vault)
        assert (again.found, again.unchanged) == (receipt.found, receipt.indexed)
    assert {path.name for path in tmp_path.iterdir()} == {"outside", "vault", "library"}


def test_links_out_of_the_folder_are_not_followed(vault: Path, tmp_path: Path) -> None:
    """A link to a file or folder outside brings nothing in, and the receipt has a row with a reason for it."""
    (vault / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (vault / "folder").symlink_to(tmp_path / "outside")
    (vault / "relative.md").symlink_to("../outside/secret.md")
    (vault / "broken.md").symlink_to("nowhere.md")
    (vault / "passwd.md").symlink_to("/etc/passwd")
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(vault)
        _assert_adds_up(receipt)
        assert receipt.indexed == 1
        rows = {record.path.rstrip("/"): record for record in library.files()}
        for name in ("file.md", "folder", "relative.md", "broken.md", "passwd.md"):
            assert rows[name].status in (Status.SKIPPED, Status.FAILED)
            assert rows[name].reason
        assert library.search(SECRET).results == ()


def test_cycles_end(vault: Path, tmp_path: Path) -> None:
    """Links that lead back into the folder, or to each other, neither hang the walk nor bring a note in twice."""
    (vault / "deep").mkdir()
    (vault / "deep" / "up").symlink_to(vault)
    (vault / "one.md").symlink_to("two.md")
    (vault / "two.md").symlink_to("one.md")
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(vault)
        _assert_adds_up(receipt)
        assert [document.key for document in library.documents()] == ["note:good"]


def test_a_path_of_four_kilobytes_is_contained(vault: Path, tmp_path: Path) -> None:
    """A note too deep for the system to name in one breath is imported or reported, and the others are imported."""
    here = os.open(vault, os.O_RDONLY)
    for depth in range(20):
        name = f"{depth:02}" + "d" * 220
        os.mkdir(name, dir_fd=here)
        deeper = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    file = os.open("deep.md", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, b"deepest oak\n")
    os.close(file)
    os.close(here)
    with wellhead.open(tmp_path / "library") as library:
        receipt = library.add(vault)
        _assert_adds_up(receipt)
        assert library.search("good").results != ()
        assert receipt.found == 2
        assert receipt.indexed == 2 or all(each.reason for each in receipt.files if each.status == Status.FAILED)


def test_what_is_no_file_is_left_alone(vault: Path, tmp_path: Path) -> None:
    """A pipe, a socket or a folder named like a note neither hangs an import nor is read."""
    os.mkfifo(vault / "pipe.md")
    (vault / "folder.md").mkdir()
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(os.path.relpath(vault / "socket.md"))
        with wellhead.open(tmp_path / "library") as library:
            receipt = library.add(vault)
            _assert_adds_up(receipt)
            assert [document.key for document in library.documents()] == ["note:good"]
            rows = {record.path: record.reason for record in library.files()}
            assert rows["pipe.md"]
            assert rows["socket.md"]


@pytest.mark.parametrize(
    "asked", ["note:../../etc/passwd", "note:/etc/passwd", "note:good\x00", "\x00", "note:" + "k" * 9_000]
)
def test_hostile_keys_reach_no_file(vault: Path, tmp_path: Path, asked: str) -> None:
    """A key that looks like a way out is only a name that is not there."""
    with wellhead.open(tmp_path / "library") as library:
        library.add(vault)
        with pytest.raises(wellhead.WellheadError) as caught:
            library.get(asked)
        assert caught.value.code in ("not_found", "bad_input")
        with pytest.raises(wellhead.WellheadError):
            library.remove([asked])
        assert library.status().documents == 1


@pytest.mark.parametrize("asked", ["\x00", "a\x00b", "x" * 5_000, "../nowhere", "notes\n", "\ud800"])
def test_hostile_paths_are_refused_clearly(vault: Path, tmp_path: Path, asked: str) -> None:
    """A path that no system can hold is an error with a message, or accounted for, and never a traceback."""
    with wellhead.open(tmp_path / "library") as library:
        library.add(vault)
        with pytest.raises(wellhead.WellheadError) as caught:
            library.add(asked)
        assert caught.value.message
        assert library.status().documents == 1
