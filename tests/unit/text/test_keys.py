import re
import unicodedata
from urllib.parse import unquote

from hypothesis import example, given
from hypothesis import strategies as st

from wellhead.text import keys

PATHS = st.text(max_size=60).filter(lambda path: not path.endswith(".md"))
KINDS = st.from_regex(r"[a-z][a-z0-9_-]{0,31}", fullmatch=True)
FORBIDDEN = re.compile(r"[#\s\x00-\x1f\x7f-\x9f]")


@given(KINDS, PATHS)
@example("note", "a b/c#d%20")
@example("note", "Ä\u0308:x\u200b\ud800")
@example("note", "100%")
def test_a_made_key_gives_its_path_back(kind, path):
    parts = keys.parse_key(keys.make_key(kind, path))
    assert (parts.kind, parts.start, parts.end) == (kind, None, None)
    assert unquote(parts.path, errors="surrogatepass") == unicodedata.normalize("NFC", path)


@given(KINDS, PATHS)
def test_a_made_key_holds_nothing_that_breaks_a_line_or_a_span(kind, path):
    key = keys.make_key(kind, path)
    assert FORBIDDEN.search(key) is None
    assert key.encode("utf-8")
    assert unicodedata.is_normalized("NFC", key)
    assert keys.fault_of_key(key) == ""


@given(KINDS, PATHS, st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_hash_stands_only_before_a_span(kind, path, start, end):
    key = keys.make_key(kind, path)
    spanned = keys.span_key(key, start, end)
    assert spanned.count("#") == 1
    assert keys.parse_key(spanned) == (kind, keys.parse_key(key).path, start, end)


@given(PATHS)
def test_equal_names_in_other_forms_are_one_key(path):
    composed, taken_apart = (unicodedata.normalize(form, path) for form in ("NFC", "NFD"))
    assert keys.make_key("note", composed) == keys.make_key("note", taken_apart)


@given(PATHS, PATHS)
def test_different_paths_are_different_keys(one, other):
    same = unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    assert (keys.make_key("note", one) == keys.make_key("note", other)) == same


def test_case_is_kept_and_only_md_is_left_out():
    assert keys.make_key("note", "Trees/Oak.md") == "note:Trees/Oak"
    assert keys.make_key("note", "Trees/Oak.MD") == "note:Trees/Oak.MD"
    assert keys.make_key("text", "read me.txt") == "text:read%20me.txt"
    assert keys.make_key("note", "a.md.md") == "note:a.md"


def test_what_is_encoded():
    assert keys.encode_path("a%b#c d\te\nf\x00g\u00a0h") == "a%25b%23c%20d%09e%0Af%00g%C2%A0h"
    assert keys.encode_path("ü/日本:(x)~[y]") == "ü/日本:(x)~[y]"


@given(st.text(max_size=40))
def test_any_key_can_be_taken_apart(key):
    parts = keys.parse_key(key)
    whole = f"{parts.kind}:{parts.path}" if parts.kind or key.startswith(":") else parts.path
    assert key.startswith(whole)


def test_a_key_without_a_kind_is_all_path():
    assert keys.parse_key("just words") == ("", "just words", None, None)
    assert keys.parse_key("https://x.example/#a") == ("https", "//x.example/#a", None, None)
    assert keys.parse_key("note:a#1-") == ("note", "a#1-", None, None)
    assert keys.parse_key("note:a#1-2#3-4") == ("note", "a#1-2", 3, 4)


def test_a_free_key_stays_as_it_is():
    assert keys.free_key("note:a", "", set().__contains__) == "note:a"


def test_a_taken_key_gets_a_number():
    taken = {"note:a", "note:a~2"}
    assert keys.free_key("note:a", "", taken.__contains__) == "note:a~3"
    assert keys.free_key("note:a", "", {"note:a"}.__contains__) == "note:a~2"


def test_a_taken_key_gets_the_name_of_its_source_first():
    assert keys.free_key("note:a", "other vault", {"note:a"}.__contains__) == "note:other%20vault/a"
    taken = {"note:a", "note:other/a"}
    assert keys.free_key("note:a", "other", taken.__contains__) == "note:other/a~2"


def test_a_document_without_a_path_is_called_by_title_and_text():
    key = keys.titled_key("web", "  The Ferry: 2nd Quay! ", "text")
    assert re.fullmatch(r"web:the-ferry-2nd-quay~[0-9a-f]{8}", key)
    assert key != keys.titled_key("web", "  The Ferry: 2nd Quay! ", "other text")
    assert keys.titled_key("web", "!!", "text").startswith("web:untitled~")
    assert len(keys.titled_key("web", "x" * 500, "text")) < 80


@given(KINDS, st.text(max_size=80), st.text(max_size=20))
def test_a_titled_key_is_a_sound_key(kind, title, text):
    key = keys.titled_key(kind, title, text)
    assert FORBIDDEN.search(key) is None
    assert keys.fault_of_key(key) == ""
    assert keys.titled_key(kind, title, text) == key


def test_which_given_keys_are_refused():
    assert keys.fault_of_key("   ") == "an empty key"
    assert "control" in keys.fault_of_key("a\nb")
    assert "control" in keys.fault_of_key("a\ud800")
    assert "9000" in keys.fault_of_key("x" * 9000)
    assert keys.fault_of_key("anything goes: ü #tag") == ""


def test_kinds_are_lower_case_words():
    assert all(map(keys.is_kind, ("note", "web-page", "a1_b")))
    assert not any(map(keys.is_kind, ("", "Note", "1a", "a b", "ä", "x" * 33, "note\n")))
