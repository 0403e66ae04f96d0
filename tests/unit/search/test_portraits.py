"""The names a library knows, and what it says of one."""

import pytest

from tests.unit.search.shelf import Shelf
from tests.unit.search.town import town
from wellhead.errors import NotFound
from wellhead.search.portraits import entities, portrait
from wellhead.testing.samples import entry


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    made = town(tmp_path_factory.mktemp("town") / "library")
    yield made
    made.engine.close()


def test_names_are_listed_by_the_documents_that_know_them(shelf):
    found = [(each.name, each.key, each.documents) for each in entities(shelf.store, shelf.index, limit=9)]
    assert found == [
        ("Ada Quill", "", 3),
        ("Otto Tarn", "note:people/Otto%20Tarn", 3),
        ("Reed Press", "", 3),
        ("Rosamund Vanter", "note:people/Rosamund%20Vanter", 2),
        ("The loan", "note:a", 2),
    ]
    assert [each.name for each in entities(shelf.store, shelf.index, limit=1)] == ["Ada Quill"]


def test_a_portrait_says_beside_whom_and_with_which_words(shelf):
    value = portrait("rosa", shelf.store, shelf.index, limit=9)
    assert (value.name, value.key) == ("Rosamund Vanter", "note:people/Rosamund%20Vanter")
    assert (value.reason, value.aliases) == ("alias of “Rosamund Vanter”", ("Rosa", "RV"))
    said = {each.name: (each.key, each.documents, each.says, each.said) for each in value.beside}
    assert said == {
        "Ada Quill": ("", 1, (), ("met",)),
        "Otto Tarn": ("note:people/Otto%20Tarn", 1, ("lent the old press to",), ()),
        "Reed Press": ("", 2, ("at", "founded"), ()),
    }
    assert value.documents == 3


def test_a_portrait_quotes_the_sentences(shelf):
    value = portrait("RV", shelf.store, shelf.index, limit=9)
    assert {(each.key, each.text) for each in value.mentions} == {
        ("note:a", "Yesterday Rosa lent the old press to [[Otto Tarn|Otto]]."),
        ("note:b", "Then Ada Quill met Rosamund Vanter at Reed Press."),
        ("note:people/Rosamund%20Vanter", "She founded Reed Press."),
    }
    for each in value.mentions:
        assert shelf.store.get(each.key).text[each.start : each.end] == each.text


def test_a_name_without_a_document_has_a_portrait(shelf):
    value = portrait("ada quill", shelf.store, shelf.index, limit=9)
    assert (value.name, value.key, value.reason, value.documents) == ("Ada Quill", "", "stands in 3 documents", 3)
    assert {each.name: each.says + each.said for each in value.beside}["Rosamund Vanter"] == ("met",)


def test_a_pronoun_in_the_note_of_somebody_else_stands_for_them(shelf):
    value = portrait("Reed Press", shelf.store, shelf.index, limit=9)
    said = {each.name: each.said for each in value.beside}
    assert set(said["Rosamund Vanter"]) == {"at", "founded"}


def test_a_key_has_a_portrait(shelf):
    assert portrait("note:people/Otto%20Tarn", shelf.store, shelf.index, limit=2).name == "Otto Tarn"


def test_what_else_may_be_meant_is_told(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry("x/Weir.md", "One.", title="Weir"), entry("y/Weir.md", "Two.", title="Weir")])
    value = portrait("weir", shelf.store, shelf.index, limit=9)
    assert (value.key, [each.key for each in value.others]) == ("note:x/Weir", ["note:y/Weir"])
    shelf.engine.close()


@pytest.mark.parametrize("name", ["", "Nobody Fenn", "\ud800", "met nobody at all that is called Rosa in this town"])
def test_nobodys_name_is_not_found(shelf, name):
    with pytest.raises(NotFound):
        portrait(name, shelf.store, shelf.index, limit=9)


def test_a_long_sentence_is_cut_around_the_name(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry("Weir Mill.md", "A mill."), entry("a.md", "so " * 300 + "Weir Mill " + "so " * 300)])
    (one,) = portrait("Weir Mill", shelf.store, shelf.index, limit=9).mentions
    assert "Weir Mill" in one.text
    assert len(one.text) <= 300
    shelf.engine.close()


def test_a_name_written_without_spaces_has_a_portrait(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry("潮の家.md", "港にある。"), entry("a.md", "昨日潮の家で「森一郎」に会った。")])
    value = portrait("潮の家", shelf.store, shelf.index, limit=9)
    assert [(each.key, each.text) for each in value.mentions] == [("note:a", "昨日潮の家で「森一郎」に会った。")]
    assert [(each.name, each.documents, each.says) for each in value.beside] == [("森一郎", 1, ("に会った",))]
    shelf.engine.close()


def test_an_empty_library_knows_no_names(tmp_path):
    shelf = Shelf(tmp_path / "library")
    assert entities(shelf.store, shelf.index, limit=9) == ()
    shelf.engine.close()
