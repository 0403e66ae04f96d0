"""One search, from the text of a question to its hits."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest

from tests.unit.search.shelf import ASKED, Shelf
from wellhead.engines.sqlite.index import SqliteIndex
from wellhead.model.options import SearchOptions
from wellhead.model.query import Coverage, Query
from wellhead.search.search import search
from wellhead.testing.samples import entry

WORDS = [
    "oak",
    "running",
    '"',
    "*",
    "NEAR(",
    " OR ",
    "title:",
    "(",
    ")",
    "^",
    "-",
    "東京",
    "ё",
    "\x00",
    "\ud800",
    "é",
    "{a b}",
]


def test_any_word_brings_a_document_and_more_words_bring_it_higher(shelf: Shelf) -> None:
    shelf.put("one.md", "The oak is a tree among other trees here.")
    shelf.put("both.md", "The oak and the elm are trees among others.")
    shelf.put("none.md", "Nothing but bushes.")
    assert shelf.keys("oak elm") == ["both", "one"]
    hit = shelf.search("oak elm").results[1]
    assert (hit.matched_terms, hit.missing_terms) == (("oak",), ("elm",))


def test_quotes_are_exact(shelf: Shelf) -> None:
    shelf.put("exact.md", "New running shoes for autumn.")
    shelf.put("stems.md", "He will run, and the shoe runs with him; run shoe.")
    shelf.put("apart.md", "Shoes are for running.")
    assert shelf.keys('"running shoes"') == ["exact"]
    assert shelf.keys('"running"') == ["apart", "exact"]
    assert len(shelf.keys("running shoes")) == 3


def test_a_phrase_that_stands_nowhere_finds_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "run shoe")
    assert shelf.keys('"running shoes"') == []


def test_a_star_finds_what_begins_so(shelf: Shelf) -> None:
    shelf.put("a.md", "They rebuilt it at night.")
    shelf.put("b.md", "The rebuilding went on.")
    shelf.put("c.md", "They built it once.")
    assert sorted(shelf.keys("rebuil*")) == ["a", "b"]


def test_a_prefix_reaches_words_whose_stem_is_stemmed_further(shelf: Shelf) -> None:
    shelf.put("town.md", "The university has an organisation for hospitality.")
    shelf.put("else.md", "Nothing of it.")
    for beginning in ("universit*", "organisati*", "hospitalit*"):
        assert shelf.keys(beginning) == ["town"], beginning


def test_a_prefix_reaches_words_with_a_shorter_stem(shelf: Shelf) -> None:
    shelf.put("a.md", "She was running late.")
    assert shelf.keys("runni*") == ["a"]


@pytest.mark.parametrize(
    ("exact", "related", "word"),
    [
        ("Der Arbeiter ist nach Hause gegangen.", "Die Arbeit und die Arbeit und der Arbeit ist viel.", "Arbeiter"),
        (
            "Elle est une actrice et une actrice dans le film.",
            "Un acteur, des acteurs et les acteurs dans un acte.",
            "actrice",
        ),
        (
            "Les nations sont dans une organisation.",
            "La nation et une nation et la nation national dans nation.",
            "nations",
        ),
        ("В этом городе и не было рабочих на заводе.", "Рабочий и рабочий на заводе, он рабочий.", "рабочих"),
    ],
)
def test_other_languages_never_rank_below_their_unstemmed_words(
    shelf: Shelf, unstemmed: Shelf, exact: str, related: str, word: str
) -> None:
    for library in (shelf, unstemmed):
        library.put_all([entry(f"related{i}.md", related) for i in range(30)])
        library.put("exact.md", exact)
        library.put_all([entry(f"later{i}.md", related) for i in range(30)])
    assert unstemmed.keys(word)[0] == "exact"
    assert shelf.keys(word)[0] == "exact"


def test_english_is_found_by_stem_beside_another_language(shelf: Shelf) -> None:
    shelf.put("de.md", "Der Läufer ist müde und das Running ist nicht mehr schön.")
    shelf.put("en.md", "He runs and he ran, and he was running.")
    assert shelf.keys("runs") == ["en"]
    assert sorted(shelf.keys("running")) == ["de", "en"]


def test_scripts_without_spaces(shelf: Shelf) -> None:
    shelf.put("tokyo.md", "昨日、東京都に行きました。")
    shelf.put("kyoto.md", "京都の寺を見ました。")
    shelf.put("deep.md", "我们研究深度学习的方法。")
    assert shelf.keys("東京") == ["tokyo"]
    assert shelf.keys("京都")[0] in ("kyoto", "tokyo")
    assert shelf.keys("深度学习是什么") == ["deep"]
    assert shelf.keys("学") == ["deep"]
    hit = shelf.search("東京都").results[0]
    assert [hit.windows[0].text[a:b] for a, b in hit.windows[0].marks] == ["東京都"]


def test_windows_carry_offsets_lines_and_marks(shelf: Shelf) -> None:
    text = "First.\n\n" + "Filler sentence here. " * 60 + "\n\nThe kingfisher dived.\n\n" + "More filler. " * 90
    shelf.put("bird.md", text)
    (window,) = shelf.search("kingfishers").results[0].windows
    assert text[window.start : window.end] == window.text
    assert window.text[slice(*window.marks[0])] == "kingfisher"
    assert window.line == text.count("\n", 0, window.start) + 1


def test_a_term_in_another_chunk_is_not_missing(shelf: Shelf) -> None:
    filler = [f"paragraph {i} of filler\n\n" for i in range(30)]
    shelf.put("long.md", "zebra zebra\n\n" + "".join(filler) + "okapi\n\n" + "zebra okay zebra\n\nzebra again\n\nzebra")
    hit = shelf.search("zebra okapi unicorn").results[0]
    assert hit.missing_terms == ("unicorn",)


def test_hits_say_where_the_file_lies(shelf: Shelf) -> None:
    shelf.put("a/b.md", "An oak.")
    assert shelf.search("oak").results[0].location == "/vault/a/b.md"


def test_a_stale_document_is_found_and_marked(shelf: Shelf) -> None:
    shelf.put("gone.md", "An oak.")
    with shelf.store.transaction() as writer:
        writer.mark_stale([1], "2026-05-01T10:00:00Z")
    assert shelf.search("oak").results[0].stale == "2026-05-01T10:00:00Z"


def test_equal_scores_are_ordered_by_key(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{name}.md", "The same oak.", title="t") for name in "dbca"])
    assert shelf.keys("oak") == ["a", "b", "c", "d"]
    assert shelf.keys("oak", limit=2) == ["a", "b"]


def test_no_document_crowds_out_the_others(shelf: Shelf) -> None:
    shelf.put("huge.md", "oak oak oak.\n\n" * 3_000)
    shelf.put_all([entry(f"{i}.md", f"A single oak stands here, number {i}, among other things.") for i in range(30)])
    result = shelf.search("oak")
    assert len(result.results) == 25
    assert all(len(hit.windows) <= 3 for hit in result.results)


def test_the_limit_and_the_budget_hold(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{i}.md", f"oak {i} " + "filler word " * 80) for i in range(40)])
    assert len(shelf.keys("oak")) == 25
    assert len(shelf.keys("oak", limit=3)) == 3
    cut = shelf.search("oak", token_budget=250)
    assert cut.tokens <= 250
    assert len(cut.results) + cut.dropped == 25
    assert cut.dropped > 0


def test_common_words_go_and_are_listed(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{i}.md", f"forest number {i}") for i in range(40)])
    shelf.put("elm.md", "forest with an elm")
    result = shelf.search("forest elm")
    assert [hit.key for hit in result.results] == ["note:elm"]
    assert result.query.dropped == (("forest", "stands in more than half of the library"),)
    assert len(shelf.keys("forest")) == 25


def test_common_words_stay_where_the_others_stand_nowhere(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{i}.md", f"forest number {i}") for i in range(40)])
    result = shelf.search("forest zeppelin")
    assert len(result.results) == 25
    assert result.query.dropped == ()
    assert shelf.search("zeppelin").results == ()


def test_a_small_library_has_no_common_words(shelf: Shelf) -> None:
    shelf.put("a.md", "apple and pear")
    shelf.put("b.md", "apple and plum")
    assert shelf.keys("apple plum") == ["b", "a"]


@pytest.mark.parametrize("text", ["", "  ", "?!", '""', "the"])
def test_nothing_to_look_for_is_an_empty_result(shelf: Shelf, text: str) -> None:
    shelf.put("a.md", "An oak.")
    result = shelf.search(text)
    assert result.results == ()
    if text != "the":
        assert result.query.dropped
        assert result.lanes[0].status == "not_run"


def test_an_empty_library_is_searched_in_vain(shelf: Shelf) -> None:
    assert shelf.search("oak").results == ()
    assert shelf.search("oak").coverage == Coverage()


def test_coverage_counts_documents(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.")
    shelf.put("b.md", "")
    result = shelf.search("oak")
    assert result.coverage == Coverage(documents=2, searchable=2, vectors=0)
    assert result.degraded == ()


def test_an_index_that_is_behind_answers_and_says_so(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.")
    with shelf.engine.writing() as writer:
        writer.execute("UPDATE ix_meta SET value = 0 WHERE name = 'watermark'")
    result = shelf.search("oak")
    assert [hit.key for hit in result.results] == ["note:a"]
    assert [each.stage for each in result.degraded] == ["index"]
    assert "wellhead reindex" in result.degraded[0].reason


def test_a_lost_index_is_answered_from_the_texts_and_says_so(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.")
    with shelf.engine.writing() as writer:
        for table in ("ix_text", "ix_names", "ix_meta"):
            writer.execute(f"DROP TABLE {table}")
    result = shelf.search("oak")
    assert [[lane.name for lane in hit.lanes] for hit in result.results] == [["scan"]]
    assert [each.stage for each in result.degraded] == ["index"]
    assert result.coverage == Coverage(documents=1, searchable=0, vectors=0)


def test_an_index_of_an_older_version_says_what_makes_it_anew(shelf: Shelf) -> None:
    shelf.put("a.md", "An oak.", created="2025-03-01")
    with shelf.engine.writing() as writer:
        writer.execute("DROP TABLE ix_dates")
        writer.execute("UPDATE ix_meta SET value = 1 WHERE name = 'version'")
    for text in ("oak", "oak after:2025", "after:2025", "yesterday", "oak -elm"):
        result = shelf.search(text)
        assert {lane.name for hit in result.results for lane in hit.lanes} <= {"scan"}
        assert "wellhead reindex" in result.degraded[0].reason
    shelf.index.rebuild(lambda done: None)
    assert shelf.keys("oak after:2025") == ["a"]


def test_random_text_is_searched_without_fail(shelf: Shelf, seed: int) -> None:
    shelf.put_all([entry(f"{i}.md", f"oak {i} running é 東京都 title") for i in range(5)])
    luck = Random(seed)
    for _ in range(500):
        text = "".join(luck.choice(WORDS) for _ in range(luck.randrange(12)))
        result = shelf.search(text)
        assert result.results or result.query.dropped or result.query.terms


def test_filters_and_negations_hold_before_anything_is_ranked(shelf: Shelf) -> None:
    shelf.put("a.md", "an oak", tags=("garden",), created="2025-03-01")
    shelf.put("b.md", "an oak, a draft", tags=("garden",))
    shelf.put("oak.md", "a tree")
    assert shelf.keys("oak tag:garden") == ["a", "b"]
    assert sorted(shelf.keys("oak -draft")) == ["a", "oak"]
    assert shelf.keys("oak -tag:garden") == ["oak"]
    assert shelf.keys("oak after:2025-03-01 before:2025-03-02") == ["a"]
    assert shelf.keys('"an oak" NOT draft') == ["a"]


def test_a_limit_is_filled_with_what_a_filter_lets_through(shelf: Shelf) -> None:
    shelf.put_all([entry(f"{i:03}.md", "oak " * 9) for i in range(300)])
    shelf.put("z.md", "one oak among very many other words that make it long", tags=("rare",))
    assert shelf.keys("oak tag:rare", limit=3) == ["z"]


def test_filters_without_words_bring_the_newest_first(shelf: Shelf) -> None:
    for name, day in (("a", "2024-05-01"), ("b", "2025-05-01"), ("c", "2025-01-01T10:00:00+02:00"), ("d", "")):
        shelf.put(f"{name}.md", "x", created=day)
    shelf.put("e.md", "x", kind="chat")
    found = shelf.search("kind:note")
    assert [hit.key for hit in found.results] == ["note:b", "note:c", "note:a", "note:d"]
    assert ("date", "ok", 4) in [(lane.name, lane.status, lane.count) for lane in found.lanes]
    assert shelf.keys("after:2025 -path:b") == ["c"]


def test_a_query_of_negations_alone_finds_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "oak")
    assert shelf.search("-elm").results == ()


def test_a_key_of_ones_own_kind_is_known_by_the_library(shelf: Shelf) -> None:
    shelf.put("a.md", "oak", key="tweet:oak/1")
    assert shelf.search("tweet:oak/1").query.terms == ()
    assert [term.text for term in shelf.search("tweet:oak/2").query.terms] == ["tweet", "oak", "2"]


def test_a_key_alone_brings_its_document(shelf: Shelf) -> None:
    shelf.put("garden/a.md", "oak", created="2025-03-01")
    shelf.put("b.md", "garden a")
    assert shelf.keys("note:garden/a") == ["garden/a"]
    assert shelf.keys("what is in note:garden/a#0-2?") == ["garden/a"]
    assert shelf.keys("note:garden/a -oak") == []
    assert shelf.keys("note:garden/a note:b after:2025") == ["garden/a"]
    assert [lane.name for lane in shelf.search("note:b").results[0].lanes] == ["exact"]
    assert shelf.keys("note:absent") == []


class Meanwhile(SqliteIndex):
    """An index that sees another document come in while it is asked."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf.engine)
        self.shelf = shelf

    def common(self, query: Query) -> frozenset[str]:
        self.shelf.put("late.md", "An oak, an oak.")
        return super().common(query)


def test_a_search_sees_one_moment_whoever_writes_meanwhile(shelf: Shelf) -> None:
    shelf.put("early.md", "An oak.")
    found = search("oak", store=shelf.store, index=Meanwhile(shelf), options=SearchOptions(), asked=ASKED)
    assert [hit.key for hit in found.results] == ["note:early"]
    assert (found.coverage.documents, found.degraded) == (1, ())
    assert sorted(shelf.keys("oak")) == ["early", "late"]


TREES = [
    entry(f"{at}.md", f"an {oak} by the {elm}, {elm}\n\nan {ash}", title=oak if at % 2 else f"note {at}")
    for at, (oak, elm, ash) in enumerate(itertools.permutations(("oak", "elm", "ash", "fir"), 3))
]
TREE_QUESTIONS = ("oak elm", "elm fir ash", '"oak by" fir', "as* oak", "fir oak elm ash")


def test_the_order_in_which_documents_came_in_says_nothing(shelf: Shelf, tmp_path: Path, seed: int) -> None:
    def found(library: Shelf) -> list[list[tuple[str, float]]]:
        return [[(hit.key, round(hit.score, 9)) for hit in library.search(text).results] for text in TREE_QUESTIONS]

    shelf.put_all(TREES)
    expected = found(shelf)
    luck = Random(seed)
    for turn in range(8):
        other = Shelf(tmp_path / str(turn))
        other.put_all(luck.sample(TREES, len(TREES)))
        assert found(other) == expected
        other.close()


def test_an_index_made_anew_ranks_the_same(shelf: Shelf) -> None:
    shelf.put_all(TREES)
    for at in (3, 1, 7):
        shelf.put(f"{at}.md", f"an oak of {at}", tags=("elm",))
    asked = ("oak elm", "fir ash*", "#elm oak", '"oak by" fir')
    before = [shelf.search(text).results for text in asked]
    shelf.index.rebuild(lambda done: None)
    assert [shelf.search(text).results for text in asked] == before
