"""The queue of writers: the order of asking, across threads and processes, and what becomes of a dead holder."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from wellhead.deadline import Deadline
from wellhead.engines.sqlite.writer import FairMutex, writers_turn
from wellhead.errors import Busy, CannotWrite

HOLD = """
import sys
from pathlib import Path
from wellhead.engines.sqlite.writer import writers_turn
print("asking", flush=True)
with writers_turn(Path(sys.argv[1]), 60.0):
    print("holding", flush=True)
    sys.stdin.readline()
print("left", flush=True)
"""
PATIENCE = 30.0


class Other:
    """Another process that asks for its turn and holds it until it is told to go."""

    def __init__(self, folder):
        environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PATH": ""}
        command = [sys.executable, "-c", HOLD, str(folder)]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def says(self):
        return self.process.stdout.readline().strip()

    def go(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def others(tmp_path):
    made = []

    def ask():
        made.append(Other(tmp_path))
        return made[-1]

    yield ask
    for other in made:
        other.kill()


def tickets(folder):
    """How many tickets were ever drawn."""
    return int.from_bytes((folder / "writer.lock").read_bytes()[:8], "little")


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_the_turn_is_held_and_left(tmp_path):
    with writers_turn(tmp_path, 1.0), pytest.raises(Busy, match="writing to"), writers_turn(tmp_path, 0.01):
        pass
    with writers_turn(tmp_path, 1.0):
        assert (tmp_path / "writer.lock").stat().st_mode & 0o777 == 0o600


def test_a_turn_is_left_after_an_error(tmp_path):
    with pytest.raises(ZeroDivisionError), writers_turn(tmp_path, 1.0):
        raise ZeroDivisionError
    with writers_turn(tmp_path, 1.0):
        assert (tmp_path / "writer.lock").exists()


def test_another_process_waits_its_time_and_says_so(tmp_path, others):
    holder = others()
    assert [holder.says(), holder.says()] == ["asking", "holding"]
    with pytest.raises(Busy) as caught, writers_turn(tmp_path, 0.05):
        pass
    assert caught.value.exit_code == 75
    assert "locked" not in caught.value.message
    holder.go()
    assert holder.says() == "left"
    with writers_turn(tmp_path, PATIENCE):
        assert (tmp_path / "writer.lock").exists()


def test_processes_get_their_turn_in_the_order_of_asking(tmp_path, others):
    order = []
    with writers_turn(tmp_path, PATIENCE):
        waiting = []
        for number in range(4):
            drawn = tickets(tmp_path)
            waiting.append(others())
            assert waiting[number].says() == "asking"
            wait_for(lambda drawn=drawn: tickets(tmp_path) > drawn)
    for number, other in enumerate(waiting):
        assert other.says() == "holding"
        order.append(number)
        assert [each.process.poll() for each in waiting[number + 1 :]] == [None] * (3 - number)
        other.go()
        assert other.says() == "left"
    assert order == [0, 1, 2, 3]


@pytest.mark.parametrize("place", ["holder", "waiter"])
def test_a_killed_process_leaves_the_queue(tmp_path, others, place):
    holder = others()
    assert [holder.says(), holder.says()] == ["asking", "holding"]
    drawn = tickets(tmp_path)
    waiter = others()
    assert waiter.says() == "asking"
    wait_for(lambda: tickets(tmp_path) > drawn)
    last = others()
    assert last.says() == "asking"
    if place == "holder":
        holder.kill()
        assert waiter.says() == "holding"
        waiter.go()
    else:
        waiter.kill()
        holder.go()
    assert last.says() == "holding"
    last.go()
    assert last.says() == "left"


def test_asking_again_does_not_give_the_turn_away(tmp_path, others):
    """A second thread of the holder that gives up waiting must not let go of the holder's lock."""
    with writers_turn(tmp_path, PATIENCE):
        for _ in range(3):
            thread = threading.Thread(target=_gives_up, args=(tmp_path,))
            thread.start()
            thread.join()
        other = others()
        assert other.says() == "asking"
        with pytest.raises(subprocess.TimeoutExpired):
            other.process.wait(0.2)
        before = time.monotonic()
    assert other.says() == "holding"
    assert time.monotonic() - before < PATIENCE
    other.go()


def _gives_up(folder):
    with pytest.raises(Busy), writers_turn(folder, 0.01):
        pass


def test_threads_get_it_in_the_order_of_asking():
    mutex, order, threads = FairMutex(), [], []
    assert mutex.acquire(Deadline(None))
    for number in range(5):

        def work(number=number):
            assert mutex.acquire(Deadline(PATIENCE))
            order.append(number)
            mutex.release()

        threads.append(threading.Thread(target=work))
        threads[-1].start()
        wait_for(lambda number=number: len(mutex._waiting) == number + 1)
    mutex.release()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_a_thread_that_gives_up_is_passed_over():
    mutex = FairMutex()
    assert mutex.acquire(Deadline(None))
    assert not mutex.acquire(Deadline(0.01))
    mutex.release()
    assert mutex.acquire(Deadline(0.0))


def test_an_unwritable_folder_is_a_clear_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite), writers_turn(tmp_path / "file", 1.0):
        pass
    with pytest.raises(CannotWrite), writers_turn(tmp_path / "missing", 1.0):
        pass


def test_a_new_lock_file_is_a_new_queue(tmp_path):
    with writers_turn(tmp_path, 1.0):
        (tmp_path / "writer.lock").unlink()
        with writers_turn(tmp_path, 1.0):
            assert (tmp_path / "writer.lock").exists()


def test_nothing_stays_open_when_nobody_writes(tmp_path):
    before = len(os.listdir("/dev/fd"))
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        with writers_turn(folder):
            assert (folder / "writer.lock").exists()
    assert len(os.listdir("/dev/fd")) == before
