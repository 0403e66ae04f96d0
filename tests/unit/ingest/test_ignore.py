"""Patterns as git reads them: what is left out, why, and what a person's mistake does."""

from __future__ import annotations

import time
import warnings

import pytest

from wellhead.errors import BadInput, UsageError
from wellhead.ingest.ignore import Rules, given, left_out, narrowed, never_a_note


def out(rules: Rules, path: str) -> str:
    """Why `path` is left out, itself alone; a folder's ends in a slash."""
    bare = path.removesuffix("/")
    return left_out(rules, bare, bare.rpartition("/")[2], path.endswith("/"))


def file_rules(text: str, base: str = "") -> Rules:
    return narrowed(Rules(), base, text)


LEFT_OUT = [
    ("draft.md", "draft.md"),
    ("draft.md", "deep/below/draft.md"),
    ("drafts/", "drafts/"),
    ("drafts/", "deep/drafts/"),
    ("drafts", "drafts/"),
    ("/drafts", "drafts"),
    ("a/b", "a/b"),
    ("/a/b/", "a/b/"),
    ("*.tmp", "deep/x.tmp"),
    ("*", "anything"),
    ("**", "deep/anything"),
    ("*/", "deep/folder/"),
    ("?.md", "a.md"),
    ("[a-c].md", "b.md"),
    ("[!a-c].md", "d.md"),
    ("**/b", "a/x/b"),
    ("**/a/b", "x/y/a/b"),
    ("a/**/b", "a/b"),
    ("a/**/b", "a/x/y/b"),
    ("a/**", "a/b"),
    ("a/**", "a/b/c"),
    ("a/*", "a/b"),
    ("\\#inbox", "#inbox"),
    ("\\!now", "!now"),
    ("a  ", "a"),
    ("a\\ ", "a "),
    ("foo*bar*baz", "foo-bar-bar-baz"),
    ("Übung.md", "U\u0308bung.md"),
    ("U\u0308bung/", "Übung/"),
    ("two\nlines", "lines"),
]
TAKEN_IN = [
    ("draft.md", "draft.mdx"),
    ("draft.md", "draft.md/inside"),
    ("drafts/", "drafts"),
    ("/drafts", "deep/drafts"),
    ("a/b", "x/a/b"),
    ("a/b/", "a/b"),
    ("a/*", "a"),
    ("a/*", "a/b/c"),
    ("a/**", "a/"),
    ("*.md", "md"),
    ("?.md", "ab.md"),
    ("# a comment", "# a comment"),
    ("", "a"),
    ("/", "a/"),
    ("!", "!"),
    ("!a", "a"),
    ("foo*bar*baz", "foo-baz-bar"),
]


@pytest.mark.parametrize(("pattern", "path"), LEFT_OUT)
def test_left_out(pattern: str, path: str) -> None:
    assert out(file_rules(pattern), path) != ""


@pytest.mark.parametrize(("pattern", "path"), TAKEN_IN)
def test_taken_in(pattern: str, path: str) -> None:
    assert out(file_rules(pattern), path) == ""


def test_no_rules_leave_nothing_out() -> None:
    assert out(given(()), "a") == ""
    assert not any(given(["", "  "]))


def test_the_last_pattern_that_matches_decides() -> None:
    rules = file_rules("*.md\n!keep.md\nkeep.md\n!keep.md\n")
    assert out(rules, "other.md") == "left out by “*.md” in .wellheadignore"
    assert out(rules, "deep/keep.md") == ""


def test_the_well_known_list_of_what_to_keep() -> None:
    rules = file_rules("*\n!*/\n!*.md\n")
    assert [out(rules, path) == "" for path in ("folder/", "folder/a.md", "folder/a.txt")] == [True, True, False]


def test_a_nearer_file_is_asked_first_and_holds_only_below_itself() -> None:
    rules = narrowed(file_rules("*.txt\n/top.md"), "a/b/", "!keep.txt\n/top.md\n")
    assert out(rules, "a/b/keep.txt") == out(rules, "a/b/deep/keep.txt") == ""
    assert out(rules, "a/b/top.md") == "left out by “/top.md” in a/b/.wellheadignore"
    assert out(rules, "a/b/deep/top.md") == ""
    assert out(rules, "a/b/x.txt") == "left out by “*.txt” in .wellheadignore"


def test_what_the_call_says_comes_before_any_file() -> None:
    rules = narrowed(given(["/a/*.md", "!/a/b.md", "#odd"]), "a/", "!c.md\nb.md\n")
    assert out(rules, "a/c.md") == "left out by “/a/*.md” in --exclude"
    assert out(rules, "a/b.md") == ""
    assert out(rules, "#odd") == "left out by “#odd” in --exclude"


def test_other_line_ends_and_a_byte_order_mark_are_read() -> None:
    rules = file_rules("\ufeffone\r\ntwo/\r\n\r\nthree")
    assert all(out(rules, path) for path in ("one", "two/", "three"))


def test_names_that_are_no_utf8_are_held_against_patterns() -> None:
    assert out(file_rules("caf*"), "caf\udce9") != ""
    assert out(file_rules("caf\udce9"), "caf\udce9") != ""


def test_names_with_newlines_are_held_against_patterns() -> None:
    rules = file_rules("a/**/b\n*.md")
    assert out(rules, "a/x\ny/b") != ""
    assert out(rules, "new\nline.md") != ""
    assert out(rules, "line.md\n") == ""


@pytest.mark.parametrize("line", ["[a-", "a\\", "[z-a]", "[[:alpha:]]*", "a/**/*b*c*d*e*f*g*h"])
def test_a_line_that_cannot_be_understood_is_an_error(line: str) -> None:
    with pytest.raises(BadInput, match=r"in deep/\.wellheadignore is no pattern"):
        file_rules(f"good\n{line}\n", "deep/")
    with pytest.raises(UsageError, match="in --exclude is no pattern"):
        given([line])


def test_an_odd_set_of_characters_warns_nobody() -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert out(given(["[[a]b"]), "[b") != ""
    assert warned == []


def test_a_hostile_pattern_takes_no_longer_than_another() -> None:
    rules = file_rules("*a" * 60 + "b\nx/" + "*a" * 60 + "b\n**/" + "*a" * 60 + "b")
    started = time.process_time()
    assert out(rules, "a" * 255) == out(rules, "x/" + "a" * 255) == ""
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (".git/", "Git"),
        ("a/.obsidian/", "Obsidian's settings"),
        (".trash/", "Obsidian's trash"),
        (".venv/", "a hidden folder"),
        (".DS_Store", "a hidden file"),
        (".git", "a hidden file"),
        (".wellheadignore", "says what to leave out"),
        (".note.md.icloud", "not downloaded from iCloud"),
        ("a/node_modules/", "installed packages"),
        ("a/templates/", "templates"),
        ("Templates/", "templates"),
        ("logseq/bak/", "Logseq's backups"),
        ("notes/logseq/bak/", "Logseq's backups"),
    ],
)
def test_what_is_never_a_note(path: str, says: str) -> None:
    folder, _, name = path.removesuffix("/").rpartition("/")
    assert says in never_a_note(name, f"{folder}/" if folder else "", path.endswith("/"))


@pytest.mark.parametrize("path", ["templates", "node_modules", "bak/", "my-logseq/bak/", "template/", "a.icloud"])
def test_what_only_looks_like_it(path: str) -> None:
    folder, _, name = path.removesuffix("/").rpartition("/")
    assert never_a_note(name, f"{folder}/" if folder else "", path.endswith("/")) == ""
