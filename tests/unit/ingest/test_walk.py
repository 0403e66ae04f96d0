"""Every path of a folder is found or passed over with a reason, and nothing leads out of it."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellhead.errors import BadInput, NotFound, UsageError
from wellhead.files import APPLICATION_ID, MARKER
from wellhead.ingest.walk import Found, Passed, is_library, walk
from wellhead.model.receipt import Status

NOBODY = 65_534


def build(root: Path, *paths: str, **texts: str) -> Path:
    """Files (and folders, with a slash at the end) below `root`."""
    for path in paths:
        target = root / path
        (target if path.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
        if not path.endswith("/"):
            target.write_text(texts.get(path, ""))
    return root


def found(root: Path, *exclude: str, below: str = "") -> list[str]:
    return [row.path for row in walk(root, exclude=exclude, below=below) if isinstance(row, Found)]


def passed(root: Path, *exclude: str, below: str = "") -> dict[str, str]:
    rows = [row for row in walk(root, exclude=exclude, below=below) if isinstance(row, Passed)]
    assert all(row.folder == row.path.endswith("/") for row in rows)
    return {row.path: row.reason for row in rows}


def reason(root: Path, path: str) -> str:
    """The one row of `root` that is passed over, told to skip."""
    (row,) = (row for row in walk(root) if row.path == path)
    assert isinstance(row, Passed)
    assert row.status is Status.SKIPPED
    return row.reason


# --- what is found ---------------------------------------------------------------------------------------------------


def test_files_come_with_size_time_and_inode(tmp_path: Path) -> None:
    build(tmp_path, "a/b.md")
    (tmp_path / "a/b.md").write_bytes(b"12345")
    status = (tmp_path / "a/b.md").stat()
    assert list(walk(tmp_path)) == [Found("a/b.md", 5, status.st_mtime_ns, status.st_ino)]


def test_paths_come_in_their_own_order(tmp_path: Path) -> None:
    build(tmp_path, "a/x.md", "a-b.md", "a.md", "a0.md", "b/c/d.md", "b/c.md", "Z.md", "é.md", ".git/config", "b/.x")
    paths = [row.path for row in walk(tmp_path)]
    assert paths == sorted(paths)
    assert paths == [".git/", "Z.md", "a-b.md", "a.md", "a/x.md", "a0.md", "b/.x", "b/c.md", "b/c/d.md", "é.md"]


def test_an_empty_folder_has_no_rows(tmp_path: Path) -> None:
    assert list(walk(build(tmp_path, "empty/"))) == []


@pytest.mark.parametrize(
    "name",
    [
        b"new\nline.md",
        b"caf\xe9.md",
        "e\u0301".encode() + b".md",
        b"x" * 252 + b".md",
        b"--",
        b"a:b#c%20?.md",
        b"\x01\x7f",
    ],
)
def test_odd_names_are_found_as_they_are(tmp_path: Path, name: bytes) -> None:
    for folder in (
        os.fsencode(tmp_path),
        os.path.join(os.fsencode(tmp_path), name + b"d" if len(name) < 200 else b"d"),
    ):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "wb"):
            pass
    paths = found(tmp_path)
    assert len(paths) == 2
    assert all(os.fsencode(path).endswith(name) and (tmp_path / path).is_file() for path in paths)
    assert [found(tmp_path, below=path) for path in paths] == [[path] for path in paths]


@settings(max_examples=30)
@given(st.lists(st.lists(st.sampled_from("ab. é-"), min_size=1, max_size=3), max_size=12))
def test_any_tree_is_accounted_for_once(trees: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for parts in trees:
            where = os.path.join(folder, *(f"d{part}" for part in parts[:-1]))
            os.makedirs(where, exist_ok=True)
            Path(where, f"f{parts[-1]}").touch()
        paths = [row.path for row in walk(Path(folder))]
        assert paths == sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


# --- what is passed over ---------------------------------------------------------------------------------------------


def test_what_is_never_a_note_is_one_row_a_folder(tmp_path: Path) -> None:
    build(tmp_path, ".git/a", ".git/b/c", "node_modules/x.md", "a/Templates/t.md", ".trash/o.md", ".obsidian/app.json")
    build(tmp_path, "logseq/bak/p.md", "logseq/config.edn", ".DS_Store", ".n.md.icloud", "n.md", "bak/b.md")
    assert found(tmp_path) == ["bak/b.md", "logseq/config.edn", "n.md"]
    assert list(passed(tmp_path)) == sorted(
        [".DS_Store", ".git/", ".n.md.icloud", ".obsidian/", ".trash/", "a/Templates/", "logseq/bak/", "node_modules/"]
    )
    assert "iCloud" in reason(tmp_path, ".n.md.icloud")


def test_the_root_may_be_called_anything(tmp_path: Path) -> None:
    assert found(build(tmp_path / ".hidden" / "templates", "a.md")) == ["a.md"]


def test_ignore_files_hold_below_themselves(tmp_path: Path) -> None:
    build(
        tmp_path, "a.txt", "a.md", "deep/a.txt", "deep/keep.txt", "deep/er/keep.txt", "drafts/a.md", "deep/drafts/b.md"
    )
    (tmp_path / ".wellheadignore").write_text("*.txt\n/drafts/\n")
    (tmp_path / "deep/.wellheadignore").write_text("!keep.txt\n")
    assert found(tmp_path) == ["a.md", "deep/drafts/b.md", "deep/er/keep.txt", "deep/keep.txt"]
    reasons = passed(tmp_path)
    assert reasons["deep/a.txt"] == "left out by “*.txt” in .wellheadignore"
    assert reasons["drafts/"] == "left out by “/drafts/” in .wellheadignore"
    assert "no note itself" in reasons["deep/.wellheadignore"]


def test_nothing_brings_back_what_lies_in_a_folder_left_out(tmp_path: Path) -> None:
    build(tmp_path, "drafts/keep.md", ".git/keep.md", "templates/keep.md")
    (tmp_path / ".wellheadignore").write_text("drafts/\n!keep.md\n!.git/\n!templates/\n")
    assert found(tmp_path) == []


def test_what_the_call_excludes(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "b.md", "sub/a.md", "old/c.md")
    assert found(tmp_path, "/a.md", "old/") == ["b.md", "sub/a.md"]
    assert passed(tmp_path, "/a.md", "old/")["old/"] == "left out by “old/” in --exclude"
    with pytest.raises(UsageError):
        list(walk(tmp_path, exclude=["[a-"]))


def test_an_ignore_file_that_cannot_be_understood_closes_its_folder(tmp_path: Path) -> None:
    build(tmp_path, "open.md", "closed/secret.md", "closed/sub/secret.md")
    (tmp_path / "closed/.wellheadignore").write_text("[secret\n")
    (row,) = (row for row in walk(tmp_path) if row.path.startswith("closed"))
    assert row == Passed("closed/", Status.FAILED, "“[secret” in closed/.wellheadignore is no pattern", True)
    assert list(walk(tmp_path, below="closed/secret.md")) == [row]
    assert found(tmp_path) == ["open.md"]


@pytest.mark.parametrize("kind", ["pipe", "dangling", "folder", "large"])
def test_an_ignore_file_that_is_none_closes_its_folder(tmp_path: Path, kind: str) -> None:
    rules = build(tmp_path, "a/secret.md", "open.md") / "a" / ".wellheadignore"
    make = {
        "pipe": lambda: os.mkfifo(rules),
        "dangling": lambda: rules.symlink_to("nowhere"),
        "folder": rules.mkdir,
        "large": lambda: rules.write_bytes(b"#" * 1_100_000),
    }
    make[kind]()
    assert found(tmp_path) == ["open.md"]
    assert found(tmp_path, below="a/secret.md") == []
    assert "a/.wellheadignore" in passed(tmp_path)["a/"]
    with pytest.raises(BadInput, match=r"\.wellheadignore"):
        list(walk(tmp_path / "a"))


@pytest.mark.parametrize("mark", [MARKER, "library.db"])
def test_a_library_is_never_entered(tmp_path: Path, mark: str) -> None:
    build(tmp_path, "notes/a.md", f"notes/lib/{mark}", "notes/lib/runs/answer.md", "library.db.md", "z/library.db/a.md")
    if mark == "library.db":
        (tmp_path / "notes" / "lib" / mark).write_bytes(bytes(68) + APPLICATION_ID.to_bytes(4, "big"))
    assert found(tmp_path) == ["library.db.md", "notes/a.md", "z/library.db/a.md"]
    assert "a wellhead library" in reason(tmp_path, "notes/lib/")
    assert passed(tmp_path, below="notes/lib/runs/answer.md") == {"notes/lib/": reason(tmp_path, "notes/lib/")}
    assert [is_library(tmp_path / path) for path in ("notes/lib", "notes", "z")] == [True, False, False]


# --- links and what is no file ---------------------------------------------------------------------------------------


def test_links_are_never_followed(tmp_path: Path) -> None:
    outside = build(tmp_path / "outside", "secret.md", "sub/secret.md")
    root = build(tmp_path / "root", "a.md", "sub/b.md")
    links = {
        "in": root / "a.md",
        "sub/up": Path("../a.md"),
        "out": outside / "secret.md",
        "out-folder": outside / "sub",
        "twin": Path("../root/../outside/secret.md"),
        "folder": Path("sub"),
        "self": Path("."),
        "nothing": Path("nowhere"),
        "through": Path("a.md/x"),
        "circle": Path("circle"),
        "null": Path("/dev/null"),
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    assert found(root) == ["a.md", "sub/b.md"]
    reasons = passed(root)
    assert reasons["in"] == reasons["sub/up"] == "a link to a.md, which is imported itself"
    assert {reasons[name] for name in ("out", "out-folder", "twin", "null")} == {
        "a link out of the folder, which is not followed"
    }
    assert reasons["folder"] == reasons["self"] == "a link to a folder, which is not followed"
    assert reasons["nothing"] == reasons["through"] == "a link to nothing"
    assert reasons["circle"] == "a link in a circle"
    assert found(root, below="out-folder/secret.md") == []
    assert list(passed(root, below="folder/b.md")) == ["folder"]


def test_a_root_that_is_a_link_is_walked(tmp_path: Path) -> None:
    build(tmp_path / "real", "a.md", "b.md")
    (tmp_path / "real/c.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("real")
    assert found(tmp_path / "link") == ["a.md", "b.md"]
    assert reason(tmp_path / "link", "c.md") == "a link to a.md, which is imported itself"


def test_pipes_sockets_and_devices_are_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    here = os.getcwd()
    os.chdir(tmp_path)  # a socket's own path must be short
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("socket.md")
    finally:
        os.chdir(here)
    assert passed(tmp_path) == {"pipe.md": "a pipe, not a file", "socket.md": "a socket, not a file"}
    assert reason(Path("/dev"), "null") == "a device, not a file"


# --- what cannot be read ---------------------------------------------------------------------------------------------


@contextmanager
def somebody_else() -> Iterator[Path]:
    """A folder of a person without privileges, as whom the block runs: for root, permission bits close nothing."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        privileged = os.geteuid() == 0
        if privileged:
            os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            if privileged:
                os.seteuid(0)
            for path in [*Path(folder).rglob("*")]:
                if path.is_dir():
                    path.chmod(0o700)


def test_a_folder_that_cannot_be_read_is_one_failed_row() -> None:
    with somebody_else() as root:
        build(root, "a.md", "closed/b.md", "listed/c.md", "listed/sub/d.md", "z.md")
        (root / "closed").chmod(0)
        (root / "listed").chmod(0o400)
        rows = list(walk(root))
        assert [row.path for row in rows] == ["a.md", "closed/", "listed/c.md", "listed/sub/", "z.md"]
        failed = [row for row in rows if isinstance(row, Passed)]
        assert {row.reason for row in failed} == {"it cannot be read: Permission denied"}
        assert {row.status for row in failed} == {Status.FAILED}
        assert [row.path for row in walk(root, below="closed/b.md")] == ["closed/"]
        (root / "closed").chmod(0o700)
        (root / "listed").chmod(0o700)


def test_an_ignore_file_that_cannot_be_read_closes_its_folder() -> None:
    with somebody_else() as root:
        build(root, "a/secret.md", "a/.wellheadignore").joinpath("a/.wellheadignore").chmod(0)
        assert list(walk(root)) == [
            Passed("a/", Status.FAILED, "a/.wellheadignore: it cannot be read: Permission denied", True)
        ]


def test_a_root_that_cannot_be_read_is_an_error() -> None:
    with somebody_else() as root:
        build(root, "closed/a.md").joinpath("closed").chmod(0)
        for below in ("", "a.md"):
            with pytest.raises(BadInput, match="cannot be read"):
                list(walk(root / "closed", below=below))
        (root / "closed").chmod(0o700)
        assert found(root) == ["closed/a.md"]


@pytest.mark.parametrize("below", ["", "a.md"])
def test_a_root_that_is_not_there_is_an_error(tmp_path: Path, below: str) -> None:
    build(tmp_path, "file")
    with pytest.raises(NotFound, match="no folder at"):
        list(walk(tmp_path / "gone", below=below))
    with pytest.raises(BadInput, match="is a file, not a folder"):
        list(walk(tmp_path / "file", below=below))


def test_what_vanishes_meanwhile_is_not_there(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "b/c.md", "b/d/e.md", "f/g.md")
    rows = walk(tmp_path)
    first = next(rows)
    for path in ("b/c.md", "b/d/e.md"):
        (tmp_path / path).unlink()
    (tmp_path / "b/d").rmdir()
    (tmp_path / "b").rmdir()
    assert [row.path for row in (first, *rows)] == ["a.md", "f/g.md"]


def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(tmp_path: Path) -> None:
    outside = build(tmp_path / "outside", "secret.md")
    root = build(tmp_path / "root", "a.md", "b/")
    rows = walk(root)
    first = next(rows)
    (root / "b").rmdir()
    (root / "b").symlink_to(outside)
    rest = list(rows)
    assert first.path == "a.md"
    assert [(row.path, isinstance(row, Passed) and row.status) for row in rest] == [("b/", Status.FAILED)]


# --- depth -----------------------------------------------------------------------------------------------------------


@contextmanager
def deep(root: Path, depth: int) -> Iterator[None]:
    """Folders `d/d/d…`, a file in each hundredth; taken away from the top, because nothing else reaches them."""
    folder = os.open(root, os.O_RDONLY)
    for level in range(depth):
        os.mkdir("d", dir_fd=folder)
        if level % 100 == 0:
            os.close(os.open("n", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
        below = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(folder)
    try:
        yield
    finally:
        top, next_one = root / "d", root / "next"
        while top.exists():
            if (top / "d").exists():
                (top / "d").rename(next_one)
            (top / "n").unlink(missing_ok=True)
            top.rmdir()
            if next_one.exists():
                next_one.rename(top)


def test_thousands_of_folders_deep_until_the_system_says_no() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, deep(Path(folder), 2_100):
        rows = list(walk(Path(folder)))
        paths = [row.path for row in rows if isinstance(row, Found)]
        assert paths == sorted(paths)
        assert max(path.count("/") for path in paths) == 2_000
        assert found(Path(folder), below=paths[0]) == [paths[0]]
        failed = [row[1:] for row in rows if isinstance(row, Passed)]
        assert failed == [(Status.FAILED, "it cannot be read: File name too long", True)]


# --- a part of the folder --------------------------------------------------------------------------------------------


def test_a_part_is_the_same_rows_as_in_the_whole(tmp_path: Path) -> None:
    build(tmp_path, "a.md", "b/c.md", "b/d/e.md", "b/d/x.txt", "b/templates/t.md", "b.md", "bb/f.md", ".git/x")
    (tmp_path / ".wellheadignore").write_text("*.txt\n")
    whole = list(walk(tmp_path, exclude=["bb/"]))
    for path in ("a.md", "b", "b/", "./b/d/", "b/d/x.txt", "b/templates", ".git", "b//c.md"):
        clean = os.path.normpath(path)
        part = [row for row in whole if row.path.rstrip("/") == clean or row.path.startswith(f"{clean}/")]
        assert part
        assert list(walk(tmp_path, exclude=["bb/"], below=path)) == part
    assert list(walk(tmp_path, exclude=["bb/"], below=".")) == whole


def test_a_part_below_what_is_passed_over_is_the_row_of_that(tmp_path: Path) -> None:
    build(tmp_path, ".obsidian/a/b.md", "drafts/x/y.md")
    (tmp_path / ".wellheadignore").write_text("drafts\n")
    assert list(passed(tmp_path, below=".obsidian/a/b.md")) == [".obsidian/"]
    assert list(passed(tmp_path, below="drafts/x")) == ["drafts/"]
    assert found(tmp_path, below="drafts/x/y.md") == []


def test_a_part_that_is_not_there_has_no_rows(tmp_path: Path) -> None:
    build(tmp_path, "a.md")
    assert [list(walk(tmp_path, below=path)) for path in ("b.md", "b/c.md", "a.md/x")] == [[], [], []]


@pytest.mark.parametrize("below", ["..", "../x", "a/../../x", "/etc/passwd", "a\0b", "/"])
def test_a_part_that_leads_out_is_refused(tmp_path: Path, below: str) -> None:
    with pytest.raises(BadInput, match="leads out"):
        list(walk(tmp_path, below=below))


# --- time: a ceiling far above the figure of the benches --------------------------------------------------------------


def test_a_thousand_files_are_walked_at_once(tmp_path: Path) -> None:
    for number in range(1_000):
        (tmp_path / f"{number}.md").touch()
    started = time.process_time()
    assert len(found(tmp_path)) == 1_000
    assert time.process_time() - started < 1
