"""Words that stand nowhere, and what they were probably meant to be."""

from __future__ import annotations

import pytest

from tests.unit.search.readings import asked
from tests.unit.search.shelf import Shelf
from wellhead.search.spelling import spelled
from wellhead.testing.samples import entry


def meant(shelf: Shelf, question: str) -> dict[str, tuple[str, ...]]:
    return {term.text: term.stems[1:] for term in spelled(asked(question), shelf.index).terms if term.slip}


@pytest.fixture
def pond(shelf: Shelf) -> Shelf:
    shelf.put_all([entry(f"{at}.md", f"A heron and a dragonfly stood by the sluice, {at}.") for at in range(3)])
    return shelf


def test_a_word_that_stands_nowhere_is_taken_for_its_neighbour(pond: Shelf) -> None:
    assert meant(pond, "herom") == {"herom": ("heron",)}
    assert set(meant(pond, "dragnofly sluise")) == {"dragnofly", "sluise"}
    assert len(pond.keys("dragnofly")) == 3


@pytest.mark.parametrize("question", ["heron", '"herom"', "herom*", "zeppelin", "hen", "東京", ""])
def test_what_stands_there_is_quoted_or_has_no_neighbour_stays(pond: Shelf, question: str) -> None:
    assert meant(pond, question) == {}


def test_a_long_text_is_no_question(pond: Shelf) -> None:
    assert meant(pond, "herom " + " ".join(f"word{at}" for at in range(20))) == {}


def test_a_word_that_one_document_has_is_no_slip(pond: Shelf) -> None:
    pond.put("herom.md", "A herom is no bird.", title="t")
    assert pond.keys("herom") == ["herom"]


def test_a_slip_in_a_word_whose_stem_is_stemmed_further_finds_it(shelf: Shelf) -> None:
    shelf.put("town.md", "The university stands by the water.")
    assert shelf.keys("univarsity") == ["town"]
