"""A few notes of one small town, for tests of names and neighbourhoods."""

from __future__ import annotations

from pathlib import Path

from tests.unit.search.shelf import Shelf
from wellhead.testing.samples import entry

NOTES = [
    entry(
        "people/Rosamund Vanter.md",
        "---\nauthor: Ned Fenn\n---\n# Rosamund Vanter\n\nShe founded Reed Press. Taught by [[Otto Tarn]].\n",
        aliases=("Rosa", "RV"),
        tags=("person", "project/bells"),
    ),
    entry("people/Otto Tarn.md", "A printer. Ada Quill knows him.\n", tags=("Person",)),
    entry(
        "a.md",
        "Yesterday Rosa lent the old press to [[Otto Tarn|Otto]].\n\nReed Press was sold by Ada Quill.\n",
        title="The loan",
        tags=("project/bells", "project/ferry"),
    ),
    entry("b.md", "Then Ada Quill met Rosamund Vanter at Reed Press. It rained.\n", title="A meeting"),
    entry("c.md", "Nothing of them: see [[The loan]] and [[Otto Tarn]].\n", title="Loose ends"),
    entry("d.md", "Also [[The loan]].\n", title="The ferry", tags=("project/ferry",)),
]


def town(folder: Path) -> Shelf:
    made = Shelf(folder)
    made.put_all(NOTES)
    return made
