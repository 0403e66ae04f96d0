"""The generated pages: `python -m tools.docs` writes them, `--check` compares them byte for byte.

Takes the code, tests/promises.toml, benches/results and the texts in tools/demo; gives docs/reference,
docs/design/{promises,figures}.md, docs/eval/METRIC_GLOSSARY.md, the rows of the demo library, and the marked blocks
inside pages that are otherwise written by hand. Never reads a clock, a terminal's width or a library: the same checkout
gives the same bytes anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.pages import blocks, cli, config, errors, figures, keys, measures, promises, python, rows, shapes

ROOT = Path(__file__).resolve().parent.parent
PAGES = (cli, config, errors, keys, python, shapes, promises, figures, measures, rows)
FOREIGN = {".git", ".demo", "build", "dist", "node_modules"}


def written_by_hand() -> Iterator[Path]:
    """Markdown pages at the top and in docs/ that may quote a generated block."""
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def pages() -> dict[str, str]:
    """Every page that is generated, whole or in part: its path and what should stand in it."""
    whole = {page.PATH: page.page() for page in PAGES}
    partly = {}
    for path in written_by_hand():
        name = path.relative_to(ROOT).as_posix()
        if name not in whole:
            text = path.read_text(encoding="utf-8")
            if blocks.OPEN.search(text):
                partly[name] = blocks.refreshed(text)
    return {**whole, **partly}


def stale(root: Path = ROOT) -> list[str]:
    """Pages below `root` whose bytes differ from what the code says, and generated ones that nothing makes any more."""
    wanted = pages()
    differ = [name for name, text in wanted.items() if _bytes(root / name) != text.encode("utf-8")]
    left = [path.relative_to(root).as_posix() for path in sorted((root / "docs/reference").glob("*.md"))]
    return sorted({*differ, *(name for name in left if name not in wanted)})


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def write() -> None:
    changed = stale()
    for name, text in pages().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    for name in changed:
        print(f"written: {name}")
    print(f"{len(pages())} generated pages, {len(changed)} changed")


def check() -> int:
    names = stale()
    for name in names:
        print(f"stale: {name}", file=sys.stderr)
    print("run `make docs`" if names else "generated pages are fresh")
    return 1 if names else 0


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            write()
            return 0
        case ["--check"]:
            return check()
        case _:
            print("usage: python -m tools.docs [--check]", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
