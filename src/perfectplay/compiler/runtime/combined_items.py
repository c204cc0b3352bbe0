"""``combinations``, ``permutations`` and ``product`` of what a rule has, and rows of rows, looped
over.

Functions have the number of items in their names: compiled code gives tuples of one length.
"""
# ruff: noqa: ARG001, C416
# mypy: ignore-errors

from __future__ import annotations

from numba import types
from numba.core.errors import TypingError

from perfectplay.compiler.runtime.python_sets import PythonSet, has_python_order
from perfectplay.compiler.runtime.set_types import ORDER, SetType
from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.table_rows import row_at, tuple_row, word_in


@typed()
def in_one_order(items):
    """The items, if Python and compiled code loop over them in one order: no set of states, and
    none of words, whose order in Python differs between runs."""
    unlike = isinstance(items, PythonSet) and not has_python_order(items.dtype)
    if unlike or isinstance(items, SetType):
        raise TypingError(f"PERFECTPLAY {ORDER}")
    return lambda items: items


@typed()
def kept_items(items):
    """The items in a list, in Python's order."""
    return lambda items: [item for item in in_one_order(items)]


@typed()
def not_used_up(items):
    """What is looped over twice; compiled code would begin a generator anew."""
    if isinstance(items, types.Generator):
        raise TypingError("PERFECTPLAY a generator is looped over twice")
    return lambda items: items


@inner
def combinations_of_two(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(i + 1, len(kept)):
            yield kept[i], kept[j]


@inner
def combinations_of_three(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(i + 1, len(kept)):
            for k in range(j + 1, len(kept)):
                yield kept[i], kept[j], kept[k]


@inner
def combinations_of_four(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(i + 1, len(kept)):
            for k in range(j + 1, len(kept)):
                for n in range(k + 1, len(kept)):
                    yield kept[i], kept[j], kept[k], kept[n]


@inner
def combinations_with_replacement_of_two(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(i, len(kept)):
            yield kept[i], kept[j]


@inner
def combinations_with_replacement_of_three(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(i, len(kept)):
            for k in range(j, len(kept)):
                yield kept[i], kept[j], kept[k]


@inner
def permutations_of_two(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(len(kept)):
            if i != j:
                yield kept[i], kept[j]


@inner
def permutations_of_three(items):
    kept = kept_items(items)
    for i in range(len(kept)):
        for j in range(len(kept)):
            for k in range(len(kept)):
                if i != j and k not in (i, j):
                    yield kept[i], kept[j], kept[k]


@inner
def product_of_two(items, others):
    kept, seconds = kept_items(items), kept_items(others)
    for item in kept:
        for second in seconds:
            yield item, second


@inner
def product_of_three(items, others, more):
    kept, seconds, thirds = kept_items(items), kept_items(others), kept_items(more)
    for item in kept:
        for second in seconds:
            for third in thirds:
                yield item, second, third


@inner
def power_of_two(items):
    kept = kept_items(items)
    for item in kept:
        for second in kept:
            yield item, second


@inner
def power_of_three(items):
    kept = kept_items(items)
    for item in kept:
        for second in kept:
            for third in kept:
                yield item, second, third


@inner
def ragged_numbers(flat, starts, inner_starts, index):
    """The rows in a row of a table, of numbers."""
    row = row_at(starts, index)
    for place in range(starts[row], starts[row + 1]):
        yield flat[inner_starts[place] : inner_starts[place + 1]]


@inner
def ragged_tuples(flat, starts, inner_starts, index):
    """The rows in a row of a table, of tuples; ``flat``: the table, and a tuple as long as one."""
    row, table, room = row_at(starts, index), flat[0], flat[1]
    for place in range(starts[row], starts[row + 1]):
        first, after = inner_starts[place], inner_starts[place + 1]
        yield [tuple_row(table, i, room) for i in range(first, after)]


@inner
def ragged_words(flat, starts, inner_starts, index):
    """The rows in a row of a table, of words or texts."""
    row = row_at(starts, index)
    for place in range(starts[row], starts[row + 1]):
        yield [word_in(flat, i) for i in range(inner_starts[place], inner_starts[place + 1])]
