"""What the closely read words of a document say for it is told with its hit."""

from __future__ import annotations

from tests.unit.search.shelf import Shelf


def test_the_signals_of_words_are_recorded_with_a_hit(shelf: Shelf) -> None:
    shelf.put("a.md", "The tide mill stood here.", title="Tide mill")
    shelf.put("b.md", "A mill, and very much later in this long sentence that goes on and on and on, a tide.")
    first, second = shelf.search("tide mill").results
    told = {signal.name for signal in first.signals}
    assert first.key == "note:a"
    assert {"near", "title"} <= told
    assert all(signal.weight > 1 for signal in first.signals if signal.name == "near")
    assert "near" not in {signal.name for signal in second.signals}
