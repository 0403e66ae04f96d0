"""Which words are too common to look for, and which texts English stemming must leave alone. Pure, by small word lists.

A text is foreign when more small words of other languages stand in it than of English, and at least two; one that
says too little counts as English. Words of a foreign text are indexed behind a guard that the stemmer does not
recognise, so that there only the word itself matches and not whatever shares an English stem with it.
"""

from __future__ import annotations

import re
from functools import lru_cache

GUARD = "\ue000"  # a private-use letter: FTS5 keeps it as part of the word, and no English ending ends in it
_SAMPLE = 600
_GUARDED = re.compile(r"[^\W_]{3,}")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _words(
    "a about all also am an and any are as at be been being but by can could did do does doing for from had has have"
    " having he her here him his how i if in into is it its itself just me my no nor not of off on or our ours out"
    " over own s she should so some such t than that the their theirs them then there these they this those to too"
    " up us very was we were what when where which while who whom whose why will with would you your yours"
)
_ENGLISH = _words(
    "the and of is are was were that this it for with as not be have has from you your they their which would by or"
    " he she his her its we our but can if there been what when how my"
)
_FOREIGN = _words(
    # German, Dutch, the Scandinavian languages
    "der das und ist nicht mit ein eine einen einem einer auf für von dem des im zu sich als auch wird sind oder"
    " wie nach bei aus wenn nur noch über vor zum zur werden ich wir ihr sie het een van niet zijn voor naar ook deze"
    " wordt och att det som av för på är inte ett og ikke jeg blir"
    # French, Spanish, Portuguese, Italian
    " le la les et est une des du dans pour que qui sur avec pas au aux ce cette nous vous ils sont mais leur"
    " el los las y del por para con una su es muy pero como o os um uma não mais dos das na em il che di per non"
    " della sono gli nel anche più una"
    # Russian, Ukrainian, Polish, Czech
    " и в не на что он с как это по но из за его она мы они к у же то для та що і z nie jest się na jak je v že se"
    # Turkish, Indonesian, Finnish
    " ve bir bu için ile yang dengan untuk ini ja ei että oli"
)


def foreign(text: str) -> bool:
    """Whether a text is surely not English, by the small words in a sample of it, taken behind any front matter."""
    start = len(text) // 3 if len(text) > _SAMPLE else 0
    return _foreign(text[start : start + _SAMPLE])


@lru_cache(maxsize=256)  # asked once a chunk, answered once a text; a search asks for some dozens of texts, twice
def _foreign(sample: str) -> bool:
    words = sample.lower().split()
    strange = len(_FOREIGN.intersection(words))
    return strange > 1 and strange > len(_ENGLISH.intersection(words))


def guarded(text: str) -> str:
    """The same text with every word of three letters or more behind the guard."""
    return _GUARDED.sub(rf"\g<0>{GUARD}", text)
