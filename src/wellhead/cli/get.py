"""`get`: the raw text of a document, or the file it came from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import click
import msgspec

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.errors import NotFound, WellheadError
from wellhead.library import Library
from wellhead.model.document import Document
from wellhead.text.keys import parse_key
from wellhead.wire import documents as wire
from wellhead.wire.encode import versioned


@verb(
    "get",
    examples=(
        ("wellhead get note:garden/tomatoes", "the text, exactly as stored"),
        ("wellhead get note:garden/tomatoes#0-80 --json", "a span of it, with everything known of the document"),
    ),
)
@click.argument("key")
@click.option("--open", "open_file", is_flag=True, help="Open the file it came from, with the program for such files.")
def get(session: Session, key: str, open_file: bool) -> None:
    """Print the text of a document, or of a span of it, exactly as stored.

    KEY is what `search` prints, with or without a span: note:garden/tomatoes, note:garden/tomatoes#0-80. On a terminal,
    control characters of the text are made visible; into a file or a pipe goes the text as it is.
    """
    with session.open() as library:
        if open_file:
            location = _opened(library, key)
            session.say(f"opened {session.hint_style.name(location)}")
            if session.json:
                session.object(versioned({"key": key, "opened": location}))
        elif session.json:
            session.object(_fields(library, key))
        else:
            _print(session, library.span(key))


def _fields(library: Library, key: str) -> dict[str, object]:
    """The document; of a span, its own text and where it begins and ends."""
    text = library.span(key)
    document, start, end = _whole(library, key)
    shown = msgspec.structs.replace(document, text=text)
    links, backlinks = library.links(document.key), library.backlinks(document.key)
    fields = wire.to_v1(shown, links=links, backlinks=backlinks, location=library.location(document))
    return {**fields, "start": start, "end": len(document.text) if end is None else end}


def _whole(library: Library, key: str) -> tuple[Document, int, int | None]:
    """The document a key is about, and the span if it names one; a given key may itself look like a span."""
    parts = parse_key(key)
    if parts.start is None:
        return library.get(key), 0, None
    try:
        return library.get(key), 0, None
    except NotFound:
        return library.get(key.rpartition("#")[0]), parts.start, parts.end


def _print(session: Session, text: str) -> None:
    if sys.stdout.isatty():
        session.out(session.style.text(text).removesuffix("\n"))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def _opened(library: Library, key: str) -> str:
    """Hand the file to the platform's opener; no shell sees its name."""
    document, _, _ = _whole(library, key)
    location = library.location(document)
    if not location:
        raise NotFound(f"{document.key} came from no file", hint=f"wellhead get {document.key} prints its text")
    if not os.path.isfile(location):
        raise NotFound(f"{location} is no longer there", hint=f"wellhead get {document.key} prints the text as it was")
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        raise WellheadError("this system has no program that opens files (xdg-open)", hint=f"the file is {location}")
    done = subprocess.run([opener, location], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise WellheadError(f"{os.path.basename(opener)} could not open the file", hint=f"the file is {location}")
    return location
