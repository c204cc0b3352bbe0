"""Ctrl-C while other people's code runs, which may swallow it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def heard() -> Iterator[None]:
    """Ctrl-C in the block raises KeyboardInterrupt, at its end at the latest.

    A compiler that is called back by its library, and a library that is being loaded, lose the
    exception, or make another of it. Only the main thread is told of Ctrl-C; elsewhere the block
    is left alone.
    """
    before, complains = signal.getsignal(signal.SIGINT), sys.unraisablehook
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        before(number, frame)

    def lost(told: Any) -> None:
        if not issubclass(told.exc_type, KeyboardInterrupt):  # that one is raised again
            complains(told)

    sys.unraisablehook = lost
    signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception as error:
        if pressed:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = complains
    if pressed:
        raise KeyboardInterrupt
