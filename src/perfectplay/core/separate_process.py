"""Run work in a separate process, which can be killed at any moment."""

from __future__ import annotations

import contextlib
import pickle
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from perfectplay.core.fork_pool import fork, how_ended

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Tell = Callable[[Any], None]
"""Sends an object to the parent process."""

BEAT = 0.1
"""Seconds between two calls of ``alive``."""

_GRACE = 5  # seconds after `end` at which an orphaned process ends itself


class EndedError(Exception):
    """The process ended before its work did."""


def apart(
    work: Callable[[Tell], None],
    end: float,
    receive: Tell,
    alive: Callable[[], None],
    beat: float = BEAT,
) -> bool:
    """Run ``work`` in a copy of this process; return False if it is not finished at ``end``.

    ``end``: deadline in seconds of time.monotonic(). ``receive`` is called with each object that
    the work sends; ``alive`` is called each time that nothing was sent for ``beat`` seconds, and
    what it raises ends the work. Raises EndedError if the process dies, OSError if it cannot be
    started.
    """
    copy = SeparateWork(work, max(0.0, end - time.monotonic()))
    try:
        return copy.watched(end, receive, alive, beat)
    finally:
        copy.kill()


class SeparateWork:
    """Work in a copy of this process, which ends after ``seconds`` at the latest, and with this
    one. Raises OSError if it cannot be started."""

    def __init__(self, work: Callable[[Tell], None], seconds: float) -> None:
        self._process, self._ours = fork(_work, work, seconds)

    def watched(
        self, end: float, receive: Tell, alive: Callable[[], None], beat: float = BEAT
    ) -> bool:
        """Wait for the work, with the arguments of `apart`; what ``alive`` raises does not end the
        work, which may be watched again."""
        while (left := end - time.monotonic()) > 0:
            alive()
            if not self._ours.poll(min(beat, left)):
                continue
            try:
                answer = self._ours.recv()
            except (EOFError, OSError):
                raise EndedError(how_ended(self._process, "its process ended early")) from None
            if answer is None:
                return True
            receive(answer)
        return False

    def kill(self) -> None:
        """End the work."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _work(line: Connection, work: Callable[[Tell], None], seconds: float) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(seconds) + _GRACE)  # even if the parent was killed
    with contextlib.suppress(BaseException):  # rules may raise anything; the parent sees EOF
        work(line.send)
        line.send(None)


def sendable(value: Any) -> Any:
    """The value if it can be sent to another process, else None."""
    try:
        pickle.loads(pickle.dumps(value))
    except Exception:  # whatever a user's own class does not allow
        return None
    return value


def limit_memory(more: int) -> None:
    """Allow this process ``more`` bytes of address space than it has now, so that it fails, and not
    the machine. Raises ImportError, OSError or ValueError where the system cannot do that."""
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        most = int(file.read().split()[0]) * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
