"""Sources of known states: a solution of a part of the game, or a book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_symmetries
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.table import StateEntries, StateEntry


class EndgameEntry(NamedTuple):
    """What is known of a state. ``whole``: its remoteness is known too, None if endless."""

    entry: StateEntry
    whole: bool = True


class EndgameStates(NamedTuple):
    """Many known states. states: [N] int64 integers, or [N, F] int64 fields of tuples; entries: of
    N states; whole: [N] bool; ``folded``: whether the states are representatives; ``shape``: of
    states with fields, with the table of their words."""

    states: NDArray[np.int64]
    entries: StateEntries
    whole: NDArray[np.bool_]
    folded: bool
    shape: StateShape | None = None


class EndgameSource(Protocol):
    """A source of known states."""

    def get(self, state: State) -> EndgameEntry | None:
        """What is known of a state, or of one of its symmetric images."""

    def rows(self) -> Iterator[EndgameStates]:
        """All known states that are integers or have fields."""

    def __len__(self) -> int: ...


class SolutionEndgames:
    """A solution of a part of a game. ``symmetries``: whether images of a state are looked up."""

    def __init__(self, solution: Solution, rules: CheckedGame, *, symmetries: bool) -> None:
        self.solution = solution
        self._rules = rules
        self._images = symmetries and has_symmetries(rules.game) and not solution.symmetric

    def __len__(self) -> int:
        return len(self.solution)

    def get(self, state: State) -> EndgameEntry | None:
        entry = self.solution._entry(state)
        if entry is None and self._images:
            for image in self._rules.symmetries(state):
                entry = entry or self.solution._entry(image)
        return None if entry is None else EndgameEntry(entry)

    def rows(self) -> Iterator[EndgameStates]:
        keys_of, folded = self.solution.keys, self.solution.symmetric
        for keys, entries in self.solution.table.blocks(1 << 18):
            if isinstance(keys_of, IntegerKeys):
                states, shape = keys, None
            elif isinstance(keys_of, TupleKeys):
                states, shape = keys_of.fields(keys), keys_of.shape
            else:
                states, shape = array_of(self._rules, keys_of.states_of(keys))
            yield EndgameStates(states, entries, np.ones(len(keys), bool), folded, shape)


def array_of(
    rules: CheckedGame, states: list[State]
) -> tuple[NDArray[np.int64], StateShape | None]:
    """The states of a compiled game as an array, [N] or [N, F] int64, and the shape of states with
    fields. Raises ValueError."""
    shape = rules.shape
    if shape is None:
        return np.array(states, np.int64), None
    shape = shape.with_all_of(states)
    columns = shape.columns(states) if states else [()] * shape.size
    if columns is None:
        raise ValueError("some of these states have another shape")
    return np.array(columns, np.int64).T, shape
