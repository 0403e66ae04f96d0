"""The slices of a document that show why it was found."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.document import Anchor, Document
from wellhead.model.query import Query, Term, Window
from wellhead.text import tokens
from wellhead.text.windows import WINDOW_CHARS, Finder, Stretch, windows


def word(text: str, language: str = "en") -> Term:
    return Term(text=text, stems=tuple(tokens.stems(text, language)))


def shown(
    text: str, *terms: Term, limit: int = 3, language: str = "en", stretches: list[Stretch] | None = None
) -> list[Window]:
    finder = Finder(Query(text="", terms=terms), language)
    return windows(Document(text=text), stretches or [Stretch(0, len(text))], finder, limit)[0]


def marked(window: Window) -> list[str]:
    return [window.text[start:end] for start, end in window.marks]


def test_words_are_marked_by_stem() -> None:
    (window,) = shown("He runs. Nobody else was running today.", word("run"))
    assert marked(window) == ["runs", "running"]


def test_without_a_language_only_the_word_itself() -> None:
    (window,) = shown("He runs. Nobody was running; run!", word("run", "none"), language="none")
    assert marked(window) == ["run"]


def test_a_text_of_another_language_is_not_stemmed() -> None:
    finder = Finder(Query(text="", terms=(word("Arbeiter"),)), "en")
    assert finder.matches("Arbeit und Arbeiter") != finder.matches("Arbeit und Arbeiter", strange=True)
    assert [start for start, _, _ in finder.matches("Arbeit und Arbeiter", strange=True)] == [11]


def test_a_phrase_is_exact() -> None:
    phrase = Term(text="running shoes", stems=("run", "shoe"), phrase=True)
    (window,) = shown("A run shoe, running; Running-Shoes are not running a shoe.", phrase)
    assert marked(window) == ["Running-Shoes"]


@given(
    st.text("aAbB 0_-.\n\t'é", max_size=60),
    st.lists(st.text("ab0", min_size=1, max_size=2), min_size=1, max_size=3),
)
def test_plain_letters_are_cut_into_words_as_the_tokenizer_does(text: str, words: list[str]) -> None:
    """What is found in a text of plain letters is found in the same text with a letter behind it that is none."""
    phrase = Term(text=" ".join(words), stems=tuple(words), phrase=True)
    prefix = Term(text=words[0], stems=(words[0],), prefix=True)
    finder = Finder(Query(text="", terms=(phrase, prefix)), "en")
    assert finder.matches(text) == finder.matches(f"{text} é")
    assert finder.holds_typed(text) == finder.holds_typed(f"{text} é") == bool(finder.matches(text))


def test_phrases_within_each_other_are_all_found() -> None:
    finder = Finder(Query(text="", terms=(Term(text="so so", stems=("so", "so"), phrase=True),)), "en")
    assert finder.matches("so so so") == [(0, 5, 0), (3, 8, 0)]
    assert finder.matches("so so so é") == [(0, 5, 0), (3, 8, 0)]


def test_a_prefix_marks_the_whole_word() -> None:
    (window,) = shown("rebuild, Rebuilding, built", Term(text="rebuil", stems=("rebuil",), prefix=True))
    assert marked(window) == ["rebuild", "Rebuilding"]


def test_a_run_without_spaces_is_marked() -> None:
    term = Term(text="東京都", stems=("東京", "京都"), phrase=True, cjk=True)
    (window,) = shown("昨日、東京都に行った。", term)
    assert marked(window) == ["東京都"]


def test_pairs_of_a_long_run_are_marked_together() -> None:
    term = Term(text="深度学习", stems=("深度", "度学", "学习"), cjk=True)
    (window,) = shown("我们研究深度学习的方法", term)
    assert marked(window) == ["深度学习"]


def test_marks_stand_in_the_text_as_stored() -> None:
    text = "wait… the cafe\u0301 sells ﬁsh … ½ and re\u0301sume\u0301s"
    (window,) = shown(text, word("fish"), word("café"), word("resumes"))
    assert marked(window) == ["cafe\u0301", "ﬁsh", "re\u0301sume\u0301s"]
    assert text[window.start : window.end] == window.text


def test_the_densest_place_is_shown() -> None:
    filler = "Nothing to see in this sentence. " * 40
    text = f"{filler}One oak stood. {filler}An oak and an elm stood by the river. {filler}"
    (window,) = shown(text, word("oak"), word("elm"), limit=1)
    assert marked(window) == ["oak", "elm"]
    assert len(window.text) <= WINDOW_CHARS + 160
    assert window.text.startswith("Nothing")
    assert window.text.endswith(".")


def test_words_are_not_cut() -> None:
    text = "abcdefgh " * 300
    middle = len("abcdefgh ") * 150
    (window,) = shown(f"{text[:middle]}target {text[middle:]}", word("target"))
    assert set(window.text.split()) == {"abcdefgh", "target"}


def test_the_line_is_counted_from_one() -> None:
    assert shown("oak", word("oak"))[0].line == 1
    text = "first\n\nsecond\n\nthe oak"
    assert shown(text, word("oak"), stretches=[Stretch(15, len(text))])[0].line == 5


def test_neighbours_become_one() -> None:
    text = "The oak fell. " * 3 + "\n\n" + "The elm fell. " * 3
    (window,) = shown(text, word("oak"), word("elm"), stretches=[Stretch(44, len(text)), Stretch(0, 44)])
    assert window.start == 0
    assert marked(window) == ["oak"] * 3 + ["elm"] * 3


def test_the_same_said_again_is_left_out() -> None:
    said = "The very same oak stands here as ever before.\n"
    gap = "Filler of other words goes on. " * 20
    text = said + gap + said
    both = [Stretch(0, len(said)), Stretch(len(text) - len(said), len(text))]
    assert len(shown(text, word("oak"), stretches=both)) == 1


def test_no_more_windows_than_asked_for() -> None:
    parts = [f"oak number {i} {chr(97 + i) * 9}\n" + f"filler{i} " * 60 for i in range(6)]
    text = "".join(parts)
    places = [sum(map(len, parts[:i])) for i in range(7)]
    stretches = [Stretch(start, end) for start, end in pairwise(places)]
    assert len(shown(text, word("oak"), limit=2, stretches=stretches)) == 2


def test_without_a_match_the_beginning_is_shown() -> None:
    (window,) = shown("---\ntitle: x\n---\n\nFirst words. " + "More. " * 200, word("absent"))
    assert window.text.startswith("First words.")
    assert window.marks == ()
    assert shown(" \n ", word("oak")) == []


def test_the_anchor_before_a_window_names_its_page() -> None:
    anchors = (Anchor(start=0, page=1), Anchor(start=10, page=2), Anchor(start=90, page=3))
    finder = Finder(Query(text="", terms=(word("oak"),)), "en")
    text = "0123456789 the oak"
    found, _ = windows(Document(text=text, anchors=anchors), [Stretch(10, len(text))], finder, 1)
    assert found[0].page == 2


def test_the_heading_is_kept() -> None:
    (window,) = shown("the oak", word("oak"), stretches=[Stretch(0, 7, "Trees › Oaks")])
    assert window.heading == "Trees › Oaks"


@given(
    st.lists(st.sampled_from(["happy", "relational", "hoping", "ponies", "ability", "as", "y", "café"]), max_size=3),
    st.sampled_from(["happiness", "relate", "hopes", "pony", "able", "y", "happy", "hop"]),
    st.sampled_from(["en", "none"]),
    st.booleans(),
)
def test_names_hold_the_terms_that_are_found_in_them(
    names: list[str], asked: str, language: str, strange: bool
) -> None:
    finder = Finder(Query(text="", terms=(word("absent", language), word(asked, language))), language)
    found = {place for _, _, place in finder.matches(" \n ".join(names), strange=strange)}
    assert finder.terms_in(names, strange=strange) == found
    assert finder.terms_in(names, strange=strange, known={1}) <= found


@given(st.text(max_size=1500), st.integers(0, 30), st.sampled_from(["en", "none"]))
def test_windows_are_slices_of_any_text(text: str, cut: int, language: str) -> None:
    text = text[:cut] + " oak " + text[cut:]
    run = Term(text="東京", stems=("東京",), phrase=True, cjk=True)
    phrase = Term(text="oak tree", stems=("oak", "tree"), phrase=True)
    for window in shown(text, word("oak"), run, phrase, Term(text="o", stems=("o",), prefix=True), language=language):
        assert text[window.start : window.end] == window.text
        assert window.line == text.count("\n", 0, window.start) + 1
        assert all(0 <= start < end <= len(window.text) for start, end in window.marks)
        assert list(window.marks) == sorted(window.marks)
