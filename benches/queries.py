"""The stated mix of queries: a third keywords, a third questions, a third as long as a paragraph.

Keywords are two or three words of one note, questions are asked about its title and words, paragraphs are the links'
surroundings of the vaults' own query files or, where there are none, the beginnings of notes. All follow from the seed.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import NamedTuple

from benches.notes import SEED, Vault, files_of

EACH = 100
KINDS = ("keywords", "questions", "paragraphs")
PARAGRAPH_CHARS = 600
WORD = re.compile(r"[^\W\d_]{4,14}")
_QUESTIONS = (
    "what is {title}?",
    "how does {one} work with {two}?",
    "why would you use {one} for {title}?",
    "which {one} did I read about {two}?",
)


class Asked(NamedTuple):
    """A query, and which kind of them it is."""

    kind: str
    text: str


def mix(vaults: list[Vault], each: int = EACH, seed: str = "") -> list[Asked]:
    """Three times `each` queries, in an order that follows from the seed; another seed gives others."""
    luck = random.Random(f"{SEED}{seed}" if seed else SEED)
    notes = [(path.stem, path.read_bytes().decode("utf-8", "replace")) for path in files_of(vaults[0].folder)]
    wordy = [(title, words, text) for title, text in notes if len(words := WORD.findall(text)) > 10]
    chosen = luck.choices(wordy, k=3 * each)
    keywords = [" ".join(luck.sample(words, luck.choice((2, 3)))) for _, words, _ in chosen[:each]]
    questions = [_question(luck, title, words) for title, words, _ in chosen[each : 2 * each]]
    paragraphs = _paragraphs(vaults) or [text[:PARAGRAPH_CHARS] for _, _, text in chosen[2 * each :]]
    by_kind = zip(KINDS, (keywords, questions, luck.choices(paragraphs, k=each)), strict=True)
    queries = [Asked(kind, text) for kind, texts in by_kind for text in texts]
    luck.shuffle(queries)
    return queries


def _question(luck: random.Random, title: str, words: list[str]) -> str:
    one, two = luck.sample(words, 2)
    return luck.choice(_QUESTIONS).format(title=title, one=one, two=two)


def _paragraphs(vaults: list[Vault]) -> list[str]:
    files = [vault.archive.with_name("queries.dev.jsonl") for vault in vaults if vault.archive is not None]
    lines = [line for path in files if path.exists() for line in path.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["text"] for line in lines]


def keywords_of(folder: Path, count: int) -> list[str]:
    """Two words of each of some notes, for cold searches."""
    luck = random.Random(SEED)
    texts = [path.read_bytes().decode("utf-8", "replace") for path in files_of(folder)]
    wordy = [words for text in texts if len(words := WORD.findall(text)) > 10]
    return [" ".join(luck.sample(luck.choice(wordy), 2)) for _ in range(count)]
