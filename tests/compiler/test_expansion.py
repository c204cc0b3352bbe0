"""Two expansions of the same states that may differ in the order of the children alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfectplay.compiler.expansion import Expansion


def expansion(rows: list[list[tuple[int, int, int]]], over: list[int]) -> Expansion:
    """``rows``: of each state the children, each with who moves again and its gain."""
    flat = [x for row in rows for x in row]
    return Expansion(
        np.array([x[0] for x in flat], np.int64),
        np.array([x[1] for x in flat], np.uint8),
        np.array([len(row) for row in rows], np.int32),
        np.array(over, np.uint8),
        np.empty(0, np.int64),
        np.array([x[2] for x in flat], np.int32),
        np.zeros(len(rows), np.int32),
    )


ROWS = [[(5, 0, 1), (7, 1, -2), (7, 0, 3)], [], [(1 << 62, 0, 0), (0, 1, 0)]]


def test_the_order_of_children_makes_no_difference() -> None:
    other = [[row[i] for i in np.random.default_rng(3).permutation(len(row))] for row in ROWS]
    assert expansion(ROWS, [0, 2, 0]).differing(expansion(other, [0, 2, 0])) is None


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("part", ["child", "again", "gain", "over", "fewer", "swapped"])
def test_anything_else_does(place: int, part: str) -> None:
    rows: list[list[tuple[int, int, int]]] = [list(row) for row in ROWS]
    over: list[Any] = [0, 2, 0]
    if part == "over":
        over[place] = 3
    elif not rows[place]:
        rows[place] = [(4, 0, 0)]
    else:
        child, again, gain = rows[place][0]
        changes = {"child": (child - 1, again, gain), "again": (child, 1 - again, gain)}
        rows[place][0] = changes.get(part, (child, again, gain + 1))
        if part == "fewer":
            rows[place] = rows[place][1:]
        if part == "swapped":  # the marks of two children
            (a, x, g), (b, y, h), *rest = ROWS[place]
            rows[place] = [(a, y, g), (b, x, h), *rest]
    assert expansion(ROWS, [0, 2, 0]).differing(expansion(rows, over)) == place


def test_random_rows() -> None:
    """The slow twin: sorted rows."""
    chance = np.random.default_rng(7)
    for _ in range(300):
        rows = [
            [(int(chance.integers(3)), int(chance.integers(2)), int(chance.integers(2)))
             for _ in range(chance.integers(4))]
            for _ in range(4)
        ]  # fmt: skip
        other = [[*row] for row in rows]
        for row in other:
            chance.shuffle(row)
        if chance.integers(2):
            other[int(chance.integers(4))] = [(1, 1, 1)]
        different = [i for i in range(4) if sorted(map(tuple, other[i])) != sorted(rows[i])]
        same = [[tuple(map(int, x)) for x in row] for row in other]
        found = expansion(rows, [0] * 4).differing(expansion(same, [0] * 4))
        assert found == (different[0] if different else None)
