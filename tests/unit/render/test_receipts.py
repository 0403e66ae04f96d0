"""A receipt in words: the sum, the reasons, the first examples."""

from __future__ import annotations

from wellhead.model.receipt import FileOutcome, Receipt, Status
from wellhead.render.receipts import changes, receipt, removal, undone


def outcome(path: str, status: Status, reason: str = "", key: str = "") -> FileOutcome:
    return FileOutcome(path=path, status=status, reason=reason, key=key)


def test_the_sum_stands_in_the_first_line() -> None:
    value = Receipt(
        found=1015, indexed=1000, unchanged=5, renamed=4, skipped=3, failed=3, stale=2, removed=1, seconds=1.5
    )
    first, second = receipt(value).splitlines()[:2]
    assert first == "1,015 found = 1,000 indexed + 5 unchanged + 4 renamed + 3 skipped + 3 failed"
    assert second == "  2 stale · 1 removed · 1.50 s · 0 bytes sent"


def test_reasons_are_grouped_with_the_commonest_first() -> None:
    rows = [outcome(f"old/{n}.bin", Status.SKIPPED, "no importer") for n in range(5)]
    rows += [outcome("a.pdf", Status.SKIPPED, "not yet"), outcome("b.md", Status.FAILED, "not text")]
    said = receipt(Receipt(found=7, skipped=6, failed=1, files=tuple(rows)))
    assert "  failed 1\n        1  not text: b.md" in said
    assert "  skipped 6\n        5  no importer: old/0.bin, old/1.bin, old/2.bin, and 2 more" in said
    assert said.index("no importer") < said.index("not yet: a.pdf")


def test_many_reasons_are_counted_not_listed() -> None:
    rows = tuple(outcome(f"{n}.md", Status.FAILED, f"reason {n:02}") for n in range(12))
    assert "and 4 more reasons" in receipt(Receipt(found=12, failed=12, files=rows))


def test_a_file_that_came_in_with_a_remark_is_told() -> None:
    value = Receipt(found=1, indexed=1, files=(outcome("a.md", Status.INDEXED, "front matter is not YAML"),))
    assert "  a.md: front matter is not YAML" in receipt(value)


def test_a_dry_run_says_so_first() -> None:
    assert receipt(Receipt(dry_run=True)).startswith("dry run: nothing was written\n")
    assert "would remove 2 documents" in removal(Receipt(dry_run=True, removed=2))


def test_a_hostile_name_cannot_break_the_receipt() -> None:
    said = receipt(Receipt(found=1, failed=1, files=(outcome("a\n\x1b[2Jb.md", Status.FAILED, "bad\x07"),)))
    assert "bad\\x07: a\\n\\x1b[2Jb.md" in said


def test_a_removal_lists_keys_and_what_it_does_not_reach() -> None:
    rows = tuple(outcome(f"{n}.md", Status.REMOVED, key=f"note:{n}") for n in range(23))
    said = removal(Receipt(removed=23, files=rows, notes=("backups are not reached",)))
    assert said.startswith("removed 23 documents\n  note:0\n")
    assert "  and 3 more\n  backups are not reached" in said


def test_a_watcher_is_told_only_what_changed() -> None:
    rows = [
        outcome("a.md", Status.INDEXED),
        outcome("b.bin", Status.SKIPPED, "no importer"),
        outcome("c.md", Status.UNCHANGED),
    ]
    said = changes(Receipt(found=4, files=(*rows, outcome("d.md", Status.FAILED, "not text"))))
    assert said == "indexed   a.md\nfailed    d.md  not text"
    many = tuple(outcome(f"{n}.md", Status.INDEXED) for n in range(30))
    assert changes(Receipt(found=30, files=many)).endswith("\nand 10 more paths")


def test_undo_tells_what_came_back_and_what_went() -> None:
    rows = (outcome("a.md", Status.INDEXED, key="note:a"), outcome("b.md", Status.REMOVED, key="note:b"))
    said = undone(Receipt(indexed=1, removed=1, files=rows), "add /notes")
    assert said == "took back: add /notes\n  as it was before: 1\n    note:a\n  taken out again: 1\n    note:b"


def test_an_undo_that_found_nothing_left_says_so() -> None:
    assert undone(Receipt(), "add /notes") == "took back: add /notes\n  nothing of it was left to put back"
