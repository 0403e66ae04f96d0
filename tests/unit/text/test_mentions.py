"""Names of a text, by rules of writing alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.text.mentions import MOST, mentions, names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada Quill lent the tide ledger to the Saltmarsh Bell Foundry.", {"Ada Quill", "Saltmarsh Bell Foundry"}),
        ("We met Jan van der Vliet, then van der Vliet alone.", {"Jan van der Vliet", "van der Vliet"}),
        ("They asked O'Dell, and J. R. Tarn wrote; N.A.S. did not.", {"O'Dell", "J. R. Tarn", "N.A.S"}),
        ("The rope was made at the Works of Hale & Sons.", {"Works of Hale & Sons"}),
        ("Then Ada’s boat and Quill's oar were seen.", {"Ada", "Quill"}),
        ("It went to the RSPB by post.", {"RSPB"}),
        ("See [[Ada Quill]] and the [[Ferry]].", {"Ada Quill", "Ferry"}),
        ("Dr. Vliet said so, and Mr. Tarn agreed.", {"Vliet", "Tarn"}),
        ("В порту Анна Белова встретила Петра.", {"Анна Белова", "Петра"}),
        ("Zoë met Émile Ó Briain at Øresund.", {"Émile Ó Briain", "Øresund"}),
        ("森さんは「潮の家」で『浜の歌』を《海報》に書いた。", {"潮の家", "浜の歌", "海報"}),
        ("הספר «שער הים» נמכר", {"שער הים"}),
    ],
)
def test_names_are_found(text: str, found: set[str]) -> None:
    assert set(names(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "Yesterday it rained. Later it stopped.",
        "The museum is closed, says the Museum.",
        "I think I'm late on Monday, in March.",
        "- Bread\n- Butter\n# Breakfast",
        "![[Pasted image 12.png]] and [Picture](a.png)",
        "- [ ] Finish the bread\n- [x] Buy butter",
        "READ ALL OF THIS BEFORE YOU GO ANY FURTHER TODAY",
        "call SOME_CONSTANT from someFunctionName at https://example.org/Ferry and #Ferry",
        "“a quotation in small letters”",
        "A",
        "",
    ],
)
def test_ordinary_words_are_none(text: str) -> None:
    assert names(text) == ()


def test_what_opens_a_sentence_is_taken_off() -> None:
    text = "Yesterday Ada Quill came. We saw her only yesterday. When Ada Quill left, The Old Ferry followed."
    assert set(names(text)) == {"Ada Quill", "Old Ferry"}


def test_a_text_that_capitalises_its_nouns_has_only_longer_names() -> None:
    text = (
        "Am Morgen ging der Hund in die Küche, und die Katze saß auf dem Tisch. Auf dem Weg zum Garten traf er die"
        " Nachbarin mit einem Korb, und sie sprach von dem Wetter und der Ernte. Anton Falk kam auch."
    )
    assert names(text) == ("Anton Falk",)


def test_places_count_the_text_as_stored() -> None:
    text = "ｆｕｌｌ width and e\u0301 then Rene\u0301 Tarn met Ada Quill."
    found = mentions(text)
    assert [text[each.start : each.end] for each in found] == ["Rene\u0301 Tarn", "Ada Quill"]
    assert [each.name for each in found] == ["René Tarn", "Ada Quill"]


def test_every_place_of_a_name_is_found_in_order() -> None:
    text = "Then Ada Quill left. Then Ada Quill came."
    assert [(each.start, each.name) for each in mentions(text)] == [(5, "Ada Quill"), (26, "Ada Quill")]


def test_of_a_long_text_the_most_frequent_are_kept() -> None:
    rare = " ".join(f"saw Tarn Q{'x' * n}q." for n in range(1, 100))
    found = names(rare + " then Ada Quill rowed" * 3)
    assert len(found) == MOST
    assert found[0] == "Ada Quill"


@pytest.mark.parametrize(
    "piece",
    [
        "Aaa aaaaaaaaaaaa Aaaa aaaaaaaaaaaa ",
        "A ",
        "He ",
        "A.A",
        "Ab ",
        "Ab of ",
        "Ab'",
        "van ",
        "「a",
        "“",
        "\n- ",
        "[[",
        "Ab, ",
        "Ö",
        "a\u0301",
    ],
)
def test_long_texts_of_one_piece_are_read(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    assert len(names(text)) <= MOST
    assert all(text[each.start : each.end] for each in mentions(text[:5_000]))


@given(
    st.text(alphabet=st.sampled_from("ABab .,'’-[]\n「」“”é\u0301ЖжÉ中&_\ud800\x00"), max_size=80)
    | st.text(max_size=60)
)
def test_any_text_has_an_answer(text: str) -> None:
    found = mentions(text)
    assert {each.name for each in found} == set(names(text))
    for each in found:
        assert 0 <= each.start < each.end <= len(text)
        assert 0 < len(each.name) <= 80
