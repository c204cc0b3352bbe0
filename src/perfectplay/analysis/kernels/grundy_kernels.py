"""Kernels for least excluded values. Their slow twins are in `grundy.py`.

The Grundy value of a state is the least number that none of its children has.
"""

from __future__ import annotations

from perfectplay.core.kernels import njit


@njit(nogil=True, cache=True)
def least_excluded(order, starts, edges, values, seen):
    """Write values[i] for each i of ``order``, the last first; children come after i in it.

    order: [N] int32; starts, edges: as in `MoveGraph`; values: [N] int32; seen: [the most moves of
    a state + 2] int64 zeros.
    """
    for k in range(len(order) - 1, -1, -1):
        i = order[k]
        mark = i + 1
        for e in range(starts[i], starts[i + 1]):
            value = values[edges[e]]
            if value < len(seen):
                seen[value] = mark
        value = 0
        while seen[value] == mark:
            value += 1
        values[i] = value


@njit(nogil=True, cache=True)
def heap_values(digits, values, seen):
    """Write the Grundy values of heaps 0, 1, … of an octal game into values: [N] int32.

    digits: [K] int64, d(0), d(1), …; seen: int64 zeros, a power of two of them, more than the
    moves of any heap.
    """
    for heap in range(len(values)):
        mark = heap + 1
        for taken in range(min(len(digits), heap + 1)):
            digit, left = digits[taken], heap - taken
            if digit & 1 and left == 0:
                seen[0] = mark
            if digit & 2 and left > 0:
                seen[values[left]] = mark
            if digit & 4:
                for low in range(1, left // 2 + 1):
                    seen[values[low] ^ values[left - low]] = mark
        value = 0
        while seen[value] == mark:
            value += 1
        values[heap] = value
