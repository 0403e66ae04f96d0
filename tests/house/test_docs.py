"""What the pages say exists: links lead somewhere, files and commands they name are there, nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.house import tree
from tools.pages import config
from tools.pages.commands import every_command, is_group

LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
SOURCE = re.compile(r"^(?:src|tests|tools|benches|examples|docs|requirements|\.ci)/[\w./{},-]+$")
CALL = re.compile(r"(?<![\w./-])wellhead((?: [a-z][a-z-]+)+)")
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "THIRD_PARTY.md")
TOLD = ("docs/design/walk.md", "docs/design/architecture.md", "docs/design/glossary.md", "CONTRIBUTING.md")


def _pages() -> list[Path]:
    return [path for path in tree.files() if path.suffix == ".md" and not tree.name_of(path).startswith("src/")]


def _places(name: str) -> Iterator[str]:
    """`src/wellhead/{cli,app}.py` names two files."""
    braces = re.search(r"\{([^}]*)\}", name)
    if braces is None:
        yield name
        return
    for each in braces[1].split(","):
        yield from _places(name[: braces.start()] + each.strip() + name[braces.end() :])


def _anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", tree.text(path)), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {each.strip().replace(" ", "-") for each in plain}


def test_the_pages_are_there() -> None:
    """The pages a newcomer looks for exist, and docs/ has its five rooms."""
    assert [name for name in TOP if not (tree.ROOT / name).exists()] == []
    rooms = {
        path.relative_to(tree.ROOT / "docs").parts[0] for path in _pages() if path.is_relative_to(tree.ROOT / "docs")
    }
    assert rooms >= {"start", "guides", "reference", "design", "adr"}


def test_relative_links_resolve() -> None:
    """Every relative link of a page leads to a file of the checkout, and every #heading in it exists."""
    broken = []
    for path in _pages():
        for target in LINK.findall(FENCE.sub("", tree.text(path))):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, heading = unquote(target).partition("#")
            there = (path.parent / name).resolve() if name else path
            lost = not there.exists() or (heading and there.suffix == ".md" and heading not in _anchors(there))
            broken += [(tree.name_of(path), target)] if lost else []
    assert broken == []


@pytest.mark.promise("R-307")
def test_files_named_in_the_design_exist() -> None:
    """Every file that the walk, the architecture, the glossary or CONTRIBUTING names is there."""
    missing = [
        (page, name)
        for page in TOLD
        for named in CODE.findall(tree.text(tree.ROOT / page))
        if SOURCE.match(named)
        for name in _places(named)
        if not (tree.ROOT / name).exists()
    ]
    assert missing == []


def test_the_walk_names_the_files_it_walks_through() -> None:
    """The walk is about files: it names at least a dozen, and no package of the product is left out of it."""
    said = {named for named in CODE.findall(tree.text(tree.ROOT / "docs/design/walk.md")) if SOURCE.match(named)}
    assert len(said) >= 12
    packages = {path.relative_to(tree.PACKAGE).parts[0].removesuffix(".py") for path in tree.product()}
    told = {
        Path(name).relative_to("src/wellhead").parts[0].removesuffix(".py") for name in said if "src/wellhead/" in name
    }
    assert packages - told - {"__init__", "__main__", "testing", "care", "evals", "demo"} == set()


def test_commands_named_in_pages_exist() -> None:
    """A page never shows a command that the program does not have."""
    known = {path for path, _ in every_command()}
    groups = {path for path, command in every_command() if is_group(command)}
    unknown = []
    for path in _pages():
        shown = "\n".join([*FENCE.findall(tree.text(path)), *CODE.findall(FENCE.sub("", tree.text(path)))])
        for words in CALL.findall(shown):
            first, *rest = words.split()
            call = f"wellhead {first}"
            deeper = f"{call} {rest[0]}" if rest and call in groups else call
            unknown += [(tree.name_of(path), deeper)] if call not in known else []
    assert unknown == []


def test_every_command_is_told() -> None:
    """Each command stands in the reference, and each top-level one in a page written by hand."""
    reference = tree.text(tree.ROOT / "docs/reference/cli.md")
    by_hand = [path for path in _pages() if "reference" not in path.parts and "adr" not in path.parts]
    prose = "\n".join(tree.text(path) for path in by_hand)
    paths = [path for path, _ in every_command()]
    assert [path for path in paths[1:] if f"`{path}`" not in reference] == []
    assert [path for path in paths[1:] if path.count(" ") == 1 and path not in prose] == []


def test_every_setting_is_told() -> None:
    """Each setting of the program stands in docs/reference/config.md with its default."""
    page = tree.text(tree.ROOT / config.PATH)
    names = config.names()
    assert len(names) >= 5
    assert [name for name in names if f"`{name}`" not in page] == []
