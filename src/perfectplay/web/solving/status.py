"""The status of a solve on request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

SolveState: TypeAlias = Literal["waiting", "solving", "solved", "failed", "refused"]
GameStatus: TypeAlias = Literal["unsolved", SolveState]

NOTES = 20
"""The most notes that are kept of a solve."""


@dataclass(frozen=True)
class SolveReached:
    """How far a solve is: `done` of `total` states in a stage.

    `stage` is for example "forecasting", "exploring" or "resolving"; `total` is null if it is not
    known. `states` is the number of states found so far, `seconds` the time since the solve began,
    `speed` the states per second in this stage. `left` is an estimate of the seconds left, of the
    whole solve if that was estimated, else of this stage; null if there is none.
    """

    stage: str
    done: int
    total: int | None
    states: int
    seconds: float
    speed: int | None
    left: float | None


STARTING = SolveReached("starting", 0, None, 0, 0.0, None, None)


@dataclass(frozen=True)
class SolveStatus:
    """A solve on request.

    ``state``: "waiting", with ``place`` - 1 solves before it; "solving", with its ``progress``;
    "solved", into ``folder``; "failed" or "refused", with the reason in ``sentence``. ``notes`` are
    lines for people, such as the plan.
    """

    state: SolveState
    folder: Path
    progress: SolveReached | None = None
    place: int | None = None
    sentence: str = ""
    notes: tuple[str, ...] = ()


@dataclass
class SpeedClock:
    """Turns the messages of a worker into a status, with speed and time left.

    ``estimate``: estimated seconds of the whole solve.
    """

    estimate: float | None = None
    _stage: str = ""
    _stage_began: float = 0.0
    _first: int = 0
    _last: int = 0
    _so_far: SolveReached = field(default=STARTING)

    def updated(self, status: SolveStatus, message: Mapping[str, Any]) -> SolveStatus:
        """The status after a message of the worker."""
        new = [str(note) for note in message.get("notes") or ()]
        heads = {note.partition(":")[0] for note in new}  # a new plan replaces the older one
        notes = [n for n in status.notes if n.partition(":")[0] not in heads] + new
        if "estimate" in message:
            self.estimate = float(message["estimate"])
        if "stage" in message and not message.get("notes"):
            self._so_far = self._reached(message)
        return replace(status, progress=self._so_far, notes=tuple(notes[-NOTES:]))

    def _reached(self, message: Mapping[str, Any]) -> SolveReached:
        stage, done, total = message["stage"], message["done"], message["total"]
        seconds: float = message["seconds"]
        if stage != self._stage or done < self._last:  # another engine begins from the start
            self._stage, self._stage_began, self._first = stage, seconds, done
        self._last = done
        spent, more = seconds - self._stage_began, done - self._first
        speed = more / spent if spent > 0 and more > 0 else None
        left = None
        if speed is not None and total is not None and total >= done:
            left = (total - done) / speed
        if self.estimate is not None and seconds < self.estimate:
            left = max(left or 0.0, self.estimate - seconds)
        return SolveReached(
            stage, done, total, message["states"], round(seconds, 1),
            None if speed is None else round(speed), None if left is None else round(left, 1),
        )  # fmt: skip
