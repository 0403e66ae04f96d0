"""A suite: a corpus, questions with gold, and what names the data. Read from files, the same whoever reads them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wellhead.errors import BadInput, UsageError
from wellhead.evals import layout, rows
from wellhead.evals.corpus import Corpus, of_folder, of_rows
from wellhead.evals.layout import Question
from wellhead.model.measured import DataSet

DEMO = "demo"


class Suite(Struct, frozen=True, kw_only=True):
    """`digest` names the corpus alone: libraries made of it serve whatever is asked of them."""

    corpus: Corpus
    questions: tuple[Question, ...]
    data: DataSet
    digest: str


def read(corpus: Path, queries: Path, qrels: Path, haystacks: Path | None = None, *, name: str = "") -> Suite:
    """The suite of three files, or four."""
    digests = [rows.digest(each) for each in (corpus, queries, qrels, haystacks) if each is not None]
    questions = layout.questions(queries, layout.qrels(qrels))
    if corpus.is_dir():
        if haystacks is not None:
            raise UsageError("a folder of notes has no haystacks", hint="give the corpus as a file of rows")
        made, size = of_folder(corpus), sum(each.is_file() for each in corpus.rglob("*"))
    else:
        known = layout.documents(corpus)
        made, size = of_rows(known), len(known)
        if haystacks is not None:
            questions = _with_haystacks(questions, layout.haystacks(haystacks, known))
    data = DataSet(
        name=name or queries.resolve().parent.name or "qrels",
        version=f"{size:,} documents, {len(questions):,} questions",
        sha256=sha256("\n".join(digests).encode()).hexdigest(),
        documents=size,
        questions=len(questions),
    )
    return Suite(corpus=made, questions=questions, data=data, digest=digests[0])


def of_library(corpus: Corpus, digest: str, folder: Path, *, name: str = DEMO) -> Suite:
    """The questions of `folder` about documents that something else brings: their keys are the ids."""
    queries, qrels = folder / "queries.jsonl", folder / "qrels.tsv"
    questions = layout.questions(queries, layout.qrels(qrels))
    digests = [digest, rows.digest(queries), rows.digest(qrels)]
    data = DataSet(
        name=name,
        version=f"{len(questions):,} questions",
        sha256=sha256("\n".join(digests).encode()).hexdigest(),
        documents=0,
        questions=len(questions),
    )
    return Suite(corpus=corpus, questions=questions, data=data, digest=digest)


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


def _with_haystacks(
    questions: Sequence[Question], stacks: dict[str, tuple[tuple[str, str], ...]]
) -> tuple[Question, ...]:
    missing = [each.id for each in questions if not stacks.get(each.id)]
    if missing:
        raise BadInput(f"question {missing[0][:80]!r} has no haystack", hint="each question needs a row of its own")
    return tuple(replace(each, haystack=stacks[each.id]) for each in questions)
