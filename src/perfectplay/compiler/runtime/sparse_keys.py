"""Sparse keys (``game/shape/sparse_rows.py``) in compiled code, one row of fields at a time.

layout: [4 + K, F] int64 of `TupleKeys.layout`: the lowest values, the sizes, a row for other
things, the usual digits, and the ways to go on, row k for at most k - 1 unusual digits.
"""
# mypy: ignore-errors

from __future__ import annotations

from perfectplay.compiler.runtime.hash_slots import inner

PLAIN_ROWS = 3
"""The most rows of the layout of keys that are numbers in mixed radix."""


@inner(nogil=True)
def write_fields(fields, key, layout):
    """Write the fields of a key, [F] int64."""
    ways = layout[PLAIN_ROWS + 1 :]
    left, rest = len(ways) - 2, key
    for i in range(len(fields)):
        same, few, many = layout[PLAIN_ROWS, i], ways[left, i], ways[left + 1, i]
        below = same * few
        if below <= rest < below + many:
            digit = same
            rest -= below
        else:
            left -= 1
            if rest < below:
                digit = rest // few
                rest -= digit * few
            else:
                rest -= below + many
                digit = rest // few
                rest -= digit * few
                digit += same + 1
        fields[i] = digit + layout[0, i]


@inner(nogil=True)
def sparse_key(fields, layout):
    """The key of fields; -1 if the layout cannot hold one, or too many of them are not usual."""
    ways = layout[PLAIN_ROWS + 1 :]
    left, key = len(ways) - 2, 0
    for i in range(len(fields)):
        digit, same = fields[i] - layout[0, i], layout[PLAIN_ROWS, i]
        if digit < 0 or digit >= layout[1, i]:
            return -1
        if digit == same:
            key += digit * ways[left, i]
            continue
        if left == 0:
            return -1
        key += digit * ways[left, i]
        if digit > same:
            key += ways[left + 1, i] - ways[left, i]
        left -= 1
    return key
