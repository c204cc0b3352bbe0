"""Work in a process of its own: it can be ended at any moment, whatever it does."""

from __future__ import annotations

import contextlib
import pickle
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from perfectplay.core.fork_pool import fork

Tell = Callable[[Any], None]
"""Sends something to the process that waits."""

_BEAT = 0.1  # seconds between two looks at the clock
_GRACE = 5  # seconds after which work that nobody waits for any more ends itself


class EndedError(Exception):
    """The process ended before its work did."""


def apart(work: Callable[[Tell], None], end: float, told: Tell, alive: Callable[[], None]) -> bool:
    """Does ``work`` in a copy of this process; False if it is not done at ``end``.

    ``end``: seconds of time.monotonic(). What the work tells is passed on to ``told``; ``alive``
    is called now and then. Raises EndedError if the process dies, and OSError if there can be none.
    """
    process, ours = fork(_work, work, max(0.0, end - time.monotonic()))
    try:
        while (left := end - time.monotonic()) > 0:
            alive()
            if not ours.poll(min(_BEAT, left)):
                continue
            try:
                answer = ours.recv()
            except (EOFError, OSError):
                process.join(1.0)
                raise EndedError(_end_of(process.exitcode)) from None
            if answer is None:
                return True
            told(answer)
        return False
    finally:
        process.kill()
        process.join()
        ours.close()


def _work(line: Connection, work: Callable[[Tell], None], seconds: float) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(seconds) + _GRACE)  # also if that process was killed
    with contextlib.suppress(BaseException):  # rules may raise anything; who waits sees the end
        work(line.send)
        line.send(None)


def _end_of(status: int | None) -> str:
    if status is not None and status < 0:
        return f"its process was ended by {signal.Signals(-status).name}"
    return "its process ended early"


def sendable(value: Any) -> Any:
    """The value if it can be sent to another process, else None."""
    try:
        pickle.loads(pickle.dumps(value))
    except Exception:  # whatever a user's own class does not allow
        return None
    return value
