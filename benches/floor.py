"""The floor everything is compared with: plain FTS5 over the same files, the least anybody could do.

One table that keeps its content, `porter unicode61`, 256 files a commit, WAL, `synchronous=FULL`; a query is its words,
each quoted, any of them, ranked, with the texts of the best 25.
"""

from __future__ import annotations

import re
from pathlib import Path

import apsw

from benches import timing
from benches.measure import Clock, Values
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
    """Milliseconds of each query, warm."""
    connection = apsw.Connection(arguments["database"], flags=apsw.SQLITE_OPEN_READONLY)
    select = "SELECT rowid, path, text FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT ?"

    def ask(text: str) -> None:
        words = list(dict.fromkeys(_WORD.findall(text.lower())))[:MOST_TERMS]
        connection.execute(select, (" OR ".join(f'"{word}"' for word in words) or '""', LIMIT)).fetchall()

    timing.once(ask, arguments["warmers"])
    return {"first": timing.once(ask, arguments["queries"]), "best": timing.best(ask, arguments["queries"])}
