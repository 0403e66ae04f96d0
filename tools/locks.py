"""The hash locks: `write` compiles them, `check` says whether they still belong to what was asked for.

Takes the dependency lists of pyproject.toml and requirements/dev.in; gives requirements/{base,build,dev}.txt, whose
first line carries a digest of those lists. Checking reads files only: it never resolves, and never looks for anything
newer. No lock names an index, an address or a path.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
FLOOR = "3.11"
COMPILE = (
    *("pip", "compile", "--quiet", "--universal", "--python-version", FLOOR),
    *("--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header"),
)
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)")
ADDRESS = re.compile(r"://|--(?:extra-)?index-url|--find-links|--trusted-host|(?:^|\s)(?:/|~/|file:)")


def wanted() -> dict[str, list[str]]:
    """Each lock's requirements. `dev` holds everything, so the smaller locks can be cut out of its versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    base = list(project["project"]["dependencies"])
    extras = list(project["project"]["optional-dependencies"]["all"])
    build = list(project["build-system"]["requires"])
    lines = (FOLDER / "dev.in").read_text(encoding="utf-8").splitlines()
    tools = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return {"dev": base + extras + build + tools, "base": base, "build": build}


def first_line(requirements: list[str]) -> str:
    digest = hashlib.sha256("\n".join(sorted(requirements)).encode()).hexdigest()
    return f'# Made by "make lock" for Python {FLOOR} and newer, from a list with sha256 {digest}'


def pins(text: str) -> dict[str, str]:
    """Name to version; a name locked twice under different markers keeps both, joined."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if match := PIN.match(line):
            name = str(canonicalize_name(match[1]))
            found[name] = f"{found[name]} {match[2]}" if name in found else match[2]
    return found


def write(upgrade: bool) -> None:
    for name, requirements in wanted().items():
        target = FOLDER / f"{name}.txt"
        with tempfile.TemporaryDirectory() as scratch:
            asked = Path(scratch, f"{name}.in")
            asked.write_text("\n".join(requirements) + "\n", encoding="utf-8")
            out = Path(scratch, f"{name}.txt")
            if target.exists() and not upgrade:
                out.write_bytes(target.read_bytes())
            limits = () if name == "dev" else ("--constraint", str(FOLDER / "dev.txt"))
            command = (sys.executable, "-m", "uv", *COMPILE, *limits, "--output-file", str(out), str(asked))
            subprocess.run(command, check=True, cwd=scratch)
            locked = out.read_text(encoding="utf-8")
        target.write_text(f"{first_line(requirements)}\n{locked}", encoding="utf-8")
        print(f"requirements/{name}.txt: {len(pins(locked))} distributions")


def complaints(name: str, requirements: list[str], text: str, everything: dict[str, str]) -> list[str]:
    """What is wrong with one lock, as sentences."""
    found = []
    if text.partition("\n")[0] != first_line(requirements):
        found.append("was made from another list of requirements: run `make lock`")
    locked = pins(text)
    for requirement in map(Requirement, requirements):
        versions = locked.get(str(canonicalize_name(requirement.name)), "").split()
        if not any(requirement.specifier.contains(version, prereleases=True) for version in versions):
            found.append(f"does not satisfy {requirement}")
    entries = re.split(r"\n(?=\S)", text.partition("\n")[2].strip())
    found += [f"has no hash for {entry.split()[0]}" for entry in entries if "--hash=sha256:" not in entry]
    found += [f"names an address or a path: {line}" for line in text.splitlines() if ADDRESS.search(line)]
    found += [f"disagrees with dev.txt on {each}" for each in locked if locked[each] != everything.get(each)]
    return [f"requirements/{name}.txt {sentence}" for sentence in found]


def check() -> int:
    lists = wanted()
    texts = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in lists}
    everything = pins(texts["dev"])
    found = [each for name in lists for each in complaints(name, lists[name], texts[name], everything)]
    print("\n".join(found) if found else f"locks are fresh: {', '.join(sorted(texts))}")
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            return check()
        case ["write"] | ["write", "--upgrade"]:
            write(upgrade="--upgrade" in arguments)
            return 0
        case _:
            print("usage: python -m tools.locks check | write [--upgrade]", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
