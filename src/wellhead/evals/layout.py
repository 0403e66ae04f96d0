"""The three-file layout: corpus.jsonl, queries.jsonl, qrels.tsv, and haystacks.jsonl where each question has its own
documents.

`qrels.tsv` has a header `qid docid rel` and tabs between; a qrels file as TREC has it (`qid 0 docid rel`) is read too.
Gold answers may stand in `meta`: nothing but the fields named here is ever looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from wellhead.errors import BadInput
from wellhead.evals import dates, rows

Name = str | int


class _DocumentMeta(Struct):
    date: Any = None


class _Link(Struct):
    to: str
    type: str = "link"


class DocumentRow(Struct, kw_only=True):
    """A row of corpus.jsonl: an id, a text, and what documents.jsonl may say of it besides."""

    id: Name | None = None
    other_id: Name | None = field(name="_id", default=None)
    text: str
    title: str | None = None
    kind: str | None = None
    author: str | None = None
    created: str | None = None
    updated: str | None = None
    url: str | None = None
    tags: tuple[str, ...] | None = None
    aliases: tuple[str, ...] | None = None
    links: tuple[_Link, ...] | None = None
    meta: _DocumentMeta | None = None


class _QuestionMeta(Struct):
    abstention: Any = None
    question_date: Any = None
    source: Any = None
    conversation: Any = None


class _QuestionRow(Struct, kw_only=True):
    id: Name | None = None
    other_id: Name | None = field(name="_id", default=None)
    text: str
    type: str | None = None
    meta: _QuestionMeta | None = None


class _HaystackRow(Struct):
    id: Name
    haystack: tuple[tuple[Name, Any] | Name, ...]


class Question(Struct, frozen=True, kw_only=True):
    """One question. `left_out` documents take no place in its ranking; `haystack` are its own (docid, date), if any."""

    id: str
    text: str
    type: str
    gold: dict[str, int] = {}
    abstention: bool = False
    asked: datetime | None = None
    left_out: tuple[str, ...] = ()
    cluster: str = ""
    haystack: tuple[tuple[str, str], ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it has a place in the means."""
        return not self.abstention and any(rel > 0 for rel in self.gold.values())


def documents(path: Path) -> dict[str, DocumentRow]:
    """Every row of the corpus by its id, in the order of the file."""
    found: dict[str, DocumentRow] = {}
    for line, row in rows.objects(path, DocumentRow):
        name = _id(row.id, row.other_id, path, line)
        if name in found:
            raise rows.bad(path, line, f"id {name[:80]!r} stands twice")
        found[name] = row
    if not found:
        raise BadInput(f"{path.name} holds no documents")
    return found


def questions(path: Path, gold: Mapping[str, dict[str, int]]) -> tuple[Question, ...]:
    """Every question with its gold, in the order of the file."""
    found: dict[str, Question] = {}
    for line, row in rows.objects(path, _QuestionRow):
        name, meta = _id(row.id, row.other_id, path, line), row.meta or _QuestionMeta()
        if name in found:
            raise rows.bad(path, line, f"id {name[:80]!r} stands twice")
        found[name] = Question(
            id=name,
            text=row.text,
            type=row.type or "",
            gold=gold.get(name, {}),
            abstention=bool(meta.abstention),
            asked=dates.asked(meta.question_date),
            left_out=_names(meta.source),
            cluster=meta.conversation if isinstance(meta.conversation, str) else "",
        )
    if not found:
        raise BadInput(f"{path.name} holds no questions")
    return tuple(found.values())


def qrels(path: Path) -> dict[str, dict[str, int]]:
    """Question id to document id to relevance; of two rows about the same two the last stands."""
    found: dict[str, dict[str, int]] = {}
    first = True
    for line, data in rows.lines(path):
        try:
            parts = data.decode("utf-8").split("\t")
        except UnicodeDecodeError:
            raise rows.bad(path, line, "not UTF-8") from None
        if len(parts) != 3:
            parts = [part for at, part in enumerate(data.decode("utf-8").split()) if at != 1]
        rel = _whole(parts[2]) if len(parts) == 3 else None
        if rel is None and not (first and len(parts) == 3):
            raise rows.bad(path, line, "a row is `qid docid rel` with tabs between, rel a whole number")
        first = False
        if rel is None:
            continue
        found.setdefault(parts[0], {})[parts[1]] = rel
    return found


def haystacks(path: Path, known: Mapping[str, object]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Question id to its own documents, (docid, created), each once."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for line, row in rows.objects(path, _HaystackRow):
        stack: dict[str, str] = {}
        for each in row.haystack:
            docid, date = (str(each[0]), each[1]) if isinstance(each, tuple) else (str(each), None)
            if docid not in known:
                raise rows.bad(path, line, f"no document of the corpus has the id {docid[:80]!r}")
            stack.setdefault(docid, dates.created(date))
        found[str(row.id)] = tuple(stack.items())
    return found


def _id(name: Name | None, other: Name | None, path: Path, line: int) -> str:
    found = other if name is None else name
    if found is None or not str(found).strip():
        raise rows.bad(path, line, "a row needs an id")
    return str(found)


def _names(written: object) -> tuple[str, ...]:
    if isinstance(written, str):
        return (written,)
    return tuple(each for each in written if isinstance(each, str)) if isinstance(written, list) else ()


def _whole(written: str) -> int | None:
    try:
        return int(written) if len(written) < 10 else None
    except ValueError:
        return None
