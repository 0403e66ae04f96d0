"""A folder of notes whose versions can be told apart by one word, and whether each of them is whole in a library."""

from __future__ import annotations

import random
from pathlib import Path

import wellhead
from tests.faults.entries import WORDS, unique_word

FOLDERS = ("", "garden", "garden/beds", "work")


def path(number: int) -> str:
    folder = FOLDERS[number % len(FOLDERS)]
    return f"{folder}/note {number}.md" if folder else f"note {number}.md"


def text(number: int, version: int) -> str:
    """Front matter, a heading, a link to its neighbour, and its own word at the beginning and at the end."""
    luck = random.Random(f"{number}/{version}")
    word = unique_word(number, version)
    body = "\n\n".join(" ".join(luck.choices(WORDS, k=luck.choice((5, 60)))) for _ in range(luck.randrange(1, 6)))
    head = f"---\ntags: [bed{number % 7}]\n---\n# {word} of {number}\n\nsee [[note {number + 1}]]"
    return f"{head}\n\n{body}\n\nend {word}\n"


def write(folder: Path, versions: dict[int, int]) -> None:
    """Each number in its version; version 0 takes the file away."""
    for number, version in versions.items():
        target = folder / path(number)
        if version == 0:
            target.unlink(missing_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text(number, version), encoding="utf-8")


def faults(library: wellhead.Library, document: wellhead.Document, newest: int) -> list[str]:
    """What is half there of one document: its text is one of its versions, and everything else is of that version."""
    number = int(document.path.removesuffix(".md").rpartition(" ")[2])
    version = next((each for each in range(1, newest + 1) if text(number, each) == document.text), 0)
    if not version:
        return [f"{document.key}: a text that nobody wrote"]
    missing = []
    for each in range(1, newest + 1):
        hits = [hit.key for hit in library.search(f'"{unique_word(number, each)}"').results]
        if hits != ([document.key] if each == version else []):
            missing.append(f"{document.key} is version {version}, and the word of version {each} finds {hits}")
    if [link.to for link in library.links(document.key)] != [f"note {number + 1}"]:
        missing.append(f"{document.key}: its link is gone")
    return missing
