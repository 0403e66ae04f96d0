import pytest

from benches import hostile, measure, odd_queries, search, timing
from benches.hostile import Answered
from benches.queries import Asked
from wellhead.model.options import LANES


@pytest.fixture
def folder(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for number, tree in enumerate(("Oak", "Elm", "Ash", "Yew")):
        text = f"# {tree}\n\nThe {tree.lower()} stands beside the river where {number} herons breed every spring.\n"
        (notes / f"{tree}.md").write_text(text, encoding="utf-8")
    return notes


@pytest.fixture
def library(folder, tmp_path):
    measure.run("imports", "cold", library=str(tmp_path / "library"), folder=str(folder))
    return str(tmp_path / "library")


def test_each_query_is_asked_once_or_at_its_best_of_several():
    asked = []
    assert len(timing.once(asked.append, ["oak", "elm"])["cpu"]) == 2
    assert asked == ["oak", "elm"]
    assert len(timing.best(asked.append, ["ash"], rounds=2)["wall"]) == 1
    assert asked[2:] == ["ash", "ash"]


def test_ways_of_asking_take_turns():
    asked = []
    ways = {name: lambda text, name=name: asked.append((name, text)) for name in "ab"}
    found = timing.side_by_side(ways, ["oak", "elm"], rounds=2)
    assert {name: len(ms) for name, ms in found.items()} == {"a": 2, "b": 2}
    assert asked == [(name, text) for text in ("oak", "elm") for _ in range(2) for name in "ab"]


def test_a_warm_library_is_asked_with_all_lanes_and_without_each(library):
    found = measure.run("search", "warm", library=library, queries=["oak heron", "who breeds?"], warmers=["elm"])
    assert found["chunks"] == 4
    assert list(found["without"]) == ["", *LANES]
    assert all(len(ms) == 2 for ms in [*found["without"].values(), found["first"]["cpu"], found["best"]["wall"]])


def test_rows_tell_kinds_and_lanes_apart():
    asked = [Asked("keywords", "a"), Asked("questions", "b"), Asked("paragraphs", "c")]
    ours, floor = ({"best": {"cpu": ms, "wall": ms}} for ms in ([1.0, 2.0, 9.0], [3.0, 4.0, 5.0]))
    kinds = search._kinds(asked, ours, floor, "3 notes")
    assert [row.value for row in kinds] == [1.0, 1.0, 2.0, 2.0, 9.0, 9.0]
    assert "plain FTS5 5 ms" in kinds[-1].note
    (row,) = search._lanes({"": [1.0, 2.0, 9.0], "link": [1.0, 1.5, 4.0]}, "3 notes")
    assert (row.figure, row.value) == ("p50 ms without link", 1.5)
    assert row.note == "the lane costs 0.5 ms in the middle, 5 at p95"


def test_odd_queries_follow_from_the_notes_and_the_seed(folder):
    made = list(odd_queries.odd(folder, 200, 4 * len(odd_queries.CLASSES)))
    assert made == list(odd_queries.odd(folder, 200, 4 * len(odd_queries.CLASSES)))
    assert {each.kind for each in made} == {"random", *odd_queries.CLASSES}
    assert max(len(each.text) for each in made) == odd_queries.BYTES
    said = "".join(each.text for each in made)
    assert all(sign in said for sign in ("\0", '""', "tag:", " ago", "*", "river"))


def test_odd_queries_raise_nothing(library, folder):
    arguments = {"library": library, "folder": str(folder), "warmers": ["elm"], "random_ones": 40, "hostile": 48}
    answered = [Answered(*each) for each in measure.run("hostile", "ask_all", **arguments)["answered"]]
    assert len(answered) == 88
    assert not [each for each in answered if each.raised]
    chosen = [Answered(*each) for each in measure.run("hostile", "ask_all", **arguments, only=[3, 87])["answered"]]
    assert [each.text for each in chosen] == [answered[3].text, answered[87].text]


def test_the_slow_ones_are_asked_again_and_keep_their_best(library, folder):
    arguments = {"library": library, "folder": str(folder), "warmers": ["elm"], "random_ones": 3, "hostile": 0}
    answered = [Answered("random", "", 1, ms) for ms in (1.0, 9_000.0, 2.0)]
    hostile._ask_again(answered, arguments)
    assert (answered[0].ms, answered[2].ms) == (1.0, 2.0)
    assert 0 < answered[1].ms < 9_000


def test_what_is_raised_is_counted_and_no_row_quotes_a_query():
    def ask(text):
        raise ValueError(text)

    answered = [hostile._answered(ask, Asked("emoji", "oak \ud800")), Answered("random", "elm", 3, 3.0)]
    assert answered[0] == Answered("emoji", "oak \\ud800", 5, 0.0, "ValueError")
    rows = hostile.rows_of(answered, "4 notes")
    raised = {row.size: (row.value, row.note) for row in rows if row.figure == "exceptions"}
    assert raised["1 random queries, 4 notes"] == (0, "")
    assert raised["1 hostile queries, 4 notes"] == (1, "ValueError")
    slow = [(row.figure, row.value, row.note) for row in rows[-2:]]
    assert slow == [("slow: random", 3.0, "3 characters"), ("slow: emoji", 0.0, "5 characters")]


def test_a_slow_query_misses_the_goal():
    rows = hostile.rows_of([Answered("random", "elm", 3, 51.0), Answered("dates", "ago", 3, 2.0)], "4 notes")
    slowest = [row.as_values(judged=True) for row in rows if row.figure == "slowest ms"]
    assert [(row["reached"], row["note"]) for row in slowest] == [(False, "1 above 50 ms"), (True, "0 above 50 ms")]
