"""What holds for every test: no luck, no network but loopback, never a person's own library.

One seed, kept here, decides the order of tests, kill moments and crash loops; Hypothesis runs derandomized.
`make fuzz` varies both, and prints the seed that repeats a run.
"""

from __future__ import annotations

import ipaddress
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SEED = 20261118
PATIENT = [HealthCheck.too_slow]  # a busy machine is no finding

settings.register_profile(
    "house", derandomize=True, deadline=None, database=None, print_blob=True, suppress_health_check=PATIENT
)
settings.register_profile(
    "fuzz", derandomize=False, deadline=None, max_examples=2_000, print_blob=True, suppress_health_check=PATIENT
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, default=SEED, help="seed for order, kill moments and crash loops")
    parser.addoption("--fuzz", action="store_true", help="let Hypothesis look further than the derandomized run")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("fuzz" if config.getoption("--fuzz") else "house")
    for name in [name for name in os.environ if name.startswith("WELLHEAD_")]:
        del os.environ[name]
    home = tempfile.mkdtemp(prefix="wellhead-tests-")
    os.environ["WELLHEAD_HOME"] = home
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    sys.addaudithook(_refuse_network)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.getoption('--seed')}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files, and tests within a file, in an order the seed decides: no test may lean on its neighbour."""
    luck = random.Random(config.getoption("--seed"))
    place = {item.path: luck.random() for item in sorted(items, key=lambda item: str(item.path))}
    items.sort(key=lambda item: item.nodeid)
    luck.shuffle(items)
    items.sort(key=lambda item: place[item.path])


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run: derive every choice of a test from it."""
    return int(pytestconfig.getoption("--seed"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).resolve().parent.parent


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    if event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        return
    where = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
    host = where[0] if isinstance(where, tuple) else where
    if event != "socket.getaddrinfo" and not isinstance(where, tuple):
        return  # a Unix socket has a path, not a host
    if not _loopback(host):
        raise PermissionError(f"a test wanted to reach {host!r}: nothing here uses a network")


def _loopback(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False
