"""What was understood of a question, as a block."""

from __future__ import annotations

import pytest

from wellhead.model.query import DayRange, Filter, Query, QueryAnchor, Term
from wellhead.render.understood import condition, understood

QUERY = Query(
    text="",
    terms=(
        Term(text="mills", stems=("mill",)),
        Term(text="oak", stems=("oak",)),
        Term(text="tide mill", stems=("tide", "mill"), phrase=True),
        Term(text="rebuil", stems=("rebuil",), prefix=True),
        Term(text="深度学习", stems=("深度", "度学", "学习"), cjk=True),
    ),
    excluded=(Term(text="draft", stems=("draft",)),),
    filters=(
        Filter(field="tag", value="garden"),
        Filter(field="tag", value="tide mill"),
        Filter(field="after", value="2025-03-01", text="last spring"),
        Filter(field="kind", value="chat", excluded=True),
        Filter(field="mine", value="yes"),
    ),
    anchors=(QueryAnchor(kind="key", text="note:a"), QueryAnchor(kind="title", text="tide mill")),
    days=(
        DayRange(start="2025-03-01", end="2025-06-01", text="last spring"),
        DayRange(start="2025-07-03", end="2025-07-04", text="yesterday"),
        DayRange(start="0001-01-01", end="2020-01-01", text="before 2020"),
    ),
    dropped=(("the", "too common"), ("a", "too common"), ("", "no word in it")),
)
BLOCK = """\
understood
  looked for    mills (as mill…), oak, “tide mill” (exactly), rebuil* (every word that begins so), 深度学习 (by its pairs 深度, 度学, 学习)
  not with      draft
  only          tag:garden or tag:"tide mill"
                after:2025-03-01 (“last spring”)
                mine:
  never         kind:chat
  named         the document note:a
                the title tide mill
  days          2025-03-01 to 2025-05-31 (“last spring”)
                2025-07-03 (“yesterday”)
                up to 2019-12-31 (“before 2020”)
  left out      the, a: too common
                no word in it"""  # noqa: E501


def test_everything_that_was_understood_has_a_line() -> None:
    assert understood(QUERY) == BLOCK


def test_nothing_understood_is_nothing_said() -> None:
    assert understood(Query(text="")) == ""


def test_a_name_cannot_dress_itself_up() -> None:
    hostile = Query(
        text="",
        terms=(Term(text="a\x1b[31m", stems=("b\x1b",)),),
        filters=(Filter(field="path", value="x\x1b[2J"),),
        anchors=(QueryAnchor(kind="key", text="note:\x1b"),),
        dropped=(("\x1b[0m", "\x1b"),),
    )
    assert "\x1b" not in understood(hostile)


@pytest.mark.parametrize(
    ("value", "said"),
    [(Filter(field="mine", value="no"), "mine:no"), (Filter(field="path", value="a b"), 'path:"a b"')],
)
def test_a_condition_reads_as_it_is_typed(value: Filter, said: str) -> None:
    assert condition(value) == said
