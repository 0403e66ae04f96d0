"""docs/reference/errors.md: every error of the tree with its code and exit, and every exit of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.pages import markdown
from wellhead import errors
from wellhead.cli.adding import PARTIAL
from wellhead.cli.doctor import FINDINGS
from wellhead.cli.failures import INTERRUPTED

PATH = "docs/reference/errors.md"
LINE = re.compile(r"^(?P<branch>[│├└─ ]*)(?P<name>[A-Z]\w+)\s+(?P<exit>\d+)(?:\s{2,}(?P<said>\S.*))?$")
INTRODUCTION = """\
Every error is one sentence about what happened and one about what to do next. Its code is stable: scripts may rely on
it. Under `--json` an error is one object on standard output: `{schema_version, error: {code, message, hint}}`.
`--debug` adds the traceback; nothing of your texts stands in either.

## Exit codes
"""
TREE = """\
## The tree

An error is also every error it stands under: whoever catches `BadLibrary` catches `Corrupted`.
"""
EXITS = (
    (0, "done; a search that finds nothing is done too"),
    (1, "it failed: the message says what, with which value, and what to do next"),
    (2, "the words of the call are off: a command, an option or a name that is not there"),
    (FINDINGS, "findings: `wellhead doctor` saw something to mend"),
    (
        PARTIAL,
        "a partial import: all is in but some files; `wellhead files --status failed` lists them",
    ),
    (errors.Busy.exit_code, "busy: another process held the writer's place too long; run it again"),
    (INTERRUPTED, "you stopped it with Ctrl-C; what was counted is safe, and the same command goes on from there"),
)


def tree() -> Iterator[tuple[int, type[errors.WellheadError], str]]:
    """(depth, class, sentence) of each error, as the docstring of `wellhead.errors` draws them."""
    for line in (errors.__doc__ or "").splitlines():
        match = LINE.match(line)
        if match:
            kind = getattr(errors, match["name"])
            if kind.exit_code != int(match["exit"]):
                raise ValueError(f"the tree says {match['name']} exits {match['exit']}, the class {kind.exit_code}")
            yield len(match["branch"]) // 4, kind, match["said"] or ""


def exits() -> str:
    """The table of exit codes, as the guide on troubleshooting shows it too."""
    return markdown.table(("exit", "means"), ((str(code), said) for code, said in EXITS), right=frozenset({0}))


def page() -> str:
    rows = [
        (f"{'· ' * depth}`{kind.__name__}`", f"`{kind.code}`", str(kind.exit_code), said)
        for depth, kind, said in tree()
    ]
    opening = markdown.opening("Errors and exit codes", "src/wellhead/errors.py")
    return f"{opening}\n{INTRODUCTION}\n{exits()}\n{TREE}\n" + markdown.table(
        ("error", "code", "exit", "when"), rows, right=frozenset({2})
    )
