"""Run work in a separate process, which can be killed at any moment."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import time
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

Tell = Callable[[Any], None]
"""Sends an object to the parent process."""

_BEAT = 0.1  # seconds between two calls of alive()
_GRACE = 5  # seconds after `end` at which an orphaned process ends itself


class EndedError(Exception):
    """The process ended before its work did."""


def can_fork() -> bool:
    """True if `apart` works here: the system can fork, and this process may have children."""
    methods = multiprocessing.get_all_start_methods()
    return "fork" in methods and not multiprocessing.current_process().daemon


def apart(
    work: Callable[[Tell], None], end: float, receive: Tell, alive: Callable[[], None]
) -> bool:
    """Run ``work`` in a copy of this process; return False if it is not finished at ``end``.

    ``end``: deadline in seconds of time.monotonic(). ``receive`` is called with each object that
    the work sends; ``alive`` is called about ten times a second. Raises EndedError if the process
    dies, OSError if it cannot be started.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    seconds = max(0.0, end - time.monotonic())
    process = context.Process(target=_work, args=(work, theirs, seconds), daemon=True)
    with warnings.catch_warnings():
        # the child runs rules and compiles; it takes no lock that another thread may hold
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    theirs.close()
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
            receive(answer)
        return False
    finally:
        process.kill()
        process.join()
        ours.close()


def _work(work: Callable[[Tell], None], line: Connection, seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(seconds) + _GRACE)  # even if the parent was killed
    with contextlib.suppress(BaseException):  # rules may raise anything; the parent sees EOF
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
