import contextlib
import json
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellhead.errors import BadInput, NotFound, WellheadError
from wellhead.evals import layout


def lines(path, *rows):
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def test_documents_by_their_ids(tmp_path):
    path = lines(
        tmp_path / "corpus.jsonl",
        {"id": "a", "title": "Oak", "text": "an oak", "meta": {"date": "2023/05/20", "answer": "never read"}},
        "",
        {"_id": 7, "text": "a\u2028b", "tags": ["tree"], "links": [{"to": "a"}]},
    )
    found = layout.documents(path)
    assert list(found) == ["a", "7"]
    assert (found["a"].title, found["a"].meta.date) == ("Oak", "2023/05/20")
    assert (found["7"].text, found["7"].tags, found["7"].links[0].to) == ("a\u2028b", ("tree",), "a")


def test_packed_files_are_read_alike(tmp_path):
    path = tmp_path / "corpus.jsonl.xz"
    path.write_bytes(lzma.compress(b'\xef\xbb\xbf{"id": "a", "text": "an oak"}\n'))
    assert layout.documents(path)["a"].text == "an oak"


def test_questions_with_their_gold(tmp_path):
    meta = {"abstention": True, "question_date": "2023/05/20 (Sat) 01:22", "source": ["a", 3], "conversation": "c1"}
    path = lines(
        tmp_path / "queries.jsonl",
        {"id": "q1", "text": "which oak", "type": "tree", "meta": meta},
        {"id": "q2", "text": "which elm", "meta": None},
        {"id": "q3", "text": "which ash", "meta": {"source": "b"}},
    )
    one, two, three = layout.questions(path, {"q1": {"a": 1}, "q2": {"a": 0}, "q3": {"a": 2}})
    assert (one.type, one.abstention, one.left_out, one.cluster) == ("tree", True, ("a",), "c1")
    assert (one.asked.year, three.left_out) == (2023, ("b",))
    assert [one.counts, two.counts, three.counts] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "gold"),
    [
        ("qid\tdocid\trel\nq1\ta b\t2\nq1\tc\t0\n", {"q1": {"a b": 2, "c": 0}}),
        ("q1\ta\t1\n\nq2\ta\t-1\n", {"q1": {"a": 1}, "q2": {"a": -1}}),
        ("q1 0 a 1\nq1 Q0 b 3\n", {"q1": {"a": 1, "b": 3}}),
        ("qid\tdocid\trel\r\nq1\ta\t1\r\nq1\ta\t0\r\n", {"q1": {"a": 0}}),
        ("", {}),
    ],
)
def test_qrels(tmp_path, text, gold):
    path = tmp_path / "qrels.tsv"
    path.write_bytes(text.encode())
    assert layout.qrels(path) == gold


@pytest.mark.parametrize(
    ("text", "line"), [("q1\ta\tone\n", 1), ("q1 a\n", 1), ("q1\ta\t" + "9" * 30, 1), ("q1\ta\t1\nq1\n", 2)]
)
def test_a_bad_judgment_is_told_with_its_line(tmp_path, text, line):
    path = tmp_path / "qrels.tsv"
    path.write_text("h\th\th\n" + text, encoding="utf-8")
    with pytest.raises(BadInput, match=f"qrels.tsv, line {line + 1}"):
        layout.qrels(path)


def test_haystacks(tmp_path):
    path = lines(
        tmp_path / "haystacks.jsonl", {"id": "q1", "haystack": [["a", "2023/05/20 (Sat) 01:22"], "b", ["a", "later"]]}
    )
    assert layout.haystacks(path, {"a": 1, "b": 1}) == {"q1": (("a", "2023-05-20T01:22:00"), ("b", ""))}
    with pytest.raises(BadInput, match="line 1: no document of the corpus has the id 'b'"):
        layout.haystacks(path, {"a": 1})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("{", "not JSON"),
        ("[]", "Expected `object`"),
        ('{"id": "a"}', "`text`"),
        ('{"id": "a", "text": null}', "text"),
        ('{"text": "no id"}', "needs an id"),
        ('{"id": " ", "text": "x"}', "needs an id"),
        ('{"id": "a", "text": "x", "tags": [1]}', "tags"),
        ('{"id": "one", "text": "again"}', "stands twice"),
        ('{"id": "a", "text": "\\ud800"}', "not JSON"),
        ('{"id": "a", "text": "x", "meta": {"date": ' + "[" * 100_000, "line 2"),
    ],
)
def test_a_bad_row_is_told_with_its_file_and_line(tmp_path, row, why):
    path = lines(tmp_path / "corpus.jsonl", {"id": "one", "text": "x"}, row)
    with pytest.raises(BadInput, match=r"corpus\.jsonl, line 2") as caught:
        layout.documents(path)
    assert why in caught.value.message


def test_a_file_that_holds_nothing_is_told(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="holds no documents"):
        layout.documents(path)
    with pytest.raises(BadInput, match="holds no questions"):
        layout.questions(path, {})
    with pytest.raises(NotFound, match="there is no file"):
        layout.documents(tmp_path / "nowhere.jsonl")


def test_a_torn_packed_file_is_told(tmp_path):
    whole = lzma.compress(json.dumps({"id": "a", "text": "oak " * 1_000}).encode())
    for name, data in [("torn.jsonl.xz", whole[:-20]), ("none.jsonl.xz", b"no archive at all")]:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(BadInput):
            layout.documents(path)


@given(
    data=st.one_of(st.binary(max_size=200), st.text(alphabet='{}[]":,idtexqrl\t\n 0129-', max_size=200).map(str.encode))
)
def test_no_bytes_do_more_than_be_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("hostile") / "file"
    path.write_bytes(data)
    readers = (
        layout.documents,
        layout.qrels,
        lambda file: layout.questions(file, {}),
        lambda file: layout.haystacks(file, {}),
    )
    for read in readers:
        with contextlib.suppress(WellheadError):
            assert read(path) is not None
