"""Rules of larger games, whose numbers of states are known or counted apart."""

from __future__ import annotations

HEAD = """from dataclasses import dataclass
from perfectplay import Game, Value

"""

TREE = (
    HEAD
    + '''
@dataclass(frozen=True)
class Tree(Game):
    """Every state leads to four new ones, down to a depth: nothing slackens before the end."""

    depth: int = 8

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(4)

    def play(self, state, move):
        return (state[0] + 1, state[1] * 4 + move)

    def outcome(self, state):
        return Value.LOSS if state[0] == self.depth else None
'''
)

COUNTER = (
    HEAD
    + '''
@dataclass(frozen=True)
class Counter(Game):
    """The same few places for ever, but for a number that counts the moves."""

    places: int = 5

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        return ((state[0] + move + 1) % self.places, state[1] + 1)

    def outcome(self, state):
        return None
'''
)

SET_UP = (
    HEAD
    + '''
@dataclass(frozen=True)
class SetUp(Game):
    """The first player puts the piece on any square; then it runs home."""

    squares: int = 1_000

    def start(self):
        return (-1, 0)

    def moves(self, state):
        if state[0] < 0:
            yield from range(1, self.squares + 1)
        else:
            yield 1

    def play(self, state, move):
        return (move, 1) if state[0] < 0 else (state[0] - move, 1)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None
'''
)

IMAGES = (
    "from itertools import permutations\n"
    + HEAD
    + '''
ROWS = tuple(permutations(range(6)))


@dataclass(frozen=True)
class Heaps(Game):
    """Six heaps that are alike: each state has up to 720 images."""

    n: int = 12
    stuck = Value.LOSS

    def start(self):
        return (self.n,) * 6

    def moves(self, state):
        for i in range(6):
            for k in range(1, min(3, state[i]) + 1):
                yield (i, k)

    def play(self, state, move):
        return tuple(x - move[1] if i == move[0] else x for i, x in enumerate(state))

    def outcome(self, state):
        return None

    def symmetries(self, state):
        for a, b, c, d, e, f in ROWS:
            yield (state[a], state[b], state[c], state[d], state[e], state[f])
'''
)

LOOPS = (
    HEAD
    + '''
@dataclass(frozen=True)
class Loops(Game):
    """Numbers below a size; three moves, which lead anywhere."""

    size: int = 1_000

    def start(self):
        return 1

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        return (state * (2 * move + 3) + 7 * move + 1) % self.size

    def outcome(self, state):
        return (Value.LOSS if state % 2 else Value.DRAW) if state % 17 == 3 else None
'''
)

LEVELS = (
    HEAD
    + '''
@dataclass(frozen=True)
class Levels(Game):
    """Twenty-five levels, each wider than the one before: fields outgrow their keys on the way."""

    seed: int = 0

    def start(self):
        return (0, 0, 0, self.seed)

    def moves(self, state):
        # no play leads to any other state: one that is read from a wrong key is noticed
        level, x, y, seed = state
        assert 0 <= level <= 24 and 0 <= y <= level + 2 and 0 <= x < 1_000 + 300 * level + 37 * seed
        return range(3)

    def play(self, state, move):
        level, x, y, seed = state
        below = (x * 3 + y + move * (seed + 5) + 1) % (1_000 + 300 * level + 37 * seed)
        return (level + 1, below, (y * 2 + move + level) % (level + 3), seed)

    def outcome(self, state):
        return Value.LOSS if state[0] == 24 else None
'''
)
