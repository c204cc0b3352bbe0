"""Coordinates of states: the numbers in them, and their names in expressions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.explain.text_numbers import text_numbers
from perfectplay.core.errors import ExplainError
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import StateKind
from perfectplay.game.shape.keys import Keys
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.state_columns import integer_columns

IntArray = NDArray[np.int64]

MOST = 64
"""Most coordinates of a search for rules."""


@dataclass(frozen=True)
class Coordinates:
    """Integers of N states. rows: [N, F] int64; names: expression for each, such as ``s[0]``;
    whole: expression for all, such as ``s``; left_out: parts that are no numbers."""

    rows: IntArray
    names: tuple[str, ...]
    whole: str
    left_out: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)


def coordinates_of(solution: Solution, keys: IntArray) -> Coordinates:
    """Coordinates of the states with these keys. Raises ExplainError if the states hold no numbers
    and texts in fixed places, or too many."""
    return coordinates_by_keys(solution.rules, solution.keys, keys)


def coordinates_by_keys(
    rules: CheckedGame, coding: Keys, keys: IntArray, *, texts: bool = True
) -> Coordinates:
    """As `coordinates_of`, for the states of a game that a coding gives these keys; without
    ``texts``, integers alone."""
    columns = None
    if rules.kind is not StateKind.OBJECT:
        columns = integer_columns(coding, keys)
    if columns is None:
        found = _nested(rules, coding.states_of(keys), with_texts=texts)
    else:
        found = Coordinates(columns.T, tuple(name for name, _ in _leaves(rules.start(), "s")), "s")
    if len(found) > MOST:
        raise ExplainError(
            f"a state of {type(rules.game).__name__} has {len(found)} coordinates, and rules "
            f"are looked for in up to {MOST}; write the game with states of fewer fields"
        )
    return found


def _nested(rules: CheckedGame, states: Sequence[State], *, with_texts: bool) -> Coordinates:
    """Integers in nested tuples, NamedTuples and dataclasses, in the same places in all states, and
    numbers of the texts there."""
    start = rules.start()
    places = list(_leaves(start, "s"))
    names = tuple(name for name, value in places if _is_integer(value))
    texts = tuple(name for name, value in places if with_texts and isinstance(value, str))
    others = tuple(name for name, _ in places if name not in names and name not in texts)
    shown = rules.state_text(start)
    if not names and not texts:
        raise ExplainError(
            "rules are looked for in states that are integers, texts or bytes, or tuples, "
            f"NamedTuples and dataclasses that hold these; the start {shown!r} is a "
            f"{type(start).__name__} without any: keep its parts as integer fields"
        )
    rows, words = [], []
    for state in states:
        found = dict(_leaves(state, "s"))
        row = [found.get(name) for name in names]
        if not all(map(_is_integer, row)):
            raise ExplainError(
                f"state {rules.state_text(state)} does not have the integers "
                f"{', '.join(names)} that the start {shown} has; give every state the same fields"
            )
        rows.append(row)
        words.append([found.get(name) for name in texts])
    try:
        array = np.array(rows, np.int64).reshape(len(rows), len(names))
    except OverflowError:
        raise ExplainError("a state holds an integer of more than 63 bits") from None
    numbers, lost = text_numbers(texts, words, MOST - len(names))
    named = (*names, *numbers)
    if not named:
        raise ExplainError(
            f"rules are looked for in numbers, in words and in texts of few characters; the start "
            f"{shown!r} has none that differ between states: keep its parts as integer fields"
        )
    array = np.hstack([array, *(column[:, None] for column in numbers.values())])
    whole = f"({','.join(named)})" if len(named) > 1 else named[0]
    return Coordinates(array, named, whole, (*others, *lost))


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer)


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every part of a state that has no parts itself, with its expression."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        for field in getattr(value, "_fields"):  # noqa: B009  # no type says that it is there
            yield from _leaves(getattr(value, field), f"{name}.{field}")
    elif isinstance(value, tuple | bytes):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{name}[{place}]")
    elif is_dataclass(value):
        for item in fields(value):
            yield from _leaves(getattr(value, item.name), f"{name}.{item.name}")
    else:
        yield name, value
