"""A remark about a rule that has not returned for a while: where it is, and how to stop it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from perfectplay.cli.output.answer import note
from perfectplay.registry.source import FILES_RUN

SECONDS = 10.0
"""Seconds that one call of a rule, or the file itself, takes until there is a remark."""

_LOOKS = 5
"""Looks in this time."""


@contextmanager
def remarks_on_endless_rules() -> Iterator[None]:
    """A block in which one remark says that a function of a file of rules does not return.

    A rule that sleeps or waits is noticed, too. Nobody who thinks about a move is disturbed: then
    no rule is at work. Without such a timer (Windows), or outside of the main thread, there is no
    remark.
    """
    try:
        timer = signal.setitimer
        before = signal.signal(signal.SIGALRM, _Look())
    except (AttributeError, ValueError):
        yield
        return
    timer(signal.ITIMER_REAL, SECONDS / _LOOKS, SECONDS / _LOOKS)
    try:
        yield
    finally:
        timer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Look:
    """The handler: compares the call that is at work with the one of the last look."""

    def __init__(self) -> None:
        self._call: FrameType | None = None
        self._times = 0

    def __call__(self, _number: int, frame: FrameType | None) -> None:
        call = at = None
        while frame is not None:
            if frame.f_code.co_filename in FILES_RUN:
                call, at = frame, at or frame
            frame = frame.f_back
        self._times = self._times + 1 if call is not None and call is self._call else 0
        self._call = call  # the frame itself, which no later call can be mistaken for
        if call is not None and at is not None and self._times == _LOOKS:
            place = f"{Path(at.f_code.co_filename).name}:{at.f_lineno}"
            name = call.f_code.co_qualname
            what = "the file itself" if name == "<module>" else name
            note(
                f"{what} has not returned for {SECONDS:g} s, and is at {place}; if a loop there "
                "never ends, Ctrl-C stops it"
            )
