"""The scale on which a search compares results: whole numbers, larger is better for the mover.

A win in n plies is ``win_in(n)``, a draw 0, a loss in n plies ``loss_in(n)``: soon wins and late
losses are larger. In games of points the scores themselves are the scale.
"""

from __future__ import annotations

FAR = 1 << 20
"""The result of a win that is there already; no play of a search is longer."""

UNBOUNDED = (1 << 22) - 1
"""Larger than every result that a search tells from others, whichever the game."""


def win_in(plies: int) -> int:
    """The result of a win in so many plies.

    >>> win_in(1) > win_in(3) > 0 > loss_in(4) > loss_in(2)
    True
    """
    return FAR - plies


def loss_in(plies: int) -> int:
    """The result of a loss in so many plies.

    >>> loss_in(2) == -win_in(2)
    True
    """
    return plies - FAR
