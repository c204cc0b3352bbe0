"""The bits of elements in the sets of compiled rules, and the numbers that stand for elements."""
# ruff: noqa: ARG005
# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import (
    register_jitable,
)

from perfectplay.compiler.runtime.set_types import OUTSIDE, SetType
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.words import _code, _is_word, is_text


@typed()
def number_of(value):
    """The number that stands for a part of an element: the code of a text."""
    if _is_word(value):
        return lambda value: _code(value)  # noqa: PLW0108
    if isinstance(value, types.BaseTuple):
        return lambda value: _code(value[0])
    return lambda value: np.int64(value)  # noqa: PLW0108


@typed()
def numbers_of(value):
    """The numbers that stand for the parts of an element."""
    if not len(value):
        return lambda value: ()
    if isinstance(value[0], types.BaseTuple) and not is_text(value[0]):
        return lambda value: numbers_of(value[0]) + numbers_of(value[1:])
    return lambda value: (number_of(value[0]), *numbers_of(value[1:]))


def bit_finder(kind: SetType):
    """A function of compiled code: the bit of a value, OUTSIDE if the table does not have it."""
    elements = kind.elements
    if not kind.width:
        first, end = min(elements), max(elements) + 1
        if elements == tuple(range(first, end)):

            @register_jitable
            def bit_in_row(value):
                value = number_of(value)
                return np.int64(1) << (value - first) if first <= value < end else OUTSIDE

            return bit_in_row
        if end - first <= 4096:
            table = np.full(end - first, OUTSIDE, np.int64)
            table[[x - first for x in elements]] = [1 << i for i in range(len(elements))]

            @register_jitable
            def bit_in_table(value):
                value = number_of(value)
                return table[value - first] if first <= value < end else OUTSIDE

            return bit_in_table
        return _searching(kind)
    columns = list(zip(*elements, strict=True))
    low = tuple(min(column) for column in columns)
    size = tuple(max(column) - min(column) + 1 for column in columns)
    if np.prod(np.array(size, float)) > 4096:
        return _searching(kind)
    bits = np.full(int(np.prod(size)), OUTSIDE, np.int64)
    for i, element in enumerate(elements):
        place = 0
        for x, first, count in zip(element, low, size, strict=True):
            place = place * count + x - first
        bits[place] = 1 << i

    @register_jitable
    def bit_of_tuple(value):
        place, digits = np.int64(0), numbers_of(value)
        for i in range(len(low)):
            digit = digits[i] - low[i]
            if digit < 0 or digit >= size[i]:
                return OUTSIDE
            place = place * size[i] + digit
        return bits[place]

    return bit_of_tuple


def _searching(kind: SetType):
    rows = np.array(kind.elements, np.int64).reshape(len(kind.elements), -1)
    width = kind.width

    @register_jitable
    def bit_searched(value):
        for i in range(len(rows)):
            if rows[i, 0] == number_of(value):
                return np.int64(1) << i
        return OUTSIDE

    @register_jitable
    def bit_of_searched_tuple(value):
        digits = numbers_of(value)
        for i in range(len(rows)):
            alike = True
            for k in range(width):
                if rows[i, k] != digits[k]:
                    alike = False
            if alike:
                return np.int64(1) << i
        return OUTSIDE

    return bit_of_searched_tuple if width else bit_searched
