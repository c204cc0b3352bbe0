"""Last Mouse Lost for the second player: the opponent's last move again, in the opposite row.

Of six rows, row i is answered in row 5 - i, of n rows in row n - 1 - i, by the same number of
mice. Two cases at the end of a play in which the last mouse loses are answered otherwise: where
exactly one row has more than one mouse, it is taken whole beside an odd number of rows of one, and
down to one mouse beside an even number or none.
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
    """The same, mended: where only rows of one are left, the opposite row may be empty by then, and
    any row will do. In normal play, where the last stone wins, to repeat is all there is to it.
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
