"""Progress of long work: reported by engines, shown by the command line and pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class WorkerProgress:
    """How far workers are: ``done`` of the ``tasks`` of a step of the current tier (exploring,
    resolving, writing); ``workers``: how many have answered since the start; ``bytes``: what they
    have written since then."""

    done: int
    tasks: int
    workers: int
    bytes: int


@dataclass(frozen=True)
class Progress:
    """Progress at one moment.

    ``stage``: "exploring", "resolving", "compiling", ...; ``done`` of ``total`` states (None if
    unknown); ``states`` found so far; ``seconds`` since the start; ``tier``: the current tier, or
    None; ``notes``: lines to show once, such as the plan of a large solve; ``workers``: None if
    there are none.
    """

    stage: str
    done: int
    total: int | None
    states: int
    seconds: float
    tier: int | None = None
    notes: tuple[str, ...] = ()
    workers: WorkerProgress | None = None


ProgressCallback: TypeAlias = Callable[[Progress], None]


class Reporter:
    """Calls a progress callback at most ten times a second; ``notes``: whether it reads notes.

    Raises TypeError if the callback is none.
    """

    def __init__(self, callback: ProgressCallback | None = None, *, notes: bool = True) -> None:
        if callback is not None and not callable(callback):
            raise TypeError(f"progress must be a function, such as print, got {callback!r}")
        self._callback, self._notes = callback, notes
        self._began = time.perf_counter()
        self._last = -1.0
        self._stage = ""
        self._expected = 0

    @property
    def listened_to(self) -> bool:
        """True if there is a callback that reads notes: they may take some time to make."""
        return self._callback is not None and self._notes

    def expect(self, states: int) -> None:
        """Set the estimated number of states: the total of stages that give none."""
        self._expected = states

    def note(self, *lines: str) -> None:
        """Report lines of text at once."""
        if self._callback is not None:
            self._callback(Progress(self._stage, 0, None, 0, self.seconds, None, lines))

    @property
    def seconds(self) -> float:
        """Seconds since the work began."""
        return time.perf_counter() - self._began

    def tell(
        self,
        stage: str,
        done: int = 0,
        total: int | None = None,
        states: int = 0,
        tier: int | None = None,
        workers: WorkerProgress | None = None,
    ) -> None:
        """Call the callback, unless it was called for the same stage within 0.1 seconds."""
        if self._callback is None:
            return
        now = self.seconds
        if stage == self._stage and now - self._last < 0.1:
            return
        self._stage, self._last = stage, now
        if total is None and states <= self._expected:  # a total that is exceeded says nothing
            total = self._expected or None
        self._callback(Progress(stage, done, total, states, now, tier, workers=workers))
