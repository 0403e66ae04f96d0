"""The lane of the words: those that were read, and those after them."""

from __future__ import annotations

from tests.unit.search.readings import asked
from tests.unit.search.shelf import Shelf
from wellhead.model.options import SearchOptions
from wellhead.search.desk import Desk
from wellhead.search.lexical import Lexical, lexical
from wellhead.search.reading import DOCUMENTS
from wellhead.testing.samples import entry


def found(shelf: Shelf, question: str, limit: int = 25) -> Lexical:
    query = asked(question)
    return lexical(Desk(query, query, shelf.store, shelf.index), SearchOptions(), limit)


def test_what_was_not_read_follows_and_never_stands_above_what_was(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{at:03}.md", f"{'oak ' * (1 + at % 5)} and elm {'x ' * (at % 7)}") for at in range(90)])
    lane = found(shelf, "oak elm", limit=90).lane
    assert len(lane.entries) == len({each.document_id for each in lane.entries}) == 90
    scores = [each.score for each in lane.entries]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0


def test_only_so_many_are_read(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{at:03}.md", f"an oak {at}") for at in range(60)])
    result = found(shelf, "oak")
    assert len(result.read) == DOCUMENTS
    assert [each.reading.document_id for each in result.read] == [
        each.document_id for each in result.lane.entries[:DOCUMENTS]
    ]


def test_the_chunk_that_answers_best_is_the_first_to_be_shown(shelf: Shelf) -> None:
    shelf.put("a.md", "oak oak oak oak\n\nthe oak by the elm\n\nan elm alone")
    (group,) = found(shelf, "oak elm").groups.values()
    chunks = [each.id for each in shelf.store.chunks(1)]
    assert group.chunks[0] == chunks[1]
    assert set(group.chunks) == set(chunks)


def test_without_a_word_it_does_not_run(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    lane = found(shelf, "kind:note").lane
    assert (lane.status, bool(lane.reason), lane.entries) == ("not_run", True, ())


def test_the_signals_of_words_are_recorded_with_a_hit(shelf: Shelf) -> None:
    shelf.put("a.md", "The tide mill stood here.", title="Tide mill")
    shelf.put("b.md", "A mill, and very much later in this long sentence that goes on and on and on, a tide.")
    first, second = shelf.search("tide mill").results
    told = {signal.name for signal in first.signals}
    assert first.key == "note:a"
    assert {"near", "title"} <= told
    assert all(signal.weight > 1 for signal in first.signals if signal.name == "near")
    assert "near" not in {signal.name for signal in second.signals}
