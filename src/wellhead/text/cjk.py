"""Scripts written without spaces: runs of them become overlapping bigrams in a column of their own."""

from __future__ import annotations

import re

RUN = re.compile(
    "[\u3040-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\u0e00-\u0e7f"
    "\U00020000-\U0002fa1f]+"
)


def bigrams(run: str) -> list[str]:
    """Overlapping pairs; a single character stands for itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 1 else [run]


def split_runs(text: str) -> tuple[str, str]:
    """(the text with its runs blanked out, the bigrams of the runs); the second is empty for other scripts."""
    if text.isascii() or RUN.search(text) is None:
        return text, ""
    pairs: list[str] = []
    for match in RUN.finditer(text):
        run = match[0]
        pairs.extend(bigrams(run))
        if len(run) > 1:
            pairs.append(run[-1])
    return RUN.sub(" ", text), " ".join(pairs)
