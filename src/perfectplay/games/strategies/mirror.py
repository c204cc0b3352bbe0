"""Last Mouse Lost for the second player: repeat the opponent's move in the opposite row.

A move in row i of n rows is answered in row n - 1 - i, with the same number of mice. There are two
exceptions if the last mouse loses and exactly one row has more than one mouse: beside an odd number
of rows of one it is taken whole; beside an even number, or none, one mouse is left.
"""

from __future__ import annotations

from perfectplay.games.nim import Nim

Rows = tuple[int, ...]
Take = tuple[int, int]


def mirror_as_stated(state: Rows, last: Take | None) -> Take | None:
    """The strategy as stated above; None if that gives no legal move."""
    large = [row for row, mice in enumerate(state) if mice > 1]
    if len(large) == 1:
        ones = state.count(1)
        return (large[0], state[large[0]] - (0 if ones % 2 else 1))
    return _repeated(state, last)


def mirror(game: Nim, state: Rows, last: Take | None) -> Take | None:
    """The strategy without its gap: if only rows of one are left, it takes any of them, because the
    opposite row may be empty. In normal play, where the last stone wins, it only repeats moves.
    """
    if not game.misere:
        return _repeated(state, last)
    if max(state) == 1:
        return (state.index(1), 1)
    return mirror_as_stated(state, last)


def _repeated(state: Rows, last: Take | None) -> Take | None:
    if last is None:
        return None
    row, taken = last
    opposite = len(state) - 1 - row
    return (opposite, taken) if taken <= state[opposite] else None
