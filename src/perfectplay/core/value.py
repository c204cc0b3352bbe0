"""The value of a state, and the names of types."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

State: TypeAlias = Any
"""A position: an integer, a flat tuple of integers, or any hashable, immutable object."""

Move: TypeAlias = Any
"""A choice of the player to move: any object that ``play`` accepts."""


class Value(IntEnum):
    """The value of a state for the player to move in it.

    >>> Value.WIN.negated
    <Value.LOSS: 1>
    >>> str(Value.DRAW)
    'draw'
    """

    UNKNOWN = 0
    LOSS = 1
    DRAW = 2
    WIN = 3

    @property
    def negated(self) -> Value:
        """The value for the other player; ``UNKNOWN`` stays ``UNKNOWN``."""
        return Value(4 - self) if self else self

    def __str__(self) -> str:
        return self.name.lower()
