"""A worker that computes wrongly: a value that is turned, or a child that is lost.

A process calls one of these functions before it works; ``dask worker --preload`` calls
`dask_setup`.
"""

from __future__ import annotations

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
    real = explore_part.ExplorePart._reached

    def reached(*arguments: Any) -> Any:
        keys, children, moves = real(*arguments)
        highest = max(children, default=None)
        if highest is not None and len(children[highest]) > 1:
            children[highest] = children[highest][:-1]
        return keys, children, moves

    explore_part.ExplorePart._reached = reached


def dask_setup(_: Any) -> None:
    turn_a_value()
