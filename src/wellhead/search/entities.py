"""What the names in a question stand for: documents by title, alias or address, and names that texts brought.

First whatever is written exactly; then, where a capital or a quotation says that a name is meant, what is cut short,
said by its initials, or misspelt by a letter or two. Each with how sure it is and with the reason in words.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from wellhead.model.neighbourhood import Named, Resolved
from wellhead.ports import Index
from wellhead.text import cjk
from wellhead.text.derive import folded_name
from wellhead.text.language import STOP_WORDS

_QUESTION_CHARS = 600
_WORDS = 24
_GUESSED_WORDS = 16  # a longer text is no question: nothing in it is taken for a misspelt name
_OF_A_NAME = 6  # words of a question that may be one name
_RUN = 8  # letters of a script without spaces that may be one name
_GUESSES = 4  # names of a question that are looked for nearly
_CANDIDATES = 20
_NAMESAKES = 5
_SEVERAL = 3  # what a cut name may stand for at most
_LEAST_LETTERS = 4  # of a word without a capital that may be part of a name
_WORD = re.compile(r"\S+")
_EDGES = "\"'“”„‟«»「」『』《》()[]{}<>,.;:!?…@#*_`。、！？—–"
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ ]?){1,4}")
_ACRONYM = re.compile(r"[^\W\d_a-z]{2,5}\Z")
_PARTS = re.compile(r"[^\W_]+")
_SCORES = {"title": 1.0, "alias": 1.0, "former": 0.9, "found": 0.85, "part": 0.8, "initials": 0.75, "small": 0.5}
_SHORT = 4  # words of a question that may as a whole be a name, misspelt
_ONE_OFF = 0.7
_AMBIGUOUS = 0.7
_WRONG_LETTERS = ((4, 0), (7, 1), (99, 2))  # up to how many letters a name may have how many of them wrong


class _Piece(Struct, frozen=True):
    """A stretch of the question that may be a name."""

    text: str
    start: int
    end: int


def resolve(text: str, index: Index) -> tuple[Resolved, ...]:
    """In the order of the question; of one stretch the surest first."""
    text = text[:_QUESTION_CHARS]
    words = list(_words(text))
    found = _exact(text, words, index)
    taken = {(each.start, each.end) for each in found}
    if len(words) > _GUESSED_WORDS:
        return _ordered(found)
    guesses = (each for each in _guesses(text, words, anything=not found) if not _within(each, taken))
    for guess in itertools.islice(guesses, _GUESSES):
        found += _guessed(guess, index)
    return _ordered(found)


def _ordered(found: Iterable[Resolved]) -> tuple[Resolved, ...]:
    return tuple(sorted(found, key=lambda each: (each.start, -each.score, each.name, each.key)))


def _within(piece: _Piece, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= piece.start and piece.end <= end for start, end in taken)


def _words(text: str) -> Iterator[_Piece]:
    """The words of a question without the marks around them and without a possessive's ending."""
    for count, match in enumerate(_WORD.finditer(text)):
        if count == _WORDS:
            return
        word = match[0].strip(_EDGES) if "." not in match[0][1:2] else match[0].strip(_EDGES.replace(".", ""))
        if word:
            start = match.start() + match[0].index(word)
            word = re.sub(r"['’]s\Z", "", word)
            yield _Piece(word, start, start + len(word))


# --- what is written as it is kept ------------------------------------------------------------------------------------


def _exact(text: str, words: Sequence[_Piece], index: Index) -> list[Resolved]:
    """The longest names first; no word belongs to two of them."""
    pieces = sorted({*_sequences(text, words), *_runs(text)}, key=lambda each: (each.start - each.end, each.start))
    known: dict[str, list[Named]] = {}
    for each in index.named(piece.text for piece in pieces):
        known.setdefault(_folded(each.name), []).append(each)
    found: list[Resolved] = []
    for piece in pieces:
        holders = known.get(_folded(piece.text), [])
        if holders and not any(piece.start < each.end and each.start < piece.end for each in found):
            found += _stands_for(piece, holders)
    return found


def _sequences(text: str, words: Sequence[_Piece]) -> Iterator[_Piece]:
    long = len(words) > _GUESSED_WORDS  # in a paragraph, names are what is written as names
    for first, word in enumerate(words):
        if long and word.text[:1].islower():
            continue
        for last in words[first : first + _OF_A_NAME]:
            said = text[word.start : last.end]
            if last is word and (word.text.lower() in STOP_WORDS or len(word.text) < 2):
                continue
            yield _Piece(said, word.start, last.end)


def _runs(text: str) -> Iterator[_Piece]:
    """Every stretch of a run of letters that are written without spaces."""
    if text.isascii():
        return
    for match in cjk.RUN.finditer(text):
        for start in range(match.start(), min(match.end(), match.start() + _WORDS)):
            for end in range(start + 2, min(match.end(), start + _RUN) + 1):
                yield _Piece(text[start:end], start, end)


def _stands_for(piece: _Piece, holders: Sequence[Named]) -> list[Resolved]:
    """Documents that go by the name now; those that did if there are none; else that it is a name in texts."""
    documents = [each for each in holders if each.document_id and not each.former]
    documents = documents or [each for each in holders if each.document_id]
    if documents:
        count = len(documents)
        return [_resolved(piece, each, *_why(piece, each), sure=count == 1) for each in documents[:_NAMESAKES]]
    best = max(holders, key=lambda each: (each.name == piece.text, each.documents, each.name))
    small = " " not in piece.text and piece.text != best.name and piece.text.islower()
    return [_resolved(piece, best, _SCORES["small" if small else "found"], f"stands in {best.documents} documents")]


def _why(piece: _Piece, each: Named) -> tuple[float, str]:
    if each.former:
        return _SCORES["former"], f"former name of “{each.title}”"
    if "://" in each.name:
        return _SCORES["alias"], f"address of “{each.title}”"
    if _folded(each.title) == _folded(piece.text):
        return _SCORES["title"], "title"
    return _SCORES["alias"], f"alias of “{each.title}”"


# --- what is nearly written -------------------------------------------------------------------------------------------


def _guesses(text: str, words: Sequence[_Piece], *, anything: bool) -> Iterator[_Piece]:
    """Neighbouring words with capitals, as one; where nothing else is a name, words without capitals too."""
    capitals = [word for word in words if word.text[:1].isupper() and not _opens(word)]
    if not capitals:
        said = [word for word in words if word.text.lower() not in STOP_WORDS] if anything else []
        if 1 < len(said) <= _SHORT:
            yield _Piece(text[said[0].start : said[-1].end], said[0].start, said[-1].end)
        yield from (word for word in said if len(word.text) >= _LEAST_LETTERS)
        return
    run = capitals[0]
    for word in capitals[1:]:
        if text[run.end : word.start] in (" ", ". ", "."):
            run = _Piece(text[run.start : word.end], run.start, word.end)
        else:
            yield run
            run = word
    yield run


def _opens(word: _Piece) -> bool:
    """A small word that begins a question: Who, When."""
    return word.text.lower() in STOP_WORDS and not _ACRONYM.match(word.text) and len(word.text) > 1


def _guessed(piece: _Piece, index: Index) -> list[Resolved]:
    letters = piece.text.replace(".", "").replace(" ", "")
    if _ACRONYM.match(letters):
        candidates: Iterable[Named] = index.initials(letters, _CANDIDATES * 10)
        return _best(piece, [(each, *_by_initials(letters, each)) for each in candidates])
    shortened = _INITIALS.match(piece.text)
    said = piece.text[shortened.end() :] if shortened else piece.text
    if not said.strip():
        return []
    found = index.nearly(said, _CANDIDATES)
    if shortened:
        firsts = re.sub(r"[.\s]", "", shortened[0])
        return _best(piece, [(each, *_by_last_name(firsts, said, each)) for each in found])
    rated = [(each, *_alike(said, each)) for each in found]
    if piece.text[:1].islower() and " " not in piece.text:
        rated = [row for row in rated if row[1] >= _ONE_OFF]
    return _best(piece, rated)


def _best(piece: _Piece, rated: Sequence[tuple[Named, float, str]]) -> list[Resolved]:
    """The best rated, one a document or found name; nothing if too many are as good."""
    held: dict[object, tuple[Named, float, str]] = {}
    for each, score, why in rated:
        place = each.document_id or each.name
        if score and (place not in held or held[place][1] < score):
            held[place] = (each, score, why)
    titles = {_folded(each.title) for each, _, _ in held.values() if each.document_id}
    kept = [row for row in held.values() if row[0].document_id or _folded(row[0].name) not in titles]
    top = max((score for _, score, _ in kept), default=0.0)
    best = [row for row in kept if row[1] == top]
    if not best or len(best) > _SEVERAL:
        return []
    return [_resolved(piece, each, score, why, sure=len(best) == 1) for each, score, why in best]


def _by_initials(letters: str, each: Named) -> tuple[float, str]:
    own = "".join(part[0] for part in _PARTS.findall(each.name) if part not in STOP_WORDS or len(letters) > 3)
    return (_SCORES["initials"], f"initials of “{_shown(each)}”") if own.casefold() == letters.casefold() else (0.0, "")


def _by_last_name(firsts: str, said: str, each: Named) -> tuple[float, str]:
    """`T. Quill` is Tom Quill: the last words are said in full, the others by their first letters, in order."""
    name, end = _folded(each.name), _folded(said)
    if not name.endswith(f" {end}"):
        return 0.0, ""
    own = [part[0] for part in _PARTS.findall(name[: -len(end) - 1])]
    wanted = firsts.casefold()
    same = "".join(own).startswith(wanted) or own[:1] == [wanted]
    return (_SCORES["initials"], f"short for “{_shown(each)}”") if same else (0.0, "")


def _alike(said: str, each: Named) -> tuple[float, str]:
    """A part of a name, whole words of it; or the name with a letter or two wrong."""
    asked, name = _folded(said), _folded(each.name)
    words, own = _PARTS.findall(asked), _PARTS.findall(name)
    if words and len(words) < len(own) and set(words) <= set(own):
        return _SCORES["part"], f"part of “{_shown(each)}”"
    wrong = next(most for letters, most in _WRONG_LETTERS if len(asked) <= letters or letters == 99)
    if abs(len(asked) - len(name)) > wrong or not wrong:
        return 0.0, ""
    from rapidfuzz.distance import OSA

    distance = OSA.distance(asked, name, score_cutoff=wrong)
    if not 0 < distance <= wrong:
        return 0.0, ""
    far = "one letter" if distance == 1 else f"{distance} letters"
    return _SCORES["part"] - 0.1 * distance, f"{far} off “{_shown(each)}”"


def _shown(each: Named) -> str:
    return each.title or each.name


def _resolved(piece: _Piece, each: Named, score: float, reason: str, *, sure: bool = True) -> Resolved:
    return Resolved(
        text=piece.text,
        start=piece.start,
        end=piece.end,
        name=each.title or each.name,
        document_id=each.document_id,
        key=each.key,
        title=each.title,
        documents=each.documents,
        score=round(score if sure else score * _AMBIGUOUS, 3),
        reason=reason,
    )


def _folded(name: str) -> str:
    return folded_name(name)
