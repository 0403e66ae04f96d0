"""config.toml: read cheaply, written with its comments and order kept, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from wellhead.config.table import checked, read_text, setting
from wellhead.errors import BadInput, CannotWrite
from wellhead.files import MARKER, atomic_write, make_folder, refuse_unsafe_place, telling, touch_private

FILE = "config.toml"
_MAX_BYTES = 1_000_000


def parsed(file: Path) -> dict[str, Any]:
    """config.toml as it stands; a missing one is empty and costs nothing."""
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{file} cannot be read ({reason})", hint="check its owner and permissions") from error
    if len(data) > _MAX_BYTES:
        raise BadInput(f"{file} is larger than {_MAX_BYTES} bytes", hint="it holds settings only: look into it")
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{file} is not TOML ({error})", hint="mend the line it names, or move the file away") from error


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict) and not prefix:
            yield from flat(value, f"{name}.")
        else:
            yield f"{prefix}{name}", value


def set_value(folder: Path, name: str, text: str) -> Any:
    """Write one value into config.toml, comments and order kept; gives the value as it was understood."""
    row = setting(name)
    value = checked(row, read_text(row, text), row.name)
    if row.name == "timezone":
        from wellhead.config.time_zone import found

        found(value)
    with telling(folder):
        _own_folder(folder)

    def change(document: Any) -> None:
        import tomlkit

        section, _, field = row.name.rpartition(".")
        if section and not isinstance(document.get(section), dict):
            document[section] = tomlkit.table()
        (document[section] if section else document)[field] = list(value) if isinstance(value, tuple) else value

    _rewrite(folder / FILE, change)
    return value


def unset_value(folder: Path, name: str) -> bool:
    """Take one name out of config.toml, also one that is no setting; false if it was not there."""
    section, _, field = name.rpartition(".")
    table = parsed(folder / FILE)
    held = table.get(section) if section else table
    if not isinstance(held, dict) or field not in held:
        setting(name)
        return False

    def change(document: Any) -> None:
        del (document[section] if section else document)[field]

    _rewrite(folder / FILE, change)
    return True


def _own_folder(folder: Path) -> None:
    """A library's folder, or an empty one that becomes one: settings never land among a person's own files."""
    if folder.is_dir() and any((folder / name).exists() for name in (MARKER, "library.db", FILE)):
        return
    if folder.is_dir() and any(folder.iterdir()):
        raise CannotWrite(f"{folder} holds other things than a library", hint="name an empty folder with --library DIR")
    if not folder.exists():
        refuse_unsafe_place(folder)
    make_folder(folder)
    touch_private(folder / MARKER)


def _rewrite(file: Path, change: Callable[[Any], None]) -> None:
    import tomlkit

    parsed(file)
    document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    change(document)
    with atomic_write(file.resolve()) as stream:  # a link into somebody's dotfiles stays a link
        stream.write(tomlkit.dumps(document).encode())
