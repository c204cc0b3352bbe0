"""What is told of a solve on request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

State: TypeAlias = Literal["waiting", "solving", "solved", "failed", "refused"]

NOTES = 20
"""So many lines for people are kept of a solve."""


@dataclass(frozen=True)
class SolveReached:
    """How far a solve is.

    ``stage``: what is being done, such as "forecasting", "exploring" or "resolving"; ``done`` of
    ``total`` states in it (None: not known); ``states`` found so far; ``seconds`` since the solve
    began; ``speed``: states a second in this stage; ``left``: about so many seconds are left, of
    the whole solve where it was foretold, else of this stage (None: nobody knows).
    """

    stage: str
    done: int = 0
    total: int | None = None
    states: int = 0
    seconds: float = 0.0
    speed: float | None = None
    left: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON; seconds to a tenth, the speed in whole states."""
        return {
            "stage": self.stage,
            "done": self.done,
            "total": self.total,
            "states": self.states,
            "seconds": round(self.seconds, 1),
            "speed": None if self.speed is None else round(self.speed),
            "left": None if self.left is None else round(self.left, 1),
        }


@dataclass(frozen=True)
class SolveStatus:
    """A solve on request.

    ``state``: "waiting" for others, of which ``place`` - 1 come before it; "solving", with how far
    it is in ``progress``; "solved", into ``folder``; "failed" or "refused", with the reason in
    ``sentence``. ``notes`` are lines for people, such as the plan.
    """

    state: State
    folder: Path
    progress: SolveReached | None = None
    place: int | None = None
    sentence: str = ""
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON, without the folder: where things lie is nobody's business.

        >>> Status("refused", Path("kept"), sentence="too large").as_dict()["sentence"]
        'too large'
        """
        return {
            "state": self.state,
            "progress": None if self.progress is None else self.progress.as_dict(),
            "place": self.place,
            "sentence": self.sentence,
            "notes": list(self.notes),
        }


@dataclass
class SpeedClock:
    """Makes of what a worker tells a status: speeds, and the time that is left.

    ``foretold``: seconds that the whole solve was foretold to take.
    """

    foretold: float | None = None
    _stage: str = ""
    _began: float = 0.0
    _first: int = 0
    _last: int = 0
    _so_far: SolveReached = field(default_factory=lambda: SolveReached("starting"))

    def told(self, status: SolveStatus, line: Mapping[str, Any]) -> SolveStatus:
        """The status after a line of progress."""
        new = [str(note) for note in line.get("notes") or ()]
        heads = {note.partition(":")[0] for note in new}  # a plan takes the place of an older one
        notes = [n for n in status.notes if n.partition(":")[0] not in heads] + new
        if "foretold" in line:
            self.foretold = float(line["foretold"])
        if "stage" in line and not line.get("notes"):
            self._so_far = self._reached(line)
        return replace(status, progress=self._so_far, notes=tuple(notes[-NOTES:]))

    def _reached(self, line: Mapping[str, Any]) -> SolveReached:
        stage, done, states = str(line["stage"]), int(line["done"]), int(line["states"])
        seconds, total = float(line["seconds"]), line["total"]
        if stage != self._stage or done < self._last:  # another engine begins from the start
            self._stage, self._began, self._first = stage, seconds, done
        self._last = done
        spent, more = seconds - self._began, done - self._first
        speed = more / spent if spent > 0 and more > 0 else None
        left = None
        if speed is not None and total is not None and total >= done:
            left = (total - done) / speed
        if self.foretold is not None and seconds < self.foretold:
            left = max(left or 0.0, self.foretold - seconds)
        return SolveReached(stage, done, total, states, seconds, speed, left)
