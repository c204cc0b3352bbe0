"""Ctrl-C that is never lost while work tells how far it is.

Python drops a KeyboardInterrupt that comes while it runs a finaliser, of which compiled code leaves
many, with a line on standard error: the program would go on as if nothing had been pressed.
`perfectplay.core.interrupts` is for work that tells nothing until it ends.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds that a program may still report progress after Ctrl-C, to end what it has to."""


class Interrupts:
    """Those of one piece of work."""

    def __init__(self) -> None:
        self._pressed: float | None = None

    def press(self, *_: object) -> None:
        """What the signal calls. Raises KeyboardInterrupt."""
        self._pressed = time.monotonic()
        raise KeyboardInterrupt

    def again(self) -> None:
        """Raises KeyboardInterrupt once more where one was lost: its work still goes on."""
        if self._pressed is not None and time.monotonic() - self._pressed > PATIENCE:
            self._pressed = None
            raise KeyboardInterrupt


@contextmanager
def heard_on_the_way() -> Iterator[Interrupts]:
    """Hears Ctrl-C while it lasts, unless somebody else does."""
    interrupts = Interrupts()
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not ours:
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.press)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
