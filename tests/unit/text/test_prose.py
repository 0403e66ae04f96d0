"""What a sentence says of two names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.text.mentions import mentions
from wellhead.text.prose import Relation, opening, relations


def said(text: str, *, about: bool = False) -> list[tuple[str, str, str]]:
    places = [(each.start, each.end) for each in mentions(text)]
    return [
        (text[slice(*each.subject)], each.label, text[slice(*each.object)])
        for each in relations(text, places, about=about)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada Quill studied under Otto Tarn.", [("Ada Quill", "studied under", "Otto Tarn")]),
        (
            "Ada Quill lent the old ledger to the Bell Foundry.",
            [("Ada Quill", "lent the old ledger to", "Bell Foundry")],
        ),
        (
            "Ada Quill, who studied under Otto Tarn, founded Reed Press.",
            [("Ada Quill", "studied under", "Otto Tarn"), ("Ada Quill", "founded", "Reed Press")],
        ),
        (
            "Ada Quill founded Reed Press and sold Weir Mill.",
            [("Ada Quill", "founded", "Reed Press"), ("Ada Quill", "sold", "Weir Mill")],
        ),
        (
            "Ada Quill sold Weir Mill to Otto Tarn.",
            [
                ("Ada Quill", "sold", "Weir Mill"),
                ("Weir Mill", "to", "Otto Tarn"),
                ("Ada Quill", "sold … to", "Otto Tarn"),
            ],
        ),
        (
            "Ada Quill and Otto Tarn met at Weir Mill.",
            [("Ada Quill", "met at", "Weir Mill"), ("Otto Tarn", "met at", "Weir Mill")],
        ),
        ("The notes say [[Ada Quill]] works with [[Otto Tarn]].", [("Ada Quill", "works with", "Otto Tarn")]),
        ("Then Otto Tarn's brother Ned Tarn sailed.", [("Otto Tarn", "brother", "Ned Tarn")]),
        ("「森一郎」は「潮の家」を建てた。", [("森一郎", "を建てた", "潮の家")]),
        ("[[Ada Quill|Ada]] works with [[Otto Tarn|OTA]].", [("Ada Quill", "works with", "Otto Tarn")]),
        ("[Ada Quill](people/ada.md) taught [Otto Tarn](otto.md).", [("Ada Quill", "taught", "Otto Tarn")]),
        (
            "For three years and in two towns Ada Quill was the first\nteacher of Otto Tarn.",
            [("Ada Quill", "was the first teacher of", "Otto Tarn")],
        ),
        ("Then Ada Quill\nOtto Tarn", []),
        ("[00:01] Ada Quill: we may as well begin with the oldest boats now\n[00:02] Otto Tarn: yes", []),
        ("Ada Quill left. Otto Tarn came.", []),
        ("Ada Quill\n\nOtto Tarn", []),
        ("- Ada Quill rows\n- Otto Tarn sails", []),
    ],
)
def test_the_words_between_two_names_are_the_label(text: str, found: list[tuple[str, str, str]]) -> None:
    assert said(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mentored by [[Ada Quill]].", "Mentored by"),
        ("He left. Taught rowing at Ada Quill's school.", "Taught rowing at"),
        ("- see Ada Quill", "see"),
        ("Sits on the technical panel of a league with Ada Quill", ""),
        ("Otto Tarn knows Ada Quill", ""),
        ("People: Ada Quill", ""),
        ("Ada Quill", ""),
    ],
)
def test_a_sentence_without_a_subject_opens_with_what_it_says(text: str, found: str) -> None:
    assert opening(text, (text.index("Ada"), text.index("Quill") + 5)) == found


def test_many_words_between_are_shortened() -> None:
    text = "Ada Quill wrote a very long and friendly letter about rope to Otto Tarn."
    assert said(text) == [("Ada Quill", "wrote a very long … to", "Otto Tarn")]


def test_a_full_stop_inside_of_a_name_ends_no_sentence() -> None:
    assert said("Ada Quill met J. R. Tarn.") == [("Ada Quill", "met", "J. R. Tarn")]


def test_a_pronoun_stands_for_what_the_text_is_about() -> None:
    text = "She founded Reed Press. Her teacher was Otto Tarn. They say so. Perhaps she met Ned Tarn."
    assert said(text) == []
    assert said(text, about=True) == [("She", "founded", "Reed Press"), ("Her", "teacher was", "Otto Tarn")]
    found = relations(text, [(12, 22)], about=True)
    assert found == (Relation(0, 22, (0, 3), (12, 22), "founded", True),)


def test_pronouns_are_followed_so_far_and_no_further() -> None:
    text = "He met Otto Tarn. " * 100
    assert len(said(text, about=True)) == 40


@pytest.mark.parametrize("piece", ["Ada Quill met Otto Tarn, ", "Ada Quill, ", "He ", "- ", "\n ", ". ", "[ ", "， "])
def test_long_texts_of_one_piece_are_read(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    assert len(said(text, about=True)) <= 200


@given(
    st.text(alphabet=st.sampled_from("ABab .,'-*[]\n「」é中。!"), max_size=80),
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 90)), max_size=8),
)
def test_any_places_in_any_text_have_an_answer(text: str, places: list[tuple[int, int]]) -> None:
    for each in relations(text, places, about=True):
        assert each.label
        assert each.subject.end <= each.object.start or each.pronoun
        assert each.start <= each.subject.start
