from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import wellhead
from wellhead.errors import BadInput, CannotWrite, NoLibrary, NotFound, UnsafePlace, UsageError
from wellhead.model.document import Document
from wellhead.model.events import Event


@pytest.fixture
def library(tmp_path: Path) -> Iterator[wellhead.Library]:
    with wellhead.open(tmp_path / "library") as made:
        yield made


def test_reading_what_is_not_there_says_so(library: wellhead.Library) -> None:
    for read in (
        lambda: library.search("x"),
        lambda: library.get("note:x"),
        library.status,
        lambda: library.remove(["x"]),
    ):
        with pytest.raises(NoLibrary):
            read()
    assert not library.folder.exists()


def test_made_once_and_private(library: wellhead.Library) -> None:
    assert library.create() is True
    assert library.create() is False
    assert library.folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in library.folder.iterdir()} == {0o600}


def test_a_synced_folder_is_refused_unless_one_insists(tmp_path: Path) -> None:
    with wellhead.open(tmp_path / "Dropbox" / "library") as library:
        with pytest.raises(UnsafePlace):
            library.add([Document(text="x")])
        assert not library.folder.exists()
        assert library.create(insist=True)
        assert library.add([Document(text="x")]).indexed == 1


def test_names_topics_and_neighbours(library: wellhead.Library) -> None:
    library.add(
        [Document(key="note:a", title="Weir Mill", text="It stood by the bridge of Ada Quill.", tags=("river",))]
    )
    library.add([Document(key="note:b", title="b", text="Then Ada Quill saw Weir Mill.", tags=("river",))])
    assert [each.name for each in library.entities()] == ["Ada Quill"]
    assert library.entities("weir mill").key == "note:a"
    assert [(each.name, each.documents) for each in library.topics().tags] == [("river", 2)]
    assert library.topics("river").count == 2
    assert [each.key for each in library.related("note:a")] == ["note:b"]
    for read in (
        lambda limit: library.entities(limit=limit),
        lambda limit: library.entities("b", limit=limit),
        lambda limit: library.topics(limit=limit),
        lambda limit: library.topics("b", limit=limit),
        lambda limit: library.related("note:a", limit=limit),
    ):
        for limit in (0, -1, 1_001):
            with pytest.raises(UsageError):
                read(limit)
    with pytest.raises(NotFound, match="note:aa"):
        library.related("note:aa")


def test_a_search_can_be_filtered(library: wellhead.Library) -> None:
    library.add([Document(key=f"note:{tag}", text="oak", tags=(tag,), created="2025-03-01") for tag in "abc"])
    keys = [hit.key for hit in library.search("oak", filters={"tag": ["a", "b"], "-tag": "a"}).results]
    assert keys == ["note:b"]
    assert len(library.search("oak tag:a", filters={"before": "2025-03-02"}).results) == 1
    for wrong in ({"colour": "red"}, {"after": "soon"}):
        with pytest.raises(UsageError):
            library.search("oak", filters=wrong)


def test_a_day_is_one_of_the_librarys_zone(tmp_path: Path) -> None:
    late = Document(key="note:late", text="oak", created="2025-03-01T23:30:00-05:00")
    asked = datetime(2025, 3, 2, 20, 0, tzinfo=UTC)
    for zone, found in (("America/New_York", 0), ("Europe/Lisbon", 1), ("Asia/Tokyo", 0)):
        with wellhead.open(tmp_path / zone.replace("/", "-"), timezone=zone) as library:
            library.add([late])
            assert len(library.search("oak after:today", asked=asked).results) == found, zone
            assert len(library.search("oak after:2025-03-02 before:2025-03-03").results) == (zone != "America/New_York")


def test_a_moment_without_a_zone_is_on_the_librarys_clock(tmp_path: Path) -> None:
    with wellhead.open(tmp_path / "library", timezone="Asia/Tokyo") as library:
        library.create()
        found = library.search("yesterday", asked=datetime(2025, 3, 2, 0, 30))
        assert found.query.days[0].start == "2025-03-01"
        found = library.search("yesterday", asked=datetime(2025, 3, 2, 20, 0, tzinfo=UTC))
        assert found.query.days[0].start == "2025-03-02"


def test_a_zone_that_is_none_is_refused_when_days_are_read(tmp_path: Path) -> None:
    with wellhead.open(tmp_path / "library", timezone="Mars/Olympus") as library:
        library.create()
        with pytest.raises(UsageError, match="Mars/Olympus"):
            library.search("yesterday")


def test_get_and_span(library: wellhead.Library) -> None:
    library.add([Document(key="note:a", text="zero one two")])
    assert library.get("note:a").text == "zero one two"
    assert library.span("note:a") == "zero one two"
    assert library.span("note:a#5-8") == "one"
    assert [chunk.end for chunk in library.chunks("note:a")] == [12]
    with pytest.raises(BadInput, match="past the text"):
        library.span("note:a#5-99")
    for read in (library.chunks, library.links, library.backlinks):
        assert read("note:a") is not None
        with pytest.raises(NotFound) as caught:
            read("note:aa")
        assert "note:a" in caught.value.hint
    for wrong in ("note:b", "note:b#1-2"):
        with pytest.raises(NotFound) as caught:
            library.span(wrong)
        assert "note:a" in caught.value.hint
    with pytest.raises(NotFound):
        library.chunks("note:b")


def test_a_key_that_ends_like_a_span_is_a_key(library: wellhead.Library) -> None:
    library.add([Document(key="x#1-2", text="the whole"), Document(key="x", text="abc")])
    assert library.span("x#1-2") == "the whole"


def test_options_of_one_call(library: wellhead.Library) -> None:
    library.add([Document(key=f"note:{n}", text=f"lantern number {n}") for n in range(9)])
    assert len(library.search("lantern", limit=4).results) == 4
    assert library.search("lantern", mode="balanced", semantic=False).mode == "balanced"
    with pytest.raises(UsageError, match="deep"):
        library.search("lantern", mode="deep")
    for limit in (0, -1, 10_000):
        with pytest.raises(UsageError, match="limit"):
            library.search("lantern", limit=limit)


def test_observers_hear_every_call(tmp_path: Path) -> None:
    heard: list[Event] = []
    told: list[Event] = []
    with wellhead.open(tmp_path / "library", observers=[heard.append]) as library:
        library.add([Document(text="x")], emit=told.append)
    assert heard == told
    assert len(heard) >= 3


def test_many_threads(library: wellhead.Library) -> None:
    faults: list[Exception] = []

    def work(number: int) -> None:
        try:
            for n in range(5):
                library.add([Document(key=f"note:{number}-{n}", text=f"kettle {number} {n}")])
                assert library.search(f"kettle {number} {n}").results
        except Exception as error:
            faults.append(error)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert faults == []
    assert library.status().documents == 20


def test_closed_and_used_again(library: wellhead.Library) -> None:
    library.add([Document(key="note:a", text="x")])
    library.close()
    assert library.get("note:a").text == "x"


def test_settings_by_name(tmp_path: Path) -> None:
    with wellhead.open(tmp_path, search_limit=3) as library:
        assert library.settings.search.limit == 3
    with pytest.raises(UsageError):
        wellhead.open(tmp_path, nonsense=3)


def test_what_cannot_be_added_makes_no_library(library: wellhead.Library, tmp_path: Path) -> None:
    for what in (tmp_path / "nowhere", library.folder / "inside.md"):
        with pytest.raises(BadInput):
            library.add(what)
    assert not library.folder.exists()


def test_a_folder_with_notes_in_it_becomes_no_library(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("oak", encoding="utf-8")
    with wellhead.open(tmp_path) as library:
        with pytest.raises(CannotWrite, match=r"holds notes \(a\.md\)"):
            library.create()
        assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
        assert library.create(insist=True)
