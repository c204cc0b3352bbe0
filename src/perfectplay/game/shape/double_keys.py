"""Keys of two words, for a search of states that 63 bits are too few for.

The fields of a state are cut in two: the last ones, as many as fit 63 bits, are the second word,
the others the first. So pairs of words sort as states do. A solve does not use them (``packing.py``
says what it does instead): they would double the memory of all its arrays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.game.shape.keys import KEYS_END, Keys
from perfectplay.game.shape.packing import FEWEST_FIELDS, TupleKeys
from perfectplay.game.shape.state_shape import PLAIN, StateShape


@dataclass(frozen=True)
class DoubleKeys(TupleKeys):
    """Keys of two words. As Python integers they are numbers in mixed radix, of up to 126 bits; in
    arrays they are pairs of int64, -1 and -1 for a state that cannot have one.

    >>> keys = DoubleKeys.of_limits([(0, (1 << 49) - 1)] * 2)
    >>> keys.key((5, 7)) == (5 << 49) + 7, keys.state((5 << 49) + 7)
    (True, (5, 7))
    >>> keys.array([(5, 7), (-1, 0)]).tolist(), keys.cut
    ([5, 7, -1, -1], 1)
    """

    @classmethod
    def of_limits(
        cls, limits: Sequence[tuple[int, int]], shape: StateShape | None = None,
        likely: tuple[int, ...] = (),
    ) -> DoubleKeys:  # fmt: skip
        """Keys for inclusive ranges (low, high). Raises OverflowError beyond two words."""
        low = tuple(int(first) for first, _ in limits)
        size = tuple(int(last) - int(first) + 1 for first, last in limits)
        keys = cls(low, size, shape or PLAIN, (), likely)
        outside = any(not -KEYS_END <= int(edge) < KEYS_END for pair in limits for edge in pair)
        if outside or math.prod(size[: keys.cut]) > KEYS_END or max(size) >= KEYS_END:
            raise OverflowError("a state needs more than two words of 63 bits")
        return keys

    @cached_property
    def cut(self) -> int:
        """The first field of the second word."""
        cut, room = len(self.size), KEYS_END
        while cut and self.size[cut - 1] <= room:
            cut -= 1
            room //= self.size[cut]
        return cut

    @property
    def second(self) -> int:
        """The number of second words."""
        return math.prod(self.size[self.cut :])

    def array(self, states: Any) -> IntArray:
        """Keys [2N] int64 of N states: the two words of each."""
        found = np.empty((len(states), 2), np.int64)
        for row, state in zip(found, states, strict=True):
            key = self.key(state)
            row[:] = (-1, -1) if key < 0 else divmod(key, self.second)
        return found.ravel()

    def layout(self) -> IntArray:
        """Layout for kernels: [3, F] int64, lowest values, radices, and the cut in a row of
        zeros."""
        cut = np.zeros(len(self.low), np.int64)
        cut[0] = self.cut
        return np.vstack([np.array([self.low, self.size], np.int64), cut])


def keys_of_any_length(
    limits: Sequence[tuple[int, int]], shape: StateShape | None, likely: tuple[int, ...]
) -> TupleKeys:
    """Keys of one word for inclusive ranges (low, high), one for all cells of a board; else of two
    words; else sparse ones.

    Raises OverflowError if none will do.
    """
    limits = (shape or PLAIN).even(limits, FEWEST_FIELDS)
    found: TupleKeys | None = None
    with suppress(OverflowError):
        found = TupleKeys.of_limits(limits, shape, likely)
    if found is not None and not found.usual:
        return found
    with suppress(OverflowError):
        return DoubleKeys.of_limits(limits, shape, likely)
    return found or TupleKeys.of_limits(limits, shape, likely)


def keys_in(array: IntArray, keys: Keys) -> list[int]:
    """The keys of an array one by one, as ``keys.key`` gives them; -1 for none."""
    if not isinstance(keys, DoubleKeys):
        found: list[int] = array.tolist()
        return found
    pairs = array.reshape(-1, 2).tolist()
    return [-1 if first < 0 else first * keys.second + second for first, second in pairs]
