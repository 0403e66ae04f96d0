"""Open a library, put a folder of notes into it, and ask it something.

python examples/open_add_search.py FOLDER WORDS…
"""

from __future__ import annotations

import sys

import wellhead


def main(folder: str, question: str) -> None:
    with wellhead.open() as library:
        receipt = library.add(folder)
        print(f"{receipt.found} found, {receipt.indexed} new, {receipt.failed} failed")
        for hit in library.search(question, limit=3).results:
            print(f"{hit.rank}. {hit.title} ({hit.key})")
            for window in hit.windows[:1]:
                print("   ", " ".join(window.text.split())[:100])


if __name__ == "__main__":
    main(sys.argv[1], " ".join(sys.argv[2:]))
