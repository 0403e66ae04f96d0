from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.errors import BadInput
from wellhead.importers.decode import decoded, read_text

TEXT = st.text(st.characters(exclude_categories=("Cs",)))


@given(TEXT)
def test_utf8_comes_back_exactly(text: str) -> None:
    whole = "x" * 20 + text.replace("\0", "") + "\r\n"
    assert decoded(whole.encode()) == whole
    assert decoded(b"\xef\xbb\xbf" + whole.encode()) == whole


@given(TEXT)
def test_utf16_with_its_mark_comes_back_exactly(text: str) -> None:
    whole = "x" * 20 + text.replace("\0", "")
    assert decoded(whole.encode("utf-16")) == whole
    assert decoded(b"\xfe\xff" + whole.encode("utf-16-be")) == whole


def test_line_ends_and_a_lone_nul_stay() -> None:
    text = "one\r\ntwo\rthree\n" + "x" * 20 + "\0"
    assert read_text(io.BytesIO(text.encode())) == text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"caf\xe9 au lait", "not UTF-8 text: byte 0xe9 at offset 3"),
        (b"\xef\xbb\xbfa\xff", "not UTF-8 text: byte 0xff at offset 4"),
        (b"\0\1\0\2" * 100, "not text: more than a tenth"),
        (b"\xff\xfea\0b", "not UTF-16 text"),
        (b"\xff\xfe" + b"\0\0" * 50, "not text: more than a tenth"),
    ],
)
def test_what_is_no_text_is_said(data: bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        decoded(data)
