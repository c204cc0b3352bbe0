"""Tables of what each word of a game has.

Such a table begins with the number of words of states; then come those words, in the order of their
codes, and those that only the rules have.
"""
# mypy: ignore-errors

from __future__ import annotations

from numba.extending import register_jitable

from perfectplay.game.shape.state_words import SCRATCH


@register_jitable
def _place(code, table):
    """The place of a word in a table that begins with the number of words of states; those that
    only the rules have come last. Others raise."""
    place = 1 + code
    if code >= table[0]:
        place = 1 + table[0] + code - SCRATCH
        if code < SCRATCH:
            place = len(table)
    if code < 0 or place >= len(table):
        raise IndexError("a part is taken of what is no word of several characters")
    return place
