"""One writer at a time, in the order of asking: a ticket queue in `writer.lock`, fair across processes.

A ticket is one byte of the lock file, held by its process from asking to finishing; a ticket's turn has come when no
byte below it is held. A process that dies frees its byte, wherever it stood. Within a process the threads of all
libraries on one folder share one place in the queue (record locks belong to the process).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from wellhead.deadline import Deadline
from wellhead.errors import Busy
from wellhead.files import cannot_write, touch_private

WAIT_SECONDS = 60.0
_POLL_SECONDS = 0.002
_COUNTER_BYTE = 1 << 40  # the byte that guards the counter, far above every ticket
_queues: dict[tuple[int, int], _Queue] = {}
_queues_guard = threading.Lock()


class FairMutex:
    """Threads get it in the order of asking, and may give up waiting."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    def acquire(self, deadline: Deadline) -> bool:
        with self._guard:
            if not self._held and not self._waiting:
                self._held = True
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        left = deadline.remaining()
        if turn.wait(None if left == float("inf") else left):
            return True
        with self._guard:
            if turn.is_set():
                return True
            self._waiting.remove(turn)
            return False

    def release(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False


class _Queue:
    """The place of this process in the queue of one library; its descriptor is open while anybody here wants a turn."""

    def __init__(self, path: Path, identity: tuple[int, int]) -> None:
        self.pid = os.getpid()
        self.identity = identity
        self.users = 0
        self.mutex = FairMutex()
        try:
            self.descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError as error:
            raise cannot_write(error, path) from error

    def enter(self, deadline: Deadline) -> int | None:
        """The number of our ticket once its turn has come; None if the wait was too long."""
        ticket = self._draw(deadline)
        if ticket is None:
            return None
        while not self._try_lock(fcntl.LOCK_SH, 0, ticket):
            if not deadline.pause(_POLL_SECONDS):
                self._unlock(ticket, 1)
                return None
        if ticket:
            self._unlock(0, ticket)
        return ticket

    def leave(self, ticket: int) -> None:
        self._unlock(ticket, 1)

    def _draw(self, deadline: Deadline) -> int | None:
        while not self._try_lock(fcntl.LOCK_EX, _COUNTER_BYTE, 1):
            if not deadline.pause(_POLL_SECONDS / 4):
                return None
        try:
            raw = os.pread(self.descriptor, 8, 0)
            ticket = int.from_bytes(raw, "little") % (_COUNTER_BYTE - 1) if len(raw) == 8 else 0
            while not self._try_lock(fcntl.LOCK_EX, ticket, 1):
                ticket += 1
            os.pwrite(self.descriptor, (ticket + 1).to_bytes(8, "little"), 0)
            return ticket
        finally:
            self._unlock(_COUNTER_BYTE, 1)

    def _try_lock(self, kind: int, start: int, length: int) -> bool:
        if length == 0:
            return True
        try:
            fcntl.lockf(self.descriptor, kind | fcntl.LOCK_NB, length, start)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _unlock(self, start: int, length: int) -> None:
        fcntl.lockf(self.descriptor, fcntl.LOCK_UN, length, start)


@contextlib.contextmanager
def _queue(folder: Path) -> Iterator[_Queue]:
    """The queue of the lock file that lies there now, shared by every thread here.

    Closing any descriptor of a file lets go of every record lock the process has on it: the last to leave closes it.
    """
    path = folder / "writer.lock"
    with _queues_guard:
        if not path.exists():
            touch_private(path)
        try:
            status = path.stat()
        except OSError as error:
            raise cannot_write(error, path) from error
        identity = (status.st_dev, status.st_ino)
        queue = _queues.get(identity)
        if queue is None or queue.pid != os.getpid():
            queue = _queues[identity] = _Queue(path, identity)
        queue.users += 1
    try:
        yield queue
    finally:
        with _queues_guard:
            queue.users -= 1
            if not queue.users:
                os.close(queue.descriptor)
                if _queues.get(queue.identity) is queue:
                    del _queues[queue.identity]


@contextlib.contextmanager
def writers_turn(folder: Path, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the only right to write in this library; raises Busy when others keep it too long."""
    deadline = Deadline(wait_seconds)
    with _queue(folder) as queue:
        if not queue.mutex.acquire(deadline):
            raise _busy(folder, wait_seconds)
        try:
            try:
                ticket = queue.enter(deadline)
            except OSError as error:
                raise cannot_write(error, folder / "writer.lock") from error
            if ticket is None:
                raise _busy(folder, wait_seconds)
            try:
                yield
            finally:
                queue.leave(ticket)
        finally:
            queue.mutex.release()


def _busy(folder: Path, seconds: float) -> Busy:
    return Busy(
        f"another process has been writing to {folder} for {seconds:.0f} seconds",
        hint="wait until it is done (reading goes on meanwhile), then run this again",
    )
