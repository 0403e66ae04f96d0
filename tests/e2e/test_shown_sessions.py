"""What README, docs/start and a guide show happens: each command runs, and says what the page says it says.

A ```console block holds `$ command` lines and what they print; `…` stands for anything. (A `$` line with an empty line
after it is itself printed by a program.) All commands of one page run in one shell, in one empty home.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import tree

PAGES = ("README.md", "docs/start/five-minutes.md", "docs/guides/searching.md")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ENDED = re.compile(r"\n?@@ended (\d+)\n")


def _steps(page: str) -> list[tuple[str, str]]:
    """(command, what it prints) in the order of the page."""
    parts = [
        part
        for block in BLOCK.findall(tree.text(tree.ROOT / page))
        for part in re.split(r"^\$ (?!.*\n\n)", block, flags=re.MULTILINE)[1:]
    ]
    return [(command, shown.strip()) for command, _, shown in (part.partition("\n") for part in parts)]


def _as_pattern(shown: str) -> re.Pattern[str]:
    lines = (r"\s+".join(re.escape(word) for word in line.split()) for line in shown.splitlines())
    return re.compile(r"\s*".join(lines).replace("…", ".*?") + r"\s*", re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_happens(page: str, tmp_path: Path) -> None:
    """Every command a page shows ends well and prints what the page shows, but for what the page leaves out."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WELLHEAD_", "XDG_"))}
    path = os.pathsep.join((str(Path(sys.executable).parent), kept.get("PATH", os.defpath)))
    environment = {**kept, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    steps = _steps(page)
    assert len(steps) >= 2
    script = "exec 2>&1\n" + "".join(f'{command}\necho "@@ended $?"\n' for command, _ in steps)
    outcome = subprocess.run(
        ["bash", "-c", script], env=environment, cwd=home, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    said = ENDED.split(outcome.stdout.decode("utf-8"))
    assert len(said) == 2 * len(steps) + 1, said[-1]
    for (command, shown), printed, code in zip(steps, said[0::2], said[1::2], strict=False):
        assert code == "0", f"{page}: {command}\n{printed}"
        assert _as_pattern(shown).fullmatch(printed.strip()), f"{page}: {command}\n{printed}"
