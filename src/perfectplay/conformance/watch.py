"""Interrupt rules that never return: a second thread raises `TookTooLong` in the first."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from typing import Any

from perfectplay.core.errors import StopRules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game

_BEAT = 0.05  # seconds between two looks at the clock
_AGAIN = 1.0  # seconds until the exception is raised again, if the rule has caught it
_REPORTS = 0.1  # seconds between two reports, at least
_SHARE = 4  # a rule that waits and does not compute has this many times as long


class TookTooLong(StopRules):
    """A rule did not return in time."""


class Watch:
    """Interrupts Python code in ``with watch.question():`` after ``patience`` seconds.

    ``patience`` is processor time of the calling thread, so that a busy machine makes no
    difference; a rule that only waits has four times as long by the clock. A single call into C
    that computes and does not return cannot be interrupted; one that waits can be, in the main
    thread and where there are signals.

    >>> with Watch(patience=0.1) as watch:
    ...     try:
    ...         with watch.question():
    ...             while True:
    ...                 pass
    ...     except TookTooLong:
    ...         print("ended")
    ended
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._end: float | None = None  # deadline of the block; None outside of blocks
        self._calls = 0
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._caller = threading.get_ident()
        self._busy = _processor_time(self._caller)
        self._thread = threading.Thread(target=self._look, daemon=True)
        main = threading.current_thread() is threading.main_thread()
        self._wakes = main and hasattr(signal, "SIGURG") and hasattr(signal, "pthread_kill")
        self._before: Any = None

    def __enter__(self) -> Watch:
        if self._wakes:  # the exception is raised in the handler, also while Python waits
            self._before = signal.signal(signal.SIGURG, lambda *_: None)
        with suppress(RuntimeError):  # a browser has no threads: whoever shows the page ends rules
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        if self._thread.ident is not None:
            self._thread.join()
        if self._wakes:
            signal.signal(signal.SIGURG, self._before or signal.SIG_DFL)

    @contextmanager
    def question(self, end: float = inf) -> Iterator[None]:
        """A block with a time limit, at the latest ``end`` of time.monotonic(). Blocks may
        be nested. Raises TookTooLong."""
        outer = self._end
        self.again()
        self._end = end if outer is None else min(end, outer)
        try:
            yield
        finally:
            with self._lock:  # nothing is raised after this
                self._end = outer
            self.again()

    def again(self) -> None:
        """Restart the time limit, for another call."""
        self._calls += 1

    def _look(self) -> None:
        calls, busy, clock = -1, 0.0, 0.0
        while not self._closed.wait(_BEAT):
            with self._lock:
                if self._calls != calls or self._end is None:
                    calls, busy, clock = self._calls, self._busy(), time.monotonic()
                if self._end is None:
                    continue
                now = time.monotonic()
                late = self._busy() - busy > self.patience or now - clock > _SHARE * self.patience
                if late or now > self._end:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._caller), ctypes.py_object(TookTooLong)
                    )
                    if self._wakes:
                        signal.pthread_kill(self._caller, signal.SIGURG)
                    busy, clock = self._busy() - self.patience + _AGAIN, now
                    self._end = max(self._end, now + _AGAIN)


class WatchedGame(CheckedGame):
    """Rules that restart the time limit of a watch with every call.

    So a state with many moves or images may take long, while a rule that never returns is noticed.
    ``alive`` is called between two calls, about ten times a second if they are fast.
    """

    def __init__(
        self, game: Game, watch: Watch, alive: Callable[[], None], *, max_moves: int
    ) -> None:
        self._watch = watch
        self._alive = alive
        self._reported = time.monotonic()
        super().__init__(game, max_moves=max_moves)

    def _call(self, method: str, *args: Any) -> Any:
        self._watch.again()
        now = time.monotonic()
        if now - self._reported > _REPORTS:  # by time: one call may take a second
            self._reported = now
            self._alive()
        return super()._call(method, *args)


def _processor_time(thread: int) -> Callable[[], float]:
    """A clock of a thread's processor time in seconds; the wall clock if there is none."""
    try:
        clock = time.pthread_getcpuclockid(thread)
        time.clock_gettime(clock)
    except (AttributeError, OSError):
        return time.monotonic
    return lambda: time.clock_gettime(clock)
