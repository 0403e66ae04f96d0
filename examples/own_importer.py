"""Teach wellhead a format of your own: a diary in one file, each day under a line like `== 2025-03-01 Snow ==`.

python examples/own_importer.py diary.days
"""

import re
import sys
from collections.abc import Iterator
from typing import BinaryIO

import wellhead

DAY = re.compile(r"^== (?P<date>\d{4}-\d\d-\d\d) (?P<title>.+) ==\n", re.MULTILINE)


class DaysImporter:
    name, extensions, rows = "days", frozenset({".days"}), True

    def accepts(self, path: str, head: bytes) -> bool:
        return path.lower().endswith(".days") and head.startswith(b"== ")

    def read(self, stream: BinaryIO, path: str) -> Iterator[wellhead.Draft]:
        try:
            text = stream.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise wellhead.BadInput("a diary is UTF-8 text") from error
        days = list(DAY.finditer(text))
        for day, end in zip(days, [*(each.start() for each in days[1:]), len(text)], strict=False):
            date, line, body = day["date"], text.count("\n", 0, day.start()) + 1, text[day.end() : end]
            yield wellhead.Draft(key=f"day:{date}", kind="day", title=day["title"], created=date, text=body, line=line)


if __name__ == "__main__":
    with wellhead.open(importers=[DaysImporter()]) as library:
        receipt = library.add(sys.argv[1])
        print(f"{receipt.indexed} new days, {receipt.unchanged} known ones")
