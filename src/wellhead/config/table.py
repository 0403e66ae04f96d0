"""What can be set: one row a name, derived from the options themselves, and how a value of it is read and checked.

Takes texts and values, gives checked values; never reads a file or the environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wellhead.errors import UnknownName, UsageError
from wellhead.model.options import LANGUAGES, MAX_LIMIT, MODES, Settings

PREFIX = "WELLHEAD_"
_PER_CALL = {"add.role", "add.verify", "add.dry_run"}
_FIXED = {"batch"}  # how a crash is survived is no matter of taste
_ABOUT = {
    "search.mode": "how hard a search works",
    "search.limit": "how many documents a search brings",
    "search.token_budget": "how many tokens the windows of one search may take together",
    "search.semantic": "whether a search may use meaning besides words, once there is such a lane",
    "search.windows_per_document": "how many windows of one document are shown at most",
    "search.signals": "which signals of the words count, all of them if none is named",
    "search.lanes": "which lanes of a search run, all of them if none is named",
    "search.language": "whose stems and stop words are used: `en`, or `none` to take words as they stand",
    "add.exclude": "patterns in git's syntax that every folder import leaves out",
    "add.max_file_bytes": "files larger than this are reported and left out",
    "offline": "refuse everything that would leave this machine",
    "timezone": "whose days “yesterday” and a bare date are: a name as in `Europe/Lisbon`; the system's if empty",
}
_CHOICES: dict[str, tuple[str, ...]] = {"search.mode": MODES, "search.language": LANGUAGES}
_BOUNDS = {
    "search.limit": (1, MAX_LIMIT),
    "search.token_budget": (100, 10_000_000),
    "search.windows_per_document": (1, 100),
    "add.max_file_bytes": (1, 2**40),
}
_YES_NO = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class Setting(Struct, frozen=True, kw_only=True):
    """One thing that can be set, as the reference page lists it."""

    name: str
    env: str
    type: Literal["text", "whole number", "true or false", "list of texts"]
    default: Any
    about: str
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None


@cache
def settable() -> tuple[Setting, ...]:
    """Every name that can be set, derived from the options themselves; one without a line about it cannot be made."""
    found: list[Setting] = []
    for section in msgspec.structs.fields(Settings):
        default = getattr(Settings(), section.name)
        if section.name in _FIXED:
            continue
        if not isinstance(default, Struct):
            found.append(_setting(section.name, default))
            continue
        names = [f"{section.name}.{field.name}" for field in msgspec.structs.fields(default)]
        found += [_setting(name, value_of(Settings(), name)) for name in names if name not in _PER_CALL]
    return tuple(found)


def _setting(name: str, default: Any) -> Setting:
    lowest, highest = _BOUNDS.get(name, (None, None))
    kind: Literal["text", "whole number", "true or false", "list of texts"] = "text"
    if isinstance(default, bool):
        kind = "true or false"
    elif isinstance(default, int):
        kind = "whole number"
    elif isinstance(default, tuple):
        kind = "list of texts"
    return Setting(
        name=name,
        env=PREFIX + name.upper().replace(".", "_"),
        type=kind,
        default=default,
        about=_ABOUT[name],
        choices=_CHOICES.get(name, ()),
        lowest=lowest,
        highest=highest,
    )


def setting(name: str) -> Setting:
    """The row of one name; `search_limit` and `search.limit` are the same."""
    for each in settable():
        if name in (each.name, each.name.replace(".", "_")):
            return each
    raise UnknownName(f"there is no setting {name!r}", hint=nearest(name, (each.name for each in settable())))


def read_text(row: Setting, text: str) -> Any:
    """A text of the command line or the environment, as the value it stands for; what it cannot be, it stays."""
    text = text.strip() if row.type != "text" else text
    match row.type:
        case "true or false":
            return _YES_NO.get(text.lower(), text)
        case "whole number":
            return int(text) if text.replace("_", "").removeprefix("-").isdecimal() and len(text) < 20 else text
        case "list of texts":
            return [part.strip() for part in text.split(",") if part.strip()]
        case _:
            return text


def checked(row: Setting, value: Any, where: str) -> Any:
    """The value if it is of its type, one of its choices and within its bounds; else one sentence about it."""
    wanted = row.type if row.type == "true or false" else f"a {row.type}"
    match row.type:
        case "true or false":
            good = isinstance(value, bool)
        case "whole number":
            good = isinstance(value, int) and not isinstance(value, bool)
            if row.lowest is not None and row.highest is not None:
                wanted = f"{wanted} from {row.lowest} to {row.highest}"
                good = good and row.lowest <= value <= row.highest
        case "list of texts":
            good = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
            value = tuple(value) if good else value
        case _:
            good = isinstance(value, str) and (not row.choices or value in row.choices)
            wanted = " or ".join(row.choices) or wanted
    if not good:
        raise UsageError(f"{where} is {_brief(value)}; it must be {wanted}", hint=f"{row.name}: {row.about}")
    return value


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


def settings_of(values: Mapping[str, Any]) -> Settings:
    sections: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        section, _, field = name.rpartition(".")
        sections.setdefault(section, {})[field] = value
    settings = msgspec.structs.replace(Settings(), **sections.pop("", {}))
    changed = {name: msgspec.structs.replace(getattr(settings, name), **fields) for name, fields in sections.items()}
    return msgspec.structs.replace(settings, **changed)


def value_of(settings: Settings, name: str) -> Any:
    section, _, field = name.rpartition(".")
    return getattr(getattr(settings, section) if section else settings, field)


def shown(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(shown(each) for each in value)}]"
    return msgspec.json.encode(value).decode()


def nearest(name: str, names: Iterable[str], *, close_enough: int = 70) -> str:
    """What was probably meant, or all there is; names that begin alike want a higher mark."""
    from rapidfuzz import process

    known = list(names)
    found = process.extractOne(name, known, score_cutoff=close_enough)
    return f"did you mean {found[0]}?" if found else f"there are: {', '.join(known)}"
