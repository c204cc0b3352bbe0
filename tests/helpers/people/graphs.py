"""Games on graphs and grids, by people who like sets, Enums, dataclasses and match."""
# ruff: noqa: B905

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from perfectplay import Game, Value


class Stone(Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2

    def other(self):
        return Stone.WHITE if self is Stone.BLACK else Stone.BLACK


@dataclass(frozen=True)
class Star:
    ring: tuple[Stone, ...]
    centre: Stone
    turn: Stone

    def left(self, i):
        return self.ring[i - 1]

    def right(self, i):
        return self.ring[(i + 1) % len(self.ring)]


class MuTorere(Game):
    """Three stones each on a star of six; who cannot move loses. A move is a number or a word."""

    stuck = Value.LOSS

    def start(self):
        return Star((Stone.BLACK,) * 3 + (Stone.WHITE,) * 3, Stone.EMPTY, Stone.BLACK)

    def moves(self, star):
        me = star.turn
        if star.centre is Stone.EMPTY:
            for i, stone in enumerate(star.ring):
                if stone is me and me.other() in (star.left(i), star.right(i)):
                    yield i
        else:
            gap = star.ring.index(Stone.EMPTY)
            for i in ((gap - 1) % 6, (gap + 1) % 6):
                if star.ring[i] is me:
                    yield i
            if star.centre is me:
                yield "centre"

    def play(self, star, move):
        ring = list(star.ring)
        after = star.turn.other()
        if move == "centre":
            ring[ring.index(Stone.EMPTY)] = star.turn
            return replace(star, ring=tuple(ring), centre=Stone.EMPTY, turn=after)
        ring[move] = Stone.EMPTY
        if star.centre is Stone.EMPTY:
            return Star(tuple(ring), star.turn, after)
        ring[star.ring.index(Stone.EMPTY)] = star.turn
        return replace(star, ring=tuple(ring), turn=after)

    def outcome(self, star):
        return None


@dataclass(frozen=True)
class DominoGrid(Game):
    """Domineering on nested tuples; whether there is a move is asked of a generator."""

    width: int = 3
    height: int = 3

    def start(self):
        return (tuple(tuple(0 for _ in range(self.width)) for _ in range(self.height)), "V")

    def moves(self, state):
        grid, turn = state
        for r, row in enumerate(grid):
            for c, cell in enumerate(row):
                r2, c2 = (r + 1, c) if turn == "V" else (r, c + 1)
                if not cell and r2 < self.height and c2 < self.width and not grid[r2][c2]:
                    yield (r, c)

    def play(self, state, move):
        grid, turn = state
        r, c = move
        new = [list(row) for row in grid]
        new[r][c] = 1
        if turn == "V":
            new[r + 1][c] = 1
        else:
            new[r][c + 1] = 1
        return (tuple(map(tuple, new)), "H" if turn == "V" else "V")

    def outcome(self, state):
        return Value.LOSS if next(self.moves(state), None) is None else None


NEAR = {0: {1, 3}, 1: {0, 2, 4}, 2: {1, 5}, 3: {0, 4}, 4: {1, 3, 5}, 5: {2, 4}}


class Isolation(Game):
    """Two walkers on two by three; where one has been is gone. A dict of sets."""

    def start(self):
        return (0, 5, frozenset({0, 5}))

    def moves(self, state):
        me, _, gone = state
        return sorted(NEAR[me] - gone)

    def play(self, state, move):
        _, you, gone = state
        return (you, move, gone | {move})

    def outcome(self, state):
        me, _, gone = state
        return Value.LOSS if NEAR[me] <= gone else None


WORDS = ["cat", "cot", "dot", "dog", "cog", "bat", "bag", "big"]
LINKS = {w: [v for v in WORDS if sum(x != y for x, y in zip(w, v)) == 1] for w in WORDS}


class Ladder(Game):
    """A letter of a word is changed; who makes "dog" wins. Eight changes at most."""

    def start(self):
        return ("cat", 8)

    def moves(self, state):
        return LINKS[state[0]]

    def play(self, state, word):
        return (word, state[1] - 1)

    def outcome(self, state):
        word, left = state
        if word == "dog":
            return Value.LOSS
        return Value.DRAW if left == 0 else None


class Step(NamedTuple):
    row: int
    column: int
    aside: int = 0


class Breakthrough(Game):
    """Two rows of pawns on two by four, one text; moves are NamedTuples, taken apart by match."""

    stuck = Value.LOSS

    def start(self):
        return ("bb" + "...." + "ww", "w")

    def moves(self, state):
        board, turn = state
        ahead = -1 if turn == "w" else 1
        found = []
        for r in range(4):
            for c in range(2):
                if board[2 * r + c] != turn or not 0 <= r + ahead < 4:
                    continue
                for aside in (-1, 0, 1):
                    if 0 <= c + aside < 2:
                        there = board[2 * (r + ahead) + c + aside]
                        if there == "." or (aside and there != turn):
                            found.append(Step(r, c, aside))
        return found

    def play(self, state, move):
        board, turn = state
        cells = list(board)
        match move:
            case Step(row=r, column=c, aside=0):
                to = 2 * (r - 1 if turn == "w" else r + 1) + c
            case Step(r, c, aside):
                to = 2 * (r - 1 if turn == "w" else r + 1) + c + aside
        cells[2 * move.row + move.column] = "."
        cells[to] = turn
        return ("".join(cells), "b" if turn == "w" else "w")

    def outcome(self, state):
        board, turn = state
        if "w" in board[:2] or "b" in board[-2:]:
            return Value.LOSS
        return None if turn in board else Value.LOSS
