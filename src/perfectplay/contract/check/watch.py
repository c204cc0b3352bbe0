"""Ends a rule that does not: a second thread raises `TookTooLong` in the one that asked."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

_BEAT = 0.05  # seconds between two looks at the clock


class TookTooLong(BaseException):
    """A rule gave no answer in time. No Exception: rules that catch all must not catch it."""


class Watch:
    """Within ``with watch.question():`` code in Python is ended after ``patience`` seconds.

    A single call into C that does not return cannot be ended.

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
        self._deadline: float | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._asker = threading.get_ident()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed.set()
        self._thread.join()

    @contextmanager
    def question(self) -> Iterator[None]:
        """The time in which rules are asked. Raises TookTooLong."""
        self._deadline = time.monotonic() + self.patience
        try:
            yield
        finally:
            with self._lock:  # after this nothing is raised any more
                self._deadline = None

    def _look(self) -> None:
        while not self._closed.wait(_BEAT):
            with self._lock:
                if self._deadline is not None and time.monotonic() > self._deadline:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._asker), ctypes.py_object(TookTooLong)
                    )
                    # once more later, should the rule have caught it
                    self._deadline = time.monotonic() + self.patience
