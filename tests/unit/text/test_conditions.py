"""What each filter means."""

from __future__ import annotations

from typing import Any

import pytest

from wellhead.model.document import Role
from wellhead.model.query import Filter, Query
from wellhead.testing.samples import document
from wellhead.text.conditions import meets, unmet

NOTE = document(
    "Garden/Plots/2025-03-01 Beds.md",
    "",
    kind="note",
    author="Ines Abeku-Brandt",
    tags=("project/skerry", "Tide_Mill"),
    role=Role.OWN_NOTE,
)


@pytest.mark.parametrize(
    ("field", "value", "met"),
    [
        ("kind", "NOTE", True),
        ("kind", "no", False),
        ("tag", "project", True),
        ("tag", "Project/Skerry", True),
        ("tag", "skerry", False),
        ("tag", "tide mill", True),
        ("tag", "tide", False),
        ("author", "ines", True),
        ("author", "INES ABEKU BRANDT", True),
        ("author", "abeku-brandt", True),
        ("author", "ine", False),
        ("author", "brandt ines", False),
        ("path", "garden/plots", True),
        ("path", "plots/", True),
        ("path", "/garden", True),
        ("path", "/plots", False),
        ("path", "ｂｅｄｓ", True),
        ("mine", "yes", True),
        ("mine", "no", False),
        ("after", "2025-03-01", True),
        ("after", "2025-03-02", False),
        ("before", "2025-03-01", False),
        ("before", "2025-03-02", True),
    ],
)
def test_a_condition(field: Any, value: str, met: bool) -> None:
    assert meets(Filter(field=field, value=value), NOTE, {}) is met


def test_a_document_without_a_day_lies_neither_before_nor_after() -> None:
    plain = document("a.md", "")
    assert not meets(Filter(field="after", value="2025-03-01"), plain, {})
    assert not meets(Filter(field="before", value="2025-03-01"), plain, {})
    assert not meets(Filter(field="path", value="a"), document("", ""), {})


def _unmet(*filters: Filter) -> list[str]:
    return [f"{each.field}:{each.value}" for each in unmet(Query(text="", filters=filters), NOTE)]


def test_one_value_of_a_field_is_enough_and_every_field_counts() -> None:
    assert _unmet(Filter(field="tag", value="none"), Filter(field="tag", value="project")) == []
    assert _unmet(Filter(field="tag", value="project"), Filter(field="kind", value="chat")) == ["kind:chat"]
    assert _unmet(Filter(field="tag", value="x"), Filter(field="tag", value="y")) == ["tag:x", "tag:y"]


def test_an_excluded_value_alone_keeps_out() -> None:
    assert _unmet(Filter(field="tag", value="project", excluded=True)) == ["tag:project"]
    assert _unmet(Filter(field="tag", value="none", excluded=True)) == []
