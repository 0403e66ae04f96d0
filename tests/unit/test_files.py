import errno
import os
import stat
import subprocess
import sys

import pytest

from wellhead import files
from wellhead.errors import CannotWrite, DiskFull, UnsafePlace


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_written_file_is_whole_and_private(tmp_path):
    path = tmp_path / "config.toml"
    with files.atomic_write(path) as stream:
        stream.write(b"one")
        assert not path.exists()
    assert (path.read_bytes(), mode(path)) == (b"one", 0o600)
    assert os.listdir(tmp_path) == ["config.toml"]


def test_a_broken_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), files.atomic_write(path) as stream:
        stream.writelines([b"half of the new o", bytes(1 // 0)])
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["config.toml"]


@pytest.mark.parametrize("name", ["x" * 250, "日" * 83, "🏔" * 62])
def test_long_names_are_written_too(tmp_path, name):
    with files.atomic_write(tmp_path / name) as stream:
        stream.write(b"text")
    assert os.listdir(tmp_path) == [name]


def test_a_write_into_nowhere_is_told(tmp_path):
    with pytest.raises(CannotWrite, match="No such file"), files.atomic_write(tmp_path / "missing" / "a"):
        pass
    (tmp_path / "folder").mkdir()
    with pytest.raises(CannotWrite), files.atomic_write(tmp_path / "folder") as stream:
        stream.write(b"text")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_full_disk_while_writing_is_told_and_cleaned_up(tmp_path):
    path = tmp_path / "a"
    with pytest.raises(DiskFull, match="disk is full"), files.atomic_write(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EACCES, CannotWrite), (errno.EROFS, CannotWrite)],
)
def test_what_the_disk_says_becomes_what_a_person_can_do(number, told):
    error = files.cannot_write(OSError(number, "said"), "/some/where")
    assert type(error) is told
    assert "/some/where" in error.message
    assert error.hint


def test_an_error_without_a_number_is_told_too():
    assert "strange" in files.cannot_write(OSError("strange"), "a").message


def test_folders_are_private_and_made_with_their_parents(tmp_path):
    folder = tmp_path / "a" / "b"
    files.make_folder(folder)
    files.make_folder(folder)
    assert mode(folder) == 0o700


def test_a_file_in_place_of_a_folder_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite, match="is a file, not a folder"):
        files.make_folder(tmp_path / "file")
    with pytest.raises(CannotWrite):
        files.make_folder(tmp_path / "file" / "below")


def test_files_are_private_from_their_first_moment(tmp_path):
    code = "import os, sys; from pathlib import Path; from wellhead.files import touch_private, make_folder\n"
    code += "os.umask(0); make_folder(Path(sys.argv[1]) / 'f'); touch_private(Path(sys.argv[1]) / 'f' / 'a')"
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PATH": ""}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], env=environment, check=True)
    assert (mode(tmp_path / "f"), mode(tmp_path / "f" / "a")) == (0o700, 0o600)


def test_touching_keeps_what_is_there(tmp_path):
    (tmp_path / "a").write_bytes(b"text")
    files.touch_private(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"text"


def test_touching_does_not_follow_a_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotWrite):
        files.touch_private(tmp_path / "link")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - Work", "Google Drive", "Mobile Documents", "nextcloud"])
def test_a_synced_folder_is_refused_with_a_way_to_insist(tmp_path, name):
    with pytest.raises(UnsafePlace, match="kept in step") as caught:
        files.refuse_unsafe_place(tmp_path / name / "library")
    assert "--insist" in caught.value.hint


def test_a_plain_folder_is_safe(tmp_path):
    (tmp_path / "to-dropbox").symlink_to(tmp_path)
    assert files.refuse_unsafe_place(tmp_path / "to-dropbox" / "library") is None


def test_a_link_into_a_synced_folder_is_refused(tmp_path):
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "mine").symlink_to(tmp_path / "Dropbox")
    with pytest.raises(UnsafePlace):
        files.refuse_unsafe_place(tmp_path / "mine" / "library")


def test_what_a_folder_takes_is_counted_without_following_links(tmp_path):
    (tmp_path / "f" / "g").mkdir(parents=True)
    (tmp_path / "f" / "a").write_bytes(b"x" * 100)
    (tmp_path / "f" / "g" / "b").write_bytes(b"x" * 50)
    (tmp_path / "big").write_bytes(b"x" * 10_000)
    (tmp_path / "f" / "link").symlink_to(tmp_path / "big")
    assert 150 <= files.folder_bytes(tmp_path / "f") < 1_000
    assert files.folder_bytes(tmp_path / "missing") == 0
