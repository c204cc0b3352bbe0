"""The coordinates of states: the integers in them, as columns, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.errors import ExplainError
from perfectplay.core.value import State
from perfectplay.game.game import StateKind
from perfectplay.game.packing import TupleKeys
from perfectplay.tablebase.solution import Solution

IntArray = NDArray[np.int64]

MOST = 64
"""Coordinates that rules are looked for in."""


@dataclass(frozen=True)
class Coordinates:
    """rows: [N, F] int64, the fields of N states; names: how each is written, as in ``s[0]``;
    whole: all of them as one thing, as in ``s``; ``left_out``: parts that are no integers."""

    rows: IntArray
    names: tuple[str, ...]
    whole: str
    left_out: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)


def coordinates_of(solution: Solution, keys: IntArray) -> Coordinates:
    """The coordinates of the states with these keys.

    Raises ExplainError where the states hold no integers in fixed places.
    """
    kind = solution.rules.kind
    if kind is StateKind.INTEGER:
        return Coordinates(keys.reshape(-1, 1), ("s",), "s")
    start = solution.start
    if kind is StateKind.TUPLE and isinstance(solution.keys, TupleKeys):
        names = tuple(name for name, _ in _places(start, "s"))
        return _bounded(Coordinates(solution.keys.fields(keys), names, "s"), solution)
    return _bounded(_taken_apart(solution, solution.keys.states_of(keys)), solution)


def _bounded(found: Coordinates, solution: Solution) -> Coordinates:
    if len(found) > MOST:
        raise ExplainError(
            f"a state of {type(solution.game).__name__} has {len(found)} coordinates, and rules "
            f"are looked for in up to {MOST}; write the game with states of fewer fields"
        )
    return found


def _taken_apart(solution: Solution, states: Sequence[State]) -> Coordinates:
    """Integers in nested tuples, NamedTuples and dataclasses, each in the same place everywhere."""
    places = list(_places(solution.start, "s"))
    names = tuple(name for name, value in places if _is_integer(value))
    others = tuple(name for name, value in places if not _is_integer(value))
    shown = solution.rules.state_text(solution.start)
    if not names:
        raise ExplainError(
            "rules are looked for in states that are integers, or tuples, NamedTuples and "
            f"dataclasses that hold integers; the start {shown!r} is a "
            f"{type(solution.start).__name__} without any: keep its parts as integer fields"
        )
    rows = []
    for state in states:
        found = dict(_places(state, "s"))
        row = [found.get(name) for name in names]
        if not all(map(_is_integer, row)):
            raise ExplainError(
                f"state {solution.rules.state_text(state)} does not have the integers "
                f"{', '.join(names)} that the start {shown} has; give every state the same fields"
            )
        rows.append(row)
    try:
        array = np.array(rows, np.int64)
    except OverflowError:
        raise ExplainError("a state holds an integer of more than 63 bits") from None
    return Coordinates(array, names, f"({','.join(names)})" if len(names) > 1 else names[0], others)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer)


def _places(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every part of a state that has no parts itself, with the way to write it."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        for field in getattr(value, "_fields"):  # noqa: B009  # no type says that it is there
            yield from _places(getattr(value, field), f"{name}.{field}")
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from _places(part, f"{name}[{place}]")
    elif is_dataclass(value):
        for item in fields(value):
            yield from _places(getattr(value, item.name), f"{name}.{item.name}")
    else:
        yield name, value
