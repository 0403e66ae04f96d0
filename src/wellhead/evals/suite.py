"""A suite: a corpus, questions with gold, and what names the data. Read from files, the same whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wellhead.errors import BadInput, UsageError
from wellhead.evals import corpus, layout, rows
from wellhead.evals.corpus import Corpus
from wellhead.evals.layout import Question
from wellhead.model.measured import DataSet

DEMO = "demo"


class Suite(Struct, frozen=True, kw_only=True):
    """`digest` names the corpus alone: libraries made of it serve whatever is asked of them."""

    corpus: Corpus
    questions: tuple[Question, ...]
    data: DataSet
    digest: str


def read(documents: Path, queries: Path, qrels: Path, haystacks: Path | None = None, *, name: str = "") -> Suite:
    """The suite of three files, or four."""
    questions = layout.questions(queries, layout.qrels(qrels))
    digests = [rows.digest(each) for each in (documents, queries, qrels, haystacks) if each is not None]
    name = name or queries.resolve().parent.name or "qrels"
    if documents.is_dir():
        if haystacks is not None:
            raise UsageError("a folder of notes has no haystacks", hint="give the corpus as a file of rows")
        return _suite(corpus.of_folder(documents), questions, digests, len(rows.files(documents)), name)
    known = layout.documents(documents)
    if haystacks is not None:
        questions = _with_haystacks(questions, layout.haystacks(haystacks, known))
    return _suite(corpus.of_rows(known), questions, digests, len(known), name)


def of_keys(notes: Path, folder: Path, *, name: str = DEMO) -> Suite:
    """The questions of `folder` about documents of `notes`, which are named by their own keys."""
    queries, qrels = folder / "queries.jsonl", folder / "qrels.tsv"
    questions = layout.questions(queries, layout.qrels(qrels))
    digests = [rows.digest(each) for each in (notes, queries, qrels)]
    return _suite(corpus.of_keys(notes), questions, digests, len(rows.files(notes)), name)


def drawn(suite: Suite, limit: int, seed: int) -> Suite:
    """So many of the questions, the same for the same seed whatever is asked of them, in their order."""
    if limit < 1:
        raise UsageError(f"--limit {limit} leaves no question", hint="give a number from 1 up, or leave it out")
    if limit >= len(suite.questions):
        return suite
    kept = {each.id for each in sorted(suite.questions, key=lambda question: lot(question.id, seed))[:limit]}
    questions = tuple(each for each in suite.questions if each.id in kept)
    return replace(suite, questions=questions, data=replace(suite.data, questions=limit, partial=True))


def lot(qid: str, seed: int) -> tuple[bytes, str]:
    """What a question draws: its place among others, and which half it belongs to."""
    return sha256(f"{seed}\0{qid}".encode("utf-8", "replace")).digest(), qid


def _suite(made: Corpus, questions: tuple[Question, ...], digests: Sequence[str], size: int, name: str) -> Suite:
    data = DataSet(
        name=name,
        version=f"{size:,} documents, {len(questions):,} questions",
        sha256=sha256("\n".join(digests).encode()).hexdigest(),
        documents=size,
        questions=len(questions),
        gold_missing=sum(rel > 0 and not made.knows(each) for one in questions for each, rel in one.gold.items()),
    )
    return Suite(corpus=made, questions=questions, data=data, digest=digests[0])


def _with_haystacks(
    questions: Sequence[Question], stacks: dict[str, tuple[tuple[str, str], ...]]
) -> tuple[Question, ...]:
    missing = [each.id for each in questions if not stacks.get(each.id)]
    if missing:
        raise BadInput(f"question {missing[0][:80]!r} has no haystack", hint="each question needs a row of its own")
    return tuple(replace(each, haystack=stacks[each.id]) for each in questions)
