"""A worker that computes wrongly: a value that is turned, or a child that is lost.

A process calls one of these functions before it works; ``dask worker --preload`` calls
`dask_setup`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from perfectplay.core.packed import PackedArray
from perfectplay.solver.parts import explore_part, resolve_part


def turn_a_value() -> None:
    """From now on one state of each part that is resolved has another remoteness."""
    real = resolve_part.PartWriter.add

    def add(writer: Any, keys: Any, packed: PackedArray) -> None:
        wrong = packed.copy()
        wrong[-1] += 4  # the value is in the lowest two bits
        real(writer, keys, wrong)

    resolve_part.PartWriter.add = add  # type: ignore[method-assign]


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
