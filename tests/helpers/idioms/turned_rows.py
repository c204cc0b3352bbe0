"""An idiom that compiles: functions of rows in a table. Those of numbers are in another file, since
all functions of a file that a helper may be given take things of one kind."""

from __future__ import annotations

from collections import deque
from functools import partial

from idioms.noting import Piles, compiling

COMPILES, compiles = compiling()


def turned(line, n):
    ring = deque(line)
    ring.rotate(-n)
    counts = {0: 0}
    for pile in ring:
        counts[pile] = counts.get(pile, 0) + 1
    ring[0] = max(0, ring[0] - 1 - (counts[0] > 1))
    return tuple(ring)


TURNS = {"front": partial(turned, n=0), "next": partial(turned, n=1), "back": partial(turned, n=2)}


@compiles("TURNS = {'next': partial(turned, n=1), ...} of functions with a deque, a dict")
class _(Piles):
    def moves(self, state):
        return [name for name, turn in TURNS.items() if sum(turn(state)) < sum(state)]

    def play(self, state, move):
        return TURNS[move](state)
