"""What `wellhead` alone says: what it is, the first three commands, where the data lives."""

from __future__ import annotations

from wellhead.cli.session import Session
from wellhead.config import library_folder
from wellhead.render.style import Style
from wellhead.wire.encode import versioned


def welcome(session: Session) -> None:
    folder = library_folder(session.library)
    exists = (folder / "library.db").exists()
    if session.json:
        session.object(versioned({"library": str(folder), "exists": exists}))
    else:
        session.out(_words(str(folder), session.style, exists=exists))


def _words(folder: str, style: Style, *, exists: bool) -> str:
    there = "" if exists else "  (not there yet: the first add makes it)"
    return "\n".join(
        [
            style.strong("wellhead keeps everything you saved in one folder, accounted for and findable at once."),
            "It reads your notes where they are, changes none of them, and sends nothing anywhere.",
            "",
            f"  {style.strong('wellhead demo')}           a small library to try things on",
            f"  {style.strong('wellhead add')} FOLDER     take your notes in; ends with a receipt for every file",
            f"  {style.strong('wellhead search')} WORDS   find what answers to them",
            "",
            f"Your library: {style.name(style.place(folder))}{there}",
            "Another one:  --library DIR, or the variable WELLHEAD_HOME",
            "",
            "All commands: wellhead --help",
            "One command:  wellhead COMMAND --help",
        ]
    )
