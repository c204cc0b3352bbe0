"""``zip(*rows)`` where rows are lists: nobody knows their length, so columns are lists as well."""
# ruff: noqa: ARG001
# mypy: ignore-errors

from __future__ import annotations

from numba import types

from perfectplay.compiler.runtime.support import typed
from perfectplay.compiler.runtime.tuple_helpers import transposed


@typed()
def columns_apart(rows, hint):
    """``zip(*rows)``, where columns are only taken apart: a list equals other things than a
    tuple does."""
    of_lists = isinstance(rows, types.List | types.UniTuple) and isinstance(rows.dtype, types.List)
    of_rows = isinstance(rows, types.List) and isinstance(rows.dtype, types.UniTuple)
    no_hint = not isinstance(hint, types.BaseTuple) or not len(hint)
    if not of_lists and not (of_rows and no_hint):
        return lambda rows, hint: transposed(rows, hint)  # noqa: PLW0108

    def columns(rows, hint):
        width = -1
        for row in rows:
            if width < 0 or len(row) < width:
                width = len(row)
        for i in range(width):
            yield [row[i] for row in rows]

    return columns
