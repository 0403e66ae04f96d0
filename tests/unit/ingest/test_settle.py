from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellhead.ingest.settle import draft_digest, first_words, given_role, settle, stem, wanted_key
from wellhead.model.document import Draft, Role, Source
from wellhead.model.kinds import TRUST
from wellhead.ports import FileStamp

FOLDER = Source(id=1, path="/vault", kind="folder")
FILE = Source(id=2, path="/vault/a.md", kind="file")


def test_a_file_is_called_by_its_path() -> None:
    made = settle(Draft(text="x"), source=FOLDER, path="deep/A note.md", stamp=FileStamp(), role=None, named=True)
    assert made.document.key == "note:deep/A%20note"
    assert (made.document.title, made.document.path, made.document.source) == ("A note", "deep/A note.md", 1)
    assert not made.by_key


def test_what_has_no_path_is_called_by_title_and_text() -> None:
    one = settle(Draft(text="call the digger"), source=FOLDER, path="", stamp=FileStamp(), role=None, named=False)
    assert one.document.key.startswith("note:call-the-digger~")
    assert one.document.title == "call the digger"
    assert one.by_key
    assert wanted_key(Draft(text="call the digger")) == one.document.key
    assert wanted_key(Draft(text="call the digger!")) != one.document.key
    assert wanted_key(Draft(text="x", key="my own: key")) == "my own: key"


def test_a_key_that_cannot_be_taken_is_left() -> None:
    made = settle(Draft(text="x", key="a\x00b"), source=FOLDER, path="a.md", stamp=FileStamp(), role=None, named=True)
    assert (made.document.key, made.by_key) == ("note:a", False)


def test_a_kind_is_a_word_or_nothing() -> None:
    for kind, wanted in (("book", "book"), ("Not A Kind", "note"), ("", "note"), ("x" * 99, "note")):
        made = settle(Draft(text="x", kind=kind), source=FOLDER, path="a.md", stamp=FileStamp(), role=None, named=True)
        assert made.document.kind == wanted


def test_only_a_folder_of_notes_holds_own_words() -> None:
    assert given_role(FOLDER, "markdown") is Role.OWN_NOTE
    assert given_role(FOLDER, "canvas") is Role.OWN_NOTE
    assert given_role(FOLDER, "text") is None
    assert given_role(FILE, "markdown") is None
    assert given_role(Source(path="/v", kind="folder", role=Role.EXCERPT), "markdown") is Role.EXCERPT


@given(
    st.sampled_from(["", "note", "chat", "summary", "ocr", "book"]), st.text(max_size=12) | st.sampled_from(list(Role))
)
def test_no_claim_raises_trust(kind: str, claim: str) -> None:
    plain = settle(Draft(text="x", kind=kind), source=FILE, path="a.md", stamp=FileStamp(), role=None, named=True)
    made = settle(
        Draft(text="x", kind=kind, role=claim), source=FILE, path="a.md", stamp=FileStamp(), role=None, named=True
    )
    assert TRUST[made.document.role] <= TRUST[plain.document.role]
    assert made.document.role is not Role.OWN_NOTE


def test_a_row_is_the_same_wherever_it_stands() -> None:
    one, two = Draft(text="x", title="t", line=3), Draft(text="x", title="t", line=9)
    assert draft_digest(one) == draft_digest(two)
    assert draft_digest(one) != draft_digest(Draft(text="x", title="t", tags=("a",)))


def test_short_names() -> None:
    assert [stem(path) for path in ("a/b.c.md", "a/README", ".hidden")] == ["b.c", "README", ".hidden"]
    assert first_words("\n\n  a title \nmore") == "a title"
    assert len(first_words("word " * 50)) <= 81
