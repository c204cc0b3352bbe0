"""Rules as the text of a file."""

from __future__ import annotations

HEAD = """
from dataclasses import dataclass
from perfectplay import Game, Value

class Rocks(Game):
    def start(self):
        return 4
    def moves(self, state):
        return range(1, min(state, 2) + 1)
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""

SEAT_ONE_FIRST = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Pile(Game):
    """Take one, two or three stones. Who takes the last one wins."""
    stones: int = 8
    seat: int = 1

    def start(self):
        return (self.stones, self.seat)

    def moves(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def player(self, state):
        return state[1]

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None

def reply(state, last):
    """To a multiple of four."""
    return state[0] % 4 or 1

class Points(Pile):
    """Who has more stones in the end?"""
    scoring = True

    def gain(self, state, move):
        return move

    def outcome(self, state):
        return 0 if state[0] == 0 else None

class Drawn(Pile):
    """Nobody wins."""

    def outcome(self, state):
        return Value.DRAW if state[0] == 0 else None
'''
"""Games in which seat 1 moves first."""
