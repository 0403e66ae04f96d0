"""What lies near a document, and why."""

import pytest

from tests.unit.search.shelf import Shelf
from tests.unit.search.town import town
from wellhead.errors import NotFound
from wellhead.model.document import Link
from wellhead.search.related import related
from wellhead.testing.samples import entry


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    made = town(tmp_path_factory.mktemp("town") / "library")
    yield made
    made.engine.close()


def reasons(shelf, key):
    return {
        each.key.rpartition("/")[2]: [(reason.name, reason.detail, reason.label) for reason in each.reasons]
        for each in related(key, shelf.store, shelf.index, limit=20)
    }


def test_neighbours_come_with_their_reasons(shelf):
    found = reasons(shelf, "note:people/Rosamund%20Vanter")
    assert found["Otto%20Tarn"] == [("links to", "", "Taught by"), ("same tag", "#person (2 documents)", "")]
    assert ("named in", "Rosamund Vanter", "") in found["note:b"]
    assert ("both name", "Reed Press (3 documents)", "") in found["note:b"]
    assert ("named in", "Rosa", "") in found["note:a"]
    assert ("same tag", "#project/bells (2 documents)", "") in found["note:a"]
    assert set(found) == {"Otto%20Tarn", "note:a", "note:b"}


def test_who_links_here_says_so(shelf):
    found = reasons(shelf, "note:people/Otto%20Tarn")
    assert found["Rosamund%20Vanter"][0] == ("linked from", "", "Taught by")
    assert found["note:c"] == [("linked from", "", "")]


def test_the_nearest_come_first_and_no_more_than_asked_for(shelf):
    found = related("note:people/Otto%20Tarn", shelf.store, shelf.index, limit=20)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert related("note:people/Otto%20Tarn", shelf.store, shelf.index, limit=2) == found[:2]
    assert "note:people/Otto%20Tarn" not in {each.key for each in found}


def test_what_many_share_says_nothing(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put_all([entry(f"n{i}.md", "We met Ada Quill.", tags=("all",)) for i in range(20)])
    assert related("note:n1", shelf.store, shelf.index, limit=20) == ()
    shelf.engine.close()


def test_a_link_of_a_kind_is_labelled_by_it(tmp_path):
    shelf = Shelf(tmp_path / "library")
    shelf.put("a.md", "One.", more_links=[Link(to="b", type="contradicts")])
    shelf.put("b.md", "Two.")
    assert reasons(shelf, "note:a")["note:b"][0] == ("links to", "", "contradicts")
    assert reasons(shelf, "note:b")["note:a"][0] == ("linked from", "", "contradicts")
    shelf.engine.close()


def test_a_missing_document_is_not_found(shelf):
    with pytest.raises(NotFound):
        related("note:nothing", shelf.store, shelf.index, limit=5)
