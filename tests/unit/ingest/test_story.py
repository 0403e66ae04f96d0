from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.unit.ingest.conftest import NOW
from wellhead import adapters
from wellhead.library import Library
from wellhead.model.options import AddOptions, BatchLimits, Settings
from wellhead.model.receipt import Receipt, Status

PATHS = st.sampled_from(("a.md", "b.md", "c.txt", "deep/a.md", "deep/d.md", "deep/er/e.md", "wide/a.md", "wide/f.txt"))
FOLDERS = st.sampled_from(("deep", "deep/er", "wide", "new"))
PATTERNS = st.sampled_from(("b.md", "wide/", "deep/er/", "*.txt"))
FEW = st.integers(1, 3)


class Held(NamedTuple):
    """What a library holds of one document; `place` is where its file lies."""

    place: str
    text: str
    stale: bool
    tags: tuple[str, ...]
    title: str
    role: str


class Moment(NamedTuple):
    """Everything that undo has to bring back."""

    documents: dict[str, Held]
    sources: frozenset[tuple[str, str, tuple[str, ...]]]
    left_out: frozenset[str]


class Story(RuleBasedStateMachine):
    """A vault that a person works in, and a library that is kept in step with it."""

    @initialize(batch=FEW, first=st.lists(PATHS, max_size=5, unique=True), added=st.sampled_from(("", ".", "deep")))
    def begin(self, batch: int, first: list[str], added: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="wellhead-story-")).resolve()
        self.vault = self.home / "vault"
        self.vault.mkdir()
        folder = self.home / "library"
        self.library = Library(
            folder,
            adapters.engine(folder),
            importers=adapters.importers(),
            settings=Settings(batch=BatchLimits(documents=batch)),
            now=lambda: NOW,
        )
        self.clock = 0
        self.words: set[str] = set()
        self.left_out: set[str] = set()  # removed by the person, and still on disk
        self.before: Moment | None = None  # what undo is to bring back
        for path in first:
            self.write(path, titled=path.endswith("a.md"))
        if added and (self.vault / added).is_dir():
            place = str((self.vault / added).resolve())
            self.imported(lambda options: self.library.add(place, options=options), place)

    def teardown(self) -> None:
        if hasattr(self, "library"):
            self.library.close()
            shutil.rmtree(self.home)

    # --- the person works ---------------------------------------------------------------------------------------

    def word(self) -> str:
        """A word that no text has had before."""
        number, letters = len(self.words), ""
        for _ in range(4):
            number, place = divmod(number, 17)
            letters += "bcdfghjklmnpqrtvz"[place] + "ao"[place % 2]
        self.words.add(letters)
        return letters

    def put(self, path: str, data: bytes) -> None:
        place = self.vault / path
        if place.is_dir() or any(each.is_file() for each in place.parents):
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        self.touched(place)

    def touched(self, place: Path) -> None:
        """Every change has a time of its own: no test hangs on the grain of the file system's clock."""
        self.clock += 1
        os.utime(place, ns=(self.clock * 10**9, self.clock * 10**9))

    @rule(path=PATHS, titled=st.booleans())
    def write(self, path: str, titled: bool) -> None:
        title = f"# {self.word()}\n\n" if titled else ""
        self.put(path, f"{title}about {self.word()} and [[a]] #tag{len(self.words) % 3}\n".encode())

    @rule(path=PATHS, bad=st.sampled_from((b"", b" \n", b"\x00\x01\x02", b"caf\xe9 \xff")))
    def spoil(self, path: str, bad: bytes) -> None:
        self.put(path, bad)

    @rule(path=PATHS)
    def touch(self, path: str) -> None:
        if (self.vault / path).is_file():
            self.touched(self.vault / path)

    @rule(path=PATHS)
    def delete(self, path: str) -> None:
        (self.vault / path).unlink(missing_ok=True)

    @rule(old=PATHS, new=PATHS, again=st.booleans())
    def rename(self, old: str, new: str, again: bool) -> None:
        if (self.vault / old).is_file() and not (self.vault / new).exists():
            (self.vault / new).parent.mkdir(parents=True, exist_ok=True)
            (self.vault / old).rename(self.vault / new)
            if again:
                self.write(old, titled=False)

    @rule(old=PATHS, new=PATHS)
    def copy(self, old: str, new: str) -> None:
        if (self.vault / old).is_file():
            self.put(new, (self.vault / old).read_bytes())

    @rule(one=PATHS, two=PATHS)
    def swap(self, one: str, two: str) -> None:
        if one != two and (self.vault / one).is_file() and (self.vault / two).is_file():
            aside = self.home / "aside"
            (self.vault / one).rename(aside)
            (self.vault / two).rename(self.vault / one)
            aside.rename(self.vault / two)

    @rule(old=FOLDERS, new=FOLDERS)
    def move_folder(self, old: str, new: str) -> None:
        if (self.vault / old).is_dir() and not (self.vault / new).exists() and not new.startswith(old):
            (self.vault / new).parent.mkdir(parents=True, exist_ok=True)
            (self.vault / old).rename(self.vault / new)

    # --- and the library follows --------------------------------------------------------------------------------

    def state(self) -> dict[str, Held]:
        if not self.library.exists():
            return {}
        return {
            each.key: Held(
                self.library.location(each), each.text, bool(each.stale), each.tags, each.title, each.role.value
            )
            for each in self.library.documents()
        }

    def moment(self) -> Moment:
        sources = self.library.sources.list() if self.library.exists() else ()
        found = frozenset((source.path, source.kind, source.exclude) for source in sources)
        return Moment(self.state(), found, frozenset(self.left_out))

    def readable(self) -> dict[str, str]:
        """What a whole import has to bring in."""
        found = {}
        for place in self.vault.rglob("*"):
            try:
                text = place.read_bytes().decode() if place.is_file() else ""
            except UnicodeDecodeError:
                continue
            if text.strip() and "\x00" not in text:
                found[str(place)] = text
        return found

    @rule(dry=st.booleans())
    def add(self, dry: bool) -> None:
        self.imported(lambda options: self.library.add(self.vault, options=options), str(self.vault), dry=dry)

    @rule(folder=FOLDERS, dry=st.booleans())
    def add_folder(self, folder: str, dry: bool) -> None:
        if (self.vault / folder).is_dir():
            place = str(self.vault / folder)
            self.imported(lambda options: self.library.add(place, options=options), place, dry=dry)

    @rule(path=PATHS)
    def add_file(self, path: str) -> None:
        if (self.vault / path).is_file():
            place = str(self.vault / path)
            self.left_out.discard(place)
            self.imported(lambda options: self.library.add(place, options=options), place, dry=False)

    @rule()
    def sync(self) -> None:
        if self.library.exists():
            self.imported(lambda options: self.library.sync(options=options), "", dry=False)

    @rule(pattern=PATTERNS, undone=st.booleans())
    def exclude(self, pattern: str, undone: bool) -> None:
        """Left out for one import, and taken in again by undo or by the next one."""
        before = self.moment()
        self.library.add(self.vault, options=AddOptions(exclude=(pattern,)))
        assert before.documents.keys() <= self.state().keys()
        self.left_out = {path for path in self.left_out if Path(path).exists()}
        if undone:
            self.library.undo()
            assert self.moment()[:2] == before[:2]
        else:
            self.imported(lambda _: self.library.add(self.vault, options=AddOptions(exclude=("-",))), str(self.vault))
        self.before = None

    def imported(self, run: Callable[[AddOptions], Receipt], place: str, *, dry: bool = False) -> None:
        before = self.moment()
        rehearsed = None
        if dry:
            rehearsed = run(AddOptions(dry_run=True))
            assert self.moment() == before
        receipt = run(AddOptions())
        after = self.moment()
        self.check_receipt(receipt)
        if rehearsed is not None and before.sources == after.sources:
            assert counts(rehearsed) == counts(receipt)
        self.check_import(before.documents, after.documents, place)
        if before[:2] != after[:2]:
            self.changed(before)
        seq = self.library.status().seq
        again = run(AddOptions())
        self.check_receipt(again)
        assert (again.found, again.indexed, again.renamed, again.stale) == (receipt.found, 0, 0, 0)
        assert (again.skipped, again.failed) == (receipt.skipped, receipt.failed)
        assert (self.library.status().seq, self.moment()[:2]) == (seq, after[:2])

    def changed(self, before: Moment) -> None:
        self.before = before

    def check_receipt(self, receipt: Receipt) -> None:
        parts = receipt.indexed + receipt.unchanged + receipt.renamed + receipt.skipped + receipt.failed
        assert receipt.found == parts
        shown = [each for each in receipt.files if each.status not in (Status.STALE, Status.REMOVED)]
        assert len({each.path for each in shown}) == len(shown) or len(self.library.sources.list()) > 1

    def check_import(self, before: dict[str, Held], after: dict[str, Held], place: str) -> None:
        assert before.keys() <= after.keys()
        sources = {source.path for source in self.library.sources.list()}
        asked: Collection[str] = (place,) if place else sources
        readable = self.readable()
        self.left_out -= {path for path in self.left_out if self.covers(asked, path) and not Path(path).exists()}
        fresh = {held.place: held for held in after.values() if not held.stale}
        assert len(fresh) == sum(not held.stale for held in after.values())
        for path, text in readable.items():
            if self.covers(asked, path):
                assert (fresh[path].text if path in fresh else None) == (None if path in self.left_out else text)
        for held in after.values():
            assert held.stale or Path(held.place).exists() or not self.covers(asked, held.place)
        self.check_renames(before, after, readable)

    def covers(self, asked: Collection[str], path: str) -> bool:
        """Whether an import of these places looked at a path; a place that is not there today is not looked at."""
        return any((path == each or path.startswith(f"{each}/")) and Path(each).exists() for each in asked)

    def check_renames(self, before: dict[str, Held], after: dict[str, Held], readable: dict[str, str]) -> None:
        """A text that was in one document, and now lies in one new file, is that document under its new path."""
        places = {held.place for held in before.values()}
        for key, held in before.items():
            if Path(held.place).exists() or [each.text for each in before.values()].count(held.text) > 1:
                continue
            new = [path for path, text in readable.items() if text == held.text]
            if len(new) == 1 and new[0] not in places and new[0] in {each.place for each in after.values()}:
                assert after[key].place in (new[0], held.place)

    @precondition(lambda self: self.library.exists())
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        moment, before = self.moment(), self.state()
        if not before:
            return
        key = data.draw(st.sampled_from(sorted(before)))
        self.changed(moment)
        assert self.library.remove([key]).removed == 1
        after = self.state()
        assert after == {each: held for each, held in before.items() if each != key}
        if not before[key].stale:
            self.left_out.add(before[key].place)

    @precondition(lambda self: self.library.exists())
    @rule()
    def prune(self) -> None:
        moment, before = self.moment(), self.state()
        receipt = self.library.prune()
        assert receipt.removed == sum(held.stale for held in before.values())
        assert self.state() == {key: held for key, held in before.items() if not held.stale}
        if receipt.removed:
            self.changed(moment)

    @precondition(lambda self: self.before is not None)
    @rule()
    def undo(self) -> None:
        assert self.before is not None
        before, self.before = self.before, None
        self.library.undo()
        assert self.moment()[:2] == before[:2]
        self.left_out &= before.left_out

    @precondition(lambda self: self.library.exists())
    @rule()
    def reindex(self) -> None:
        found = {held.text: self.found(held.text) for held in self.state().values()}
        self.library.reindex()
        assert found == {held.text: self.found(held.text) for held in self.state().values()}

    def found(self, text: str) -> list[tuple[str, float]]:
        word = next(word for word in text.split() if word in self.words)
        found = self.library.search(word, lanes=["lexical"])  # former names go on leading to documents
        return [(hit.key, round(hit.score, 6)) for hit in found.results]

    @invariant()
    def everything_is_found_and_nothing_else(self) -> None:
        if not hasattr(self, "library"):
            return
        held = self.state()
        for text in {each.text for each in held.values()}:
            assert {key for key, _ in self.found(text)} == {key for key in held if held[key].text == text}
        assert not self.library.exists() or self.library.status().watermark == self.library.status().seq


def counts(receipt: Receipt) -> dict[str, object]:
    return {
        name: value
        for name, value in msgspec.structs.asdict(receipt).items()
        if name not in ("seconds", "dry_run", "notes", "files")
    }


TestStory = Story.TestCase
TestStory.settings = settings(max_examples=80, stateful_step_count=30)
