"""The scale of results in a search: whole numbers, larger is better for the player to move.

A win in n plies is ``win_in(n)``, a draw 0, a loss in n plies ``loss_in(n)``. Early wins and late
losses are larger. In games of points the score is the result.
"""

from __future__ import annotations

FAR = 1 << 20
"""The result of a win in 0 plies; no play of a search has as many plies."""

UNBOUNDED = (1 << 22) - 1
"""Larger than every result of a search in any game."""


def win_in(plies: int) -> int:
    """Result of a win in this number of plies.

    >>> win_in(1) > win_in(3) > 0 > loss_in(4) > loss_in(2)
    True
    """
    return FAR - plies


def loss_in(plies: int) -> int:
    """Result of a loss in this number of plies.

    >>> loss_in(2) == -win_in(2)
    True
    """
    return plies - FAR
