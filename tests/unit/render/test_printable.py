"""What a document can send to a terminal: nothing but its words."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from wellhead.render.printable import one_line, printable, printable_json

OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def obeyed(text: str) -> set[str]:
    """Characters a terminal acts on instead of showing them."""
    return {each for each in text if unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each in OVERRIDES}


@given(st.text(st.characters(codec=None)))
@example("\x1b]0;title\x07\x9b2J\r\n\u202e\udc80\u2028")
def test_no_text_reaches_a_terminal_as_an_order(text: str) -> None:
    assert obeyed(printable(text)) <= {"\n", "\t"}
    assert obeyed(one_line(text)) == set()


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs", "M"))))
def test_words_stay_as_they_are(text: str) -> None:
    assert printable(text) == text
    assert one_line(text) == text


def test_what_is_escaped_is_named() -> None:
    assert printable("a\x1b[2Jb") == "a\\x1b[2Jb"
    assert printable("a\r\nb\tc") == "a\nb\tc"
    assert one_line("a\nb\tc\rd") == "a\\nb\\tc\\rd"
    assert one_line("gpj.\u202eexe") == "gpj.\\u202eexe"


@given(st.text())
@example("\x7f\x9b\u202e\u2028")
def test_json_for_a_terminal_says_the_same(text: str) -> None:
    raw = json.dumps({"text": text}, ensure_ascii=False)
    shown = printable_json(raw)
    assert json.loads(shown) == {"text": text}
    assert obeyed(shown) == set()
