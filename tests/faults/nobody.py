"""`wellhead` as another user of this machine: for root no door is closed, so root becomes somebody else first.

`python -m tests.faults.nobody WORDS…` loads the whole program while it still can, and then runs it as nobody; where
the tests are not root already, it runs it as it is.
"""

from __future__ import annotations

import encodings.idna
import importlib
import os
import pkgutil
import sys

import rich.console
import rich.progress
import tomlkit

import wellhead

NOBODY = 65534
LOADED = (encodings.idna, rich.console, rich.progress, tomlkit)


def main() -> int:
    for found in pkgutil.walk_packages(wellhead.__path__, "wellhead."):
        if not found.name.endswith("__main__") and not found.name.startswith("wellhead.testing"):
            importlib.import_module(found.name)
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    from wellhead.cli import main as program

    return int(program(sys.argv[1:]) or 0)


if __name__ == "__main__":
    raise SystemExit(main())
