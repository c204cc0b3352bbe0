"""What a solve by workers will take: a model of tasks over parts, with measured constants.

The work of a solve is shared by the workers. What each process does for itself is not: it loads the
tables of all tiers but the lowest. The constants were measured with Connect 4 on 5×5 and worker
processes of one machine; docs/scale.md tests the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.interval import Interval

ALONE = "one process solves a game of this size or kind alone"
"""Why workers would have nothing to do."""

START = 3.0
"""Seconds until the workers have loaded what they need."""

TABLE_STATE = 9e-9
"""Seconds a state that each process needs to load the tables of all tiers."""

TABLE_BYTES = (3.0, 5.0, 14.0)
"""Bytes a state of a loaded table: low, likely, and while it is loaded."""

TASK_BYTES = 500e6
"""Bytes of a worker beside its tables."""

KEPT_STATE, RUN_MOVE = 4.5, 0.6
"""Bytes written for a state (its key, its value, the solution) and for a move (runs)."""

LOADED = 3.1
"""Bytes of a state that each worker reads for its tables: its key and its value."""


@dataclass(frozen=True)
class ClusterPlan:
    """A solve by ``workers`` processes of one thread each: ``seconds`` in all; ``memory`` of each
    worker; ``written`` and ``read`` by all workers, in bytes. ``why``: the reason for which the
    workers would have nothing to do; then the numbers are None."""

    workers: int
    seconds: Interval | None = None
    memory: Interval | None = None
    written: Interval | None = None
    read: Interval | None = None
    why: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON."""
        ranges = {
            name: None if (found := getattr(self, name)) is None else found.as_dict(1)
            for name in ("seconds", "memory", "written", "read")
        }
        return {"workers": self.workers, **ranges, "reason": self.why or None}


def cluster_plan(forecast: Estimate, alone: Interval, threads: int, workers: int) -> ClusterPlan:
    """The plan for a game that would take ``alone`` seconds with so many ``threads``.

    >>> from perfectplay.solver.estimate.forecast import forecast
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> plan = cluster_plan(forecast(ThreeRocks(3, 4)), Interval.exactly(60), 2, 8)
    >>> round(plan.seconds.likely, 3)  # its tiers are too short for more than one worker
    123.0
    """
    from perfectplay.solver.parts.part_explorer import shares

    # the largest tier says how many can work at a time; a tier with moves inside is one task
    useful = 1 if forecast.inside else min(workers, shares(int(forecast.largest.likely)))
    states, moves = forecast.states, forecast.moves
    tables = states * TABLE_STATE
    written = states * KEPT_STATE + moves * RUN_MOVE
    return ClusterPlan(
        workers,
        alone * (threads / useful) + tables.scaled(0.5, 1, 2) + START,
        forecast.largest.scaled(*TABLE_BYTES) + TASK_BYTES,
        written.scaled(0.5, 1, 2),
        (written + states * (LOADED * workers)).scaled(0.5, 1, 2),
    )
