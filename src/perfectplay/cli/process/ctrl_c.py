"""Ctrl-C that is never lost in work that reports its progress.

Python drops a KeyboardInterrupt that is raised in a finaliser, of which compiled code leaves many,
with a line on standard error: the program would go on. `perfectplay.core.interrupts` is for work
that reports nothing until it ends.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds for which work may still report progress after Ctrl-C, while it ends."""


class Interrupts:
    """The Ctrl-C of one piece of work."""

    def __init__(self) -> None:
        self._pressed: float | None = None

    def press(self, *_: object) -> None:
        """Raise KeyboardInterrupt; the signal handler."""
        self._pressed = time.monotonic()
        raise KeyboardInterrupt

    def again(self) -> None:
        """Raise KeyboardInterrupt again if the last one was lost, as the work goes on."""
        if self._pressed is not None and time.monotonic() - self._pressed > PATIENCE:
            self._pressed = None
            raise KeyboardInterrupt


@contextmanager
def heard_on_the_way() -> Iterator[Interrupts]:
    """Handle Ctrl-C in this context, unless another handler is set.

    One that comes while a compiled function is called becomes a SystemError there ("returned a
    result with an exception set"); it is a KeyboardInterrupt again here.
    """
    interrupts = Interrupts()
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, interrupts.press)
    try:
        yield interrupts
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        raise
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
