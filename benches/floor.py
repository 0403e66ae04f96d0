"""The floor everything is compared with: plain FTS5 over the same files, the least anybody could do.

One table that keeps its content, `porter unicode61`, 256 files a commit, WAL, `synchronous=FULL`; a query is its words,
each quoted, any of them, ranked, with the texts of the best 25.
"""

from __future__ import annotations

import re
from pathlib import Path

import apsw

from benches.measure import Clock, Values, percentile
from benches.notes import files_of

BATCH = 256
LIMIT = 25
MOST_TERMS = 32
_WORD = re.compile(r"\w+")


def build(arguments: Values) -> Values:
    """Read every Markdown file of a folder into a new database."""
    target = Path(arguments["database"])
    target.unlink(missing_ok=True)
    commits = size = 0
    with Clock() as clock:
        connection = apsw.Connection(str(target))
        connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        connection.execute("CREATE VIRTUAL TABLE notes USING fts5(path UNINDEXED, text, tokenize = 'porter unicode61')")
        paths = files_of(Path(arguments["folder"]))
        for begin in range(0, len(paths), BATCH):
            rows = [(str(path), path.read_bytes().decode("utf-8", "replace")) for path in paths[begin : begin + BATCH]]
            with connection:
                connection.executemany("INSERT INTO notes VALUES (?, ?)", rows)
            commits += 1
            size += sum(len(text) for _, text in rows)
        connection.close()
    return {
        **clock.values(),
        "notes": len(paths),
        "commits": commits,
        "characters": size,
        "disk": target.stat().st_size,
    }


def search(arguments: Values) -> Values:
    """CPU and wall milliseconds of each query, warm."""
    connection = apsw.Connection(arguments["database"], flags=apsw.SQLITE_OPEN_READONLY)
    select = "SELECT rowid, path, text FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT ?"

    def ask(text: str) -> None:
        words = list(dict.fromkeys(_WORD.findall(text.lower())))[:MOST_TERMS]
        connection.execute(select, (" OR ".join(f'"{word}"' for word in words) or '""', LIMIT)).fetchall()

    return timed(ask, arguments["queries"])


def timed(ask, queries: list[str], rounds: int = 3) -> Values:  # type: ignore[no-untyped-def]
    """Each query once to warm up, then its best of three."""
    cpu, wall = [], []
    for text in queries:
        ask(text)
    for text in queries:
        clocks = []
        for _ in range(rounds):
            with Clock() as clock:
                ask(text)
            clocks.append(clock)
        cpu.append(min(clock.cpu for clock in clocks) * 1000)
        wall.append(min(clock.wall for clock in clocks) * 1000)
    return {
        "cpu_ms_p50": percentile(cpu, 50),
        "cpu_ms_p95": percentile(cpu, 95),
        "wall_ms_p50": percentile(wall, 50),
        "wall_ms_p95": percentile(wall, 95),
    }
