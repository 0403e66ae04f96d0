"""`doctor`: what was looked at, what was seen, and the command that mends it."""

from __future__ import annotations

from pathlib import Path

import click

from wellhead import app
from wellhead.cli.about import versions
from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.config import load_anyway
from wellhead.render import checks
from wellhead.wire import checks as wire

FINDINGS = 3


@verb(
    "doctor",
    examples=(
        ("wellhead doctor", "a few seconds at most"),
        ("wellhead doctor --deep", "every page of the file, every document against the index"),
    ),
)
@click.option("--deep", is_flag=True, help="Look at every page and every document; takes longer.")
@click.option("--fix", is_flag=True, help="Mend what can be mended without losing anything.")
@click.option("--bundle", metavar="FILE", help="Write a report to hand on: no texts, no titles, no names.")
@click.option("--dry-run", is_flag=True, help="With --fix: only say what is wrong.")
def doctor(session: Session, deep: bool, fix: bool, bundle: str | None, dry_run: bool) -> None:
    """Check that everything is well, and say what mends it.

    Ends with 3 when there is something to mend.
    """
    mended = _mended(session) if fix and not dry_run else ()
    found = app.doctor(session.library, {"offline": True} if session.offline else {}, deep=deep)
    if bundle:
        app.bundle(Path(bundle), found, versions())
    if session.json:
        session.object({**wire.to_v1(found), **({"mended": list(mended)} if fix else {})})
    else:
        style = session.style
        for each in mended:
            session.out(f"mended: {style.name(each)}")
        session.out(checks.checks(found, style))
        session.say(checks.verdict(found))
        session.say(f"report: {bundle}" if bundle else "")
    if any(each.status != "ok" for each in found):
        raise click.exceptions.Exit(FINDINGS)


def _mended(session: Session) -> tuple[str, ...]:
    """Settings that cannot be used are a finding of their own, and no reason not to mend the rest."""
    configuration, _ = load_anyway(session.library)
    return app.mend(configuration) if (configuration.folder / "library.db").exists() else ()
