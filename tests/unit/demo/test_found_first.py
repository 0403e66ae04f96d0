"""What a person tries first on the demo library stands first: a slip, an alias, a tag, a season, a meeting, Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import wellhead
from wellhead.care import demo

AUTUMN = datetime(2024, 10, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[wellhead.Library]:
    folder: Path = tmp_path_factory.mktemp("demo") / "library"
    with wellhead.open(folder) as made:
        made.add(demo.NOTES)
        yield made


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Sourdogh startr", "note:kitchen/Sourdough%20starter"),
        ("BOD", "person:people/Bram%20Okwuosa-Dell"),
        ("#lent", "person:people/Teo%20Marchetti-Voss"),
        ("frost on the plot last spring", "note:journal/2024-04-24"),
        ("who did Bram meet at the book fair", "note:journal/2025-11-09"),
        ("絲瓜怕風", "note:garden/shiliuhao-de-sigua"),
        ("Ines", "person:people/Ines%20Abeku-Brandt"),
    ],
)
def test_it_stands_first(library: wellhead.Library, question: str, key: str) -> None:
    assert library.search(question, asked=AUTUMN).results[0].key == key


def test_two_kinds_of_documents_and_an_objection_answer_for_the_rebuild(library: wellhead.Library) -> None:
    found = library.search(demo.QUESTION, limit=10).results
    assert found[0].key == "decision:decisions/0014-stop-the-nightly-rebuild"
    assert "text:mail/2025-03-13-rebuild-window.txt" in {hit.key for hit in found}
