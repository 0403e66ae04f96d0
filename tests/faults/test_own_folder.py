"""What wellhead wrote itself never comes back in as a document, and what a person wrote is never written to."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import wellhead
from wellhead.files import MARKER
from wellhead.model.options import AddOptions
from wellhead.model.receipt import Status

ANSWER = "zanzibarish"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder of notes with a library inside it, in which something like an old answer lies."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("oak\n", encoding="utf-8")
    with wellhead.open(tmp_path / "notes" / "mine") as library:
        library.add([wellhead.Document(text="kept text", title="kept")])
    for below in ("runs/2026-11-18/x", "transcripts", "backups", "originals/ab"):
        place = tmp_path / "notes" / "mine" / below
        place.mkdir(parents=True)
        (place / "synthesis-input.md").write_text(f"{ANSWER} in an old answer\n", encoding="utf-8")
    return tmp_path


@pytest.mark.promise("R-153")
@pytest.mark.parametrize("mark", [MARKER, "library.db"])
def test_a_library_inside_a_folder_is_passed_over(home: Path, mark: str) -> None:
    """A library folder inside a larger one is known by its marker or its database, and skipped with a reason."""
    for path in (home / "notes" / "mine").iterdir():
        if path.is_file() and path.name != mark:
            path.unlink()
    with wellhead.open(home / "library") as library:
        receipt = library.add(home / "notes")
        assert (receipt.found, receipt.indexed, receipt.skipped) == (2, 1, 1)
        (row,) = [record for record in library.files() if record.status is Status.SKIPPED]
        assert row.path.rstrip("/") == "mine"
        assert "library" in row.reason
        assert library.search(ANSWER).results == ()
        library.reindex()
        library.sync()
        assert library.search(ANSWER).results == ()


@pytest.mark.promise("R-153")
def test_the_library_that_imports_passes_itself_over(home: Path) -> None:
    """A library that lies inside the folder it imports leaves itself out, the first time and every time."""
    with wellhead.open(home / "notes" / "mine") as library:
        assert library.add(home / "notes").indexed == 1
        assert library.sync().unchanged == 1
        assert library.search(ANSWER).results == ()
        assert [record.path.rstrip("/") for record in library.files(status="skipped")] == ["mine"]


@pytest.mark.promise("R-153")
@pytest.mark.parametrize("what", ["mine", "mine/runs", "mine/runs/2026-11-18/x/synthesis-input.md", "mine/originals"])
@pytest.mark.parametrize("own", [True, False])
def test_a_library_is_no_source(home: Path, what: str, own: bool) -> None:
    """Naming a library folder, or anything in one, imports nothing and says why, whoever's library it is."""
    with wellhead.open(home / "notes" / "mine" if own else home / "library") as library:
        before = library.status().documents if library.exists() else 0
        try:
            receipt = library.add(home / "notes" / what)
            told = " ".join(each.reason for each in receipt.files)
        except wellhead.WellheadError as error:
            told = error.message
        assert "library" in told
        assert (library.status().documents if library.exists() else 0) == before
        assert not library.exists() or not before or library.search(ANSWER).results == ()


def _look(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything about a folder that an import could change."""
    found = {}
    for path in [folder, *folder.rglob("*")]:
        status = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path)] = (
            content,
            status.st_mtime_ns,
            status.st_ctime_ns,
            status.st_ino,
            status.st_mode,
            status.st_nlink,
        )
    return found


def test_the_vault_is_untouched(tmp_path: Path) -> None:
    """No verb changes a byte, a date, a mode or a name in the folder of notes."""
    vault = tmp_path / "vault"
    for name, text in {
        "a.md": "---\ntitle: A\ntags: [x]\n---\n[[b]] oak\n",
        "deep/b.md": "# B\n\n[[a|back]] ash ^anchor\n",
        "deep/.obsidian/app.json": "{}",
        "templates/t.md": "{{date}}",
        "c.txt": "plain birch\n",
        "bad.md": "---\n: [\n---\nrest\n",
        "plan.canvas": '{"nodes": [{"id": "1", "type": "text", "text": "lime"}], "edges": []}',
    }.items():
        path = vault / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    before = _look(vault)
    with wellhead.open(tmp_path / "library") as library:
        assert library.add(vault).indexed >= 4
        library.add(vault, options=AddOptions(verify=True))
        library.sync()
        library.search("oak ash")
        library.reindex()
        library.remove([library.search("birch").results[0].key])
        library.undo()
        library.remove([library.search("birch").results[0].key], forget=True)
        library.sources.remove(library.sources.list()[0].id)
    assert _look(vault) == before
