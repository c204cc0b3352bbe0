"""The opponent of a tournament: plays of Last Mouse Lost in a plain loop, on lists.

The random player against the mirror strategy, written from the rules, without perfectplay.
"""

from __future__ import annotations

import random


def mirrored(rows: list[int], row: int, taken: int) -> tuple[int, int]:
    """The answer of the second player to a move of the first."""
    large = [i for i, mice in enumerate(rows) if mice > 1]
    ones = sum(mice == 1 for mice in rows)
    if not large:
        return next(i for i, mice in enumerate(rows) if mice), 1
    if len(large) == 1:
        return large[0], rows[large[0]] - (0 if ones % 2 else 1)
    return len(rows) - 1 - row, taken


def second_wins(drawn: random.Random) -> bool:
    """One play; whether the second player wins."""
    rows = [3, 5, 6, 6, 5, 3]
    while True:
        moves = [(row, taken) for row, mice in enumerate(rows) for taken in range(1, mice + 1)]
        row, taken = drawn.choice(moves)
        rows[row] -= taken
        if not any(rows):
            return True  # who takes the last one loses
        answer, mice = mirrored(rows, row, taken)
        rows[answer] -= mice
        if not any(rows):
            return False


def wins_of(plays: int, seed: int) -> int:
    """How many of so many plays the second player wins."""
    drawn = random.Random(seed)
    return sum(second_wins(drawn) for _ in range(plays))
