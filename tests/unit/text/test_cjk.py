from hypothesis import given
from hypothesis import strategies as st

from wellhead.text import cjk

LETTERS = st.text(alphabet="日本語の森かなカナ한글ไทย", min_size=1, max_size=12)


@given(LETTERS)
def test_bigrams_overlap_and_lose_nothing(run):
    pairs = cjk.bigrams(run)
    assert len(pairs) == max(1, len(run) - 1)
    assert "".join(pair[0] for pair in pairs) + (run[-1] if len(run) > 1 else "") == run


@given(st.text(max_size=60))
def test_the_rest_keeps_no_run_and_everything_else(text):
    rest, _ = cjk.split_runs(text)
    assert cjk.RUN.search(rest) is None
    assert [char for char in rest if char != " "] == [char for char in cjk.RUN.sub("", text) if char != " "]


def test_other_scripts_pass_untouched():
    for text in ("plain words", "Größe Ёлка ελιά", ""):
        assert cjk.split_runs(text) == (text, "")


def test_runs_are_taken_out_as_bigrams():
    assert cjk.split_runs("見る 東京都 to") == ("  " + " " + "  to".removeprefix(" "), "見る る 東京 京都 都")
    assert cjk.split_runs("a森b") == ("a b", "森")


@given(st.text(alphabet="日本語の森", min_size=2, max_size=8), st.text(alphabet="日本語の森", max_size=5))
def test_every_part_of_a_run_is_found_by_its_bigrams(part, around):
    _, pairs = cjk.split_runs(f"{around}{part}{around}")
    assert set(cjk.bigrams(part)) <= set(pairs.split())
