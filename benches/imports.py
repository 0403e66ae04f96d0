"""Importing: a cold library from a folder of notes, the same folder again, and what it takes of memory and disk.

Rows come with the bare loop of `floor` in the same run, best of three each; notes and files are counted against CPU
seconds of opening, importing and closing; the program's start is not included.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from benches.measure import ROOT, Clock, Values, run
from benches.notes import Vault, files_of, of_size
from benches.report import Row, at_least, at_most
from wellhead.evals import origin

ROUNDS = 3
LARGE = 100_000


def cold(arguments: Values) -> Values:
    """One import into a library that does not exist yet."""
    import wellhead
    from wellhead.model.events import BatchCommitted, Event

    commits = 0

    def count(event: Event) -> None:
        nonlocal commits
        commits += isinstance(event, BatchCommitted)

    with wellhead.open(arguments["library"]) as library, Clock() as clock:
        receipt = library.add(arguments["folder"], emit=count)
        with_chunks = library.status().chunks
    return {
        **clock.values(),
        "found": receipt.found,
        "notes": receipt.indexed,
        "commits": commits,
        "chunks": with_chunks,
    }


def built(vaults: list[Vault], notes: int, work: Path) -> Path:
    """A library of so many notes, made by the code as it stands; kept where the work folder is."""
    library = work / f"library-{notes}-{origin.making(ROOT / 'src' / 'wellhead')}"
    if not library.exists():
        run("imports", "cold", library=str(library), folder=str(of_size(vaults, notes, work)))
    return library


def again(arguments: Values) -> Values:
    """The same folder once more; `verify` hashes every file."""
    import wellhead
    from wellhead.model.options import AddOptions

    with Clock() as clock, wellhead.open(arguments["library"]) as library:
        receipt = library.add(arguments["folder"], options=AddOptions(verify=arguments["verify"]))
    return {**clock.values(), "found": receipt.found, "unchanged": receipt.unchanged}


def measure(vaults: list[Vault], work: Path, large: bool) -> list[Row]:
    """Every row of this topic; the last ones only with `large`."""
    vault = vaults[0]
    rows = _vault_rows(vault, work)
    if large:
        rows += _large_rows(of_size(vaults, LARGE, work), work / f"library-{LARGE}")
    return rows


def _vault_rows(vault: Vault, work: Path) -> list[Row]:
    library = work / "library-import"
    colds, floors = [], []
    for _ in range(ROUNDS):
        shutil.rmtree(library, ignore_errors=True)
        colds.append(run("imports", "cold", library=str(library), folder=str(vault.folder)))
        floors.append(run("floor", "build", database=str(work / "floor.db"), folder=str(vault.folder)))
    best, floor = min(colds, key=_cpu), min(floors, key=_cpu)
    arguments = {"library": str(library), "folder": str(vault.folder)}
    second = min((run("imports", "again", **arguments, verify=False) for _ in range(ROUNDS)), key=_cpu)
    verified = run("imports", "again", **arguments, verify=True)
    size = f"{vault.name}, {best['notes']:,} notes"
    text = _text_bytes(vault.folder)
    return [
        Row("notes a CPU second", size, best["notes"] / best["cpu_s"], at_least(3_000), f"{best['commits']} commits"),
        Row(
            "CPU against the bare loop",
            size,
            best["cpu_s"] / floor["cpu_s"],
            at_most(7),
            f"bare loop {floor['cpu_s']:.2f} s",
        ),
        Row("wall seconds", size, best["wall_s"]),
        Row("wall seconds of the bare loop", size, floor["wall_s"], note=f"{floor['commits']} commits"),
        Row("unchanged files a CPU second", size, second["found"] / second["cpu_s"], at_least(80_000)),
        Row("unchanged files a CPU second, --verify", size, verified["found"] / verified["cpu_s"]),
        Row("peak RSS MB", size, best["peak_mb"], at_most(150)),
        Row("disk / text", size, _disk(library) / text, at_most(2.8), f"{text / 1e6:.1f} MB of text"),
        Row("disk / text of the bare loop", size, floor["disk"] / text),
    ]


def _large_rows(folder: Path, library: Path) -> list[Row]:
    shutil.rmtree(library, ignore_errors=True)
    result = run("imports", "cold", library=str(library), folder=str(folder))
    size = f"{result['notes']:,} notes, {result['chunks']:,} chunks"
    return [
        Row("notes a CPU second", size, result["notes"] / result["cpu_s"], note=f"{result['commits']} commits"),
        Row("peak RSS MB", size, result["peak_mb"], at_most(250)),
        Row("disk / text", size, _disk(library) / _text_bytes(folder)),
    ]


def _cpu(values: Values) -> float:
    return float(values["cpu_s"])


def _text_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in files_of(folder))


def _disk(library: Path) -> int:
    return sum(path.stat().st_size for path in library.rglob("*") if path.is_file())
