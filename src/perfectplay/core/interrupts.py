"""Ctrl-C during code that may swallow the exception."""

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
    """Make Ctrl-C in the block raise KeyboardInterrupt, at the end of the block at the latest.

    Callbacks of a compiler and the loading of a library may lose the exception or replace it by
    another. Only the main thread receives Ctrl-C; in other threads this does nothing.
    """
    before, report = signal.getsignal(signal.SIGINT), sys.unraisablehook
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        before(number, frame)

    def ignore_interrupt(unraisable: Any) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):  # raised again below
            report(unraisable)

    sys.unraisablehook = ignore_interrupt
    signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception as error:
        if pressed:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = report
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def put_off() -> Iterator[None]:
    """Delay Ctrl-C until the block ends. Where signals can be masked (not on Windows), processes
    started in it do not receive Ctrl-C at all.

    For the start of a process, which is left half-born if it is interrupted. Python handles Ctrl-C
    in the main thread; in other threads this does nothing.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True

    signal.signal(signal.SIGINT, press)  # the system may give it to a thread that has no mask
    masked = hasattr(signal, "pthread_sigmask")  # a new process has the mask of its parent
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if masked else ()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if pressed:
            before(signal.SIGINT, None)
