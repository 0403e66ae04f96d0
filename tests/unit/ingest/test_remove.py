from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.unit.ingest.conftest import Write
from wellhead.errors import BadInput, NotFound
from wellhead.library import Library
from wellhead.model.options import AddOptions

NOTES: dict[str, str | bytes] = {
    "one.md": "---\naliases: [First]\n---\n# One\n\nzanzibar lanterns\n",
    "two.md": "see [[First]] and the kettle\n",
}


def test_removed_and_brought_back(library: Library, write: Write) -> None:
    library.add(write(NOTES))
    rehearsed = library.remove(["note:one"], dry_run=True)
    assert (rehearsed.removed, rehearsed.dry_run, library.status().documents) == (1, True, 2)
    assert library.remove(["note:one"]).removed == 1
    assert library.search("zanzibar").results == ()
    assert [link.key for link in library.links("note:two")] == [""]
    assert library.undo(dry_run=True).indexed == 1
    assert library.status().documents == 1
    assert library.undo().indexed == 1
    assert [hit.key for hit in library.search("zanzibar").results] == ["note:one"]
    assert [link.key for link in library.links("note:two")] == ["note:one"]


def test_all_or_none(library: Library, write: Write) -> None:
    library.add(write(NOTES))
    with pytest.raises(NotFound, match="note:oen") as caught:
        library.remove(["note:two", "note:oen"])
    assert "note:one" in caught.value.hint
    assert library.status().documents == 2


def test_forgotten_is_gone_from_every_byte(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    library.add_stream(io.BytesIO(b"# Secret\n\nthe xylophone is under the stairs\n"))
    secret = next(document.key for document in library.documents() if document.title == "Secret")
    library.remove([secret])
    library.undo()
    receipt = library.remove([secret, "note:one"], forget=True)
    assert receipt.removed == 2
    assert any("one.md" in note for note in receipt.notes)
    assert any("backups" in note for note in receipt.notes)
    bytes_left = b"".join(path.read_bytes() for path in library.folder.rglob("*") if path.is_file())
    for word in (b"xylophone", b"zanzibar", b"Secret"):
        assert word not in bytes_left
    assert [record.path for record in library.files()] == ["two.md"]
    with pytest.raises(BadInput):
        library.undo()
    assert library.search("kettle").results[0].key == "note:two"


def test_a_source_with_everything_of_it(library: Library, write: Write, vault: Path) -> None:
    library.add(write(NOTES))
    with pytest.raises(NotFound):
        library.sources.remove(99)
    assert library.sources.remove(1).removed == 2
    assert library.sources.list() == ()
    assert library.undo().indexed == 2
    assert [source.path for source in library.sources.list()] == [str(vault)]
    assert library.add(vault).unchanged == 2


def bytes_left(library: Library) -> bytes:
    return b"".join(path.read_bytes() for path in library.folder.rglob("*") if path.is_file())


def test_what_was_removed_before_can_still_be_forgotten(library: Library, write: Write) -> None:
    library.add(write(NOTES))
    library.remove(["note:one"])
    assert b"zanzibar" in bytes_left(library)
    assert library.remove(["note:one"], forget=True, dry_run=True).removed == 1
    assert library.undo(dry_run=True).indexed == 1
    assert library.remove(["note:one"], forget=True).removed == 1
    assert b"zanzibar" not in bytes_left(library)
    with pytest.raises(NotFound):
        library.remove(["note:one"], forget=True)


def test_forgetting_is_all_or_none(library: Library, write: Write) -> None:
    library.add(write(NOTES))
    with pytest.raises(NotFound, match="note:oen"):
        library.remove(["note:two", "note:oen"], forget=True)
    assert library.status().documents == 2


def test_no_earlier_version_outlives_being_forgotten(library: Library, write: Write, vault: Path) -> None:
    for text in ("the xylophone is under the stairs", "the piano is in the hall"):
        write({"secret.md": text})
        library.add(vault / "secret.md")
    library.add_stream(io.BytesIO(b"a note that stays"))
    library.remove(["note:secret"], forget=True)
    for word in (b"xylophone", b"piano"):
        assert word not in bytes_left(library)
    kept = [path.read_bytes() for path in (library.folder / "originals").rglob("*") if path.is_file()]
    assert kept == [b"a note that stays"]


def test_a_forgotten_documents_file_brings_it_back(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    receipt = library.remove(["note:one"], forget=True)
    assert f"the file {vault}/one.md is yours" in receipt.notes[0]
    assert library.add(vault).indexed == 1


@pytest.mark.parametrize("how", ["prune", "remove"])
def test_a_file_that_comes_back_after_its_document_went(library: Library, write: Write, how: str) -> None:
    vault = write(NOTES)
    library.add(vault)
    (vault / "one.md").unlink()
    library.add(vault)
    assert (library.prune() if how == "prune" else library.remove(["note:one"])).removed == 1
    write({"one.md": NOTES["one.md"]})
    assert library.add(vault).indexed == 1
    assert library.search("zanzibar").results


def test_a_pruned_document_can_be_brought_back(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    (vault / "one.md").unlink()
    library.add(vault)
    assert library.prune(dry_run=True).removed == 1
    library.prune()
    assert library.undo().indexed == 1
    assert library.get("note:one").stale
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.stale) == (1, 1, 0)
    assert library.prune().removed == 1


def test_a_removed_note_in_a_folder_that_is_left_out_stays_removed(library: Library, write: Write) -> None:
    vault = write({"deep/one.md": "one", "two.md": "two"})
    library.add(vault)
    library.remove(["note:deep/one"])
    library.add(vault, options=AddOptions(exclude=("deep/",)))
    assert library.add(vault, options=AddOptions(exclude=("-",))).skipped == 1
    assert library.status().documents == 1


def test_a_source_that_went_takes_its_new_documents_along(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    assert library.sources.remove(1, dry_run=True).removed == 2
    assert library.status().documents == 2
    library.sources.remove(1)
    assert library.add(vault).indexed == 2
    assert [source.id for source in library.sources.list()] != []
