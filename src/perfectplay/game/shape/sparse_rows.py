"""Numbers of rows of digits that differ from the usual row in few places.

A board of 64 cells with three letters has 3^64 rows, too many for a key of 63 bits, but only some
2^62 of them have at most fifteen cells that are not empty. These rows are numbered, in
their own order: the number of a row is how many such rows come before it (enumerative coding, T. M.
Cover, IEEE Transactions on Information Theory 19, 1973).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from perfectplay.core.arrays import IntArray
from perfectplay.core.lazy_numpy import np


@lru_cache(maxsize=16)
def completions(size: tuple[int, ...], end: int) -> tuple[tuple[int, ...], ...]:
    """How many ways there are to go on after each field, if at most so many digits are unusual.

    ``size``: the number of digits of each field. Row k has them for at most k - 1 unusual digits;
    there are as many rows as let all numbers stay below ``end``.

    >>> completions((2, 2, 2), 5)
    ((0, 0, 0), (1, 1, 1), (3, 2, 1))
    """
    rows = [(0,) * len(size), (1,) * len(size)]
    while len(rows) < len(size) + 2:
        before, row = rows[-1], [1]
        for i in reversed(range(1, len(size))):
            row.append(row[-1] + (size[i] - 1) * before[i])
        row.reverse()
        if row[0] + (size[0] - 1) * before[0] > end:
            break
        rows.append(tuple(row))
    return tuple(rows)


def most_unusual(size: tuple[int, ...], end: int) -> int:
    """How many digits of a row may be unusual, so that all numbers stay below ``end``.

    >>> most_unusual((3,) * 64 + (2,), 1 << 63)
    15
    """
    return len(completions(size, end)) - 2


def number_of(digits: Sequence[int], usual: Sequence[int], ways: Sequence[Sequence[int]]) -> int:
    """The number of a row; -1 if too many of its digits are unusual. ``ways``: `completions`.

    >>> [number_of(row, (0, 0, 1), completions((2, 2, 2), 5)) for row in ((0, 1, 1), (1, 1, 1))]
    [2, -1]
    """
    left, number = len(ways) - 2, 0
    for i, (digit, same) in enumerate(zip(digits, usual, strict=True)):
        few = ways[left][i]
        number += (digit - 1) * few + ways[left + 1][i] if digit > same else digit * few
        left -= digit != same
        if left < 0:
            return -1
    return number


def row_of(number: int, usual: Sequence[int], ways: Sequence[Sequence[int]]) -> list[int]:
    """The row with a number.

    >>> row_of(2, (0, 0, 1), completions((2, 2, 2), 5))
    [0, 1, 1]
    """
    left, rest, row = len(ways) - 2, number, []
    for i, same in enumerate(usual):
        few, many = ways[left][i], ways[left + 1][i]
        if same * few <= rest < same * few + many:
            row.append(same)
            rest -= same * few
            continue
        left -= 1
        if rest >= same * few:  # as if the usual digit had as few ways to go on as the others
            rest -= many - few
        row.append(rest // few)
        rest %= few
    return row


def numbered(digits: IntArray, usual: IntArray, ways: IntArray) -> IntArray:
    """[N] int64: the numbers of rows; -1 of a row with too many unusual digits.

    digits: [N, F] int64, each of its field; usual: [F] int64; ways: [K, F] int64, `completions`.
    """
    most = len(ways) - 2
    left = np.full(len(digits), most, np.int64)
    numbers = np.zeros(len(digits), np.int64)
    for i, same in enumerate(usual):
        digit, room = digits[:, i], np.maximum(left, 0)
        few, many = ways[room, i], ways[room + 1, i]
        numbers += np.where(digit > same, (digit - 1) * few + many, digit * few)
        left -= digit != same
    return np.where(left >= 0, numbers, -1)


def rows_of(numbers: IntArray, usual: IntArray, ways: IntArray) -> IntArray:
    """[N, F] int64: the rows with these numbers, [N] int64; arguments as `numbered`.

    >>> ways = np.array(completions((2, 2, 2), 5))
    >>> rows_of(np.arange(4), np.array([0, 0, 1]), ways).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1]]
    """
    rest = np.array(numbers, np.int64)
    left = np.full(len(rest), len(ways) - 2, np.int64)
    out = np.empty((len(rest), len(usual)), np.int64)
    for i, same in enumerate(usual):
        few, many = ways[left, i], ways[left + 1, i]
        below = same * few
        above = rest >= below + many
        there = (rest >= below) & ~above
        shifted = np.where(above, rest - below - many, rest)
        digit = shifted // np.maximum(few, 1)
        out[:, i] = np.where(there, same, np.where(above, same + 1 + digit, digit))
        rest = np.where(there, rest - below, shifted - digit * few)
        left -= ~there
    return out
