"""Operators whose states contain a number beside the state of the game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from perfectplay.core.value import State
from perfectplay.game.game import StateKind, kind_of
from perfectplay.game.operators.operator import Operator


class Beside(Operator):
    """An operator whose states are those of the game followed by a number.

    The state 5 with number 2 is ``(5, 2)``. A flat tuple stays flat, so that rules compile: (3, 1)
    with number 2 is ``(3, 1, 2)``. Any other state forms a pair with the number.
    """

    highest = 0
    """Largest number; the smallest is 0."""

    @cached_property
    def _state_class(self) -> Any:
        return type(self.game.start())

    @cached_property
    def _named(self) -> bool:
        return self._flat and self._state_class is not tuple

    @cached_property
    def _flat(self) -> bool:
        """True if the states are flat tuples or NamedTuples, not another subclass of tuple."""
        if kind_of(self.game.start()) is not StateKind.TUPLE:
            return False
        return self._state_class is tuple or hasattr(self._state_class, "_fields")

    @property
    def limits(self) -> Any:
        limits = self.game.limits
        return None if limits is None or not self._flat else (*limits, (0, self.highest))

    def inner(self, state: State) -> State:
        if self._named:
            return self._state_class(*state[:-1])
        if self._flat:
            return state[:-1]
        return state[0]

    def with_number(self, inner: State, number: int) -> State:
        """The state of this operator for a state of the game and a number."""
        if self._flat:
            return (*inner, number)
        return (inner, number)

    def around(self, inner: State, state: State) -> State:
        return self.with_number(inner, state[-1])

    def start(self) -> State:
        return self.with_number(self.game.start(), 0)


def noted(text: str, note: str) -> str:
    """A state's text with a note: below a board, after any other text.

    >>> noted("3,1", "after 2 plies"), noted("x .\\n. .", "after 1 ply")
    ('3,1 after 2 plies', 'x .\\n. .\\nafter 1 ply')
    """
    return f"{text}\n{note}" if "\n" in text else f"{text} {note}"
