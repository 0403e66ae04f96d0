"""`paths`, `completion` and `version`: what there is to know about this wellhead."""

from __future__ import annotations

import platform
from importlib import metadata

import click
from click.shell_completion import ShellComplete, get_completion_class

from wellhead.cli.session import Session
from wellhead.cli.verb import verb
from wellhead.errors import UsageError
from wellhead.wire.encode import versioned

_SHELLS = ("bash", "zsh", "fish")
_STANDS_ON = ("apsw", "click", "msgspec", "numpy", "pathspec", "PyYAML", "rapidfuzz", "rich", "tomlkit", "watchfiles")


@verb(
    "paths",
    examples=(
        ("wellhead paths", "library, settings, backups, demo"),
        ("wellhead paths --library ~/second", "of another library"),
    ),
)
def paths(session: Session) -> None:
    """Say where everything lies."""
    from wellhead import config

    found = config.paths(config.library_folder(session.library))
    if session.json:
        session.object(versioned(dict(found)))
    else:
        style = session.style
        width = max(map(len, found))
        session.out("\n".join(f"{style.faint(f'{name:<{width}}')}  {style.name(path)}" for name, path in found.items()))


@verb(
    "completion",
    examples=(
        ('eval "$(wellhead completion bash)"', "in ~/.bashrc"),
        ("wellhead completion zsh", "print it"),
    ),
)
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(session: Session, shell: str) -> None:
    """Print what a shell needs to complete wellhead's words."""
    from wellhead.cli.program import program

    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"there is no completion for {shell}", hint=f"there is for {', '.join(_SHELLS)}")
    script = ShellComplete.source(kind(program, {}, "wellhead", "_WELLHEAD_COMPLETE"))
    if session.json:
        session.object(versioned({"shell": shell, "script": script}))
    else:
        session.out(script.strip("\n"))


@verb(
    "version",
    examples=(
        ("wellhead version", "one line"),
        ("wellhead version --json", "with everything it stands on"),
    ),
)
def version(session: Session) -> None:
    """Say which wellhead this is, and what it stands on."""
    said = versions()
    if session.json:
        session.object(versioned(dict(said)))
    else:
        session.out(f"wellhead {said['wellhead']} (Python {said['python']}, apsw {said['apsw']})")


def versions() -> dict[str, str]:
    """wellhead, the interpreter, and every package it needs."""
    own = {"wellhead": metadata.version("wellhead"), "python": platform.python_version()}
    return {**own, **{name.lower(): metadata.version(name) for name in _STANDS_ON}}
