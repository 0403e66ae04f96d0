"""How the program behaves among other programs: streams, exit codes, pipes, interruptions."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.program import Program

PIPE_BYTES = 4096
MANY = 1500


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def test_bare_says_what_it_is_in_twelve_lines(program: Program) -> None:
    """`wellhead` alone says in twelve lines what it is, three commands, and where the data lives."""
    lines = program.ok().splitlines()
    assert len(lines) == 12
    assert sum(line.startswith("  wellhead ") for line in lines) == 3
    assert str(program.home / ".local" / "share" / "wellhead") in "\n".join(lines)
    assert not (program.home / ".local").exists()


def test_no_command_needs_init(program: Program) -> None:
    """Reading where nothing is yet says so, and the first add makes the library."""
    program.notes()
    assert program.json("search", "rebuild", code=1)["error"]["code"] == "no_library"
    assert program.run("status").returncode == 1
    assert program.json("add", "notes")["indexed"] == 3
    assert [hit["key"] for hit in program.json("search", "rebuild")["results"]] == ["note:desk/rebuild"]


def test_data_and_hints_keep_apart(program: Program) -> None:
    """Standard output holds the receipt and the hits, standard error the hints, and no stream a colour code."""
    program.notes()
    added = program.run("add", "notes")
    assert added.stdout.startswith("5 found = 3 indexed + 0 unchanged + 0 renamed + 2 skipped + 0 failed\n")
    assert "wellhead search" in added.stderr
    found = program.run("search", "nightly", "rebuild")
    assert "notes/desk/rebuild.md:" in found.stdout
    assert "«nightly» «rebuild»" in found.stdout
    assert "documents searched" in found.stderr
    assert "\x1b" not in found.stdout + found.stderr + added.stdout + added.stderr


def test_json_is_one_object_and_nothing_beside_it(program: Program) -> None:
    """Under --json, before or after the command, standard output is one object and standard error is silent."""
    program.notes()
    for words in (
        ("add", "notes", "--json"),
        ("--json", "status"),
        ("search", "--json", "rebuild"),
        ("paths", "--json"),
        ("--json",),
    ):
        done = program.run(*words)
        assert done.stderr == ""
        assert json.loads(done.stdout)["schema_version"] == 1
        assert done.stdout.count("\n") == 1


def test_a_list_comes_a_line_at_a_time(program: Program) -> None:
    """--jsonl gives each entry of a list as an object of its own."""
    program.notes()
    program.ok("add", "notes")
    for words in (("search", "rebuild"), ("files",), ("sources", "list"), ("sources",), ("export",)):
        rows = [json.loads(line) for line in program.ok(*words, "--jsonl").splitlines()]
        assert rows
        assert {row["schema_version"] for row in rows} == {1}


def test_exit_codes(program: Program) -> None:
    """0 is well, 1 failed, 2 a slip of the words, 7 a partial import, and finding nothing is no failure."""
    notes = program.notes()
    (notes / "broken.jsonl").write_text('{"title": "no text"}\n{"text": "fine", "title": "T"}\n', encoding="utf-8")
    assert program.run("add", "notes/broken.jsonl").returncode == 7
    assert program.run("add", "notes/garden").returncode == 0
    assert program.run("search", "zeppelin").returncode == 0
    assert program.run("get", "note:nothing").returncode == 1
    assert program.run("add", "no-such-folder").returncode == 1
    assert program.run("search").returncode == 2


def test_nothing_found_says_what_to_try(program: Program) -> None:
    """A search without a hit prints nothing on standard output and names the words and the next step beside it."""
    program.notes()
    program.ok("add", "notes")
    done = program.run("search", "zeppelin")
    assert done.stdout == ""
    assert "nothing found for: zeppelin" in done.stderr
    assert "why-not" in done.stderr


def test_words_that_look_like_commands_and_options_can_be_searched(program: Program) -> None:
    """After the double dash every word is searched for, and several words need no quotes."""
    program.notes()
    (program.home / "notes" / "s.md").write_text("The stats of --force are in.\n", encoding="utf-8")
    program.ok("add", "notes")
    for words in (("--", "stats"), ("--", "--force"), ("stats", "of")):
        assert "note:s\n" in program.ok("search", *words)


def test_there_is_one_mode_yet(program: Program) -> None:
    """--mode and --modes take balanced, and anything else is refused by name."""
    program.notes()
    program.ok("add", "notes")
    for option in ("--mode", "--modes"):
        assert program.json("search", option, "balanced", "--no-semantic", "rebuild")["mode"] == "balanced"
        error = program.json("search", option, "deep", "rebuild", code=2)["error"]
        assert "'deep'" in error["message"]
        assert "balanced" in error["message"] + error["hint"]


def test_no_semantic_and_offline_are_taken_everywhere(program: Program) -> None:
    """Every command takes --no-semantic and --offline, before or after its own name."""
    for words in (("status",), ("paths",), ("config", "show"), ("version",), ("sources", "list")):
        assert program.run(*words, "--no-semantic", "--offline").returncode in (0, 1)
        assert program.run("--no-semantic", "--offline", *words).returncode in (0, 1)


def test_a_note_from_standard_input(program: Program) -> None:
    """`add -` takes one note, and `get` into a pipe gives back its very bytes."""
    note = "Zwölf Boxkämpfer\r\n\tjagen\x1b[2J 東京 " + "é\n"
    key = next(row["key"] for row in json.loads(program.ok("add", "-", "--json", given=note.encode()))["files"])
    assert program.ok("get", key) == note
    assert program.json("get", key)["text"] == note
    assert program.ok("get", f"{key}#0-5") == "Zwölf"
    assert program.json("get", f"{key}#6-9")["text"] == "Box"


def test_a_reader_that_leaves_is_no_error(program: Program) -> None:
    """When nobody reads standard output any more, the program ends quietly and well."""
    notes = program.notes()
    for number in range(300):
        (notes / f"{number}.md").write_text(f"# {'long ' * 80}{number}\n", encoding="utf-8")
    program.ok("add", "notes")
    for words in (("files",), ("files", "--jsonl"), ("export",), ("--help",)):
        running = program.start(*words)
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.stderr.close()
        assert running.wait(60) == 0, words
        assert b"Traceback" not in said
        assert b"Exception" not in said


def test_a_closed_output_is_no_crash(program: Program) -> None:
    """With standard output closed from the start, a command ends without a traceback."""
    done = program.shell("wellhead paths >&-")
    assert done.returncode == 0
    assert done.stderr == ""


def test_a_full_output_is_said(program: Program) -> None:
    """An output that cannot be written is an error of its own, with a sentence."""
    done = program.shell("wellhead paths > /dev/full")
    assert done.returncode == 1
    assert done.stderr.startswith("error[")
    assert "Traceback" not in done.stderr


def test_an_interrupted_import_goes_on_where_it_stopped(program: Program) -> None:
    """Ctrl-C ends an import with 130 and says how to go on, and the same line again finds the first batch done."""
    notes = program.home / "notes"
    notes.mkdir()
    for number in range(MANY):
        (notes / f"a-note-with-a-rather-long-name-{number:05}.md").write_text(f"Number {number}.\n", encoding="utf-8")
    ours, theirs = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    running = program.start("add", "notes", "--progress", "json", stderr=theirs)
    os.close(theirs)
    said = b""
    while b"batch_committed" not in said:  # a line of a batch is longer than the pipe: it waits for us in the middle
        said += os.read(ours, 256)
    running.send_signal(signal.SIGINT)
    with os.fdopen(ours, "rb") as rest:
        said += rest.read()
    assert running.wait(60) == 130
    assert running.stdout is not None
    running.stdout.close()
    assert b"done so far and kept" in said
    assert b"wellhead add notes --progress json" in said
    again = program.json("add", "notes")
    assert again["found"] == MANY
    assert 0 < again["unchanged"] < MANY
    assert again["indexed"] == MANY - again["unchanged"]


def test_progress_for_programs(program: Program) -> None:
    """--progress json writes one object a line on standard error, ending with what is done."""
    program.notes()
    done = program.run("add", "notes", "--progress", "json", "--json")
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert events[0]["event"] == "import_started"
    assert events[-1]["event"] == "import_finished"
    assert sum(len(each["keys"]) for each in events if each["event"] == "batch_committed") == 3


def test_nobody_is_asked_where_nobody_answers(program: Program) -> None:
    """What cannot be taken back wants --yes when nobody can be asked, and changes nothing without it."""
    program.notes()
    program.ok("add", "notes")
    program.ok("backup", "kept.tar")
    program.ok("demo", "--path")
    for words in (
        ("remove", "--forget", "note:desk/rebuild"),
        ("sources", "remove", "1"),
        ("restore", "kept.tar"),
        ("demo", "--rm"),
    ):
        error = program.json(*words, code=2)["error"]
        assert error["code"] == "usage"
        assert "--yes" in error["hint"]
    assert program.json("status")["documents"] == 3
    for words in (
        ("demo", "--rm"),
        ("restore", "kept.tar"),
        ("remove", "--forget", "note:desk/rebuild"),
        ("sources", "remove", "1"),
    ):
        assert program.run(*words, "--yes").returncode == 0
    assert program.json("status")["documents"] == 0


def test_rehearsals_write_nothing(program: Program) -> None:
    """--dry-run of each mutation leaves every byte of the library as it was."""
    notes = program.notes()
    program.ok("add", "notes")
    program.ok("backup", "kept.tar")
    (notes / "garden" / "beans.md").unlink()
    (notes / "new.md").write_text("New.\n", encoding="utf-8")
    library = program.home / ".local" / "share" / "wellhead"

    def bytes_of() -> dict[str, bytes]:
        ours = (
            path for path in library.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm", ".lock"))
        )
        return {path.name: path.read_bytes() for path in ours}

    before = bytes_of()
    for words in (
        *(("add", "notes"), ("sync",), ("remove", "note:desk/rebuild"), ("remove", "--forget", "note:desk/rebuild")),
        *(("prune",), ("undo",), ("sources", "remove", "1"), ("reindex",), ("migrate",), ("restore", "kept.tar")),
        *(("config", "set", "search.limit", "9"), ("config", "unset", "search.limit"), ("demo",), ("init",)),
    ):
        assert program.run(*words, "--dry-run").returncode == 0, words
    assert bytes_of() == before
    assert not library.with_name("wellhead-demo").exists()


def test_another_library_by_name(program: Program) -> None:
    """--library and WELLHEAD_HOME each name a library, and the option is the stronger one."""
    program.notes()
    program.ok("add", "notes", "--library", "one")
    assert program.json("status", "--library", "one")["documents"] == 3
    assert program.json("--library", "one", "status")["documents"] == 3
    done = program.run("status", "--json", WELLHEAD_HOME=str(program.home / "one"))
    assert json.loads(done.stdout)["documents"] == 3
    done = program.run("status", "--json", "--library", "two", WELLHEAD_HOME=str(program.home / "one"))
    assert json.loads(done.stdout)["error"]["code"] == "no_library"


def test_undo_takes_back_a_removal(program: Program) -> None:
    """remove, undo, prune and undo give receipts that tell what went and what came back."""
    notes = program.notes()
    program.ok("add", "notes")
    assert program.json("remove", "note:desk/rebuild")["removed"] == 1
    assert program.json("search", "rebuild")["results"] == []
    assert program.json("undo")["files"]
    assert len(program.json("search", "rebuild")["results"]) == 1
    (notes / "desk" / "rebuild.md").unlink()
    assert program.json("sync")["stale"] == 1
    assert program.json("search", "rebuild")["results"][0]["stale"]
    assert program.json("prune")["removed"] == 1
    assert program.json("search", "rebuild")["results"] == []


def test_completion_completes(program: Program) -> None:
    """The shells' scripts are printed, and the program answers what they ask."""
    for shell in ("bash", "zsh", "fish"):
        assert "_WELLHEAD_COMPLETE" in program.ok("completion", shell)
    line = {"_WELLHEAD_COMPLETE": "bash_complete", "COMP_WORDS": "wellhead sea", "COMP_CWORD": "1"}
    assert program.run(**line).stdout == "plain,search\n"


@pytest.mark.parametrize("words", [("search", "x"), ("--help",)])
def test_what_is_not_needed_is_not_imported(words: tuple[str, ...], program: Program) -> None:
    """`--help` imports no database, no JSON and no library, and a search nothing that only an import or a bar needs."""
    program.notes()
    program.ok("add", "notes")
    script = f"import sys; from wellhead.cli import main; main({[*words]!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [program.command[0], "-c", script], env=program.environment, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split("\n")[-2].split())
    never = {"rich", "rapidfuzz", "tomlkit", "watchfiles", "pathspec", "yaml", "importlib.metadata", "numpy", "ssl"}
    help_only = {"apsw", "msgspec", "wellhead.library", "wellhead.app", "wellhead.render", "wellhead.config"}
    assert loaded & (never | help_only if words == ("--help",) else never) == set()
    assert ("apsw" in loaded) == (words != ("--help",))


def test_the_hint_after_an_import_leads_to_what_was_left_out(program: Program) -> None:
    """What a person removed is passed over by the next import, and the command it names lists it."""
    program.ok("add", str(program.notes()))
    program.ok("remove", "note:garden/beans")
    (program.home / "notes" / "scan.pdf").unlink()
    (program.home / "notes" / "templates" / "daily.md").unlink()
    (program.home / "notes" / "templates").rmdir()
    again = program.run("add", str(program.home / "notes"))
    assert again.stderr.strip() == "next: wellhead files --status removed"
    assert "garden/beans.md" in program.ok("files", "--status", "removed")


def test_a_folder_that_is_gone_is_a_usage_error(program: Program) -> None:
    """From a folder that was deleted meanwhile, a library with a relative name is nowhere."""
    gone = program.home / "gone"
    gone.mkdir()
    line = f'rmdir "{gone}"; exec "{program.command[0]}" -m wellhead --library there status'
    done = subprocess.run(["sh", "-c", line], cwd=gone, env=program.environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"the folder you are in is gone" in done.stderr


def test_a_variable_nobody_knows_stops_no_command(program: Program) -> None:
    """A variable of another version is named by doctor and config, and breaks nothing."""
    program.ok("add", str(program.notes()))
    done = program.run("search", "tomatoes", "--json", WELLHEAD_CONTRIBUTOR_MODE="1")
    assert (done.returncode, done.stderr) == (0, "")
    told = program.run("config", WELLHEAD_CONTRIBUTOR_MODE="1")
    assert "WELLHEAD_CONTRIBUTOR_MODE" in told.stderr


def test_a_slip_in_one_path_takes_nothing_in(program: Program) -> None:
    """When one of several paths is not there, none of them is taken in, and the error names it."""
    program.notes()
    error = program.json("add", "notes", "nowhere", code=1)["error"]
    assert error["code"] == "bad_input"
    assert "nowhere" in error["message"]
    assert program.json("status", code=1)["error"]["code"] == "no_library"
