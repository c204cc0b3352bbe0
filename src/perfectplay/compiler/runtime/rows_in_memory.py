"""Lists of rows of known size that never leave their function, in its own memory.

Which these are is decided by ``rewrite/fixed_rows.py``.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from perfectplay.compiler.runtime.items import place_in
from perfectplay.compiler.runtime.lists_in_memory import (
    MOST,
    ListInMemory,
    copied_in_memory,
    fits_as_ones,
    given_back,
    is_counted,
    is_perhaps_truth,
    need_alike,
    ones_put_in_memory,
    put_in_memory,
    zero_or_one,
)
from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.text_types import is_board, is_loose

_NUMBER = ir.IntType(64)


def _row_kind(row):
    """The type of a row as a tuple of cells; None if cells are unlike, or of unknown number."""
    if is_board(row) and not is_loose(row):
        return types.UniTuple(row.dtype, len(row))
    return row if isinstance(row, types.UniTuple) and len(row) else None


def _is_of_rows(items):
    return isinstance(items, ListInMemory) and isinstance(items.dtype, types.UniTuple)


@intrinsic
def room_of_rows(typingctx, rows):
    """The lists of some rows, if they fit; else the rows themselves."""
    if isinstance(rows, ListInMemory):
        return copied_in_memory(rows)
    row = _row_kind(rows.dtype) if isinstance(rows, types.UniTuple) and len(rows) else None
    if row is not None and len(row) * len(rows) <= MOST and not is_counted(row):
        return put_in_memory(types.UniTuple(row, len(rows)), rows)
    return given_back(rows)


@intrinsic(prefer_literal=True)
def room_of_rows_of_ones(typingctx, item, width, height):
    """The rows of one item, if they fit; else the item."""
    item = types.unliteral(item)
    if fits_as_ones(item, width, height):
        row = types.UniTuple(item, width.literal_value)
        kind = types.UniTuple(row, height.literal_value)
        return ones_put_in_memory(kind, item, width, height)
    return given_back(item, width, height)


@typed()
def rows_in_memory(rows):
    """``[list(row) for row in rows]`` of what `room_of_rows` gives."""
    if isinstance(rows, ListInMemory):
        return lambda rows: rows
    return lambda rows: [list(row) for row in rows]


@typed()
def ones_in_memory(rows, width, height):
    """``[[item] * width for _ in range(height)]`` of what `room_of_rows_of_ones` gives."""
    if isinstance(rows, ListInMemory):
        return lambda rows, width, height: rows
    return lambda rows, width, height: [[rows] * width for _ in range(height)]


@intrinsic
def _cell_at(typingctx, rows, row, column):
    def codegen(context, builder, signature, args):
        memory = builder.bitcast(args[0], context.get_value_type(rows.kind).as_pointer())
        return builder.load(builder.gep(memory, [_NUMBER(0), *args[1:]], inbounds=True))

    return rows.dtype.dtype(rows, types.intp, types.intp), codegen


@intrinsic
def _set_at(typingctx, rows, row, column, value):
    def codegen(context, builder, signature, args):
        memory = builder.bitcast(args[0], context.get_value_type(rows.kind).as_pointer())
        builder.store(args[3], builder.gep(memory, [_NUMBER(0), *args[1:3]], inbounds=True))
        return context.get_dummy_value()

    return types.none(rows, types.intp, types.intp, rows.dtype.dtype), codegen


@typed()
def cell_taken(rows, row, column):
    """``rows[row][column]``."""
    if not _is_of_rows(rows):
        return lambda rows, row, column: rows[row][column]
    height, width = len(rows), len(rows.dtype)
    return lambda rows, row, column: _cell_at(rows, place_in(row, height), place_in(column, width))


@typed()
def cell_set(rows, row, column, value):
    """``rows[row][column] = value``; gives the rows."""
    if not _is_of_rows(rows):

        def changed(rows, row, column, value):
            rows[row][column] = value
            return rows

        return changed
    if is_perhaps_truth(rows.dtype.dtype, value):
        return lambda rows, row, column, value: cell_set(rows, row, column, zero_or_one(value))
    need_alike(rows.dtype.dtype, value)
    height, width = len(rows), len(rows.dtype)

    def put_there(rows, row, column, value):
        _set_at(rows, place_in(row, height), place_in(column, width), value)
        return rows

    return put_there
