from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.ingest.conftest import Write
from wellhead.errors import BadInput, UsageError
from wellhead.library import Library
from wellhead.model.document import Role
from wellhead.model.events import BatchCommitted, Event, FilesFound, ImportFinished, ImportStarted
from wellhead.model.options import AddOptions
from wellhead.model.receipt import Receipt, Status

NOTES: dict[str, str | bytes] = {
    "garden.md": "# Garden\n\nThe quince by the wall needs water, see [[Well]].\n",
    "well.md": "# Well\n\nThe pump runs on even days. #water\n",
    "deep/list.txt": "rope, lantern, chalk\n",
}


def adds_up(receipt: Receipt) -> bool:
    parts = receipt.indexed + receipt.unchanged + receipt.renamed + receipt.skipped + receipt.failed
    return receipt.found == parts


def keys(library: Library) -> list[str]:
    return [document.key for document in library.documents()]


def found(library: Library, words: str) -> list[str]:
    return [hit.key for hit in library.search(words).results]


def test_a_folder_is_all_in_and_findable(library: Library, write: Write) -> None:
    receipt = library.add(write(NOTES))
    assert (receipt.found, receipt.indexed) == (3, 3)
    assert keys(library) == ["note:garden", "note:well", "text:deep/list.txt"]
    assert found(library, "quince") == ["note:garden"]
    assert library.get("note:well").tags == ("water",)
    assert library.get("note:garden").role is Role.OWN_NOTE
    assert library.get("text:deep/list.txt").role is Role.RAW_SOURCE
    assert [link.key for link in library.links("note:garden")] == ["note:well"]


def test_again_changes_nothing(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    seq = library.status().seq
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.files) == (3, 3, ())
    assert library.status().seq == seq
    assert library.add(vault, options=AddOptions(verify=True)).unchanged == 3


def test_a_touched_file_is_unchanged(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    os.utime(vault / "well.md", ns=(1, 1))
    assert library.add(vault).unchanged == 3
    assert library.status().seq == 3


def test_a_rename_is_a_rename(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    (vault / "old").mkdir()
    (vault / "well.md").rename(vault / "old" / "spring.md")
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.renamed) == (3, 2, 1)
    assert receipt.files[0].reason == "was well.md"
    assert library.get("note:well").path == "old/spring.md"
    assert [link.key for link in library.links("note:garden")] == ["note:well"]
    assert [key for key, _ in library.backlinks("note:well")] == ["note:garden"]


def test_a_new_file_on_a_renamed_ones_path_gets_another_key(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    (vault / "well.md").rename(vault / "spring.md")
    write({"well.md": "# Well\n\nAnother one, dry since May.\n"})
    receipt = library.add(vault)
    assert (receipt.found, receipt.renamed, receipt.indexed, receipt.unchanged) == (4, 1, 1, 2)
    assert library.get("note:well").path == "spring.md"
    assert library.get("note:well~2").path == "well.md"


def test_an_edit_is_an_edit(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    write({"well.md": "# Well\n\nThe pump is broken.\n"})
    receipt = library.add(vault)
    assert (receipt.indexed, receipt.unchanged) == (1, 2)
    assert found(library, "broken") == ["note:well"]
    assert found(library, "even") == []


def test_a_file_that_is_gone_is_kept_and_marked(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    (vault / "well.md").unlink()
    receipt = library.add(vault)
    assert (receipt.found, receipt.unchanged, receipt.stale) == (2, 2, 1)
    assert [(each.path, each.key) for each in receipt.files] == [("well.md", "note:well")]
    assert found(library, "pump") == ["note:well"]
    assert library.get("note:well").stale
    assert library.add(vault).stale == 0
    write({"well.md": NOTES["well.md"]})
    assert library.add(vault).unchanged == 3
    assert library.get("note:well").stale == ""
    (vault / "well.md").unlink()
    library.add(vault)
    assert library.prune().removed == 1
    assert keys(library) == ["note:garden", "text:deep/list.txt"]


def test_an_import_can_be_undone(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    write({"well.md": "changed entirely", "new.md": "brand new"})
    (vault / "garden.md").unlink()
    library.add(vault)
    receipt = library.undo()
    assert (receipt.removed, receipt.indexed) == (1, 2)
    assert keys(library) == ["note:garden", "note:well", "text:deep/list.txt"]
    assert library.get("note:well").text == NOTES["well.md"]
    assert library.get("note:garden").stale == ""
    assert found(library, "entirely") == []
    assert found(library, "pump") == ["note:well"]
    with pytest.raises(BadInput, match="nothing to undo"):
        library.undo()


def test_undoing_the_first_import_takes_its_source_away(library: Library, write: Write) -> None:
    library.add(write(NOTES))
    library.undo()
    assert keys(library) == []
    assert library.sources.list() == ()


def test_everything_found_is_accounted_for(library: Library, write: Write, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("outside")
    vault = write(
        {
            **NOTES,
            "empty.md": "",
            "blank.md": " \n\n",
            "binary.md": b"\x00\x01\x02\x03" * 50,
            "latin.md": "Grüße".encode("latin-1"),
            "paper.pdf": b"%PDF-1.7",
            "photo.jpg": b"\xff\xd8",
            ".obsidian/app.json": "{}",
            "templates/daily.md": "{{date}}",
            ".git/config": "x",
            "node_modules/a/readme.md": "x",
            "drafts/one.md": "not yet",
            ".wellheadignore": "drafts/\n",
        }
    )
    (vault / "out.md").symlink_to(tmp_path / "elsewhere.md")
    receipt = library.add(vault)
    assert adds_up(receipt)
    reasons = {outcome.path: (outcome.status, outcome.reason) for outcome in receipt.files}
    assert reasons["empty.md"] == (Status.SKIPPED, "empty")
    assert reasons["blank.md"] == (Status.SKIPPED, "empty")
    assert reasons["paper.pdf"][1].startswith("not yet")
    assert "no importer" in reasons["photo.jpg"][1]
    assert reasons["binary.md"][0] is Status.FAILED
    assert "offset" in reasons["latin.md"][1]
    assert reasons["drafts/"][0] is Status.SKIPPED
    assert reasons["out.md"][0] is Status.SKIPPED
    assert keys(library) == ["note:garden", "note:well", "text:deep/list.txt"]
    again = library.add(vault)
    assert (again.found, again.unchanged, again.skipped, again.failed) == (
        receipt.found, 3, receipt.skipped, receipt.failed,
    )  # fmt: skip


def test_a_document_is_never_lost_to_a_bad_file(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    write({"well.md": b"\xff no text at all"})
    assert library.add(vault).failed == 1
    assert library.get("note:well").text == NOTES["well.md"]
    assert found(library, "pump") == ["note:well"]
    write({"well.md": "mended"})
    assert library.add(vault).indexed == 1
    assert library.get("note:well").text == "mended"


def test_what_is_excluded_later_is_kept_and_marked(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    receipt = library.add(vault, options=AddOptions(exclude=("well.md",)))
    assert (receipt.skipped, receipt.stale) == (1, 1)
    assert adds_up(receipt)
    assert library.sources.list()[0].exclude == ("well.md",)
    assert library.add(vault).skipped == 1


def test_a_removed_file_stays_out_until_asked_for(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    assert library.remove(["note:well"]).removed == 1
    again = library.add(vault)
    assert (again.unchanged, again.skipped) == (2, 1)
    assert "removed by you" in again.files[0].reason
    assert library.add(vault / "well.md").indexed == 1
    assert found(library, "pump") == ["note:well"]


def test_one_file_of_a_known_folder_belongs_to_it(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    write({"deep/more.md": "a kettle"})
    receipt = library.add(vault / "deep" / "more.md")
    assert (receipt.found, receipt.indexed) == (1, 1)
    assert library.get("note:deep/more").role is Role.OWN_NOTE
    assert len(library.sources.list()) == 1
    assert library.add(vault / "deep").unchanged == 2
    assert library.status().stale == 0


def test_a_folder_around_known_ones_takes_them_in(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault / "deep")
    library.add(vault / "well.md")
    assert keys(library) == ["note:well", "text:list.txt"]
    receipt = library.add(vault)
    assert (receipt.found, receipt.indexed) == (3, 3)
    assert keys(library) == ["note:garden", "note:well", "text:list.txt"]
    assert [source.path for source in library.sources.list()] == [str(vault)]
    assert library.get("text:list.txt").path == "deep/list.txt"
    assert library.add(vault).unchanged == 3


def test_two_folders_with_the_same_path_in_them(library: Library, tmp_path: Path) -> None:
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "plan.md").write_text(f"the {name} plan")
        library.add(tmp_path / name)
    assert keys(library) == ["note:plan", "note:right/plan"]


def test_a_single_file_keeps_its_bytes(library: Library, write: Write) -> None:
    vault = write(NOTES)
    receipt = library.add(vault / "well.md")
    assert receipt.indexed == 1
    kept = [path for path in (library.folder / "originals").rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in kept] == [(vault / "well.md").read_bytes()]
    assert library.get("note:well").role is Role.RAW_SOURCE
    (vault / "well.md").unlink()
    assert library.sync().stale == 1


def test_a_library_is_never_imported(library: Library, write: Write, vault: Path) -> None:
    library.add(write(NOTES))
    with pytest.raises(BadInput, match="never imported"):
        library.add(library.folder)
    (library.folder / "runs").mkdir()
    with pytest.raises(BadInput, match="never imported"):
        library.add(library.folder / "runs")
    receipt = library.add(vault.parent)
    assert any(outcome.path == "library/" and "library" in outcome.reason for outcome in receipt.files)


def test_a_rehearsal_changes_nothing(library: Library, write: Write) -> None:
    vault = write(NOTES)
    receipt = library.add(vault, options=AddOptions(dry_run=True))
    assert (receipt.dry_run, receipt.found, receipt.indexed) == (True, 3, 3)
    assert not library.folder.exists()
    library.add(vault)
    write({"new.md": "new"})
    (vault / "well.md").rename(vault / "spring.md")
    before = library.status()
    receipt = library.add(vault, options=AddOptions(dry_run=True))
    assert (receipt.indexed, receipt.renamed, receipt.unchanged) == (1, 1, 2)
    assert library.status() == before


def test_events_say_what_is_durable(library: Library, write: Write) -> None:
    events: list[Event] = []
    library.add(write(NOTES), emit=events.append)
    assert [type(event) for event in events] == [ImportStarted, FilesFound, BatchCommitted, ImportFinished]
    committed = events[2]
    assert isinstance(committed, BatchCommitted)
    assert (committed.done, committed.found) == (3, 3)
    assert sorted(committed.keys) == keys(library)


def test_front_matter_cannot_raise_trust_and_keys_are_taken_as_given(library: Library, write: Write) -> None:
    vault = write(
        {
            "one.md": "---\nkey: web:my-own-key\nkind: chat\nrole: own_note\n---\nspoken",
            "two.md": "---\nkey: web:my-own-key\n---\nthe second",
        }
    )
    receipt = library.add(vault)
    assert keys(library) == ["note:two", "web:my-own-key"]
    assert library.get("web:my-own-key").role is Role.CHAT
    assert any("web:my-own-key" in note for note in receipt.notes)


def test_a_role_given_later_reaches_every_document(library: Library, write: Write) -> None:
    vault = write(NOTES)
    library.add(vault)
    assert library.add(vault, options=AddOptions(role=Role.EXCERPT)).indexed == 3
    assert {document.role for document in library.documents()} == {Role.EXCERPT}
    assert library.add(vault).unchanged == 3
    with pytest.raises(UsageError, match="a source of its own"):
        library.add(vault.parent, options=AddOptions(role=Role.OWN_NOTE))


def test_an_address_is_accounted_for(library: Library) -> None:
    receipt = library.add("https://example.org/a")
    assert (receipt.found, receipt.skipped) == (1, 1)
    assert receipt.files[0].reason.startswith("not yet")


def test_what_is_not_there_is_said(library: Library, vault: Path) -> None:
    with pytest.raises(BadInput, match="nothing at"):
        library.add(vault / "nowhere")
    (vault / "loop").symlink_to(vault / "loop")
    with pytest.raises(BadInput, match="leads nowhere"):
        library.add(vault / "loop")


def test_too_large_a_file_is_skipped_with_the_way_in(library: Library, write: Write) -> None:
    vault = write({"big.md": "x" * 2_000})
    receipt = library.add(vault, options=AddOptions(max_file_bytes=1_000))
    assert "config set add.max_file_bytes 2000" in receipt.files[0].reason


def test_a_block_with_an_id_of_its_own_can_be_linked(library: Library, write: Write) -> None:
    block = "64f1c0de-1111-4222-8333-123456789abc"
    library.add(write({"pages/one.md": f"- the block\n  id:: {block}\n", "pages/two.md": f"- see (({block}))\n"}))
    assert [link.key for link in library.links("note:pages/two")] == ["note:pages/one"]


def test_a_folder_that_is_not_there_today_keeps_its_documents(library: Library, write: Write, tmp_path: Path) -> None:
    vault = write(NOTES)
    library.add(vault)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "one.md").write_text("one")
    library.add(tmp_path / "other")
    vault.rename(tmp_path / "unplugged")
    receipt = library.sync()
    assert (receipt.found, receipt.failed, receipt.unchanged, receipt.stale) == (2, 1, 1, 0)
    assert "3 documents are kept" in receipt.files[0].reason
    (tmp_path / "unplugged").rename(vault)
    assert library.sync().unchanged == 4


def test_another_programs_database_hides_nothing(library: Library, write: Write) -> None:
    vault = write({**NOTES, "shop/library.db": b"SQLite format 3\x00 of a shop", "shop/list.md": "rope"})
    assert "note:shop/list" in keys_after(library, vault)


def keys_after(library: Library, vault: Path) -> list[str]:
    library.add(vault)
    return keys(library)
