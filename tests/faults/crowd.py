"""One of many processes on one library: a writer that saves documents one by one, or a reader that looks for them.

`python -m tests.faults.crowd write FOLDER NUMBER COUNT` prints one JSON object when it is done: what it wrote, the
longest wait in seconds, and every error it met. A reader reads until its standard input ends.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from pathlib import Path

from tests.faults import entries
from wellhead.engines.sqlite.engine import Engine
from wellhead.engines.sqlite.store import SqliteStore
from wellhead.errors import WellheadError


def write(folder: Path, number: int, count: int) -> dict[str, object]:
    engine = Engine(folder)
    luck = random.Random(number)
    written: list[str] = []
    errors: list[str] = []
    longest = 0.0
    for each in range(count):
        entry = entries.entry(number * count + each, 1, luck)
        begin = time.monotonic()
        try:
            with SqliteStore(engine).transaction() as writer:
                writer.put([entry])
            written.append(entry.document.key)
        except WellheadError as error:
            errors.append(str(error))
        longest = max(longest, time.monotonic() - begin)
    engine.close()
    return {"written": written, "errors": errors, "longest_wait": longest}


def read(folder: Path, number: int) -> dict[str, object]:
    engine = Engine(folder)
    luck = random.Random(number)
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    errors: list[str] = []
    reads = half = 0
    while not over.wait(0.005):
        try:
            counts = SqliteStore(engine).counts()
            key = entries.key(luck.randrange(1_600))
            document = SqliteStore(engine).get(key)
            half += bool(document and entries.found_documents(engine, document.text.split()[0]) == set())
            reads += 1 if counts.documents >= 0 else 0
        except WellheadError as error:
            errors.append(str(error))
    engine.close()
    return {"reads": reads, "half": half, "errors": errors}


if __name__ == "__main__":
    role, where, *numbers = sys.argv[1:]
    work = write if role == "write" else read
    print(json.dumps(work(Path(where), *(int(each) for each in numbers))))
