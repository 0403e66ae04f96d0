import json

from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.document import Link, Role
from wellhead.model.events import BatchCommitted, FilesFound, ImportFinished, ImportStarted
from wellhead.model.receipt import Receipt
from wellhead.model.state import Check
from wellhead.wire import checks, encode, errors, progress

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.tuples(inner, inner), st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)
ANY_TEXT = st.text(alphabet=st.characters(), max_size=20)


def plain(value):
    return json.loads(json.dumps(value))


@given(VALUES)
def test_plain_values_are_json(value):
    data = encode.encode(value)
    assert json.loads(data) == plain(value)
    assert b"\n" not in data


@given(
    st.dictionaries(st.text(alphabet=st.sampled_from("a\ud800b"), max_size=3), st.lists(st.text(alphabet="x\udcffy")))
)
def test_half_a_surrogate_pair_leaves_as_a_replacement(value):
    data = encode.encode({"outer": (value, [Link(to="\ud800")])})
    assert data.decode("utf-8")
    assert "outer" in json.loads(data)


def test_every_place_of_a_hostile_name_is_mended():
    data = encode.encode({"\ud800": ("\udcff", {"a": ["\udfff", {"b": "\ud800"}]}), "role": Role.CHAT})
    assert json.loads(data) == {"?": ["?", {"a": ["?", {"b": "?"}]}], "role": "chat"}


def test_an_object_opens_with_its_version():
    assert encode.encode(encode.versioned({"a": 1})) == b'{"schema_version":1,"a":1}'


def test_indented_is_the_same_json():
    data = encode.encode({"a": [1, {"b": "ü"}]})
    assert json.loads(encode.indented(data)) == json.loads(data)
    assert b"\n" in encode.indented(data)


def test_the_shape_of_an_error():
    assert errors.to_v1("no_library", "there is none", "make one") == {
        "schema_version": 1,
        "error": {"code": "no_library", "message": "there is none", "hint": "make one"},
    }


def test_the_shape_of_findings():
    found = json.loads(encode.encode(checks.to_v1([Check(name="sqlite", status="ok", evidence="3.54.1")])))
    assert found == {
        "schema_version": 1,
        "checks": [{"name": "sqlite", "status": "ok", "evidence": "3.54.1", "fix": ""}],
    }


def test_the_shape_of_progress():
    events = [
        ImportStarted(path="/notes"),
        FilesFound(found=3),
        BatchCommitted(done=2, found=3, keys=("note:a",)),
        ImportFinished(path="/notes", receipt=Receipt(found=3)),
    ]
    assert [json.loads(encode.encode(progress.to_v1(event))) for event in events] == [
        {"schema_version": 1, "event": "import_started", "path": "/notes"},
        {"schema_version": 1, "event": "files_found", "found": 3},
        {"schema_version": 1, "event": "batch_committed", "done": 2, "found": 3, "keys": ["note:a"]},
        {"schema_version": 1, "event": "import_finished", "path": "/notes"},
    ]
    assert progress.step_to_v1(1, 2) == {"schema_version": 1, "event": "step", "done": 1, "total": 2}
