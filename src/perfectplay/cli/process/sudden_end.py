"""A last sentence where rules end the whole process, which nothing can stop."""

from __future__ import annotations

import faulthandler
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from perfectplay.cli.output.answer import complain
from perfectplay.registry.source import FILES_RUN

CRASHES = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")
"""Signals of a crash."""

SECONDS = 5
"""After which a process that has crashed ends, whatever it waits for."""


@contextmanager
def says_sudden_ends(arguments: Sequence[str]) -> Iterator[None]:
    """A block in which the process does not end in silence: ``os._exit`` in a file of rules says
    so; a crash of C code writes the lines that were at work, and a sentence if the arguments name a
    file of rules."""
    before = os._exit

    def leave(status: int) -> NoReturn:
        if place := _place(sys._getframe(1), deep=False):
            complain(f"the rules ended the program with os._exit({status!r}) at {place}")
            sys.stderr.flush()
        before(status)

    ours = not faulthandler.is_enabled()
    with _crash_handler(wanted=ours and any(".py" in word for word in arguments)):
        with suppress(io.UnsupportedOperation, ValueError):  # a stream that is no file
            faulthandler.enable()
        os._exit = leave
        try:
            yield
        finally:
            os._exit = before
            if ours:
                faulthandler.disable()


def _place(frame: FrameType | None, *, deep: bool) -> str:
    """The line of a file of rules that is at work in a frame, or, if ``deep``, in a caller of it;
    "" if there is none."""
    while frame is not None:
        if frame.f_code.co_filename in FILES_RUN:
            return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        frame = frame.f_back if deep else None
    return ""


@contextmanager
def _crash_handler(*, wanted: bool) -> Iterator[None]:
    """Let a crash in a file of rules end in a sentence.

    `faulthandler`, if it is enabled in the block, writes its lines and then calls the handler that
    was there before, which is a C function that `ctypes` makes. Python's own handlers only take a
    note of a signal, and a crash would happen again and again.
    """
    if not wanted or os.name != "posix":
        yield
        return
    import ctypes

    library = ctypes.CDLL(None)
    library.signal.argtypes = (ctypes.c_int, ctypes.c_void_p)

    def crashed(number: int) -> None:
        library.signal(number, None)  # the system ends the process when this returns
        library.signal(signal.SIGALRM, None)
        library.alarm(SECONDS)  # the crash may have left a lock that nobody opens
        if place := _place(sys._getframe(1), deep=True):
            name = signal.Signals(number).name
            said = f"perfectplay: C code that the rules called at {place} crashed ({name})\n"
            os.write(2, said.encode(errors="replace"))

    handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(crashed)
    numbers = [getattr(signal, name) for name in CRASHES]
    for number in numbers:
        library.signal(number, ctypes.cast(handler, ctypes.c_void_p))
    try:
        yield
    finally:
        for number in numbers:
            library.signal(number, None)
