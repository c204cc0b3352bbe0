"""A worker that computes wrongly: a value that is turned, or a child that is lost.

A process calls one of these functions before it works; ``dask worker --preload`` calls
`dask_setup`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from perfectplay.solver.parts import explore_part, resolve_task


def turn_a_value() -> None:
    """From now on one state of each range that is resolved has another remoteness."""
    real = resolve_task.resolve_range

    def resolve(*arguments: Any, **named: Any) -> Any:
        found = real(*arguments, **named)
        found.packed[-1] += 4  # the value is in the lowest two bits
        return found

    resolve_task.resolve_range = resolve


def lose_a_child() -> None:
    """From now on each part that is explored lacks its last child in the highest
    tier, unless it is the only one."""
    real = explore_part.expand_range

    def expand(*arguments: Any, **named: Any) -> Any:
        found = real(*arguments, **named)
        highest = max(found.runs, default=None)
        if highest is None or len(found.runs[highest]) < 2:
            return found
        return replace(found, runs={**found.runs, highest: found.runs[highest][:-1]})

    explore_part.expand_range = expand


def dask_setup(_: Any) -> None:
    turn_a_value()
