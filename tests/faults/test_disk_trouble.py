"""The disk says no at the n-th write or sync, for every n until all goes well: clear errors, nothing lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.faults import entries
from tests.faults.disk import Disk
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import CannotWrite, DiskFull, WellheadError

KEPT = range(1, 6)
ADDED = range(6, 9)
MOST = 400  # no piece of work here writes so often


def _put(engine: Engine, numbers: range, version: int = 1) -> None:
    luck = random.Random(7)
    with SqliteStore(engine).transaction() as writer:
        writer.put([entries.entry(number, version, luck) for number in numbers])


def _add(engine: Engine) -> None:
    _put(engine, ADDED)


def _edit(engine: Engine) -> None:
    _put(engine, KEPT, version=2)


def _reindex(engine: Engine) -> None:
    SqliteIndex(engine).rebuild(lambda done: None)


def _full(kind: str, only: str, moment: int) -> Callable[[str, int], None]:
    """From the moment-th operation of this kind on, the disk says no; everything else it still does."""
    seen = 0

    def trouble(operation: str, _number: int) -> None:
        nonlocal seen
        seen += operation == only
        if operation == only and seen >= moment:
            raise apsw.FullError("no room") if kind == "full" else apsw.IOError("the disk did not sync")

    return trouble


def _texts(engine: Engine) -> dict[str, str]:
    return {document.key: document.text for document in SqliteStore(engine).documents()}


def _assert_whole(engine: Engine) -> None:
    assert engine.damage(thorough=True) == []
    assert [fault for document in SqliteStore(engine).documents() for fault in entries.faults(engine, document)] == []


def _attempt(folder: Path, work: Callable[[Engine], None], trouble: Callable[[str, int], None]) -> WellheadError | None:
    """Do it on a disk in trouble. Reading goes on meanwhile; when the trouble is over the same work succeeds."""
    with Disk().running() as disk:
        engine = Engine(folder, vfs=disk.name)
        before = _texts(engine)
        disk.trouble = trouble
        error: WellheadError | None = None
        try:
            work(engine)
        except WellheadError as met:
            error = met
        if error is not None:
            assert _texts(engine) == before
            assert entries.found_documents(engine, before[entries.key(1)].split()[0]) != set()
        disk.trouble = None
        _assert_whole(engine)
        work(engine)
        _assert_whole(engine)
        engine.close()
    return error


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small library, closed."""
    folder = tmp_path_factory.mktemp("trouble") / "library"
    engine = Engine(folder)
    engine.create()
    _put(engine, KEPT)
    engine.close()
    return folder


@pytest.mark.parametrize("work", [_add, _edit, _reindex])
@pytest.mark.parametrize(("kind", "only", "expected"), [("full", "write", DiskFull), ("sync", "sync", CannotWrite)])
def test_each_failing_operation_is_met(
    tmp_path: Path,
    library: Path,
    work: Callable[[Engine], None],
    kind: str,
    only: str,
    expected: type[WellheadError],
) -> None:
    """Whichever write finds the disk full or whichever sync fails, the error is clear and nothing changed."""
    met = 0
    for moment in range(1, MOST):
        folder = tmp_path / str(moment)
        shutil.copytree(library, folder)
        error = _attempt(folder, work, _full(kind, only, moment))
        shutil.rmtree(folder)
        if error is None:
            break
        met += 1
        assert type(error) is expected
        assert error.hint
    assert 0 < met < MOST - 1


@pytest.mark.parametrize(("kind", "only"), [("full", "write"), ("sync", "sync")])
def test_a_library_cannot_be_made_on_a_bad_disk(tmp_path: Path, kind: str, only: str) -> None:
    """Wherever its creation fails it fails clearly, and once the disk is well the same folder takes a library."""
    for moment in range(1, MOST):
        folder = tmp_path / str(moment)
        with Disk().running() as disk:
            disk.trouble = _full(kind, only, moment)
            try:
                Engine(folder, vfs=disk.name).create()
            except CannotWrite as error:
                met: CannotWrite | None = error
            else:
                met = None
            disk.trouble = None
        again = Engine(folder)
        again.create()
        _put(again, KEPT)
        _assert_whole(again)
        again.close()
        if met is None:
            break
        shutil.rmtree(folder)
    assert 1 < moment < MOST - 1
