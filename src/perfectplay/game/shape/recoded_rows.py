"""Rows of fields as those of the same shape with other tables."""

from __future__ import annotations

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np
from perfectplay.game.shape.state_sets import BitSet
from perfectplay.game.shape.state_shape import StateShape
from perfectplay.game.shape.state_words import EMPTY, NO_WORD, Word

KEYLESS = 1 << 62
"""A number that no field of a state with a key has."""


def recoded(rows: IntArray, shape: StateShape, other: StateShape) -> IntArray:
    """Rows [N, F] of fields of a shape as those of the same shape with other tables and lengths.

    A word that the other table lacks becomes a code beyond all keys, and so does a set with an
    element that it lacks; all fields of a state with a tuple too long for it do.
    """
    if shape.lengths != other.lengths:
        return _relaid(rows, shape, other)
    if shape.words == other.words and shape.elements == other.elements:
        return rows
    known = [other.codes.get(word, KEYLESS) for word in shape.words]
    codes = np.array([*known, NO_WORD, EMPTY], np.int64)  # -2 and -1 are the last two
    again = rows.copy()
    for i, kind in enumerate(shape.kinds):
        if kind is Word:
            again[:, i] = codes[rows[:, i]]
        elif kind is BitSet:
            again[:, i] = 0
            for place, element in enumerate(shape.elements):
                bit = other.bits.get(element, KEYLESS)
                again[:, i] |= np.where(rows[:, i] >> place & 1, bit, 0)
    return again


def _relaid(rows: IntArray, shape: StateShape, other: StateShape) -> IntArray:
    """Rows of states whose tuples have room for other numbers of items."""
    if not len(rows):
        return np.empty((0, other.size), np.int64)
    found = map(other.fields, shape.states(rows.T.tolist()))
    return np.array([row or (KEYLESS,) * other.size for row in found], np.int64)
