import re

import pytest

from wellhead import errors
from wellhead.errors import WellheadError

STABLE = {
    "WellheadError": ("failed", 1),
    "UsageError": ("usage", 2),
    "UnknownName": ("unknown_name", 2),
    "NoLibrary": ("no_library", 1),
    "NotFound": ("not_found", 1),
    "BadLibrary": ("bad_library", 1),
    "ForeignFile": ("foreign_file", 1),
    "OldSchema": ("old_schema", 1),
    "NewSchema": ("new_schema", 1),
    "Corrupted": ("corrupted", 1),
    "UnsafePlace": ("unsafe_place", 1),
    "BadInput": ("bad_input", 1),
    "CannotWrite": ("cannot_write", 1),
    "DiskFull": ("disk_full", 1),
    "Busy": ("busy", 75),
    "MissingExtra": ("missing_extra", 1),
    "UnsafeSQLite": ("unsafe_sqlite", 1),
}


def classes():
    return {
        name: each for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, WellheadError)
    }


def drawn():
    """(name, parent, exit code) of each line of the tree in the docstring."""
    above, found = [], []
    for line in errors.__doc__.splitlines():
        match = re.match(r"([│├└─ ]*)(\w+) +(\d+)  \S", line)
        if match:
            depth = len(match[1]) // 4
            above[depth:] = [match[2]]
            found.append((match[2], above[depth - 1] if depth else None, int(match[3])))
    return found


def test_codes_and_exits_are_stable():
    assert {name: (each.code, each.exit_code) for name, each in classes().items()} == STABLE


def test_codes_are_unique_words():
    codes = [each.code for each in classes().values()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


def test_the_drawn_tree_is_the_tree_of_classes():
    parents = {name: each.__mro__[1].__name__ for name, each in classes().items()}
    assert {name: parent for name, parent, _ in drawn()} == {**parents, "WellheadError": None}
    assert {name: exit_code for name, _, exit_code in drawn()} == {
        name: each.exit_code for name, each in classes().items()
    }


@pytest.mark.parametrize("name", sorted(STABLE))
def test_an_error_says_what_and_what_next(name):
    error = classes()[name]("what happened", hint="what to do")
    assert (str(error), error.message, error.hint) == ("what happened", "what happened", "what to do")
    assert classes()[name]("what happened").hint == ""
