"""Queries of somebody who wishes us ill, or whose cat walks over the keys: each with its class.

Random ones are strung together from the library's own words and titles, from everyday syntax and from any character
there is; hostile ones are made to cost as much as they can. All follow from the seed and the notes of a folder.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benches.notes import SEED, files_of
from benches.queries import WORD, Asked

RANDOM, HOSTILE = 10_000, 500
BYTES = 50_000
_READ = 2_000  # notes that words and titles are taken from
_SIGNS = "\"'()[]{}*:^+-/\\|&!?.,;#@~<>=%$_\t\n "
_SYNTAX = (
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "NEAR/3",
    "-",
    "*",
    '"',
    "^",
    ":",
    "(",
    ")",
    "tag:",
    "kind:note",
    "@ann",
    "#elm",
)
_BLOCKS = {
    "emoji": (0x1F300, 0x1FAFF),
    "Chinese": (0x4E00, 0x9FA5),
    "Korean": (0xAC00, 0xD7A3),
    "Arabic": (0x620, 0x64A),
    "Hebrew": (0x5D0, 0x5EA),
}
_PLANES = (0x80, 0x250, 0x3000, 0x10000, 0x110000)
_SMALL = ("the", "of", "and", "to", "a", "in", "is", "it", "that", "was", "for", "on", "with", "as", "be", "this", "i")
_MONTHS = ("January", "March", "May", "June", "August", "October", "December")
_DATES = (
    "{n} days ago",
    "in the last {n} weeks",
    "the past {n} years",
    "since {y}",
    "before {m} {y}",
    "last {m}",
    "last spring",
    "{y}-{k:02}-{d:02}",
    "{d}.{k}.{y}",
    "Q{k} {y}",
    "{m} {d}, {y}",
    "on the {d}th of {m}",
    "between {y} and {m} {y}",
)
_FILTERS = (
    *("kind:{w}", "tag:{w}", "author:{w}", "path:{w}", "after:{y}", "before:{y}-0{k}", "mine:yes", "mine:no"),
    *("-tag:{w}", "-path:{w}", "-kind:note", "-author:{w}", 'after:"last {m}"', 'tag:"{w} {v}"'),
    *("tag:tag:{w}", "path:(tag:{w})", "(kind:note (tag:{w} (path:{v})))"),
)
_LONE = ("a", "Z", "1", "é", "あ", "-", "#", "@", "A.", "a:", "ﷺ", "e\u0301", "\u200d")
_NOTHING = ("", " ", "\n\t ", "\u3000", "\u200b", "...", "-", '"')
_MARKS = ('"', '"" ', "“”", "'", '" "', '"a')
_ADDRESSES = ("{}:{}", "{}://{}.org/a(b)", "-{}:{}", "({}:{}#0-9)")


class Notes:
    """What a library is about: its words, the most frequent first, its titles and some of its texts."""

    def __init__(self, folder: Path) -> None:
        paths = files_of(folder)[:_READ]
        self.texts = [path.read_bytes().decode("utf-8", "replace") for path in paths]
        self.titles = [path.stem for path in paths]
        counts = Counter(word.lower() for text in self.texts for word in WORD.findall(text))
        self.words = sorted(counts, key=lambda word: (-counts[word], word)) or ["word"]


def odd(folder: Path, random_ones: int = RANDOM, hostile: int = HOSTILE) -> Iterator[Asked]:
    """So many random ones, then so many hostile ones, every class in its turn."""
    made = _Maker(random.Random(f"{SEED}odd"), Notes(folder))
    for _ in range(random_ones):
        yield Asked("random", made.strung())
    for number in range(hostile):
        name = CLASSES[number % len(CLASSES)]
        yield Asked(name, made.hostile(name))


class _Maker:
    """Makes one query after the other, as its luck has it."""

    def __init__(self, luck: random.Random, notes: Notes) -> None:
        self.luck, self.notes = luck, notes

    def strung(self) -> str:
        """A few pieces of anything."""
        return self.luck.choice((" ", " ", " ", "")).join(self._piece() for _ in range(self.luck.randrange(1, 13)))

    def hostile(self, name: str) -> str:
        if name in _BLOCKS:
            return self._block(*_BLOCKS[name])
        made: str = getattr(self, name.replace(" ", "_"))()
        return made

    def _piece(self) -> str:
        match self.luck.randrange(8):
            case 0 | 1 | 2:
                return self.luck.choice(self.notes.words)
            case 3:
                return self.luck.choice(self.notes.titles)
            case 4:
                return self.luck.choice(_SYNTAX)
            case 5:
                return "".join(self.luck.choices(_SIGNS, k=self.luck.randrange(1, 9)))
            case 6:
                return self._filled(self.luck.choice((_DATES, _FILTERS)))
            case _:
                return self._any(self.luck.randrange(1, 9))

    def _size(self, *sizes: int) -> int:
        return self.luck.choice(sizes)

    def _any(self, count: int) -> str:
        """Characters of every plane, halves of surrogate pairs too."""
        return "".join(chr(self.luck.randrange(self.luck.choice(_PLANES))) for _ in range(count))

    def _block(self, low: int, high: int) -> str:
        signs = (chr(self.luck.randint(low, high)) for _ in range(self._size(2, 8, 60, 4_000)))
        return "".join(" " if self.luck.randrange(9) == 8 else sign for sign in signs)

    def _filled(self, templates: Sequence[str]) -> str:
        luck, words = self.luck, self.notes.words
        days = {"n": luck.choice((2, 30, 10**9)), "y": luck.randrange(1990, 2030), "m": luck.choice(_MONTHS)}
        days |= {"k": luck.randrange(1, 5), "d": luck.randrange(1, 32)}
        return luck.choice(templates).format(w=luck.choice(words), v=luck.choice(words), **days)

    def _words(self, count: int, among: int, form: str = "{}") -> str:
        return " ".join(form.format(word) for word in self.luck.choices(self.notes.words[:among], k=count))

    # --- what is hostile, a method a class --------------------------------------------------------------------------

    def empty(self) -> str:
        return self.luck.choice(_NOTHING)

    def operators(self) -> str:
        return " ".join(self.luck.choices((*_SYNTAX, *self.notes.words[:20]), k=self._size(3, 30, 900)))

    def quotes(self) -> str:
        return self.luck.choice(_MARKS) * self._size(1, 40, 5_000) + self.luck.choice(self.notes.words)

    def any_character(self) -> str:
        return self._any(self._size(9, 900, BYTES // 3))

    def fifty_thousand_bytes(self) -> str:
        return self._words(BYTES // 5, self._size(50, len(self.notes.words)))[:BYTES]

    def with_NUL(self) -> str:
        return "\0".join(self.luck.choices(self.notes.words, k=self._size(2, 40, 2_000)))

    def stop_words(self) -> str:
        return " ".join(self.luck.choices(_SMALL, k=self._size(1, 3, 30, 900)))

    def one_letter(self) -> str:
        return self.luck.choice(_LONE) * self._size(1, 64, 9_000)

    def filters(self) -> str:
        return " ".join(self._filled(_FILTERS) for _ in range(self._size(3, 12, 40, 400)))

    def dates(self) -> str:
        return " ".join(self._filled(_DATES) for _ in range(self._size(3, 12, 40, 400)))

    def names(self) -> str:
        names = self.luck.choices(self.notes.titles, k=40)
        names += [word.title() for word in self.luck.choices(self.notes.words, k=80)]
        self.luck.shuffle(names)
        return self.luck.choice((" ", ", ", " met ")).join(names[: self._size(2, 4, 20, 120)])

    def initials(self) -> str:
        letters = self.luck.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=self._size(2, 3, 5, 400))
        return self.luck.choice(("", ".", ". ", " ")).join(letters)

    def keys_and_addresses(self) -> str:
        kinds = ("note", "web", "https", "http", *self.notes.words[:6])
        forms = self.luck.choices(_ADDRESSES, k=self._size(1, 8, 900))
        return " ".join(form.format(self.luck.choice(kinds), self.luck.choice(self.notes.words)[:4]) for form in forms)

    def frequent_words(self) -> str:
        return self._words(self._size(4, 32, 300), 60)

    def phrases(self) -> str:
        return self._words(self._size(1, 6, 32), 300, f'"{{}} {self.luck.choice(_SMALL)}"')

    def beginnings(self) -> str:
        words = self.luck.choices(self.notes.words, k=self._size(1, 6, 40))
        return " ".join(word[: self.luck.randrange(1, 4)] + "*" for word in words)

    def left_out(self) -> str:
        form = self.luck.choice(("-{}", "NOT {}", "-{}*", '-"{} of"'))
        return f"{self.luck.choice(self.notes.words[:60])} {self._words(self._size(1, 6, 40), 200, form)}"

    def tags(self) -> str:
        return self._words(self._size(1, 20, 600), 900, "#{}")

    def a_whole_note(self) -> str:
        return max(self.luck.choices(self.notes.texts, k=5), key=len)[:BYTES]


CLASSES = (
    *_BLOCKS,
    *("empty", "operators", "quotes", "any character", "fifty thousand bytes", "with NUL", "stop words", "one letter"),
    *("filters", "dates", "names", "initials", "keys and addresses", "frequent words", "phrases", "beginnings"),
    *("left out", "tags", "a whole note"),
)
