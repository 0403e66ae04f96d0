"""What an index holds of a document, as pure functions of the Document and its Chunks: any engine can rebuild itself.

Front matter is indexed by its values, not by its field names; headings inside a chunk count as headings. Everything
is indexed in one spelling (`text/normal`), and the words of a text that is not English behind a guard
(`text/language`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wellhead.model.document import Chunk, Document
from wellhead.text.cjk import split_runs
from wellhead.text.language import foreign, guarded
from wellhead.text.normal import normal

_FRONT = re.compile(r"---[ \t]*\r?\n")
_FRONT_END = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?=\r?(?:\n|\Z))")
_FIELD = re.compile(r"^[\w-]{1,40}:", re.MULTILINE)
_BLOCK_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+(.+)$", re.MULTILINE)


class Fields(NamedTuple):
    """One row of the full text, in the order of its columns."""

    title: str
    headings: str
    tags: str
    body: str
    cjk: str


class NameFields(NamedTuple):
    """One row of the names, in the order of its columns."""

    title: str
    aliases: str
    path: str
    tags: str


def front_matter_end(text: str) -> int:
    """Where the front matter ends; 0 if there is none."""
    if not text.startswith("---"):
        return 0
    first = _FRONT.match(text)
    last = _FRONT_END.search(text, first.end() - 1) if first else None
    return last.end() if last else 0


def fields(document: Document, chunk: Chunk) -> Fields:
    """What is findable of one chunk."""
    text = document.text[chunk.start : chunk.end]
    if chunk.start == 0 and text.startswith("---"):
        end = min(front_matter_end(document.text), chunk.end)
        text = _FIELD.sub("", text[:end]) + text[end:]
    headings = " ".join(chunk.heading)
    if "#" in text:
        inside = [title for title in _HEADING.findall(text) if title not in chunk.heading]
        headings = " ".join((headings, *inside)) if inside else headings
    title = given_title(document)
    if document.aliases:
        title = " ".join((title, *document.aliases))
    row = (title, headings, " ".join(document.tags), text)
    pairs = ""
    if not all(part.isascii() for part in row):
        parts = [split_runs(normal(part)) for part in row]
        row = (parts[0][0], parts[1][0], parts[2][0], parts[3][0])
        pairs = " ".join(pair for _, pair in parts if pair)
    if foreign(document.text):
        row = (guarded(row[0]), guarded(row[1]), guarded(row[2]), guarded(row[3]))
    return Fields(*row, pairs)


def given_title(document: Document) -> str:
    """The title somebody gave, or a first line that is one; not a sentence cut off, which is found as text."""
    opening = document.title.removesuffix("…")
    cut = opening != document.title and document.text.lstrip().startswith(opening)
    return "" if cut else document.title


def name_fields(document: Document) -> NameFields:
    """What a document can be found by when only a piece of its name is known."""
    names = (document.title, "\n".join(document.aliases), document.path, "\n".join(document.tags))
    return NameFields(*(normal(name) for name in names))


def folded_name(name: str) -> str:
    """How names are compared: case and the ending `.md` do not count; addresses have a rule of their own."""
    plain = name.strip()
    return _folded_address(plain) if "://" in plain else plain.removesuffix(".md").casefold()


def _folded_address(address: str) -> str:
    """Two addresses of one page: with and without the s, the last slash, a place on the page."""
    scheme, _, rest = address.casefold().partition("://")
    page, _, place = rest.partition("#")
    return f"{'https' if scheme == 'http' else scheme}://{(rest if '/' in place else page).rstrip('/')}"


def link_names(document: Document) -> tuple[str, ...]:
    """Everything a link may call this document by: its path, file name, title, aliases, address, and blocks that name
    themselves for the whole library (an outliner's ids).

    A store keeps present names only as far as it can make them again from the document: whoever changes this rule
    gives the stores a step that writes the names of what they hold anew.
    """
    path = document.path.removesuffix(".md")
    stem = path.rpartition("/")[2]
    names = [path, stem, document.title, *document.aliases] if path else [document.title, *document.aliases]
    if "://" in document.url:
        names.append(document.url)
    if document.anchors:
        names += [anchor.name for anchor in document.anchors if _BLOCK_ID.fullmatch(anchor.name)]
    return tuple(dict.fromkeys(folded for name in names if (folded := folded_name(name))))
