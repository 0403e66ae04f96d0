"""Throw-away libraries: one for a whole corpus, or one for the documents of each question.

Kept in a folder they serve the next run; without one they lie in the system's temporary folder and are gone when the
run is over, however it ends. A library is built aside and moved into its place whole.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from wellhead.evals.corpus import Corpus, Stack
from wellhead.files import cannot_write, make_folder
from wellhead.library import Library
from wellhead.model.events import Observer, ignore

NewLibrary = Callable[[Path], Library]


class Pools:
    """Libraries of one corpus. `stamp` is everything besides the documents that a library is made from."""

    def __init__(
        self, corpus: Corpus, new_library: NewLibrary, place: Path, stamp: str, emit: Observer, *, kept: bool
    ) -> None:
        self._corpus, self._new, self._place, self._stamp = corpus, new_library, place, stamp
        self._emit, self._kept = emit, kept
        self.not_taken = 0

    @contextmanager
    def library(self, stack: Stack = ()) -> Iterator[Library]:
        """The library of the whole corpus, or of one stack; taken away afterwards unless it is kept."""
        folder = self._place / self._name(stack)
        if not folder.exists():
            self._build(folder, stack)
        try:
            with self._new(folder) as library:
                self.not_taken += self._corpus.missing(library, stack)
                yield library
        finally:
            if not self._kept:
                shutil.rmtree(folder, ignore_errors=True)

    def _name(self, stack: Stack) -> str:
        said = "\n".join([self._stamp, *(f"{docid}\t{created}" for docid, created in stack)])
        return sha256(said.encode("utf-8", "replace")).hexdigest()[:32]

    def _build(self, folder: Path, stack: Stack) -> None:
        aside = Path(tempfile.mkdtemp(prefix=".building-", dir=self._place))
        try:
            with self._new(aside) as library:
                library.create(insist=True)
                self._corpus.fill(library, stack, ignore if stack else self._emit)
            _move(aside, folder)
        finally:
            shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def pools(
    corpus: Corpus, new_library: NewLibrary, *, stamp: str, cache: Path | None, emit: Observer = ignore
) -> Iterator[Pools]:
    """Libraries below `cache`, or below a temporary folder that ends with the block; `emit` sees large ones grow."""
    if cache is not None:
        make_folder(cache)
        yield Pools(corpus, new_library, cache, stamp, emit, kept=True)
        return
    with tempfile.TemporaryDirectory(prefix="wellhead-eval-") as place:
        yield Pools(corpus, new_library, Path(place), stamp, emit, kept=False)


def _move(aside: Path, folder: Path) -> None:
    """Another process may have built the same meanwhile: theirs is as good."""
    try:
        os.rename(aside, folder)
    except OSError as error:
        if not folder.is_dir():
            raise cannot_write(error, folder) from error
