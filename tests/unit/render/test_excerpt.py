"""What of a window is shown: the matched words, and little else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.query import Window
from wellhead.render.excerpt import excerpt


def window(text: str, *words: str, line: int = 1) -> Window:
    marks = sorted((at, at + len(word)) for word in words for at in range(len(text)) if text.startswith(word, at))
    return Window(start=0, end=len(text), text=text, line=line, marks=tuple(marks))


def shown(value: Window, *, brief: bool = False) -> list[str]:
    return [
        "".join(f"[{part}]" if marked else part for part, marked in line.parts) for line in excerpt(value, brief=brief)
    ]


def test_the_matched_lines_are_shown_with_their_number() -> None:
    value = window("one\ntwo\n\nthree mill\nfour\nfive tide\nsix\nseven\neight", "mill", "tide", line=10)
    assert shown(value) == ["three [mill]", "four", "five [tide]", "six …"]
    assert [line.number for line in excerpt(value) if line.matched] == [13, 15]


def test_a_sentence_is_not_met_in_its_middle() -> None:
    assert shown(window("# Old\nIt was here that the\nmill stood.", "mill")) == [
        "It was here that the",
        "[mill] stood.",
    ]
    assert shown(window("# Old\nmill stood.", "mill")) == ["[mill] stood."]
    assert shown(window("- a list\n- the mill", "mill")) == ["- the [mill]"]


def test_front_matter_gives_way_to_the_text() -> None:
    front = "---\ntitle: The mill\ntags:\n  - mill\n---\n"
    assert shown(window(f"{front}# At last\nThe mill stood.", "mill")) == ["The [mill] stood."]
    assert shown(window(f"{front}# At last\nIt stood.", "mill"))[0] == "title: The [mill]"


def test_a_rule_in_prose_is_no_front_matter() -> None:
    assert shown(window("The mill.\n---\nThe mill again.", "mill"))[0] == "The [mill]."


def test_different_words_are_worth_more_than_many() -> None:
    text = "mill mill mill\na\nb\nc\nmill tide"
    assert shown(window(text, "mill", "tide"), brief=True) == ["c", "[mill] [tide]"]


def test_a_long_paragraph_is_cut_around_its_first_match() -> None:
    (line,) = shown(window("before " * 100 + "the mill " + "after " * 100, "mill"))
    assert line.startswith("… before")
    assert line.endswith(" …")
    assert "the [mill] after" in line
    assert len(line) < 500


def test_nothing_matched_shows_the_beginning() -> None:
    assert shown(window("\n\nfirst\nsecond\nthird"), brief=True) == ["first", "second …"]
    assert shown(window("")) == []


@given(st.text(st.sampled_from("ab \n-:tx"), max_size=200), st.data())
def test_any_window_gives_words_of_its_own(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    marks = tuple(zip(cuts[::2], cuts[1::2], strict=False))
    lines = excerpt(Window(start=0, end=len(text), text=text, marks=marks))
    assert len(lines) <= 4
    for line in lines:
        said = "".join(part for part, _ in line.parts).removesuffix(" …")
        assert said in text.split("\n")[line.number - 1] or said.startswith("… ")
