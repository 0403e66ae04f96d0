import threading
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.options import LANGUAGES
from wellhead.text import tokens

TEXTS = st.text(alphabet=st.characters(), max_size=80)


@given(TEXTS)
def test_spans_lie_in_the_text_and_in_order(text):
    found = tokens.spans(text)
    assert all(0 <= start < end <= len(text) for start, end, _ in found)
    assert [start for start, _, _ in found] == sorted(start for start, _, _ in found)
    assert all(one[1] <= other[0] for one, other in pairwise(found))


@given(TEXTS)
def test_a_token_alone_has_the_same_stem(text):
    for start, end, stem in tokens.spans(text, "none"):
        assert tokens.stems(text[start:end], "none") == [stem]


def test_offsets_count_code_points():
    text = "“☂” Über 𝒶 cafés"
    assert [text[start:end] for start, end, _ in tokens.spans(text)] == ["Über", "𝒶", "cafés"]


def test_english_is_stemmed_and_no_language_is_not():
    assert tokens.stems("Running runners ran") == ["run", "runner", "ran"]
    assert tokens.stems("Running runners ran", "none") == ["running", "runners", "ran"]


def test_case_and_accents_do_not_count():
    assert tokens.stems("ÉCOLE école Ecole", "none") == ["ecole"] * 3


def test_half_a_surrogate_pair_and_nul_are_no_letters():
    assert tokens.stems("a\ud800b c\x00d", "none") == ["a", "b", "c", "d"]


def test_every_language_has_a_clause():
    assert {language: tokens.tokenizer_clause(language) for language in LANGUAGES} == {
        "en": "porter unicode61",
        "none": "unicode61",
    }


def test_each_thread_has_its_own_tokenizer():
    found = []
    threads = [threading.Thread(target=lambda: found.append(tokens.stems("running waters"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["run", "water"]] * 4
