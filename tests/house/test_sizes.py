"""Small files: past 500 lines a file needs a name and a reason in allowed.toml."""

from __future__ import annotations

import tomllib

from tests.house import tree

LIMIT = 500
ALLOWED: dict[str, str] = tomllib.loads(tree.text(tree.ROOT / "tests/house/allowed.toml"))["files"]


def _lines(name: str) -> int:
    return len(tree.text(tree.ROOT / name).splitlines())


def test_no_file_outgrows_its_idea() -> None:
    """A Python file has at most 500 lines, or stands in allowed.toml."""
    long = {tree.name_of(path): _lines(tree.name_of(path)) for path in tree.python()}
    assert {name: lines for name, lines in long.items() if lines > LIMIT and name not in ALLOWED} == {}


def test_each_allowance_is_needed_and_says_why() -> None:
    """allowed.toml names only files that exist, are longer than the limit, and carry a reason."""
    idle = {name for name in ALLOWED if not (tree.ROOT / name).exists() or _lines(name) <= LIMIT}
    assert idle == set()
    assert [name for name, reason in ALLOWED.items() if len(reason.split()) < 3] == []


def test_nothing_is_split_only_to_pass() -> None:
    """No module is named after another one with a number or a 'more' behind it."""
    stems = {path.with_suffix("") for path in tree.python("src")}
    parts = [
        path for path in stems if path.name[-1].isdigit() and path.with_name(path.name.rstrip("_0123456789")) in stems
    ]
    assert parts == []
