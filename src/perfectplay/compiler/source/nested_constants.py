"""Constant tables of rows, which are compiled as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.core.lazy_numpy import np

LARGEST_TUPLE = 64
"""Longer tuples become tables (read-only arrays): compilers are slow with long tuples."""

LONGEST_ROW = 16
"""Rows of a table that are no longer come out as tuples, which can be taken apart."""


@dataclass(frozen=True)
class NestedConstant:
    """A table of rows, compiled as one array with the rows one after the other.

    ``items``: [N] or [N, K]; ``starts``: the index at which each row begins, or None for rows of
    one length.
    """

    items: np.ndarray[Any, Any]
    starts: np.ndarray[Any, Any] | None


def layered(value: object) -> NestedConstant | None:
    """The arrays of a table of rows; None for a value that stays a plain tuple.

    Rows of unequal length become arrays, as do more than half of LARGEST_TUPLE rows, and rows of
    rows if the innermost have one length.
    """
    if not isinstance(value, tuple) or not value or not all(isinstance(r, tuple) for r in value):
        return None
    many = len(value) > LARGEST_TUPLE // 2
    lengths = {len(row) for row in value}
    if all(is_int(x) for row in value for x in row):
        if len(lengths) == 1 and many and lengths <= set(range(1, LONGEST_ROW + 1)):
            return NestedConstant(np.array(value, np.int64), None)
        if len(lengths) == 1 and not many:
            return None
        return NestedConstant(np.array([x for row in value for x in row], np.int64), _starts(value))
    inner = [x for row in value for x in row]
    if not all(isinstance(x, tuple) and all(is_int(i) for i in x) for x in inner):
        return None
    widths = {len(x) for x in inner}
    if len(widths) != 1 or not widths <= set(range(1, LONGEST_ROW + 1)):
        return None
    if not many and len(lengths) == 1:
        return None
    return NestedConstant(np.array(inner, np.int64), _starts(value))


def with_mark(value: object) -> tuple[tuple[Any, ...], int] | None:
    """A tuple of numbers and None, or of rows of these, with a number that it does not hold in the
    place of None, and that number; None for anything else.

    >>> with_mark((3, None, 5)), with_mark(((0, None), (None, 2)))
    (((3, -1, 5), -1), (((0, -1), (-1, 2)), -1))
    >>> with_mark((3, 5)), with_mark((None, None)), with_mark((3, None, "x"))
    (None, None, None)
    """
    if not isinstance(value, tuple):
        return None
    rows = holds_rows(value)
    items = [x for row in value for x in row] if rows else value
    numbers = [x for x in items if x is not None]
    if len(numbers) in (0, len(items)) or not all(type(x) is int for x in numbers):
        return None
    mark = min(-1, min(numbers) - 1)
    if rows:
        return tuple(tuple(mark if x is None else x for x in row) for row in value), mark
    return tuple(mark if x is None else x for x in value), mark


def rows_with_mark(value: object) -> tuple[tuple[Any, ...], int] | None:
    """The same for a tuple of rows of one length and None, with a row of marks for None.

    >>> rows_with_mark(((0, 1), None, (2, 3)))
    (((0, 1), (-1, -1), (2, 3)), -1)
    >>> rows_with_mark(((0, 1), (2,), None)), rows_with_mark((None, None))
    (None, None)
    """
    if not isinstance(value, tuple) or None not in value:
        return None
    rows = tuple(row for row in value if row is not None)
    if not holds_rows(rows) or len({*map(len, rows)}) != 1 or not rows[0]:
        return None
    numbers = [x for row in rows for x in row]
    if not all(type(x) is int for x in numbers):
        return None
    mark = min(-1, min(numbers) - 1)
    return tuple((mark,) * len(rows[0]) if row is None else tuple(row) for row in value), mark


def holds_rows(value: tuple[Any, ...]) -> bool:
    """Whether all items of a tuple are tuples or lists."""
    return bool(value) and all(isinstance(row, tuple | list) for row in value)


def _starts(rows: tuple[Any, ...]) -> np.ndarray[Any, Any]:
    return np.cumsum([0] + [len(row) for row in rows]).astype(np.int64)


def is_int(value: object) -> bool:
    """Whether a constant is an integer."""
    return isinstance(value, int | np.integer)
