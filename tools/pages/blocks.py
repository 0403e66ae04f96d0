"""Blocks of hand-written pages that are made from the code: `<!-- made: name -->` to `<!-- end -->`.

A name is a file of the checkout, quoted whole, or one of the tables below.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pages import errors, figures, markdown, source

OPEN = re.compile(r"<!-- made: (?P<name>\S+) -->\n(?P<body>.*?)<!-- end -->", re.DOTALL)
TABLES: dict[str, Callable[[], str]] = {"figures": figures.summary, "exits": errors.exits}
LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".sh": "sh"}


def block(name: str) -> str:
    if name in TABLES:
        return TABLES[name]()
    path = source.ROOT / name
    return markdown.fenced(path.read_text(encoding="utf-8"), LANGUAGES.get(path.suffix, ""))


def refreshed(text: str) -> str:
    """The page with each block as the code has it now."""
    return OPEN.sub(lambda match: f"<!-- made: {match['name']} -->\n{block(match['name'])}<!-- end -->", text)
