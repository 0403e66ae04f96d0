"""What every importer keeps to, ours and other people's: subclass it and give the fixtures `importer` and `files`.

    class TestMine(ImporterContract):
        @pytest.fixture
        def importer(self): return MyImporter()

        @pytest.fixture
        def files(self): return {"a.mine": b"..."}

`files` are names and bytes that the importer takes. Nothing here touches the disk.
"""

from __future__ import annotations

import io
from collections.abc import Mapping

from wellhead.errors import BadInput
from wellhead.model.document import BadRow, Draft, Role
from wellhead.model.kinds import TRUST, settled_role
from wellhead.ports import Importer

_HEAD = 4096


def _read(importer: Importer, data: bytes, path: str) -> list[Draft | BadRow]:
    return list(importer.read(io.BytesIO(data), path))


def _drafts(importer: Importer, files: Mapping[str, bytes]) -> list[Draft]:
    return [each for path, data in files.items() for each in _read(importer, data, path) if isinstance(each, Draft)]


class ImporterContract:
    """Pytest collects a subclass whose name begins with Test."""

    def test_it_has_a_name_and_endings(self, importer: Importer) -> None:
        """An importer is called by one lower-case word and takes files by their lower-case endings."""
        assert importer.name.isidentifier()
        assert importer.name == importer.name.lower()
        assert all(each.startswith(".") and each == each.lower() for each in importer.extensions)
        assert isinstance(importer.rows, bool)

    def test_it_accepts_its_own_files(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """An importer accepts each of its sample files, wherever the file lies and however its ending is written."""
        for path, data in files.items():
            assert importer.accepts(path, data[:_HEAD])
            assert importer.accepts(f"some where/{path.upper()}", data[:_HEAD])

    def test_it_leaves_other_files(self, importer: Importer) -> None:
        """An importer does not accept a picture, nor a file without an ending."""
        assert not importer.accepts("picture.png", b"\x89PNG\r\n\x1a\n\x00\x00")
        assert not importer.accepts("Makefile", b"all:\n")

    def test_it_reads_each_sample(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """Each sample gives at least one draft with a text in it."""
        for path, data in files.items():
            texts = [each.text for each in _read(importer, data, path) if isinstance(each, Draft)]
            assert any(text.strip() for text in texts)

    def test_it_reads_the_same_twice(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """The same bytes under the same name give the same drafts every time."""
        assert files
        for path, data in files.items():
            assert _read(importer, data, path) == _read(importer, data, path)

    def test_rows_are_numbered(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """A file of rows says the line of each draft in rising order, and any other file is one draft."""
        for path, data in files.items():
            lines = [each.line for each in _read(importer, data, path)]
            assert lines == (sorted(set(lines)) if importer.rows else [0])
            assert not importer.rows or min(lines) >= 1

    def test_places_lie_in_the_text(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """Headings, links and anchors stand in order, and none of them runs over the end of the text."""
        for draft in _drafts(importer, files):
            end = len(draft.text)
            starts = [heading.start for heading in draft.headings]
            assert starts == sorted(set(starts))
            assert all(0 <= start < end for start in starts)
            assert all(start == 0 or draft.text[start - 1] == "\n" for start in starts)
            assert all(0 <= link.start <= link.end <= end for link in draft.links)
            assert all(0 <= anchor.start <= end for anchor in draft.anchors)

    def test_headings_stand_where_they_say(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """The first word of each heading is found on the line that the heading names, or on the next."""
        for draft in _drafts(importer, files):
            for heading in draft.headings:
                assert 1 <= heading.level <= 6
                assert heading.title.split()[0] in "\n".join(draft.text[heading.start :].split("\n", 2)[:2])

    def test_names_are_told_apart(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """Tags and aliases are not empty, hold no line ends, and none is there twice."""
        for draft in _drafts(importer, files):
            for names in (draft.tags, draft.aliases):
                assert all(name.strip() == name != "" and "\n" not in name for name in names)
                assert len({name.casefold() for name in names}) == len(names)

    def test_no_claim_raises_trust(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """Whatever a file says of its own role, settling it never goes above what the person gave or the kind has."""
        for draft in _drafts(importer, files):
            for given in (None, *Role):
                settled = settled_role(draft.kind or "note", draft.role, given)
                assert TRUST[settled] <= TRUST[settled_role(draft.kind or "note", "", given)]

    def test_garbage_is_refused_in_words(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """Bytes that mean nothing give BadInput or a bad row with a sentence, never another error."""
        path = next(iter(files))
        for data in (b"\xff\xfe\xfd", b"\x00" * 5000, b"\x80\x81\n" * 50, bytes(range(256)) * 4, b"\xef\xbb\xbf", b""):
            assert all(_speaks(each) for each in _attempt(importer, data, path))

    def test_broken_samples_are_survived(self, importer: Importer, files: Mapping[str, bytes]) -> None:
        """A sample cut off at any place, or with any byte of it changed, is read, or refused in words."""
        for path, data in files.items():
            step = max(1, len(data) // 200)
            for place in range(0, len(data), step):
                changed = data[:place] + bytes([data[place] ^ 0x80]) + data[place + 1 :]
                assert all(_speaks(each) for each in _attempt(importer, data[:place], path))
                assert all(_speaks(each) for each in _attempt(importer, changed, path))


def _attempt(importer: Importer, data: bytes, path: str) -> list[Draft | BadRow]:
    try:
        return _read(importer, data, path)
    except BadInput as error:
        return [BadRow(line=0, reason=error.message)]


def _speaks(each: Draft | BadRow) -> bool:
    return isinstance(each, Draft) or len(each.reason.split()) > 1
