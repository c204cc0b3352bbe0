"""Keys of states: non-negative 64-bit integers. An integer is its own key."""

from __future__ import annotations

from typing import Any, Protocol

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State

KEYS_END = 1 << 63
"""All keys are smaller than this."""


class Keys(Protocol):
    """A one-to-one map between the states of a solution and their keys."""

    def key(self, state: State) -> int:
        """Key of a state; -1 if it cannot have one."""

    def state(self, key: int) -> State:
        """State of a key."""

    def array(self, states: Any) -> IntArray:
        """Keys [N] int64 of N states; -1 for a state that cannot have one."""

    def states_of(self, keys: IntArray) -> list[State]:
        """States of keys [N]."""


class IntegerKeys:
    """Integers are their own keys."""

    def key(self, state: State) -> int:
        plain = isinstance(state, int | np.integer) and not isinstance(state, bool)
        return int(state) if plain and 0 <= state < KEYS_END else -1

    def state(self, key: int) -> State:
        return int(key)

    def array(self, states: Any) -> IntArray:
        if isinstance(states, np.ndarray) and states.dtype.kind in "iu" and states.ndim == 1:
            return states.astype(np.int64)
        return np.array([self.key(state) for state in states], np.int64)

    def states_of(self, keys: IntArray) -> list[State]:
        found: list[State] = keys.tolist()
        return found
