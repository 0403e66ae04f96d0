"""`export`, `backup` and `restore`: the library as rows, as one file, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO, cast

import click

from wellhead import app
from wellhead.care.unpack import manifest_of, opened_tar
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.render.numbers import counted, size
from wellhead.render.printable import printable_json
from wellhead.wire.documents import row_fields
from wellhead.wire.encode import versioned


@verb(
    "export",
    lists=True,
    examples=(
        ("wellhead export > documents.jsonl", "every document; `add documents.jsonl` reads it"),
        ("wellhead export documents.jsonl", "the same, into a private file that is there whole or not at all"),
    ),
)
@click.argument("file", required=False)
def export(session: Session, file: str | None) -> None:
    """Write every document as a row of documents.jsonl.

    To standard output, or into FILE. A row holds the text and everything needed to have the document again anywhere.
    """
    if file is not None and file != "-":
        count = app.export(session.configuration(), Path(file))
        if session.json:
            session.object(versioned({"file": file, "documents": count}))
        else:
            session.out(f"wrote {counted(count, 'document')} to {session.style.name(file)}")
    elif session.json:
        session.object(versioned({"documents": _rows(session)}))
    else:
        sys.stdout.flush()
        count = app.export(
            session.configuration(), cast(BinaryIO, _Shown()) if sys.stdout.isatty() else sys.stdout.buffer
        )
        session.say(f"{counted(count, 'document')} written")


class _Shown:
    """Standard output as a terminal may be shown it."""

    def write(self, row: bytes) -> int:
        return sys.stdout.write(printable_json(row.decode()))


def _rows(session: Session) -> list[dict[str, object]]:
    with session.open() as library:
        names = {source.id: source.path for source in library.sources.list()}
        return [
            row_fields(each, links=library.links(each.key), source=names.get(each.source, ""))
            for each in library.documents()
        ]


@verb(
    "backup",
    examples=(
        ("wellhead backup", "into the library's own backups folder"),
        ("wellhead backup ~/library.tar", "into a file of your choice, which must be new"),
    ),
)
@click.argument("target", required=False)
def backup(session: Session, target: str | None) -> None:
    """Copy the library into one file, whoever writes meanwhile.

    TARGET is a new file, or a folder to put one in. The copy is checked before it gets its name.
    """
    made = app.backup(session.configuration(), Path(target) if target else None)
    if session.json:
        session.object(versioned({name: getattr(made, name) for name in made.__struct_fields__}))
    else:
        session.out(
            f"{counted(made.documents, 'document')} in {session.style.name(session.style.place(made.path))} "
            f"({size(made.bytes)}, checked)"
        )


@verb(
    "restore",
    examples=(
        ("wellhead restore ~/library.tar --dry-run", "what is in it, and what it would replace"),
        ("wellhead restore ~/library.tar --yes", "without being asked"),
    ),
)
@click.argument("file")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--insist", is_flag=True, help="Also on a network or cloud-synced folder.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
def restore(session: Session, file: str, yes: bool, insist: bool, dry_run: bool) -> None:
    """Make the library what it was when a backup was taken.

    Everything is verified before anything changes; what stood there before is kept whole in its backups folder.
    """
    configuration = session.configuration()
    if dry_run:
        _rehearse(session, Path(file), configuration.folder)
        return
    if (configuration.folder / "library.db").exists():
        session.confirm(f"Replace the library in {configuration.folder} by this backup?", yes=yes)
    done = app.restore(configuration, Path(file), insist=insist)
    if session.json:
        session.object(versioned({name: getattr(done, name) for name in done.__struct_fields__}))
        return
    style = session.style
    session.out(f"{counted(done.documents, 'document')} as of {done.made}, in {style.name(style.place(done.library))}")
    if done.replaced:
        session.out(f"what was there before: {style.name(style.place(done.replaced))}")


def _rehearse(session: Session, file: Path, folder: Path) -> None:
    with opened_tar(file) as tar:
        manifest = manifest_of(tar, file)
    replaces = (folder / "library.db").exists()
    if session.json:
        fields = {"library": str(folder), "backup": str(file), "made": manifest.made, "schema": manifest.schema}
        counts = {"documents": manifest.documents, "chunks": manifest.chunks}
        session.object(versioned({**fields, **counts, "replaces": replaces, "dry_run": True}))
    else:
        verb = "would replace what is in" if replaces else "would make"
        held = f"{counted(manifest.documents, 'document')} as of {manifest.made}"
        session.out(f"{held}: {verb} {session.style.name(str(folder))}")
