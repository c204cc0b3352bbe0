"""States of a fixed shape (state_shape.py) as keys: numbers in mixed radix.

Digit i is field i minus its lowest value, with the first field the most significant, so that keys
sort as tuples do. If 63 bits are too few for that, only states are numbered that have the usual
value in most fields (sparse_rows.py), in the same order. Any other state gets a serial number, in
the order in which states were found (object_keys.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State
from perfectplay.game.shape.keys import KEYS_END, Keys
from perfectplay.game.shape.sparse_rows import (
    completions,
    most_unusual,
    number_of,
    numbered,
    row_of,
    rows_of,
)
from perfectplay.game.shape.state_rows import BLOCK, blocks
from perfectplay.game.shape.state_shape import PLAIN, StateShape, state_shape

FEWEST_FIELDS = 24
"""Keys of states of fewer fields are not sparse."""

MOST_RANGES = 8
"""Ranges that a sentence lists."""


@dataclass(frozen=True)
class TupleKeys:
    """States of one shape in mixed radix: field i has the lowest value ``low[i]`` and radix
    ``size[i]``. ``shape``: by default that of a plain tuple of integers. ``usual``: if not empty,
    the value that each field has in most states; then keys are sparse: they number the states that
    have it in all fields but a few, as many as 63 bits allow. ``likely``: what ``usual`` is if keys
    become sparse; if it is empty, they do not.

    >>> keys = TupleKeys((0, -1), (3, 3))
    >>> keys.key((2, 1)), keys.state(8), keys.key((0, 5))
    (8, (2, 1), -1)
    >>> nested = state_shape(((0, 0), True))
    >>> TupleKeys((0, 0, 0), (3, 3, 2), nested).state(9)
    ((1, 1), True)
    >>> board = (0,) * 60 + (2,)
    >>> keys = TupleKeys((0,) * 61, (3,) * 61, usual=(0,) * 61)
    >>> keys.key(board), keys.state(2) == board, keys.key((1,) * 61)
    (2, True, -1)
    """

    low: tuple[int, ...]
    size: tuple[int, ...]
    shape: StateShape = field(default=PLAIN, repr=False)
    usual: tuple[int, ...] = field(default=(), repr=False)
    likely: tuple[int, ...] = field(default=(), repr=False, compare=False)
    _flat: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.shape.parts:
            object.__setattr__(self, "shape", StateShape.flat(len(self.low)))
        object.__setattr__(self, "_flat", self.shape.is_flat)

    @classmethod
    def of_limits(
        cls, limits: Sequence[tuple[int, int]], shape: StateShape | None = None,
        likely: tuple[int, ...] = (),
    ) -> TupleKeys:  # fmt: skip
        """Keys for inclusive ranges (low, high), sparse if need be and ``likely`` is given. Raises
        OverflowError beyond 63 bits."""
        low = tuple(int(first) for first, _ in limits)
        size = tuple(int(last) - int(first) + 1 for first, last in limits)
        outside = any(not -KEYS_END <= int(edge) < KEYS_END for pair in limits for edge in pair)
        if not outside and math.prod(size) <= KEYS_END:
            return cls(low, size, shape or PLAIN, (), likely)
        if likely and not outside and (sparse := cls._sparse_of(low, size, shape or PLAIN, likely)):
            return sparse
        said = _ranges(low, size)
        raise OverflowError(f"a state needs more than 63 bits; its fields range over {said}")

    @classmethod
    def _sparse_of(
        cls, low: Sequence[int], size: Sequence[int], shape: StateShape, likely: tuple[int, ...]
    ) -> TupleKeys | None:
        """Sparse keys for these ranges, even ones; None if less than two fields could have another
        value."""
        limits = shape.even([(a, a + b - 1) for a, b in zip(low, size, strict=True)])
        whole = tuple(last - first + 1 for first, last in limits)
        if max(whole) >= KEYS_END or most_unusual(whole, KEYS_END) < 2:
            return None
        first, last = zip(*limits, strict=True)
        return cls(first, whole, shape, tuple(map(max, first, map(min, likely, last))), likely)

    def key(self, state: State) -> int:
        row = state if self._flat else self.shape.fields(state)
        if not isinstance(row, tuple) or len(row) != len(self.low):
            return -1
        key = 0
        for number, low, size in zip(row, self.low, self.size, strict=True):
            if not isinstance(number, int | np.integer) or not 0 <= number - low < size:
                return -1
            key = key * size + int(number) - low
        if self.usual:
            digits = [int(number) - low for number, low in zip(row, self.low, strict=True)]
            return number_of(digits, *self._sparse)
        return key

    def state(self, key: int) -> State:
        key = int(key)
        fields = []
        if self.usual:
            digits = row_of(key, *self._sparse)
            fields = [digit + low for digit, low in zip(digits, self.low, strict=True)]
        else:
            for low, size in zip(reversed(self.low), reversed(self.size), strict=True):
                key, digit = divmod(key, size)
                fields.append(digit + low)
            fields.reverse()
        plain = self._flat and self.shape.cls is tuple
        return tuple(fields) if plain else self.shape.state(fields)

    def array(self, states: Any) -> IntArray:
        if not isinstance(states, np.ndarray):
            states = list(states)
            if len(states) > BLOCK:  # a list of rows takes many times the memory of their keys
                return np.concatenate([self.array(block) for block in blocks(states)])
            fields = self._rows(states)
            if fields.dtype != np.int64:  # not all are states, or the list is empty
                return np.array([self.key(state) for state in states], np.int64)
            states = fields
        if states.ndim != 2 or states.shape[1] != len(self.low) or states.dtype.kind not in "iub":
            raise TypeError(f"expected an integer array of shape [N, {len(self.low)}]")
        digits = states.astype(np.int64) - np.array(self.low, np.int64)
        fits = (digits >= 0) & (digits < np.array(self.size, np.int64))
        fits = (fits & (states < KEYS_END)).all(axis=1)
        if self.usual:
            found = numbered(np.where(fits[:, None], digits, 0), *self._sparse_arrays)
            return np.where(fits, found, -1)
        keys = np.zeros(len(states), np.int64)
        for i, size in enumerate(self.size):
            keys = keys * size + np.where(fits, digits[:, i], 0)
        return np.where(fits, keys, -1)

    def _rows(self, states: list[State]) -> np.ndarray[Any, Any]:
        """Fields [N, F] int64 of states; another array if not all are states of the shape."""
        if self._flat:
            alike = all(isinstance(s, tuple) and len(s) == len(self.low) for s in states)
            return np.array(states) if alike else np.empty(0)
        columns = self.shape.columns(states)
        if columns is None or len(columns) != len(self.low):
            return np.empty(0)
        rows = np.array(columns).T
        return rows.astype(np.int64) if rows.dtype == np.bool_ else rows

    def fields(self, keys: IntArray) -> IntArray:
        """Fields [N, F] int64 of keys [N]."""
        if self.usual:
            return rows_of(keys, *self._sparse_arrays) + np.array(self.low, np.int64)
        out = np.empty((len(keys), len(self.low)), np.int64)
        rest = np.asarray(keys, np.int64)
        for i in reversed(range(len(self.low))):
            rest, digit = np.divmod(rest, self.size[i])
            out[:, i] = digit + self.low[i]
        return out

    def states_of(self, keys: IntArray) -> list[State]:
        fields = self.fields(keys)
        if self._flat and self.shape.cls is tuple:
            return list(map(tuple, fields.tolist()))
        return self.shape.states(fields.T.tolist())

    def repack(self, keys: IntArray, wider: TupleKeys) -> None:
        """Convert keys [N] of this layout to those of a wider layout, in place, in their order.

        Raises OverflowError if the wider layout is sparse, and some states are too unusual for it.
        """
        for first in range(0, len(keys), 1 << 16):
            piece = keys[first : first + (1 << 16)]
            piece[:] = wider.array(self.fields(piece))
            if wider.usual and (piece < 0).any():
                raise wider.too_unusual()

    def layout(self) -> IntArray:
        """Layout for kernels: [2, F] int64, lowest values and radices; [4 + K, F] if some values
        are usual, with a row of zeros, the usual digits, and the rows of `completions`."""
        plain = np.array([self.low, self.size], np.int64)
        if not self.usual:
            return plain
        digits, ways = self._sparse_arrays
        return np.vstack([plain, np.zeros_like(digits), digits, ways])

    def alike(
        self, low: tuple[int, ...], size: tuple[int, ...], usual: tuple[int, ...]
    ) -> TupleKeys:
        """Other keys for states of the same shape."""
        return TupleKeys(low, size, self.shape, usual, self.likely)

    @property
    def numbers(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """All but the shape."""
        return self.low, self.size, self.usual

    @cached_property
    def _sparse(self) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
        """The usual digits and the `completions`."""
        digits = [value - low for value, low in zip(self.usual, self.low, strict=True)]
        return digits, completions(self.size, KEYS_END)

    @cached_property
    def _sparse_arrays(self) -> tuple[IntArray, IntArray]:
        digits, ways = self._sparse
        return np.array(digits, np.int64), np.array(ways, np.int64)

    def too_unusual(self) -> OverflowError:
        """The error for a state that differs from the usual one in too many fields."""
        most = most_unusual(self.size, KEYS_END)
        return OverflowError(
            "a state needs more than 63 bits: they are enough for states of which at least "
            f"{len(self.low) - most} of the {len(self.low)} fields have their usual values (on a "
            "board, what stands there most often at the start)"
        )


def layout_of(keys: Keys) -> IntArray:
    """The layout of keys for kernels: [2, F] int64, the lowest value and the size of each field."""
    return keys.layout() if isinstance(keys, TupleKeys) else np.zeros((2, 1), np.int64)


KeyChoice = Callable[[Sequence[tuple[int, int]], StateShape | None, tuple[int, ...]], TupleKeys]
"""A way to choose keys, with the arguments of `TupleKeys.of_limits`."""


class FieldRanges:
    """The lowest and the highest value of each field of states like the first, block by block.

    ``shape``: by default that of the first. ``alike``: whether all that were looked at have this
    shape, with integers where it has integers, and words of its table where it has words.
    """

    def __init__(self, state: State, shape: StateShape | None = None) -> None:
        shape = shape or state_shape(state)
        assert shape is not None
        self._shape, self._flat = shape, shape.is_flat
        first = shape.fields(state)
        assert first is not None
        self._low, self._high = list(first), list(first)
        many = len(first) >= FEWEST_FIELDS
        self._likely, self._unusual = shape.likely(first) if many else (), 0
        self.alike = True

    def look_at(self, states: Iterable[State]) -> None:
        """Take these states in, if they are alike."""
        for block in blocks(states):
            columns = self._shape.columns(block) if self.alike else None
            self.alike = columns is not None
            if columns is None:
                return
            self._widen(columns)

    def add(self, block: Sequence[State]) -> None:
        """Take these states in, which are alike."""
        rows: Any = block if self._flat else map(self._shape.fields, block)
        self._widen(list(zip(*rows, strict=True)))

    def _widen(self, columns: Sequence[Sequence[int] | IntArray]) -> None:
        ends = [
            (int(column.min()), int(column.max())) if isinstance(column, np.ndarray)
            else (min(column), max(column))
            for column in columns
        ]  # fmt: skip
        self._low = [min(low, least) for low, (least, _) in zip(self._low, ends, strict=True)]
        self._high = [max(high, most) for high, (_, most) in zip(self._high, ends, strict=True)]
        if self._likely:
            others = np.zeros(len(columns[0]), np.int64)
            for column, likely in zip(columns, self._likely, strict=True):
                others += np.asarray(column) != likely
            self._unusual = max(self._unusual, int(others.max()))

    def keys(self, choose: KeyChoice = TupleKeys.of_limits) -> TupleKeys:
        """The narrowest keys for all states so far. Raises OverflowError beyond 63 bits."""
        keys = choose(list(zip(self._low, self._high, strict=True)), self._shape, self._likely)
        if keys.usual and self._unusual > most_unusual(keys.size, KEYS_END):
            raise keys.too_unusual()
        return keys


def _ranges(low: tuple[int, ...], size: tuple[int, ...]) -> str:
    """The ranges in words; of more than MOST_RANGES the first ones, and how many more."""
    shown = [f"{a}…{a + b - 1}" for a, b in zip(low, size, strict=True)][:MOST_RANGES]
    more = f" and {len(low) - MOST_RANGES} more" if len(low) > MOST_RANGES else ""
    return ", ".join(shown) + more
