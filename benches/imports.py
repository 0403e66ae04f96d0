"""Importing: a cold library from a folder of notes, the same folder again, and what it takes of memory and disk.

Rows come with the bare loop of `floor` in the same run, best of three each; notes and files are counted against CPU
seconds of opening, importing and closing; the program's start is not included. What names, days and tags add is told
by imports that leave each of them out, in turn with those that do not.
"""

from __future__ import annotations

import importlib
import shutil
from collections import Counter
from pathlib import Path

import apsw

from benches.measure import ROOT, Clock, Values, run
from benches.notes import Vault, files_of, of_size
from benches.report import Row, at_least, at_most
from wellhead.evals import origin

ROUNDS = 3
LARGE = 100_000
DERIVED = {  # what is written beside full text: the module that inserts it, and its tables
    "names": ("entities", ("ix_entities", "ix_once")),
    "days": ("dates", ("ix_dates",)),
    "tags": ("tagging", ("ix_tags",)),
}
_SHOWN_SHARE = 0.02  # of the text; a table that takes less is not named


def cold(arguments: Values) -> Values:
    """One import into a library that does not exist yet; `without` is the module whose rows are left out."""
    import wellhead
    from wellhead.model.events import BatchCommitted, Event

    if arguments.get("without"):
        module = importlib.import_module(f"wellhead.engines.sqlite.{arguments['without']}")
        vars(module)["insert"] = lambda connection, documents: None
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
    rounds = [_round(vault, library, work) for _ in range(ROUNDS)]
    best, floor, *without = (min(each, key=_cpu) for each in zip(*rounds, strict=True))
    arguments = {"library": str(library), "folder": str(vault.folder)}
    second = min((run("imports", "again", **arguments, verify=False) for _ in range(ROUNDS)), key=_cpu)
    verified = run("imports", "again", **arguments, verify=True)
    size = f"{vault.name}, {best['notes']:,} notes"
    text, tables = _text_bytes(vault.folder), _tables(library)
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
        Row("disk / text", size, _disk(library) / text, at_most(2.8), _largest(tables, text)),
        Row("disk / text of the bare loop", size, floor["disk"] / text, note=f"{text / 1e6:.1f} MB of text"),
        *_derived_rows(best, without, tables, text, size),
    ]


def _round(vault: Vault, library: Path, work: Path) -> list[Values]:
    """One import without each derived part, the bare loop, and an import with everything, which stays."""
    folder = str(vault.folder)

    def imported(without: str) -> Values:
        shutil.rmtree(library, ignore_errors=True)
        return run("imports", "cold", library=str(library), folder=folder, without=without)

    parts = [imported(module) for module, _ in DERIVED.values()]
    floor = run("floor", "build", database=str(work / "floor.db"), folder=folder)
    return [imported(""), floor, *parts]


def _derived_rows(best: Values, without: list[Values], tables: Counter[str], text: int, size: str) -> list[Row]:
    rows = []
    for (name, (_, its)), other in zip(DERIVED.items(), without, strict=True):
        spent = f"{(best['cpu_s'] - other['cpu_s']) * 1000 / best['notes']:+.3f} ms a note"
        rows.append(Row(f"CPU with {name} / without", size, best["cpu_s"] / other["cpu_s"], note=spent))
        taken = sum(tables[table] for table in its)
        rows.append(Row(f"disk / text of {name}", size, taken / text, note=", ".join(its)))
    return rows


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


def _tables(library: Path) -> Counter[str]:
    """Bytes of each table with its indexes; what FTS5 keeps in tables of its own belongs to the one it serves."""
    with apsw.Connection(str(library / "library.db"), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        schema = list(connection.execute("SELECT name, tbl_name, sql FROM sqlite_schema"))
        sizes = list(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    owner = {name: table for name, table, _ in schema}
    virtual = [name for name, _, sql in schema if sql and sql.startswith("CREATE VIRTUAL")]
    bytes_of: Counter[str] = Counter()
    for name, taken in sizes:
        table = owner.get(name, name)
        bytes_of[next((each for each in virtual if table.startswith(f"{each}_")), table)] += taken
    return bytes_of


def _largest(tables: Counter[str], text: int) -> str:
    shares = ((table, taken / text) for table, taken in tables.most_common())
    return ", ".join(f"{table} {share:.2f}" for table, share in shares if share >= _SHOWN_SHARE)


def _disk(library: Path) -> int:
    return sum(path.stat().st_size for path in library.rglob("*") if path.is_file())
