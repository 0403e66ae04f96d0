"""Each dangerous or impure thing has one home: ruff bans it by name, and this is the second net, by syntax tree."""

from __future__ import annotations

import ast

from tests.house import tree

# What may only be named in which modules (a package stands for everything in it). No home: nowhere in the product.
HOMES: dict[str, tuple[str, ...]] = {
    "os.environ": ("wellhead.config",),
    "os.environb": (),
    "os.getenv": ("wellhead.config",),
    "os.putenv": (),
    "time.time": ("wellhead.app",),
    "time.time_ns": ("wellhead.app",),
    "datetime.now": ("wellhead.app",),
    "datetime.datetime.now": ("wellhead.app",),
    "datetime.utcnow": (),
    "datetime.today": (),
    "date.today": (),
    "time.monotonic": ("wellhead.deadline",),
    "time.perf_counter": ("wellhead.deadline",),
    "random": (),
    "print": ("wellhead.cli",),
    "input": ("wellhead.cli",),
    "breakpoint": (),
    "eval": (),
    "exec": (),
    "apsw": ("wellhead.engines", "wellhead.text.tokens"),
    "sqlite3": (),
    "psycopg": (),
    "click": ("wellhead.cli",),
    "rich": ("wellhead.cli",),
    "watchfiles": ("wellhead.ingest",),
    "yaml": ("wellhead.importers",),
    "tomlkit": ("wellhead.config",),
    "pickle": (),
    "marshal": (),
    "shelve": (),
    "ctypes": (),
    "socket": (),
    "ssl": (),
    "http": (),
    "urllib.request": (),
    "urllib3": (),
    "httpx": (),
    "requests": (),
    "aiohttp": (),
    "ftplib": (),
    "smtplib": (),
    "logging": (),
    "asyncio": (),
    "numpy": ("wellhead.evals",),
}


def _names(node: ast.AST) -> set[str]:
    """What one node names: an imported module, a dotted attribute, a called builtin."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    if isinstance(node, ast.Attribute):
        return {tree.dotted(node)}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return {node.func.id}
    return set()


def strays(source: ast.Module, module: str) -> set[str]:
    """Things that this module names and that live elsewhere."""
    named = {name for node in ast.walk(source) for name in _names(node)}
    return {
        thing
        for thing, homes in HOMES.items()
        if any(name == thing or name.startswith(f"{thing}.") for name in named)
        and not any(module == home or module.startswith(f"{home}.") for home in homes)
    }


def test_the_net_catches() -> None:
    """A module that reads the environment, tells the time, opens a database or fetches is caught."""
    source = "import os, sqlite3\nfrom urllib import request\nfrom datetime import datetime\n"
    source += "def f() -> None:\n    print(os.environ['A'], datetime.now())\n    import httpx\n"
    caught = {"os.environ", "sqlite3", "urllib.request", "datetime.now", "print", "httpx"}
    assert strays(ast.parse(source), "wellhead.search.search") == caught
    assert strays(ast.parse("import os\nos.environ"), "wellhead.config") == set()
    assert strays(ast.parse("import apsw"), "wellhead.engines.sqlite.writer") == set()


def test_everything_stays_in_its_home() -> None:
    """Environment, clocks, luck, printing, database driver and network each appear only in their one home."""
    found = {tree.module(path): strays(tree.tree(path), tree.module(path)) for path in tree.product()}
    assert len(found) > 20
    assert {module: names for module, names in found.items() if names} == {}


def test_homes_are_lived_in() -> None:
    """A home that no longer exists is taken off the list, so that nobody moves in unseen."""
    modules = {tree.module(path) for path in tree.product()}
    homes = {home for homes in HOMES.values() for home in homes}
    assert {home for home in homes if not any(each == home or each.startswith(f"{home}.") for each in modules)} == set()


def test_below_the_surfaces_nothing_is_asynchronous() -> None:
    """No async function exists: the core is synchronous, and no surface needs another edge yet."""
    kinds = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    found = [
        tree.name_of(path) for path in tree.product() for node in ast.walk(tree.tree(path)) if isinstance(node, kinds)
    ]
    assert found == []


def test_threads_have_an_owner() -> None:
    """Threads are started only in modules that name their end: each is listed here with who joins it."""
    owners: dict[str, str] = {}
    starters = {"threading.Thread", "Thread", "ThreadPoolExecutor", "ProcessPoolExecutor", "multiprocessing"}
    found = {
        tree.module(path)
        for path in tree.product()
        for node in ast.walk(tree.tree(path))
        if isinstance(node, ast.Call)
        and (tree.dotted(node.func) in starters or tree.dotted(node.func).endswith("PoolExecutor"))
    }
    assert found == set(owners)
