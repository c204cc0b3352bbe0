"""Rows of constant tables: their items, tuples of them, and the words in them."""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from numba import types

from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.text_types import (
    text_of,
)
from perfectplay.compiler.runtime.tuple_helpers import _filled
from perfectplay.compiler.runtime.words import word_of


@inner
def _place(index, count):
    """The place that an index means among so many."""
    if index < 0:
        index += count
    if index < 0 or index >= count:
        raise IndexError("tuple index out of range")
    return index


@inner
def row_at(starts, index):
    """The place of a row, counted from the first one."""
    return _place(index, len(starts) - 1)


@inner
def row(flat, starts, index):
    """A row of a table whose rows differ in length."""
    index = row_at(starts, index)
    return flat[starts[index] : starts[index + 1]]


@inner
def cell(table, row_index, index):
    """A number of a table whose rows have one length."""
    row_index, index = _place(row_index, table.shape[0]), _place(index, table.shape[1])
    return table[row_index, index]


@inner
def cell_of_three(table, outer, row_index, index):
    """A number of a table of tables whose rows have one length."""
    return cell(table[_place(outer, table.shape[0])], row_index, index)


@inner
def rows(flat, starts):
    for index in range(len(starts) - 1):
        yield flat[starts[index] : starts[index + 1]]


@inner
def tuple_row(table, index, room):
    """A row of a table whose rows have one length, as a tuple."""
    return _filled(table[_place(index, len(table))], room, -1)


@inner
def tuples_of(table, room):
    for row_ in table:
        yield _filled(row_, room, -1)


@inner
def rows_of_row(flat, starts, index, room):
    for row_ in row(flat, starts, index):
        yield _filled(row_, room, -1)


@typed()
def word_in(flat, place):
    """A word, or a text of two or three characters, of a tuple or of an array of codes."""
    if isinstance(flat, types.Array):
        return lambda flat, place: word_of(flat[place])
    if not isinstance(flat, types.BaseTuple) or not isinstance(flat[0], types.Array):
        return lambda flat, place: flat[place]
    if len(flat[1]) == 2:
        return lambda flat, place: text_of((word_of(flat[0][place, 0]), word_of(flat[0][place, 1])))
    return lambda flat, place: text_of(
        (word_of(flat[0][place, 0]), word_of(flat[0][place, 1]), word_of(flat[0][place, 2]))
    )


@inner
def word_row(flat, starts, index):
    """The words in a row of a table, given as those of all rows."""
    index = row_at(starts, index)
    for place in range(starts[index], starts[index + 1]):
        yield word_in(flat, place)


@inner
def word_at(flat, starts, index, place):
    """A word in a row of a table, given as those of all rows."""
    index = row_at(starts, index)
    return word_in(flat, starts[index] + _place(place, starts[index + 1] - starts[index]))


# --- see rewrite/row_places.py --------------------------------------------------------------------


@inner
def places_of_rows(starts, index):
    """The places of the rows in a row of a table."""
    row_index = row_at(starts, index)
    return range(starts[row_index], starts[row_index + 1])


@inner
def number_there(flat, place):
    """The number at a place that the table has."""
    return flat[place]


@inner
def tuple_there(flat, place):
    """The same for tuples; ``flat``: the table, and a tuple as long as one."""
    return tuple_row(flat[0], place, flat[1])


@inner
def length_of_row(starts, place):
    """How many items a row has."""
    return starts[place + 1] - starts[place]


@inner
def _index_within(starts, place, index):
    return starts[place] + _place(index, length_of_row(starts, place))


@inner
def one_of_numbers(flat, starts, place, index):
    """A number of a row."""
    return flat[_index_within(starts, place, index)]


@inner
def one_of_tuples(flat, starts, place, index):
    """A tuple of a row."""
    return tuple_there(flat, _index_within(starts, place, index))


@inner
def one_of_words(flat, starts, place, index):
    """A word of a row."""
    return word_in(flat, _index_within(starts, place, index))


@inner
def numbers_of_row(flat, starts, place):
    """The numbers of a row."""
    for at in range(starts[place], starts[place + 1]):
        yield flat[at]


@inner
def tuples_of_row(flat, starts, place):
    """The tuples of a row."""
    for at in range(starts[place], starts[place + 1]):
        yield tuple_there(flat, at)


@inner
def words_of_row(flat, starts, place):
    """The words of a row."""
    for at in range(starts[place], starts[place + 1]):
        yield word_in(flat, at)
