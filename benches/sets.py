"""The sets that the quality of searching is measured with: where each lies, what is measured of it, what is aimed at.

All goals are for words alone, on dev halves. The demo library's own questions need no data but the package.
"""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from wellhead import app
from wellhead.care.demo import NOTES, SUITE
from wellhead.evals import layout
from wellhead.evals import suite as suites
from wellhead.evals.corpus import shuffled
from wellhead.evals.layout import Question
from wellhead.evals.suite import Suite

AT_LEAST_FTS5 = "≥ FTS5"
DEMO = suites.DEMO


class Figure(NamedTuple):
    """A measure over the questions whose type begins with `part` (is it, if `whole`); `goal` is a floor, 0 for none.

    `peer` makes plain FTS5 of the same run the floor.
    """

    measure: str
    goal: float = 0.0
    part: str = ""
    peer: bool = False
    whole: bool = False

    def is_about(self, kind: str) -> bool:
        return kind == self.part if self.whole else kind.startswith(self.part)

    @property
    def said(self) -> str:
        return AT_LEAST_FTS5 if self.peer else f"≥ {self.goal:g}" if self.goal else ""


SETS: dict[str, tuple[Figure, ...]] = {
    "longmemeval-s-recon": (Figure("recall_all@5", 0.86), Figure("nDCG@10")),
    "longmemeval-s-heads": (Figure("recall_all@5", 0.81), Figure("nDCG@10")),
    "locomo-sessions": (Figure("nDCG@10", 0.82), Figure("recall_all@10")),
    "brainbench-world-v1": (
        Figure("R@5", 0.75, "relational"),
        Figure("nDCG@5", 0, "cat13"),
        Figure("nDCG@5", 0, "tier"),
    ),
    "scifact": (Figure("nDCG@10", 0.72),),
    "cranfield": (Figure("nDCG@10", 0.53),),
    "musique100": (Figure("recall_all@5", peer=True), Figure("R@5")),
    "hotpotqa100": (Figure("recall_all@5", peer=True), Figure("R@5")),
    "precisionmembench": (Figure("MRR@10"), Figure("R@10"), Figure("P@5")),
    "brainbench-source-swamp": (Figure("P@1", 0.80),),
    "vault-obsidian-help": (Figure("MRR@10", peer=True),),
    "vault-til": (Figure("MRR@10", peer=True),),
    "vault-zettelkasten": (Figure("MRR@10", peer=True),),
    "squad2": (Figure("MRR@10"), Figure("R@5")),
    "locomo-turns": (Figure("nDCG@10"), Figure("R@10")),
    DEMO: (Figure("nDCG@10"), Figure("MRR@10"), Figure("recall_all@5")),
}
LONG = ("vault-zettelkasten", "longmemeval-s-recon", "squad2", "longmemeval-s-heads", "locomo-turns", "locomo-sessions")
DEEPEST = 10
HALVES = ("tune", "report")


class Loaded(NamedTuple):
    """A set as ours reads it, and its documents as the peers do: (title and text) by id, in the order of ours."""

    suite: Suite
    texts: dict[str, str]


def known(data: Path | None, names: Sequence[str]) -> list[str]:
    """Those of the sets that are there."""
    return [name for name in names if name == DEMO or (data is not None and (data / name).is_dir())]


def load(data: Path | None, name: str, work: Path) -> Loaded:
    """A set below the data folder, or the demo library's own questions about its documents."""
    if name == DEMO or data is None:
        return Loaded(suites.of_keys(NOTES, SUITE), _demo_texts())
    folder = data / name
    corpus = _file(folder, "corpus.jsonl")
    assert corpus is not None
    asked = [_file(folder, each) for each in ("queries.dev.jsonl", "qrels.dev.tsv", "haystacks.dev.jsonl")]
    rows = layout.documents(corpus)
    texts = {docid: _said(docid, rows) for docid in shuffled(rows)}
    archive = folder / "notes.tar.xz"
    if archive.exists():
        corpus = _notes(archive, work / "notes" / name, set(rows))
    return Loaded(suites.read(corpus, *asked, name=name), texts)  # type: ignore[arg-type]


def _demo_texts() -> dict[str, str]:
    """By key, as they are imported."""
    with (
        tempfile.TemporaryDirectory(prefix="wellhead-demo-") as place,
        app.throw_away(app.configuration(Path(place), {}))(Path(place, "library")) as library,
    ):
        library.add(NOTES)
        held = {each.key: f"{each.title}\n{each.text}" for each in library.documents()}
    return {key: held[key] for key in shuffled(held)}


def half(question: Question) -> str:
    """Half of the questions each, the same ones whoever asks."""
    return HALVES[suites.lot(question.id, 0)[0][0] & 1]


def _file(folder: Path, name: str) -> Path | None:
    return next((each for each in (folder / name, folder / f"{name}.xz") if each.exists()), None)


def _said(docid: str, rows: dict[str, layout.DocumentRow]) -> str:
    row = rows[docid]
    title = row.title if row.title and row.title not in rows else ""
    return f"{title}\n{row.text}"


def _notes(archive: Path, folder: Path, docids: set[str]) -> Path:
    """The unpacked vault: the folder in it that ids are paths from."""
    if not folder.exists():
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
    candidates = [folder, *(each for each in sorted(folder.iterdir()) if each.is_dir())]
    return max(candidates, key=lambda each: sum((each / docid).is_file() for docid in docids))
