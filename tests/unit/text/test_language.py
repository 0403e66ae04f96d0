"""Which texts English stemming must leave alone."""

from __future__ import annotations

import pytest

from wellhead.text.language import GUARD, foreign, guarded
from wellhead.text.tokens import stems


@pytest.mark.parametrize(
    "text",
    [
        "Der Arbeiter ist nach Hause gegangen.",
        "Les travailleurs construisent une maison.",
        "В этом городе не было рабочих.",
        "El perro y los gatos duermen por la tarde.",
        "Il gatto non è nel giardino.",
    ],
)
def test_other_languages_are_foreign(text: str) -> None:
    assert foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Buy milk, running shoes",
        "Los Angeles",
        "The cat sat on the mat and purred.",
        "Smith et al. show that it is so.",
        "def main(): return 1",
        "我们研究深度学习",
        "The words der, die and das are the German articles, and they are learnt with each noun.",
    ],
)
def test_english_and_what_says_too_little_is_not(text: str) -> None:
    assert not foreign(text)


def test_the_stemmer_leaves_guarded_words_alone() -> None:
    words = "arbeiter travailleurs nations running organisation étudiantes generously"
    assert stems(guarded(words), "en") == stems(guarded(words), "none")
    assert all(stem.endswith(GUARD) for stem in stems(guarded(words), "en"))


def test_short_words_need_no_guard() -> None:
    assert guarded("zu an X1") == "zu an X1"
    assert stems("zu an x1", "en") == ["zu", "an", "x1"]
