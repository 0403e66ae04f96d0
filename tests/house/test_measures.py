"""The page that explains the measures says what the measures say of themselves."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.house import tree
from tools import docs
from tools.pages import measures as page
from wellhead.evals.measures import at


@pytest.mark.promise("E-084")
def test_each_measure_is_explained_in_its_own_words() -> None:
    """Every family of measures stands on the page with the line that its reports carry."""
    text = tree.text(tree.ROOT / page.PATH)
    assert len(at(page.DEPTHS)) == 10
    assert [each.name for each in at(page.DEPTHS) if f"| `{each.name}` | {each.line} |" not in text] == []


@pytest.mark.promise("E-085")
def test_a_changed_word_is_noticed(tmp_path: Path) -> None:
    """With one word of the page changed, the check of all pages names it and no other."""
    for name in docs.pages():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(tree.ROOT / name, tmp_path / name)
    assert docs.stale(tmp_path) == []
    changed = (tmp_path / page.PATH).read_text(encoding="utf-8").replace("first 10 places", "best 10 places", 1)
    (tmp_path / page.PATH).write_text(changed, encoding="utf-8")
    assert docs.stale(tmp_path) == [page.PATH]
