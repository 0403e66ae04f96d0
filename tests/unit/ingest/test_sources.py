from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ingest.conftest import NOW, Write
from wellhead import adapters
from wellhead.ingest.sources import lowered
from wellhead.library import Library
from wellhead.model.document import Role
from wellhead.model.options import AddOptions, Settings

NOTES: dict[str, str | bytes] = {"a.md": "alder", "deep/b.md": "birch", "deep/secret/c.md": "cedar", "deep/d.txt": "d"}


def paths(library: Library) -> list[str]:
    return sorted(Path(library.location(document)).name for document in library.documents() if not document.stale)


@pytest.mark.parametrize(
    ("pattern", "outer"),
    [
        ("secret/", "/deep/**/secret/"),
        ("/secret", "/deep/secret"),
        ("a/b.md", "/deep/a/b.md"),
        ("!*.md", "!/deep/**/*.md"),
        ("**/x", "/deep/**/x"),
    ],
)
def test_a_pattern_as_the_folder_around_has_to_say_it(pattern: str, outer: str) -> None:
    assert lowered(pattern, "deep") == outer
    assert lowered("x", "odd [1]*") == "/odd \\[1\\]\\*/**/x"


def test_what_was_hidden_stays_hidden_when_a_folder_around_is_added(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault / "deep", options=AddOptions(exclude=("secret/", "*.txt")))
    assert paths(library) == ["b.md"]
    library.add(vault)
    assert paths(library) == ["a.md", "b.md"]
    library.undo()
    assert paths(library) == ["b.md"]
    assert [source.exclude for source in library.sources.list()] == [("secret/", "*.txt")]
    assert library.sync().unchanged == 1


def test_a_standing_exclude_does_not_replace_a_folders_own(tmp_path: Path, write: Write) -> None:
    vault, folder = write(NOTES), tmp_path / "library"
    settings = Settings(add=AddOptions(exclude=("*.txt",)))
    with Library(
        folder, adapters.engine(folder), importers=adapters.importers(), settings=settings, now=lambda: NOW
    ) as library:
        library.add(vault, options=AddOptions(exclude=("secret/",)))
        library.add(vault)
        assert paths(library) == ["a.md", "b.md"]
        assert library.sources.list()[0].exclude == ("secret/",)
        library.add(vault, options=AddOptions(exclude=("b.md",)))
        assert paths(library) == ["a.md", "c.md"]
        assert library.sync().unchanged == 2


def test_what_cannot_hold_for_a_part_is_said(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    receipt = library.add(vault / "deep", options=AddOptions(role=Role.EXCERPT, exclude=("b.md",)))
    assert receipt.notes == (f"deep is a part of {vault}: --role and --exclude can only be given for the whole of it",)
    assert library.sources.list()[0].exclude == ()
    assert library.add(vault / "deep").notes == ()


def test_a_file_where_a_folder_was(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault / "deep")
    (vault / "deep").rename(vault / "away")
    (vault / "deep").write_text("not a folder any more")
    receipt = library.add(vault / "deep")
    assert (receipt.found, receipt.skipped) == (1, 1)
    assert library.sync().failed == 1
    assert library.status().documents == 3


def test_a_folder_where_a_file_was(library: Library, write: Write) -> None:
    vault = write({"list.md": "rope"})
    library.add(vault / "list.md")
    (vault / "list.md").unlink()
    write({"list.md/rope.md": "hemp"})
    assert library.add(vault / "list.md").indexed == 1
    receipt = library.sync()
    assert (receipt.unchanged, receipt.stale, receipt.failed) == (1, 1, 0)


def test_a_source_is_the_same_through_a_link(library: Library, write: Write, tmp_path: Path) -> None:
    vault = write(NOTES)
    library.add(vault)
    (tmp_path / "link").symlink_to(vault)
    assert library.add(tmp_path / "link").unchanged == 4
    assert library.add(tmp_path / "link" / "deep").unchanged == 3
    assert len(library.sources.list()) == 1


def test_one_undo_takes_a_whole_sync_back(library: Library, write: Write, tmp_path: Path) -> None:
    for name in ("left", "right"):
        write({f"{name}/a.md": "first"})
        library.add(tmp_path / "vault" / name)
    write({"left/a.md": "second", "right/a.md": "second", "right/b.md": "new"})
    assert library.sync().indexed == 3
    assert library.undoable() == "sync"
    library.undo()
    assert {document.text for document in library.documents()} == {"first"}


def test_undoing_an_import_brings_the_folders_settings_back(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    library.add(vault, options=AddOptions(role=Role.EXCERPT, exclude=("a.md",)))
    library.undo()
    source = library.sources.list()[0]
    assert (source.role, source.exclude) == (None, ())
    assert {document.role for document in library.documents()} == {Role.OWN_NOTE, Role.RAW_SOURCE}
    assert library.add(vault).unchanged == 4


def test_a_removed_file_of_its_own_stays_out_of_a_sync(library: Library, write: Write) -> None:
    vault = write({"a.md": "alder"})
    library.add(vault / "a.md")
    library.remove(["note:a"])
    assert library.sync().skipped == 1
    assert library.status().documents == 0
    assert library.add(vault / "a.md").indexed == 1


def test_names_that_differ_in_case_or_form_or_ending(library: Library, write: Write) -> None:
    names = ("Ab.md", "ab.md", "ab.markdown", "caf\u00e9.md", "cafe\u0301.md", "100%.md", "a#b c.md")
    vault = write({name: f"text of {number}" for number, name in enumerate(names)})
    assert library.add(vault).indexed == len(names)
    assert {document.key: document.path for document in library.documents()} == {
        "note:Ab": "Ab.md",
        "note:ab": "ab.md",
        "note:ab.markdown": "ab.markdown",
        "note:caf\u00e9": "cafe\u0301.md",
        "note:caf\u00e9~2": "caf\u00e9.md",
        "note:100%25": "100%.md",
        "note:a%23b%20c": "a#b c.md",
    }
    assert library.add(vault).unchanged == len(names)
