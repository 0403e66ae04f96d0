"""Tags and the neighbourhoods of links."""

import pytest

from tests.unit.search.shelf import Shelf
from tests.unit.search.town import town
from wellhead.errors import NotFound
from wellhead.search.topics import topic, topics
from wellhead.testing.samples import entry


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    made = town(tmp_path_factory.mktemp("town") / "library")
    yield made
    made.engine.close()


def test_tags_are_counted_with_what_is_nested_in_them(shelf):
    found = [(each.name, each.documents) for each in topics(shelf.store, limit=9).tags]
    assert found == [("Person", 2), ("project", 3), ("project/bells", 2), ("project/ferry", 2)]


def test_a_chosen_tag_comes_with_those_it_is_nested_in(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry("a.md", "a", tags=("x/deep",)), entry("b.md", "b", tags=("x/deep",))])
    assert [each.name for each in topics(shelf.store, limit=1).tags] == ["x"]
    assert [each.name for each in topics(shelf.store, limit=2).tags] == ["x", "x/deep"]
    shelf.engine.close()


def test_hubs_are_what_others_link_to(shelf):
    found = topics(shelf.store, limit=9).hubs
    assert [(each.key, each.documents) for each in found] == [("note:people/Otto%20Tarn", 3), ("note:a", 2)]
    assert [(each.key, each.documents) for each in found[0].members] == [
        ("note:a", 2),
        ("note:people/Rosamund%20Vanter", 0),
        ("note:c", 0),
    ]


def test_a_tag_has_documents_tags_beside_it_and_pivots(shelf):
    value = topic("#Project/Bells", shelf.store, shelf.index, limit=9)
    assert (value.name, value.kind, value.count) == ("project/bells", "tag", 2)
    assert [each.key for each in value.documents] == ["note:a", "note:people/Rosamund%20Vanter"]
    assert [(each.name, each.documents) for each in value.tags] == [("Person", 1), ("project/ferry", 1)]
    assert [(each.key, each.documents) for each in value.pivots] == [("note:people/Otto%20Tarn", 2)]


def test_a_document_has_its_neighbourhood(shelf):
    for name in ("the loan", "note:a"):
        value = topic(name, shelf.store, shelf.index, limit=2)
        assert (value.name, value.kind, value.key, value.count) == ("The loan", "links", "note:a", 4)
        assert [each.key for each in value.documents] == ["note:people/Otto%20Tarn", "note:a"]


@pytest.mark.parametrize("name", ["", "nothing of the kind", "\ud800", "/"])
def test_no_topic_is_not_found(shelf, name):
    with pytest.raises(NotFound):
        topic(name, shelf.store, shelf.index, limit=9)


def test_a_near_tag_is_named(shelf):
    with pytest.raises(NotFound) as caught:
        topic("projet/fery", shelf.store, shelf.index, limit=9)
    assert "project/ferry" in caught.value.hint


def test_a_tag_of_a_thousand_parts_is_read(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put("a.md", "a", tags=("x/" * 500 + "y", "//", "/"))
    assert len(topics(shelf.store, limit=50).tags) < 20
    shelf.engine.close()
