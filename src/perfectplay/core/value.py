"""The value of a state, and the names of types.

``StateT`` and ``MoveT`` stand for the types of a game's states and moves, by default any.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

State: TypeAlias = Any
"""A position: an integer, a flat tuple of integers, or any hashable, immutable object."""

Move: TypeAlias = Any
"""A choice of the player to move: any object that ``play`` accepts."""

if TYPE_CHECKING:  # type checkers know defaults in every version of Python, Python from 3.13 on
    from typing_extensions import TypeVar as _WithDefault

    StateT = _WithDefault("StateT", default=Any)
    MoveT = _WithDefault("MoveT", default=Any)
else:
    StateT, MoveT = TypeVar("StateT"), TypeVar("MoveT")


class Value(IntEnum):
    """The value of a state for the player to move in it.

    >>> Value.WIN.negated, -Value.LOSS
    (<Value.LOSS: 1>, <Value.WIN: 3>)
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
        return _NEGATED[self]

    @property
    def adjective(self) -> str:
        """What is said of a state with this value.

        >>> Value.LOSS.adjective, Value.DRAW.adjective, Value.WIN.adjective
        ('lost', 'drawn', 'won')
        """
        return _ADJECTIVES[self]

    def __neg__(self) -> Value:
        """The same as ``negated``."""
        return self.negated

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        """The name, as `str` gives it; the number if ``spec`` ends with the letter of a number.

        >>> f"{Value.WIN:>5}|{Value.WIN:d}|{Value.WIN}"
        '  win|3|win'
        """
        return format(int(self) if spec[-1:] and spec[-1] in "bcdeEfFgGnoxX%" else str(self), spec)


_NEGATED = (Value.UNKNOWN, Value.WIN, Value.DRAW, Value.LOSS)
_ADJECTIVES = ("unknown", "lost", "drawn", "won")
