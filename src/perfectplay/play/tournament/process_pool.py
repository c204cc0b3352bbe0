"""Interpreted plays on all cores: forked processes play ranges of plays."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from perfectplay.play.tournament.tally import PlayTally


def can_fork() -> bool:
    """Whether this system can copy a process that is under way."""
    return "fork" in multiprocessing.get_all_start_methods()


class ProcessPool:
    """Processes that each call ``work`` on a range as this process would at this moment.

    Use as a context: they end with it. ``work`` gives a tally; what it raises is not passed on,
    as errors do not travel whole: `tallies` gives None in its place.
    """

    def __init__(self, work: Callable[[int, int], PlayTally], parts: list[tuple[int, int]]) -> None:
        self._work, self._parts = work, parts
        self._lines: list[Connection] = []
        self._crew: list[Any] = []

    def __enter__(self) -> ProcessPool:
        context = multiprocessing.get_context("fork")
        for part in self._parts:
            ours, theirs = context.Pipe()
            process = context.Process(target=self._serve, args=(theirs, part), daemon=True)
            with warnings.catch_warnings():
                # the child runs rules and players only, and takes no lock of our other threads
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            theirs.close()
            self._lines.append(ours)
            self._crew.append(process)
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._lines:
            line.close()
        for process in self._crew:
            process.terminate()
            process.join()

    def tallies(self) -> list[PlayTally | None]:
        """Of each range; None where something was raised, or the process has died."""
        found: list[PlayTally | None] = []
        for line in self._lines:
            try:
                answer = line.recv()
            except (EOFError, OSError):
                answer = None
            found.append(answer)
        return found

    def _serve(self, line: Connection, part: tuple[int, int]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        answer: PlayTally | None = None
        with contextlib.suppress(BaseException):
            answer = self._work(*part)
        with contextlib.suppress(OSError):
            line.send(answer)
