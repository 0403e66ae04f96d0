"""The lines that an explained result has beside the others."""

from __future__ import annotations

import msgspec

from wellhead.model.document import Role
from wellhead.model.query import Feedback, Hit, LaneHit, LaneReport, Query, SearchResult
from wellhead.render.explained import ran, why
from wellhead.render.hits import hits
from wellhead.render.style import Style

HIT = Hit(
    rank=1,
    key="note:tides",
    title="Tides",
    kind="note",
    role=Role.OWN_NOTE,
    path="",
    url="",
    score=1.5,
    lanes=(LaneHit(name="lexical", rank=1, score=9.0), LaneHit(name="title", rank=2, score=1.0)),
    reasons=("Its title says “tide”.", "“Home” says: the tide mill is the oldest house of the quay and of the town."),
)
RESULT = SearchResult(
    query=Query(text="tide"),
    mode="balanced",
    results=(HIT,),
    lanes=(
        LaneReport(name="lexical", status="ok", count=12),
        LaneReport(name="title", status="ok", count=1),
        LaneReport(name="exact", status="ok"),
        LaneReport(name="tag", status="ok"),
        LaneReport(name="date", status="not_run", reason="the question names no time"),
        LaneReport(name="link", status="disabled"),
        LaneReport(name="scan", status="not_run", reason="the lanes found something"),
    ),
    feedback=Feedback(share=0.314, words=("ebb", "flood")),
)


def test_a_hit_is_told_with_its_reasons_and_its_places() -> None:
    assert why(HIT, "  ") == [
        "  · Its title says “tide”.",
        "  · “Home” says: the tide mill is the oldest house of the quay and of the town.",
        "  lexical 1 · title 2 · score 1.50",
    ]


def test_they_stand_under_its_key_where_they_are_asked_for() -> None:
    assert hits(RESULT, explain=True).splitlines()[1:3] == ["     note:tides", "     · Its title says “tide”."]
    assert "·" not in hits(RESULT)


def test_a_long_reason_goes_on_under_its_first_word() -> None:
    lines = why(HIT, "  ", Style(width=50))
    assert max(map(len, lines)) <= 50
    assert lines[2].startswith("    ")


def test_every_lane_says_what_it_brought_or_why_nothing() -> None:
    assert (
        ran(RESULT)
        == """\
where it looked
  lexical       12 documents with words of yours
  title         1 document by name
  date          not asked: the question names no time
  link          switched off
  no document   exact, tag
  also          words of the best hits, for up to 31% of what counts: ebb, flood"""
    )


def test_a_scan_is_told_where_it_ran_and_missing_feedback_too() -> None:
    lanes = (LaneReport(name="scan", status="ok", reason="no lane brought anything", count=2),)
    said = ran(msgspec.structs.replace(RESULT, lanes=lanes, feedback=Feedback()))
    assert "scan          2 documents with what you wrote inside other words (no lane brought anything)" in said
    assert "no words beside yours were looked for" in said


def test_lines_break_at_the_width() -> None:
    words = tuple(f"word{number}" for number in range(40))
    said = ran(msgspec.structs.replace(RESULT, feedback=Feedback(share=0.5, words=words)), Style(width=60))
    assert max(map(len, said.splitlines())) <= 60


def test_a_name_cannot_dress_itself_up() -> None:
    hostile = msgspec.structs.replace(HIT, reasons=("“\x1b[2J” says:\nmore",))
    assert "\x1b" not in "\n".join(why(hostile, ""))
    assert len(why(hostile, "")) == 2
