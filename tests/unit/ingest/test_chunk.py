"""Chunks tile the text, keep letters whole, follow the headings, and stay when others change."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.ingest.chunk import MAX_CHARS, chunks
from wellhead.model.document import Chunk, Heading

HEADING = re.compile(r"^(#{1,6}) (.*)$", re.MULTILINE)
SENTENCE = "The well was dug by hand, and the rope was new. "
PIECES = [
    *("word ", "。漢字仮名", "line\n", "para\n\n", "x", "None. ", "| a | b |\n", "```\ncode = 1\n```\n", "\t", "\r\n"),
    *("\n# Top\n", "\n## Part\n", "\n### Deep\ntext\n", "\x00", "\u2028", "\ud800", "\udfff\udc00"),
    *("e\u0301", "\U0001f3f3\ufe0f\u200d\U0001f308", "👍🏽", "🇩🇪", "\u1100\u1161\u11a8"),
]
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
LONG_TEXTS = st.lists(st.tuples(st.sampled_from(PIECES) | ANY_TEXT, st.integers(1, 700)), max_size=12).map(
    lambda parts: "".join(piece * times for piece, times in parts)
)


def headings(text: str) -> list[Heading]:
    return [Heading(start=m.start(), level=len(m[1]), title=m[2]) for m in HEADING.finditer(text)]


def cut(text: str) -> tuple[Chunk, ...]:
    return chunks(text, headings(text))


def texts(text: str) -> list[str]:
    return [text[chunk.start : chunk.end] for chunk in cut(text)]


def section(title: str, sentences: int, level: int = 2) -> str:
    return f"{'#' * level} {title}\n\n" + "".join(f"{SENTENCE}{title} {n}. " for n in range(sentences)) + "\n\n"


# --- what holds for any text -----------------------------------------------------------------------------------------


@pytest.mark.promise("R-266")
@given(LONG_TEXTS)
def test_chunks_rebuild_the_text(text: str) -> None:
    made = cut(text)
    assert "".join(text[chunk.start : chunk.end] for chunk in made) == text
    assert [chunk.start for chunk in made] == [0, *(chunk.end for chunk in made[:-1])][: len(made)]
    assert all(0 < chunk.end - chunk.start <= MAX_CHARS for chunk in made)
    assert [(chunk.ordinal, chunk.id) for chunk in made] == [(n, 0) for n in range(len(made))]


@pytest.mark.promise("R-269")
@given(LONG_TEXTS)
def test_the_same_text_gives_the_same_chunks(text: str) -> None:
    assert cut(text) == cut("".join(list(text)))


@given(LONG_TEXTS)
def test_letters_and_line_ends_stay_whole(text: str) -> None:
    for chunk in cut(text)[1:]:
        before, after = text[chunk.start - 1], text[chunk.start]
        cluster = text[max(0, chunk.start - 400) : chunk.start + 1]
        if all(unicodedata.category(each)[0] == "M" for each in cluster):
            continue  # hundreds of marks on one letter: nobody reads that, and a chunk has to end
        assert before + after != "\r\n"
        assert unicodedata.category(after)[0] != "M"
        assert "\u200d" not in (before, after)


@given(LONG_TEXTS, st.lists(st.integers(-5, 30_000), max_size=6))
def test_headings_in_wrong_places_tear_nothing(text: str, starts: list[int]) -> None:
    made = chunks(text, [Heading(start=start, level=1 + start % 3, title="here") for start in starts])
    assert "".join(text[chunk.start : chunk.end] for chunk in made) == text


def test_nothing_gives_nothing_and_a_blank_text_gives_itself() -> None:
    assert cut("") == ()
    assert [(chunk.start, chunk.end) for chunk in cut(" \n\n")] == [(0, 3)]


# --- hash and heading path -------------------------------------------------------------------------------------------


@pytest.mark.promise("R-268")
def test_a_chunk_knows_its_headings_and_its_hash() -> None:
    text = section("Well", 30, 1) + section("Rope", 30) + section("Knots", 30, 3) + section("Bucket", 30)
    made = cut(text)
    paths = list(dict.fromkeys(chunk.heading for chunk in made))
    assert paths == [("Well",), ("Well", "Rope"), ("Well", "Rope", "Knots"), ("Well", "Bucket")]
    assert all(re.fullmatch("[0-9a-f]{16}", chunk.hash) for chunk in made)
    assert len({chunk.hash for chunk in made}) == len(made)


def test_the_hash_counts_the_headings_too() -> None:
    one, other = (chunks("the same", [Heading(start=0, level=1, title=title)]) for title in ("One", "Other"))
    assert one[0].hash != other[0].hash
    assert one[0].hash == "15ff1869a6be4dfa"


def test_a_level_may_be_left_out() -> None:
    text = section("Top", 30, 1) + section("Deep", 30, 4) + section("Next", 30, 2)
    assert [chunk.heading for chunk in cut(text) if chunk.heading][-1] == ("Top", "Next")
    assert ("Top", "Deep") in [chunk.heading for chunk in cut(text)]


@pytest.mark.parametrize("front", ["---\ntags: [a]\n---\n", "---\na: 1\n---\n\n\n", "\n\n", ""])
@pytest.mark.parametrize("sentences", [2, 30])
def test_front_matter_goes_with_the_first_section(front: str, sentences: int) -> None:
    text = front + section("First", sentences, 1) + section("Second", 30)
    assert cut(text)[0].heading == ("First",)
    assert texts(text)[0].startswith(f"{front}# First")


def test_words_before_the_first_heading_stand_under_none() -> None:
    assert cut("Some words.\n\n# Title\n\nmore")[0].heading == ()


# --- sections --------------------------------------------------------------------------------------------------------


def test_large_sections_open_a_chunk_each() -> None:
    text = "".join(section(f"Part {n}", 18) for n in range(5))
    assert [piece.split("\n")[0] for piece in texts(text)] == [f"## Part {n}" for n in range(5)]


def test_small_neighbours_share_a_chunk() -> None:
    text = "".join(section(f"Day {n}", 1 + n % 3) for n in range(200))
    made = cut(text)
    assert all(text.startswith("## Day", chunk.start) for chunk in made)
    assert 700 < len(text) / len(made) <= MAX_CHARS


def test_small_sections_with_the_same_words_are_joined_too() -> None:
    text = section("Log", 2) * 100
    assert len(text) / len(cut(text)) > 600


def test_a_shallower_heading_parts_what_would_be_too_much() -> None:
    text = section("A", 4, 1) + section("A1", 4) + section("A2", 6) + section("B", 3, 1) + section("B1", 12)
    assert [piece.split("\n")[0] for piece in texts(text)] == ["# A", "# B"]


def test_a_bare_heading_goes_with_what_it_heads() -> None:
    text = section("One", 30) + "# Part\n\n" + section("Chapter", 30)
    opened = [piece for piece in texts(text) if "# Part\n" in piece]
    assert opened[0].startswith("# Part\n\n## Chapter\n\nThe well")
    assert [chunk.heading for chunk in cut(text)][-2:] == [("Part",), ("Part", "Chapter")]


# --- long sections ---------------------------------------------------------------------------------------------------


def test_long_texts_are_cut_between_paragraphs() -> None:
    text = "".join(SENTENCE * (3 + n % 4) + "\nof one.\n\n" for n in range(60))
    made = texts(text)
    assert len(made) > 5
    assert all(piece.endswith("\n\n") for piece in made)


def test_code_and_tables_are_cut_between_lines() -> None:
    code = "```python\n" + "".join(f"value_{n} = compute(first, {n})  # a. b. c.\n" for n in range(200)) + "```\n"
    table = "".join(f"| row {n} | a cell with words. And more | 3 |\n" for n in range(200))
    assert all(piece.endswith("\n") for piece in texts(code) + texts(table))


@pytest.mark.parametrize("ending", [". ", "! ", "?” ", "。", "！」", "… "])
def test_one_long_line_is_cut_between_sentences(ending: str) -> None:
    text = "".join(f"these are {'so ' * (n % 9)}many words{ending}" for n in range(300))
    assert all(piece.endswith(ending) for piece in texts(text))


def test_words_without_sentences_are_cut_between_words() -> None:
    text = "".join(f"word{n % 37} " for n in range(2_000))
    assert all(piece.endswith(" ") for piece in texts(text))


@pytest.mark.parametrize("cluster", ["e\u0301\u0323", "👩‍👩‍👧‍👦", "👍🏽", "☝️", "\u1100\u1161\u11a8"])
def test_a_text_without_any_space_is_cut_between_letters(cluster: str) -> None:
    made = texts(cluster * 3_000)
    assert len(made) > 3
    assert all(len(piece) % len(cluster) == 0 for piece in made)


def test_a_letter_with_thousands_of_marks_ends_all_the_same() -> None:
    assert max(len(piece) for piece in texts("a" + "\u0301" * 9_000)) <= MAX_CHARS


# --- an edit stays where it is ---------------------------------------------------------------------------------------


def changed(before: str, after: str) -> tuple[int, int]:
    """How many chunks went, how many came."""
    old, new = ({chunk.hash for chunk in cut(text)} for text in (before, after))
    return len(old - new), len(new - old)


def test_an_edit_of_the_last_section_changes_only_its_chunks() -> None:
    kept = "".join(section(f"Part {n}", 3 + n % 20) for n in range(30))
    before, after = kept + section("Last", 20), kept + section("Last", 20).replace("rope", "chain")
    assert max(changed(before, after)) <= 3
    assert [chunk for chunk in cut(before) if chunk.heading != ("Last",)] == [
        chunk for chunk in cut(after) if chunk.heading != ("Last",)
    ]


@given(st.lists(st.integers(0, 40), min_size=2, max_size=40), st.data())
def test_an_edit_of_one_section_leaves_the_others_alone(sizes: list[int], data: st.DataObject) -> None:
    edited = data.draw(st.integers(0, len(sizes) - 1))
    size = data.draw(st.integers(0, 40))
    parts = [section(f"Part {n}", size, 1 + n % 3) for n, size in enumerate(sizes)]
    before = "".join(parts)
    parts[edited] = section(f"Part {edited}", size, 1 + edited % 3)
    own = max(sizes[edited], size) * len(SENTENCE) // 500 + 1
    assert max(changed(before, "".join(parts))) <= own + 4


@pytest.mark.parametrize(
    "part", ["{n} words of it. ", "line {n} of it\n", "{n} words of it\n\n", "{n}漢字。", "{n} it ", "{n}"]
)
def test_an_edit_in_the_middle_of_a_long_text_changes_a_few_chunks(part: str) -> None:
    before = "".join(part.format(n=n * n % 9_973) for n in range(8_000))
    middle = len(before) // 2
    for words in ("", "x", "something quite different, and longer. "):
        gone, came = changed(before, before[:middle] + words + before[middle + 7 :])
        assert 1 <= came <= 8
        assert gone <= 8


# --- time: ceilings far above the figures of the benches -------------------------------------------------------------


@pytest.mark.parametrize("line", ["a", "lorem ipsum ", "漢字仮名", "\n", "e\u0301", "a. "])
def test_time_grows_with_the_text_alone(line: str) -> None:
    text = line * (3_000_000 // len(line))
    started = time.process_time()
    assert len(chunks(text, [])) > 1_500
    assert time.process_time() - started < 10


def test_many_headings_cost_no_more_than_their_text() -> None:
    text = "".join(f"{'#' * (1 + n % 6)} {n}\n" for n in range(100_000))
    started = time.process_time()
    assert len(cut(text)) > 300
    assert time.process_time() - started < 20
