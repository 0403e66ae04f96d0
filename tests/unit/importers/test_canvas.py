from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest

from wellhead.errors import BadInput
from wellhead.importers.canvas import CanvasImporter
from wellhead.model.document import Draft


def read(canvas: Any) -> Draft:
    data = canvas if isinstance(canvas, bytes) else json.dumps(canvas).encode()
    (draft,) = CanvasImporter().read(io.BytesIO(data), "maps/plan.canvas")
    return draft


def card(name: str, x: int, y: int, **fields: Any) -> dict[str, Any]:
    return {"id": name, "type": "text", "x": x, "y": y, "width": 100, "height": 100, **fields}


def test_cards_are_read_from_top_to_bottom_then_left_to_right() -> None:
    nodes = [
        card("d", 0, 200, text="four"),
        card("b", 0, 0, text="two"),
        card("c", 300, 0, text="three"),
        card("a", 9, -5, text="one"),
    ]
    draft = read({"nodes": nodes})
    assert draft.text == "one\n\ntwo\n\nthree\n\nfour"
    assert (draft.kind, draft.title) == ("canvas", "")


def test_cards_of_a_group_stay_together_under_its_name() -> None:
    nodes = [
        card("g", 0, 0, type="group", label="Left", width=200, height=900),
        card("h", 300, 0, type="group", label="Right", width=200, height=900),
        card("a", 10, 10, text="left top"),
        card("b", 310, 20, text="right top"),
        card("c", 10, 500, text="left bottom"),
        card("z", 0, 2000, text="outside"),
    ]
    draft = read({"nodes": nodes})
    assert draft.text.split("\n\n") == ["# Left", "left top", "left bottom", "# Right", "right top", "outside"]
    assert [heading.title for heading in draft.headings] == ["Left", "Right"]


def test_files_addresses_and_arrows_become_text_and_links() -> None:
    nodes = [
        card("a", 0, 0, text="# Plan\n\nsee [[Tove]] #boats"),
        card("b", 0, 200, type="file", file="harbour/fares.md", subpath="#Costs"),
        card("c", 0, 300, type="file", file="odd [1]#.md"),
        card("d", 0, 400, type="link", url="https://a.example/x"),
    ]
    edges = [
        {"id": "1", "fromNode": "a", "toNode": "b", "label": "rests on"},
        {"id": "2", "fromNode": "a", "toNode": "nowhere", "label": "lost"},
        {"id": "3", "fromNode": "a", "toNode": "b"},
    ]
    draft = read({"nodes": nodes, "edges": edges})
    assert draft.text.endswith("\n\nPlan → fares: rests on\n\nlost")
    assert [(link.type, link.to, link.anchor) for link in draft.links] == [
        ("link", "Tove", ""),
        ("link", "harbour/fares.md", "Costs"),
        ("link", "odd [1]#.md", ""),
        ("url", "https://a.example/x", ""),
    ]
    assert [draft.text[link.start : link.end] for link in draft.links][:2] == ["[[Tove]]", "[[harbour/fares.md#Costs]]"]
    assert draft.tags == ("boats",)


def test_an_open_fence_ends_with_its_card() -> None:
    draft = read({"nodes": [card("a", 0, 0, text="```\n[[no]]"), card("b", 0, 200, text="[[yes]] ^id")]})
    assert [link.to for link in draft.links] == ["yes"]
    assert draft.text[draft.anchors[0].start :] == "[[yes]] ^id"


def test_an_empty_canvas_is_an_empty_text() -> None:
    assert read(b"").text == read(b"{}").text == read({"nodes": [], "edges": []}).text == ""


def test_odd_cards_are_left_out_and_counted() -> None:
    nodes = [
        None,
        {"type": "hologram"},
        {"type": "text", "text": 7},
        card("a", "left", None, text="kept"),
        card("b", 1e300, 0, text=""),
    ]  # type: ignore[arg-type]
    draft = read({"nodes": nodes, "edges": [None, {"label": 3}, {"label": "named"}]})
    assert draft.text == "kept\n\nnamed"
    assert draft.notes == ("2 cards are of no known kind and left out",)


def test_half_a_character_is_replaced() -> None:
    draft = read(b'{"nodes": [{"id": "a", "type": "text", "text": "x \\ud83d y \\ud83d\\ude00"}]}')
    assert draft.text == "x \ufffd y \U0001f600"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"{", "not a canvas: Input data was truncated"),
        (b"[]", "not a canvas: a JSON object"),
        (b'{"nodes": {}}', "not a canvas: nodes is not a list"),
        (b'{"edges": 3}', "not a canvas: edges is not a list"),
        (b"[" * 200_000, "not a canvas: JSON nested too deeply"),
        (b'{"nodes": ' * 100_000, "not a canvas: JSON nested too deeply"),
        (b"\xff\xff{}", "not UTF-8 text"),
    ],
)
def test_what_is_no_canvas_is_said(data: bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read(data)


def test_a_board_of_thousands_of_groups_costs_its_length() -> None:
    nodes = [card(str(n), n, n, type="group", label="g") for n in range(3_000)] + [
        card(f"t{n}", n, n, text="x") for n in range(3_000)
    ]
    started = time.process_time()
    assert read({"nodes": nodes}).text.count("x") == 3_000
    assert time.process_time() - started < 8.0
