"""`config`: the one settings plane, seen and changed."""

from __future__ import annotations

import click

from wellhead import config as plane
from wellhead.cli.session import Session
from wellhead.cli.verb import Family, verb
from wellhead.config.table import read_text
from wellhead.errors import WellheadError
from wellhead.wire.encode import versioned


@verb(
    "show",
    examples=(
        ("wellhead config show", "every setting with its value"),
        ("wellhead config show --origin", "and where each value comes from"),
    ),
)
@click.option("--origin", is_flag=True, help="Say of each value where it comes from.")
def show(session: Session, origin: bool) -> None:
    """Show every setting with its value."""
    configuration, faults = plane.load_anyway(session.library, {"offline": session.offline or None})
    rows = [(each, plane.get(configuration, each.name), configuration.origins[each.name]) for each in plane.settable()]
    if session.json:
        settings = [{"name": each.name, "value": value, "origin": origin} for each, value, origin in rows]
        session.object(versioned({"file": str(configuration.file), "settings": settings}))
    else:
        style = session.style
        width = max(len(f"{each.name} = {plane.shown(value)}") for each, value, _ in rows)
        for each, value, whence in rows:
            said = f"{each.name} = {plane.shown(value)}"
            session.out(f"{style.name(said):<{width}}  {style.faint('# ' + whence)}" if origin else style.name(said))
    _warn(session, faults)


@verb(
    "get",
    examples=(
        ("wellhead config get search.limit", "one value"),
        ("wellhead config get search.limit --json", "with its origin"),
    ),
)
@click.argument("name")
def getting(session: Session, name: str) -> None:
    """Print one value."""
    configuration = session.configuration()
    row = plane.setting(name)
    value, origin = plane.get(configuration, row.name), configuration.origins[row.name]
    if session.json:
        session.object(versioned({"name": row.name, "value": value, "origin": origin}))
    else:
        session.out(session.style.name(value if isinstance(value, str) else plane.shown(value)))


@verb(
    "set",
    examples=(
        ("wellhead config set search.limit 10", "write it into config.toml"),
        ("wellhead config set add.exclude 'drafts/,*.tmp'", "a list, with commas"),
    ),
)
@click.argument("name")
@click.argument("value")
@click.option("--dry-run", is_flag=True, help="Only say whether the value can be used.")
def setting(session: Session, name: str, value: str, dry_run: bool) -> None:
    """Write one value into config.toml; comments and order stay."""
    folder = plane.library_folder(session.library)
    row = plane.setting(name)
    if dry_run:
        understood = plane.get(plane.load(session.library, {row.name: read_text(row, value)}), row.name)
    else:
        understood = plane.set_value(folder, row.name, value)
    configuration, _ = plane.load_anyway(session.library)
    origin = configuration.origins[row.name]
    if session.json:
        session.object(versioned({"name": row.name, "value": understood, "origin": origin, "dry_run": dry_run}))
        return
    session.out(session.style.name(f"{row.name} = {plane.shown(understood)}"))
    if origin.startswith("WELLHEAD_"):
        session.say(f"{origin} is set and stronger than the file")


@verb(
    "unset",
    examples=(
        ("wellhead config unset search.limit", "bring the default back"),
        ("wellhead config unset search.limit --dry-run", "only say whether the file sets it"),
    ),
)
@click.argument("name")
@click.option("--dry-run", is_flag=True, help="Only say whether the file sets it.")
def unsetting(session: Session, name: str, dry_run: bool) -> None:
    """Take one value out of config.toml, so that its default holds."""
    folder = plane.library_folder(session.library)
    if dry_run:
        configuration, _ = plane.load_anyway(session.library)
        was_set = configuration.origins[plane.setting(name).name] == "config.toml"
    else:
        was_set = plane.unset_value(folder, name)
    if session.json:
        session.object(versioned({"name": name, "was_set": was_set, "dry_run": dry_run}))
    else:
        verb = "would be taken out" if dry_run else "taken out"
        session.out(session.style.name(f"{name} {verb if was_set else 'was not set in config.toml'}"))


@verb(
    "path",
    examples=(
        ("wellhead config path", "the file"),
        ('cat "$(wellhead config path)"', "what it says, if it is there"),
    ),
)
def path(session: Session) -> None:
    """Print where config.toml lies, there or not yet."""
    file = plane.paths(plane.library_folder(session.library))["config"]
    if session.json:
        session.object(versioned({"path": file}))
    else:
        session.out(session.style.name(file))


def _warn(session: Session, faults: tuple[WellheadError, ...]) -> None:
    style = session.hint_style
    for fault in faults:
        session.say(
            f"{style.warn('warning')}: {style.name(fault.message)}" + (f"\n  next: {fault.hint}" if fault.hint else "")
        )


config = Family(
    "config",
    verbs=(show, getting, setting, unsetting, path),
    help="Show and change settings, and say where each comes from.",
)
