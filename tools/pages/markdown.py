"""Pieces of Markdown that several generated pages share. Takes strings, gives strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def opening(title: str, made_from: str) -> str:
    """The first lines of a generated page: where it comes from, and its title."""
    return f'<!-- Made by "make docs" from {made_from}. Change that, not this page. -->\n\n# {title}\n'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, right: frozenset[int] = frozenset()) -> str:
    """A table; the columns in `right` hold numbers."""
    rule = ["---:" if column in right else "---" for column in range(len(head))]
    lines = [head, rule, *([cell(each) for each in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def cell(text: str) -> str:
    """Text that stays inside its column."""
    return " ".join(text.split()).replace("|", "\\|") or " "


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def fenced(text: str, language: str = "") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def paragraphs(docstring: str | None) -> str:
    """A docstring as Markdown: its lines unwrapped of their indent, its paragraphs kept."""
    lines = (docstring or "").strip().splitlines()
    kept = [line.strip() for line in lines]
    return "\n".join(kept)
