"""Keys of states of any kind: serial numbers."""

from __future__ import annotations

from typing import Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State


class ObjectKeys:
    """States of any kind, numbered from 0 in the order of ``states``."""

    def __init__(self, states: list[State], index: dict[State, int] | None = None) -> None:
        self.states = states
        self._index = index or {state: key for key, state in enumerate(states)}

    def key(self, state: State) -> int:
        try:
            return self._index.get(state, -1)
        except TypeError:
            return -1

    def state(self, key: int) -> State:
        return self.states[key]

    def array(self, states: Any) -> IntArray:
        return np.array([self.key(state) for state in states], np.int64)

    def states_of(self, keys: IntArray) -> list[State]:
        return [self.states[key] for key in keys.tolist()]
