"""What a folder import passes over: what is never a note, and what a person names in git's syntax.

Takes names and patterns, gives the reason why a path is left out. Patterns stand in `.wellheadignore`, at any depth and
for everything below it, and in --exclude, which is asked first; then the nearest file is, and in each the last pattern
that matches decides. Nothing brings back what is never a note, nor anything inside a folder that is left out. A line
that cannot be understood is an error, not passed over: what a person hides must not come in by a slip of the pen.
Reads no disk.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Sequence
from typing import NamedTuple

from wellhead.errors import BadInput, UsageError

IGNORE_FILE = ".wellheadignore"
_EXCLUDE = "--exclude"
_TEMPLATES = "templates, not notes; to take them in, add this folder by itself"
_FOLDERS = {
    ".git": "Git's own folder",
    ".obsidian": "Obsidian's settings",
    ".trash": "Obsidian's trash",
    "node_modules": "installed packages, not notes",
    "templates": _TEMPLATES,
    "Templates": _TEMPLATES,
}
_ANY_NAME = re.compile(r"[^/]+")
_STAR = "[^/]*"  # what pathspec makes of `*`
_MANY_STARS = 8


class Rule(NamedTuple):
    """One pattern. It is held against the name alone, unless a slash in it ties it to a place below its file."""

    pattern: re.Pattern[str]
    placed: bool
    folders_only: bool
    wanted: bool
    reason: str


class Ruleset(NamedTuple):
    """The rules of one file or of --exclude, the last one first; `base` is the folder they hold in, with its slash."""

    base: str
    rules: tuple[Rule, ...]


class Rules(NamedTuple):
    """What holds in one folder, in the order it is asked: of --exclude, of its own file, of its parents' files."""

    given: tuple[Ruleset, ...] = ()
    files: tuple[Ruleset, ...] = ()


def never_a_note(name: str, folder: str, is_folder: bool) -> str:
    """Why this name is passed over whatever a person asks for; empty if it is not. `folder` is where it lies."""
    if name[0] == ".":
        return _hidden(name, is_folder)
    if not is_folder:
        return ""
    if name == "bak" and folder.removesuffix("/").rpartition("/")[2] == "logseq":
        return "Logseq's backups"
    return _FOLDERS.get(name, "")


def _hidden(name: str, is_folder: bool) -> str:
    if is_folder:
        return _FOLDERS.get(name, "a hidden folder")
    if name == IGNORE_FILE:
        return "it says what to leave out, and is no note itself"
    if name.endswith(".icloud"):
        return "not downloaded from iCloud: open it once, then import again"
    return "a hidden file"


def given(patterns: Sequence[str]) -> Rules:
    """The rules of --exclude; places count from the root of the import."""
    try:
        return Rules(given=_rulesets("", patterns, _EXCLUDE))
    except BadInput as error:
        raise UsageError(error.message, hint=error.hint) from error


def narrowed(rules: Rules, base: str, text: str) -> Rules:
    """`rules` as they hold below `base`, whose ignore file says `text`."""
    own = _rulesets(base, text.removeprefix("\ufeff").split("\n"), f"{base}{IGNORE_FILE}")
    return Rules(rules.given, own + rules.files)


def left_out(rules: Rules, path: str, name: str, is_folder: bool) -> str:
    """Why the person wants this path left out; empty if they do not."""
    if not path.isascii():
        path, name = unicodedata.normalize("NFC", path), unicodedata.normalize("NFC", name)
    for base, own in rules.given + rules.files:
        for rule in own:
            if rule.folders_only and not is_folder:
                continue
            if rule.pattern.fullmatch(path[len(base) :] if rule.placed else name):
                return "" if rule.wanted else rule.reason
    return ""


# --- reading patterns ------------------------------------------------------------------------------------------------


def _rulesets(base: str, lines: Sequence[str], where: str) -> tuple[Ruleset, ...]:
    """One, or none if no line says anything."""
    rules = [rule for line in lines if (rule := _rule(line, where)) is not None]
    return (Ruleset(unicodedata.normalize("NFC", base), tuple(reversed(rules))),) if rules else ()


def _rule(line: str, where: str) -> Rule | None:
    """One pattern as it was said; None if it says nothing: blank, a comment in a file, a lone `!` or `/`."""
    said = _without_end(line)
    if not said or (said[0] == "#" and where != _EXCLUDE):
        return None
    glob = unicodedata.normalize("NFC", said.removeprefix("!"))
    folders_only = glob.endswith("/")
    glob = glob.removesuffix("/")
    if not glob:
        return None
    if glob.startswith("**/") and "/" not in glob[3:]:
        glob = glob[3:]  # at any depth, as a bare name is
    placed = "/" in glob
    return Rule(
        pattern=_compiled(glob, said, where),
        placed=placed,
        folders_only=folders_only,
        wanted=said[0] == "!",
        reason=f"left out by “{said}” in {where}",
    )


def _without_end(line: str) -> str:
    """The line without its end and the spaces before it, unless a backslash keeps one."""
    line = line.removesuffix("\r")
    bare = line.rstrip(" ")
    return bare + " " if bare != line and bare.endswith("\\") else bare


def _compiled(glob: str, said: str, where: str) -> re.Pattern[str]:
    """The pattern of a whole name or path. pathspec translates one glob; the order of rules is decided here."""
    if glob in ("*", "**"):
        return _ANY_NAME
    if glob.endswith("/**"):
        glob += "/*"  # what lies inside, not the folder itself
    across = "**" in glob.split("/")
    if "[[:" in glob or (across and glob.count("*") > _MANY_STARS):
        raise _no_pattern(said, where)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # an odd set of characters is the person's affair
        source = _translated(glob if glob[0] == "/" else f"/{glob}", said, where)
        return re.compile(source if across else _patient(source), re.DOTALL)


def _translated(glob: str, said: str, where: str) -> str:
    from pathspec import GitIgnoreSpec

    try:
        pattern = next(iter(GitIgnoreSpec.from_lines([glob]).patterns))
    except (ValueError, re.error) as error:
        raise _no_pattern(said, where) from error
    regex = getattr(pattern, "regex", None)
    if regex is None:
        raise _no_pattern(said, where)
    return ".+" if regex.pattern == "." else str(regex.pattern)


def _patient(source: str) -> str:
    """The same pattern in linear time: each `*` but the last takes the first place that fits, and never comes back."""
    first, *rest = source.split(_STAR)
    if len(rest) < 2:
        return source
    return first + "".join(f"(?>{_STAR}?{part})" for part in rest[:-1]) + _STAR + rest[-1]


def _no_pattern(said: str, where: str) -> BadInput:
    return BadInput(f"“{said}” in {where} is no pattern", hint="write it as for .gitignore, or put a # before it")
