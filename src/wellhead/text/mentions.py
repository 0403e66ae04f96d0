"""Names that stand in a text: sequences of capitalised words, and in scripts without capitals what is quoted.

Pure and by rules of writing alone: there is no list of persons, places or firms. A word that merely begins a sentence,
or that the same text also writes small, is no name by itself. Takes any text, gives spans of it as stored; linear.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from wellhead.text.cjk import RUN
from wellhead.text.language import STOP_WORDS, foreign
from wellhead.text.normal import traced

MOST = 60  # names of one document
_WORDS = 6  # a longer run of capitalised words is a headline
_CHARS = 80
_HEADLINE = 160
_DISTINCT = 5_000  # what is counted of a whole book before the most frequent are chosen
_CROWDED = 10  # one word in so many: where nouns are capitalised too, a capital says nothing
_FEW_WORDS = 30
_SHORT_TEXT = 8_000  # characters in which a few words are looked up faster than all are listed
_FEW = 60
_DAYS = frozenset(
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
    | {"january", "february", "march", "april", "may", "june", "july"}
    | {"august", "september", "october", "november", "december"}
)
_ORDINARY = STOP_WORDS | _DAYS
_CASED = tuple(
    chr(i)
    for low, high in ((0xC0, 0x250), (0x370, 0x590), (0x1E00, 0x2000), (0x2C00, 0x2D30), (0xA640, 0xA7D0))
    for i in range(low, high)
)
_INSIDE = "of the|of|de la|de los|de|del|della|di|da|dos|du|van der|van den|van de|van|von der|von|ter|bin|ibn|al|&"
_LEAST = 3  # letters of a single word that is no acronym
_APOSTROPHE = re.compile("['’]")
_PATHS = frozenset("/@#_\\")
_BEFORE = ("van", "von", "der", "den", " de", " la", "bin", "ibn")
_LED = re.compile(r"(?<!\w)(?:(?:van|von)(?: (?:der|den|de))?|de la|bin|ibn) \Z")
_LED_CHARS = 9
_QUOTED = re.compile(
    r"「([^「」\n]{2,40})」|『([^『』\n]{2,40})』|《([^《》\n]{2,40})》|“([^“”\n]{2,40})”|«([^«»\n]{2,40})»"
)
_QUOTES = re.compile("[「『《“«]")


class Mention(NamedTuple):
    """Where a name stands, and the name in its normal spelling."""

    start: int
    end: int
    name: str


def _pattern(upper: str) -> re.Pattern[str]:
    """Begins with the class of capitals, so that the text in between is passed over at once."""
    word = rf"(?:\.(?=[ ]?{upper})|(?:\w|['’\-](?=\w)(?!\d{{4}})(?!s\b))*+)"
    return re.compile(
        rf"{upper}(?<![\w/.@#=&%$\\\-]{upper}){word}(?:(?:[ ](?:(?:{_INSIDE})[ ])?|(?<=\.)){upper}{word})*+"
    )


_PLAIN = _pattern("[A-Z]")
_PLAIN_SMALL = re.compile(r"[a-z]\w++")


@cache
def _any_script() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of names and of small words; made when the first text needs them."""
    capitals = "".join(each for each in _CASED if each.isupper())
    small = "".join(each for each in _CASED if each.islower())
    return _pattern(f"[A-Z{capitals}]"), re.compile(rf"[a-z{small}]\w++")


def names(text: str) -> tuple[str, ...]:
    """The distinct names of a text; of a long one those that stand in it most often."""
    plain = text if text.isascii() else traced(text)[0]
    counts: dict[str, int] = {}
    for _, _, name in _found(plain):
        if name in counts:
            counts[name] += 1
        elif len(counts) < _DISTINCT:
            counts[name] = 1
    if len(counts) <= MOST:
        return tuple(counts)
    return tuple(sorted(counts, key=counts.__getitem__, reverse=True)[:MOST])


def mentions(text: str) -> tuple[Mention, ...]:
    """Every place of a name, in the order of the text."""
    if text.isascii():
        return tuple([Mention(*each) for each in _found(text)])
    plain, origins = traced(text)
    found = [Mention(origins[start], origins[end], name) for start, end, name in _found(plain)]
    return tuple(sorted(found))


def places(text: str, known: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where these names stand in a text, as whole words, whatever their case; the longest of those that overlap."""
    longest = sorted({name for name in known if name}, key=lambda name: (-len(name), name))
    if not longest:
        return ()
    plain, origins = traced(text)
    pattern = re.compile("|".join(_whole(re.escape(name), name) for name in longest), re.IGNORECASE)
    return tuple((origins[match.start()], origins[match.end()]) for match in pattern.finditer(plain))


def _whole(escaped: str, name: str) -> str:
    """Words are written apart only in scripts that have spaces."""
    before = "" if RUN.match(name[0]) or not name[0].isalnum() else r"(?<!\w)"
    after = "" if RUN.match(name[-1]) or not name[-1].isalnum() else r"(?!\w)"
    return before + escaped + after


def _found(text: str) -> list[tuple[int, int, str]]:
    """What the rules leave of each run of capitalised words, and what is quoted."""
    several: list[tuple[int, int, str]] = []
    single: list[tuple[int, int, str]] = []
    known = _SmallWords(text)
    pattern = _PLAIN if text.isascii() else _any_script()[0]
    for match in pattern.finditer(text):
        start, end = match.span()
        run = match[0]
        if end - start > _HEADLINE:
            continue
        if " " in run:
            start, run = _without_opening(text, start, run, known)
            if " " in run:
                if len(run) <= _CHARS and run.count(" ") < _WORDS:
                    start = _led(text, start)
                    several.append((start, end, text[start:end]))
                continue
            opens = False
        elif len(run) < 2:
            continue
        else:
            opens = _opens(text, start)
        if len(run) > 1 and not (opens and not run.isupper()) and not known.ordinary(run):
            start = _led(text, start)
            single.append((start, end, text[start:end]))
    if len(single) * _CROWDED > text.count(" ") + _FEW_WORDS and foreign(text):
        single = []
    return several + single + (_quoted(text) if not text.isascii() and _QUOTES.search(text) else [])


def _without_opening(text: str, start: int, run: str, known: _SmallWords) -> tuple[int, str]:
    """Without the ordinary words it begins with: small words, days, and what merely opens a sentence."""
    opens = _opens(text, start)
    while True:
        first, _, rest = run.partition(" ")
        if first.lower() not in _ORDINARY and not (opens and known.written_small(first)):
            return start, run
        if not rest:
            return start, ""
        start += len(first) + 1
        while not rest[0].isupper():
            small, _, rest = rest.partition(" ")
            start += len(small) + 1
        run, opens = rest, False


def _opens(text: str, start: int) -> bool:
    """Whether a sentence, a line or a quotation may begin here, so that a capital says nothing."""
    if start < 2:
        return True
    first, last = text[start - 2], text[start - 1]
    if last == " " and first == "]" and text[start - 4 : start - 3] == "[":
        return True  # behind the box of a task
    if last == " ":
        return not (first.isalnum() or first in ",)]”’'\"»" or (first == "." and _shortened(text, start - 2)))
    return not (last == "[" and first == "[" and text[start - 3 : start - 2] != "!")


def _shortened(text: str, stop: int) -> bool:
    """Whether a full stop ends a title such as `Dr.` and not a sentence: a capital and one letter."""
    word = text[max(0, stop - 3) : stop]
    return word[-2:].istitle() and word[-2:].isalpha() and not word[:-2].isalnum()


def _led(text: str, start: int) -> int:
    """Where the name begins if small words of nobility lead it: van der, von, de la."""
    if text[start - 4 : start - 1] not in _BEFORE or start < 4:
        return start
    match = _LED.search(text, max(0, start - _LED_CHARS), start)
    return match.start() if match else start


class _SmallWords:
    """Which words a text also writes without a capital: looked up one by one in a short text, else listed once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._asked: dict[str, bool] = {}
        self._all: frozenset[str] | None = None

    def ordinary(self, word: str) -> bool:
        """Whether a word by itself is none: `I'm` is as ordinary as I, two letters are a title, `a_b` is code."""
        if (len(word) < _LEAST and not word.isupper()) or "_" in word:
            return True
        small = word.lower()
        return small in _ORDINARY or _APOSTROPHE.split(small, 1)[0] in STOP_WORDS or self.written_small(word)

    def written_small(self, word: str) -> bool:
        known = self._asked.get(word)
        if known is None:
            known = self._asked[word] = self._looked_up(word.lower())
        return known

    def _looked_up(self, small: str) -> bool:
        if self._all is None:
            if len(self._text) < _SHORT_TEXT and len(self._asked) < _FEW:
                stands = self._stands(small)
                if stands is not None:
                    return stands
            small_words = _PLAIN_SMALL if self._text.isascii() else _any_script()[1]
            self._all = frozenset(small_words.findall(self._text))
        return small in self._all

    def _stands(self, small: str) -> bool | None:
        """Whether it stands there as a word; None if it is a part of so many others that a list is sooner made."""
        text, size = self._text, len(small)
        at = text.find(small)
        for _ in range(_FEW):
            if at < 0:
                return False
            before, after, behind = (
                text[at - 1 : at],
                text[at + size : at + size + 1],
                text[at + size + 1 : at + size + 2],
            )
            inside = before.isalnum() or after.isalnum() or before in _PATHS or after in _PATHS
            if not inside and not (after == "." and behind.isalnum()):
                return True
            at = text.find(small, at + 1)
        return None


def _quoted(text: str) -> list[tuple[int, int, str]]:
    """What stands in quotation marks and has no capitals to tell a name by."""
    found = []
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        said = match[group].strip()
        if said.lower() == said.upper() and said.isprintable() and any(char.isalpha() for char in said):
            start = match.start(group) + match[group].index(said)
            found.append((start, start + len(said), said))
    return found
