"""docs/reference/config.md: everything that can be set, from the table the program itself reads."""

from __future__ import annotations

from tools.pages import markdown
from wellhead.config import settable, shown
from wellhead.config.environment import HOME
from wellhead.config.table import Setting

PATH = "docs/reference/config.md"
INTRODUCTION = """\
A value comes from the first of these places that names it: a flag of the call, a `WELLHEAD_*` variable, `config.toml`
in the library folder, the default. `wellhead config show --origin` prints each value and where it came from. Nothing is
set anywhere else, and nothing secret belongs here. A `WELLHEAD_*` variable that is none of these, another version's
perhaps, is left alone; `config` and `doctor` name it.

`wellhead config set NAME VALUE` writes `config.toml` and keeps your comments; `wellhead config unset NAME` brings the
default back. A name or a value that cannot be is refused, with the nearest one that can.
"""
FOLDER = """\
## Which library

`--library DIR`, else `{home}`, else the place your system keeps data: `$XDG_DATA_HOME/wellhead` or
`~/.local/share/wellhead` on Linux, `~/Library/Application Support/wellhead` on macOS. `wellhead paths` prints it.
"""
EXAMPLE = """\
## config.toml

Every setting with its default:
"""


def names() -> list[str]:
    """What can be set."""
    return [each.name for each in settable()]


def _values(setting: Setting) -> str:
    if setting.choices:
        return " or ".join(f"`{each}`" for each in setting.choices)
    if setting.lowest is not None and setting.highest is not None:
        return f"{setting.lowest:,} to {setting.highest:,}"
    return setting.type


def _example() -> str:
    lines: list[str] = []
    section = ""
    for setting in sorted(settable(), key=lambda each: "." in each.name):
        named, _, field = setting.name.rpartition(".")
        if named != section:
            lines += ["", f"[{named}]"]
            section = named
        lines.append(f"{field} = {shown(setting.default)}")
    return "\n".join(lines).strip()


def page() -> str:
    rows = [
        (f"`{each.name}`", f"`{each.env}`", _values(each), f"`{shown(each.default)}`", each.about)
        for each in settable()
    ]
    parts = (
        markdown.opening("Settings", "src/wellhead/config/table.py"),
        INTRODUCTION,
        markdown.table(("name", "variable", "values", "default", "decides"), rows),
        EXAMPLE,
        markdown.fenced(_example(), "toml"),
        FOLDER.format(home=HOME),
    )
    return "\n".join(parts)
