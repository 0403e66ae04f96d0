"""Many processes write one library while others read it: nobody loses anything, nobody is turned away."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.faults import entries
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore

WRITERS, WRITES, READERS = 8, 200, 2
LONGEST_WAIT_S = 20.0  # ten times what a writer may wait on a machine that is not busy


def _start(root: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.faults.crowd", *(str(each) for each in arguments)]
    return subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _result(process: subprocess.Popen[str]) -> dict[str, object]:
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    found: dict[str, object] = json.loads(out)
    return found


def test_eight_writers_and_readers_meet_no_error(tmp_path: Path, root: Path) -> None:
    """Eight processes that write 200 documents each, with readers beside them, lose none and see no error."""
    folder = tmp_path / "library"
    engine = Engine(folder)
    engine.create()
    readers = [_start(root, "read", folder, number) for number in range(READERS)]
    writers = [_start(root, "write", folder, number, WRITES) for number in range(WRITERS)]
    wrote = [_result(each) for each in writers]
    read = [_result(each) for each in readers]
    assert [each["errors"] for each in [*wrote, *read]] == [[]] * (WRITERS + READERS)
    assert [each["half"] for each in read] == [0] * READERS
    assert all(each["reads"] for each in read)
    assert max(float(str(each["longest_wait"])) for each in wrote) < LONGEST_WAIT_S
    documents = list(SqliteStore(engine).documents())
    assert {document.key for document in documents} == {entries.key(number) for number in range(WRITERS * WRITES)}
    assert [fault for document in documents[::20] for fault in entries.faults(engine, document)] == []
    assert engine.damage(thorough=True) == []
    engine.close()
