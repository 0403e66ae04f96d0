"""The one settings plane: `flag > WELLHEAD_* > config.toml > default in model/options`; each value knows its origin.

Gives a Configuration (a value), the table of what can be set, and the environment as far as a terminal needs it. Never
holds a secret, never writes but to config.toml.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any

from msgspec import Struct

from wellhead.config.environment import HOME, Terminal, demo_folder, library_folder, paths, terminal
from wellhead.config.file import FILE, flat, parsed, set_value, unset_value
from wellhead.config.table import (
    PREFIX,
    Setting,
    checked,
    nearest,
    read_text,
    settable,
    setting,
    settings_of,
    shown,
    value_of,
)
from wellhead.errors import BadInput, UnknownName, UsageError, WellheadError
from wellhead.model.options import Settings

__all__ = [
    "Configuration",
    "Setting",
    "Terminal",
    "demo_folder",
    "get",
    "library_folder",
    "load",
    "load_anyway",
    "paths",
    "set_value",
    "settable",
    "setting",
    "shown",
    "terminal",
    "unset_value",
    "zone",
]


class Configuration(Struct, frozen=True, kw_only=True):
    """Which library, opened how. `origins` says of each name: default, config.toml, a variable's name, or flag."""

    folder: Path
    file: Path
    settings: Settings
    origins: dict[str, str]


def load(
    library: str | Path | None = None,
    overrides: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Configuration:
    """The configuration of a call; the first value that cannot be used is an error.

    A variable with our prefix that is no setting stops nobody: another version may know it. `config` and `doctor` tell.
    """
    environ = os.environ if environ is None else environ
    configuration, faults = load_anyway(library, overrides, _without_strays(environ))
    if faults:
        raise faults[0]
    return configuration


def load_anyway(
    library: str | Path | None = None,
    overrides: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[Configuration, tuple[WellheadError, ...]]:
    """The same for those who mend it: what cannot be used keeps its default, and is told."""
    environ = os.environ if environ is None else environ
    faults: list[WellheadError] = []
    folder = library_folder(library, environ)
    values: dict[str, Any] = {}
    origins = {each.name: "default" for each in settable()}
    layers = (
        _in_file(folder / FILE, faults),
        _in_environment(environ, faults),
        _in_call(overrides or {}, faults),
    )
    for layer in layers:
        for name, (value, origin) in layer.items():
            values[name], origins[name] = value, origin
    settings = settings_of(values)
    return Configuration(folder=folder, file=folder / FILE, settings=settings, origins=origins), tuple(faults)


_Layer = dict[str, tuple[Any, str]]


def _in_file(file: Path, faults: list[WellheadError]) -> _Layer:
    rows = {each.name: each for each in settable()}
    found: _Layer = {}
    try:
        values = dict(flat(parsed(file)))
    except BadInput as error:
        faults.append(error)
        return found
    for name, value in values.items():
        row = rows.get(name)
        if row is None:
            faults.append(BadInput(f"{file} sets {name!r}, which is no setting", hint=nearest(name, rows)))
            continue
        try:
            found[name] = (checked(row, value, f"{name} in {file}"), FILE)
        except UsageError as error:
            faults.append(BadInput(error.message, hint=f"`wellhead config unset {name}` brings its default back"))
    return found


def _without_strays(environ: Mapping[str, str]) -> Mapping[str, str]:
    ours = {HOME, *(each.env for each in settable())}
    return {name: text for name, text in environ.items() if not name.startswith(PREFIX) or name in ours}


def _in_environment(environ: Mapping[str, str], faults: list[WellheadError]) -> _Layer:
    rows = {each.env: each for each in settable()}
    found: _Layer = {}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable == HOME:
            continue
        row = rows.get(variable)
        if row is None:
            hint = nearest(variable, (*rows, HOME), close_enough=80)
            faults.append(UnknownName(f"the environment sets {variable}, which is no setting", hint=hint))
        elif text.strip():
            try:
                found[row.name] = (checked(row, read_text(row, text), variable), variable)
            except UsageError as error:
                faults.append(error)
    return found


def _in_call(overrides: Mapping[str, Any], faults: list[WellheadError]) -> _Layer:
    found: _Layer = {}
    for name, value in overrides.items():
        if value is None:
            continue
        try:
            row = setting(name)
            found[row.name] = (checked(row, value, row.name), "flag")
        except UsageError as error:
            faults.append(error)
    return found


def zone(name: str) -> tzinfo:
    """The time zone of a name, the system's if it has none; looked up when a question is asked."""
    from wellhead.config.time_zone import found

    return found(name)


def get(configuration: Configuration, name: str) -> Any:
    return value_of(configuration.settings, setting(name).name)
