"""On a terminal: links, colour, questions, and no order from a document."""

from __future__ import annotations

import json
import os
import pty
from pathlib import Path

import pytest

from tests.e2e.program import Program

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def test_places_are_links_and_matches_are_coloured(program: Program) -> None:
    """A hit's place is a link to its file, its matched words are coloured, and NO_COLOR takes the colour away."""
    notes = program.notes()
    program.ok("add", "notes")
    code, said = program.on_terminal("search", "nightly", "rebuild")
    assert code == 0
    assert f"\x1b]8;;file://{notes}/desk/rebuild.md\x1b\\notes/desk/rebuild.md:1\x1b]8;;\x1b\\" in said
    assert "\x1b[1;33mnightly\x1b[0m" in said
    assert "documents searched" in said
    _, plain = program.on_terminal("search", "nightly", "rebuild", NO_COLOR="1")
    assert "\x1b[" not in plain
    assert "«nightly»" in plain
    assert "\x1b]8;;file://" in plain
    _, dumb = program.on_terminal("search", "nightly", "rebuild", TERM="dumb")
    assert "\x1b" not in dumb


def test_colour_can_be_forced_into_a_pipe(program: Program) -> None:
    """FORCE_COLOR colours what goes into a pipe, without links."""
    program.notes()
    program.ok("add", "notes")
    said = program.run("search", "nightly", FORCE_COLOR="1").stdout
    assert "\x1b[1;33mnightly\x1b[0m" in said
    assert "\x1b]8" not in said


def test_no_document_can_order_a_terminal(program: Program) -> None:
    """Escape sequences of a title, a name or a text are shown by every command, never sent."""
    notes = program.home / "notes"
    notes.mkdir()
    text = f'---\ntitle: "evil title"\n---\n# Evil\n\nThe word {HOSTILE} heron.\n'
    (notes / "a\x1b[2J\n\u202eb.md").write_text(text, encoding="utf-8")
    (notes / "c.pdf\x07").write_text("x", encoding="utf-8")
    sent = ""
    for words in (
        *(("add", "notes"), ("search", "heron"), ("search", "heron", "--json"), ("files",), ("files", "--jsonl")),
        *(("why-not", HOSTILE), ("get", HOSTILE), ("status",), ("export",), ("config", "get", HOSTILE)),
        *(("remove", HOSTILE), ("--library", HOSTILE, "status"), ("sources", "list")),
    ):
        _, said = program.on_terminal(*words, NO_COLOR="1", TERM="xterm")
        sent += said
    key = program.json("search", "heron")["results"][0]["key"]
    _, got = program.on_terminal("get", key, NO_COLOR="1")
    sent += got
    assert "heron" in got
    for order in ("\x1b]0", "\x1b[2J", "\x07", "\x9b", "\u202e"):
        assert order not in sent
    assert "\\x1b[2J" in sent
    assert program.ok("get", key).endswith(f"The word {HOSTILE} heron.\n")


def test_a_bar_only_on_a_terminal(program: Program) -> None:
    """A large import draws a bar on a terminal and leaves only the receipt behind; a pipe gets no bar."""
    notes = program.home / "notes"
    notes.mkdir()
    for number in range(600):
        (notes / f"{number}.md").write_text(f"Number {number}.\n", encoding="utf-8")
    code, said = program.on_terminal("add", "notes")
    assert code == 0
    assert "600/600" in said
    assert "600 found" in said
    (notes / "one-more.md").write_text("One more.\n", encoding="utf-8")
    piped = program.run("add", "notes")
    assert "/601" not in piped.stdout + piped.stderr


def test_a_bar_takes_no_data_away(program: Program) -> None:
    """With a bar on the terminal and standard output in a pipe, the receipt goes into the pipe, and whole."""
    notes = program.home / "notes"
    notes.mkdir()
    for number in range(600):
        (notes / f"{number}.md").write_text(f"Number {number}.\n", encoding="utf-8")
    ours, theirs = pty.openpty()
    running = program.start("add", "notes", "--json", stderr=theirs)
    os.close(theirs)
    out, _ = running.communicate(timeout=60)
    said = os.read(ours, 65536)
    os.close(ours)
    assert json.loads(out)["found"] == 600
    assert b"600/600" in said
    assert b"found" not in said


def test_a_question_is_asked_and_no_means_no(program: Program) -> None:
    """On a terminal, what cannot be taken back is asked for: no leaves everything, yes does it."""
    program.notes()
    program.ok("add", "notes")
    code, said = program.on_terminal("remove", "--forget", "note:desk/rebuild", typed="n\n")
    assert code == 1
    assert "for good?" in said
    assert program.json("status")["documents"] == 3
    code, said = program.on_terminal("remove", "--forget", "note:desk/rebuild", typed="y\n")
    assert code == 0
    assert program.json("status")["documents"] == 2


def test_get_open_hands_the_file_to_the_platform(program: Program) -> None:
    """`get --open` starts the platform's opener with the file and no shell, and refuses where there is no file."""
    notes = program.notes()
    program.ok("add", "notes")
    (notes / "garden" / "beans.md").unlink()
    place = program.home / "bin"
    place.mkdir()
    for name in ("xdg-open", "open"):
        opener = place / name
        opener.write_text('#!/bin/sh\nprintf "%s" "$1" > "$HOME/opened"\n', encoding="utf-8")
        opener.chmod(0o755)
    path = f"{place}:{program.environment['PATH']}"
    assert program.run("get", "note:desk/rebuild", "--open", PATH=path).returncode == 0
    assert (program.home / "opened").read_text(encoding="utf-8") == str(notes / "desk" / "rebuild.md")
    gone = program.run("get", "note:garden/beans", "--open", PATH=path)
    assert gone.returncode == 1
    assert "no longer there" in gone.stderr
    program.ok("add", "-", given=b"# Standing\n\nFrom nowhere.\n")
    key = program.json("search", "nowhere")["results"][0]["key"]
    assert "came from no file" in program.run("get", key, "--open", PATH=path).stderr
