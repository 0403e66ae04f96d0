"""What the names in a question stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.search.shelf import Shelf
from wellhead.search.entities import resolve
from wellhead.testing.samples import entry


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    made = Shelf(tmp_path_factory.mktemp("shelf") / "library")
    made.put_all(
        [
            entry("people/Rosamund Ash-Vanter.md", "A ferry pilot.", aliases=("Rosa",)),
            entry("people/Tomas Vanter.md", "Her brother."),
            entry("places/Reedmouth Bell Foundry.md", "Bells since 1802.", url="https://bells.example/about"),
            entry("places/Weir Mill.md", "A mill."),
            entry("places/潮の家.md", "港にある。"),
            entry("a.md", "Then Otto Tarnbrook sold the boat.", title="The sale"),
            entry("b.md", "We asked Otto Tarnbrook about it.", title="The question"),
            entry("x/Index.md", "One.", title="Index"),
            entry("y/Index.md", "Two.", title="Index"),
        ]
    )
    yield made
    made.engine.close()


def found(shelf, question):
    return [(each.text, each.name, each.reason) for each in resolve(question, shelf.index)]


@pytest.mark.parametrize(
    ("question", "text", "name", "reason"),
    [
        ("who is Rosamund Ash-Vanter?", "Rosamund Ash-Vanter", "Rosamund Ash-Vanter", "title"),
        ("What did ROSA say", "ROSA", "Rosamund Ash-Vanter", "alias of “Rosamund Ash-Vanter”"),
        ("@rosa on bells", "rosa", "Rosamund Ash-Vanter", "alias of “Rosamund Ash-Vanter”"),
        ("the reedmouth bell foundry's roof", "reedmouth bell foundry", "Reedmouth Bell Foundry", "title"),
        (
            "what does http://bells.example/about/ say",
            "http://bells.example/about/",
            "Reedmouth Bell Foundry",
            "address of “Reedmouth Bell Foundry”",
        ),
        ("where does Otto Tarnbrook live", "Otto Tarnbrook", "Otto Tarnbrook", "stands in 2 documents"),
        ("where does otto tarnbrook live", "otto tarnbrook", "Otto Tarnbrook", "stands in 2 documents"),
        ("when did RAV come", "RAV", "Rosamund Ash-Vanter", "initials of “Rosamund Ash-Vanter”"),
        ("what does R.A.V. think", "R.A.V.", "Rosamund Ash-Vanter", "initials of “Rosamund Ash-Vanter”"),
        ("a letter by T. Vanter", "T. Vanter", "Tomas Vanter", "short for “Tomas Vanter”"),
        ("a letter by R. Ash-Vanter", "R. Ash-Vanter", "Rosamund Ash-Vanter", "short for “Rosamund Ash-Vanter”"),
        ("where is Reedmouth", "Reedmouth", "Reedmouth Bell Foundry", "part of “Reedmouth Bell Foundry”"),
        ("Weir Mil", "Weir Mil", "Weir Mill", "one letter off “Weir Mill”"),
        ("Tomaz Vamter", "Tomaz Vamter", "Tomas Vanter", "2 letters off “Tomas Vanter”"),
        ("wier mill", "wier mill", "Weir Mill", "one letter off “Weir Mill”"),
        ("Otto Tarnbrok", "Otto Tarnbrok", "Otto Tarnbrook", "one letter off “Otto Tarnbrook”"),
        ("昨日潮の家で会った", "潮の家", "潮の家", "title"),
    ],
)  # fmt: skip
def test_a_name_is_known_in_many_forms(shelf, question, text, name, reason):
    assert (text, name, reason) in found(shelf, question)


@pytest.mark.parametrize(
    "question", ["", "who was it and when", "Vanter", "Ned Fenn", "QXZ", "the of", "Weir", "mill mall", "R. Fenn"]
)
def test_what_is_nobodys_name_or_too_many_s_stands_for_nothing_surely(shelf, question):
    assert [each for each in resolve(question, shelf.index) if each.score > 0.8] == []


def test_a_word_written_small_is_hardly_a_name_of_texts(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry("a.md", "We saw the Harrow."), entry("b.md", "It was the Harrow again.")])
    assert [each.score for each in resolve("where is the Harrow", shelf.index)] == [0.85]
    assert [each.score for each in resolve("where is the harrow", shelf.index)] == [0.5]
    shelf.engine.close()


def test_two_of_one_name_are_both_named_less_surely(shelf):
    both = resolve("where is the index", shelf.index)
    assert [(each.key, each.score) for each in both] == [("note:x/Index", 0.7), ("note:y/Index", 0.7)]


def test_a_former_name_leads_to_its_document(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put("a.md", "x", title="The old weir")
    shelf.put("a.md", "x", title="The new weir")
    (each,) = resolve("what of the old weir", shelf.index)
    assert (each.name, each.reason, each.score) == ("The new weir", "former name of “The new weir”", 0.9)
    shelf.engine.close()


def test_places_count_the_question(shelf):
    question = "did (Rosa) meet “Weir Mill”'s owner?"
    for each in resolve(question, shelf.index):
        assert question[each.start : each.end] == each.text
    assert [each.name for each in resolve(question, shelf.index)] == ["Rosamund Ash-Vanter", "Weir Mill"]


@given(st.text(alphabet=st.sampled_from("RAVrosa .-'@\"潮の家\n\ud800\x00%*"), max_size=60) | st.text(max_size=80))
def test_any_question_has_an_answer(shelf, question):
    for each in resolve(question, shelf.index):
        assert 0 < each.score <= 1
        assert each.reason


def test_a_long_question_is_read_as_far_as_its_first_words(shelf):
    assert resolve("Rosa " + "and so on " * 5_000, shelf.index)[0].key == "note:people/Rosamund%20Ash-Vanter"
    assert resolve("and so on " * 5_000 + "Rosa", shelf.index) == ()
