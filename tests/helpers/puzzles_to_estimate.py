"""Puzzles that are estimated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value, put


@dataclass(frozen=True)
class Pancakes(Game):
    """A puzzle: a stack of pancakes, of which some of the top ones are turned over at a time."""

    size: int = 9

    players = 1

    def start(self) -> tuple[int, ...]:
        return (*range(1, self.size), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        return iter(range(2, self.size + 1))

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        turned = s
        for i in range(move):
            turned = put(turned, i, s[move - 1 - i])
        return turned

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        for i in range(self.size):
            if s[i] != i:
                return None
        return Value.WIN


@dataclass(frozen=True)
class Towers(Game):
    """A puzzle: the towers of Hanoi."""

    discs: int = 11
    pegs: int = 3

    players = 1

    def start(self) -> tuple[int, ...]:
        return (0,) * self.discs

    def moves(self, s: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for disc in range(self.discs):
            for peg in range(self.pegs):
                free = peg != s[disc]
                for smaller in range(disc):
                    if s[smaller] == s[disc] or s[smaller] == peg:
                        free = False
                if free:
                    yield (disc, peg)

    def play(self, s: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return put(s, move[0], move[1])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        for peg in s:
            if peg != self.pegs - 1:
                return None
        return Value.WIN


@dataclass(frozen=True)
class Lights(Game):
    """A puzzle: switch a lamp and its neighbours, until all are dark."""

    width: int = 5
    height: int = 4

    players = 1

    def start(self) -> int:
        return (1 << (self.width * self.height)) - 1

    def moves(self, state: int) -> Iterator[int]:
        return iter(range(self.width * self.height))

    def play(self, state: int, move: int) -> int:
        lamps = 1 << move
        if move % self.width:
            lamps |= 1 << (move - 1)
        if move % self.width < self.width - 1:
            lamps |= 1 << (move + 1)
        if move >= self.width:
            lamps |= 1 << (move - self.width)
        if move < self.width * (self.height - 1):
            lamps |= 1 << (move + self.width)
        return state ^ lamps

    def outcome(self, state: int) -> Value | None:
        return Value.WIN if state == 0 else None


@dataclass(frozen=True)
class Solitaire(Game):
    """A puzzle: peg solitaire on a rectangle, with one hole."""

    width: int = 5
    height: int = 4
    hole: int = 0

    players = 1
    stuck = Value.LOSS

    def start(self) -> int:
        return ((1 << (self.width * self.height)) - 1) ^ (1 << self.hole)

    def moves(self, state: int) -> Iterator[tuple[int, int, int]]:
        for i in range(self.width * self.height):
            if (state >> i) & 1:
                for way in range(4):
                    dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[way]
                    x, y = i % self.width + 2 * dx, i // self.width + 2 * dy
                    if 0 <= x < self.width and 0 <= y < self.height:
                        over, to = i + dx + dy * self.width, x + y * self.width
                        if (state >> over) & 1 and (state >> to) & 1 == 0:
                            yield (i, over, to)

    def play(self, state: int, move: tuple[int, int, int]) -> int:
        return state ^ (1 << move[0]) ^ (1 << move[1]) ^ (1 << move[2])

    def outcome(self, state: int) -> Value | None:
        return Value.WIN if state & (state - 1) == 0 else None


@dataclass(frozen=True)
class Maze(Game):
    """A piece in a maze that is drawn by a hash: each state has ``branching`` moves to anywhere
    among ``rooms`` (``near``: to one of so many that follow)."""

    rooms: int = 600_000
    branching: int = 3
    near: int = 0

    stuck = Value.LOSS

    def start(self) -> int:
        return 1

    def moves(self, state: int) -> Iterator[int]:
        return iter(range(self.branching))

    def play(self, state: int, move: int) -> int:
        word = (state * 2_654_435_761 + move * 40_503 + 12_345) & 0xFFFFFFFF
        word = ((word ^ (word >> 15)) * 739_391) & 0xFFFFFFFF
        word ^= word >> 13
        if self.near:
            return (state + 1 + word % self.near) % self.rooms
        return word % self.rooms

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state % 1_000 == 0 else None
