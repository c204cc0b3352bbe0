"""Games whose states are frozensets, or hold some, as people write them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from perfectplay import Game, Value

ROWS = [frozenset(row) for row in ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5))]
CELLS = frozenset(range(6))


class TwoSets(Game):
    """Crosses and noughts on two rows of three, the first set that of the player to move."""

    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        return sorted(CELLS - state[0] - state[1])

    def play(self, state, move):
        mine, yours = state
        return (yours, mine | {move})

    def outcome(self, state):
        if any(row <= state[1] for row in ROWS):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 6 else None


class TwoSetsMirrored(TwoSets):
    def symmetries(self, state):
        mirror = (2, 1, 0, 5, 4, 3)
        yield tuple(frozenset(mirror[x] for x in cells) for cells in state)


class Chain(Game):
    """A set alone: one takes a number with its neighbours; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return frozenset(range(1, 9))

    def moves(self, state):
        for number in range(1, 9):
            if number in state:
                yield number

    def play(self, state, move):
        return frozenset(x for x in state if abs(x - move) > 1)

    def outcome(self, state):
        return None


class Divisors(Game):
    """Numbers with holes between them: a number is crossed out with all its multiples."""

    def start(self):
        return frozenset({1, 2, 3, 4, 6, 8, 12, 24, 240})

    def moves(self, state):
        yield from sorted(state)

    def play(self, state, move):
        left = set(state)
        for number in state:
            if number % move == 0:
                left.remove(number)
        return frozenset(left)

    def outcome(self, state):
        return None if state else Value.WIN


class Chomp(Game):
    """Cells as pairs, as a set alone."""

    rows, columns = 3, 4

    def start(self):
        return frozenset((r, c) for r in range(self.rows) for c in range(self.columns))

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        row, column = move
        return frozenset((r, c) for r, c in state if r < row or c < column)

    def outcome(self, state):
        return None if state else Value.WIN


class Board(NamedTuple):
    stones: frozenset
    walls: frozenset
    first: bool


class Isolation(Game):
    """One steps to a free cell beside a stone and walls it off; sets in a NamedTuple."""

    def start(self):
        return Board(frozenset({(0, 0), (2, 2)}), frozenset(), True)

    def free(self, state):
        found = set()
        for r, c in state.stones:
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                cell = (r + dr, c + dc)
                if 0 <= cell[0] < 3 and 0 <= cell[1] < 3:
                    found.add(cell)
        return found - state.stones - state.walls

    def moves(self, state):
        return sorted(self.free(state))

    def play(self, state, move):
        stone = min(x for x in state.stones if abs(x[0] - move[0]) + abs(x[1] - move[1]) == 1)
        return Board(state.stones - {stone} | {move}, state.walls | {stone}, not state.first)

    def outcome(self, state):
        return None if self.free(state) else Value.LOSS


@dataclass(frozen=True)
class Table:
    taken: frozenset = frozenset()
    turn: str = "red"
    left: int = 4


class Sums(Game):
    """Numbers are taken, alternately, until some add to nine; a frozen dataclass with a word."""

    def start(self):
        return Table()

    def moves(self, state):
        return [n for n in range(1, 8) if n not in state.taken]

    def play(self, state, move):
        turn = "blue" if state.turn == "red" else "red"
        return replace(state, taken=state.taken | {move}, turn=turn, left=state.left - 1)

    def outcome(self, state):
        if sum(state.taken) >= 15 or sum(1 for x in state.taken if x % 2) > 2:
            return Value.WIN if state.turn == "red" else Value.LOSS
        return Value.DRAW if state.left == 0 else None


class Walk(Game):
    """A token goes along lines and never twice over one; lines are pairs of corners."""

    def start(self):
        return (0, frozenset())

    def moves(self, state):
        at, used = state
        for to in range(5):
            line = (min(at, to), max(at, to))
            if to != at and (to - at) % 5 != 2 and line not in used:
                yield to

    def play(self, state, move):
        at, used = state
        return (move, used | {(min(at, move), max(at, move))})

    def outcome(self, state):
        return Value.DRAW if len(state[1]) == 5 else None

    stuck = Value.LOSS


WORDS = ("cat", "cot", "cog", "dog", "dot", "hot", "hat", "bat", "bag", "big", "dig")
NEXT = {
    word: [w for w in WORDS if sum(a != b for a, b in zip(w, word, strict=True)) == 1]
    for word in WORDS
}


class Ladder(Game):
    """A word becomes another one by one letter, and none comes twice."""

    def start(self):
        return ("cat", frozenset({"cat"}))

    def moves(self, state):
        word, used = state
        return [other for other in NEXT[word] if other not in used]

    def play(self, state, move):
        return (move, state[1] | {move})

    def outcome(self, state):
        return None

    stuck = Value.LOSS


class Cards(Game):
    """Who has two cards of one suit or of one rank first loses; cards are (rank, suit)."""

    def start(self):
        return (frozenset(), frozenset(), frozenset((r, s) for r in (1, 2, 3) for s in "HS"))

    def moves(self, state):
        return sorted(state[2])

    def play(self, state, card):
        mine, yours, table = state
        return (yours, mine | {card}, table - {card})

    def outcome(self, state):
        _, yours, table = state
        ranks, suits = {rank for rank, _ in yours}, {suit for _, suit in yours}
        if len(ranks) < len(yours) or len(suits) == 1 < len(yours):
            return Value.WIN
        return None if table else Value.DRAW


@dataclass(frozen=True, order=True)
class Point:
    row: int
    column: int

    def __post_init__(self):
        if self.row not in range(2):
            raise ValueError(f"there is no row {self.row}")

    def touches(self, other):
        return abs(self.row - other.row) + abs(self.column - other.column) == 1


POINTS = [Point(row, column) for row in range(2) for column in range(3)]


@dataclass(frozen=True)
class Placed:
    mine: frozenset[Point] = frozenset()
    yours: frozenset[Point] = frozenset()


class Apart(Game):
    """Points of a grid, none beside one of the same player; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return Placed(frozenset({Point(0, 0)}), frozenset({Point(1, 2)}))

    def moves(self, state):
        taken = state.mine | state.yours
        for point in POINTS:
            if point not in taken and not any(point.touches(other) for other in state.mine):
                yield point

    def play(self, state, move):
        return Placed(state.yours, state.mine | {move})

    def outcome(self, state):
        return None

    def symmetries(self, state):
        yield Placed(
            frozenset(Point(1 - p.row, p.column) for p in state.mine),
            frozenset(Point(1 - p.row, p.column) for p in state.yours),
        )


GAMES: list[Game] = [
    TwoSets(), TwoSetsMirrored(), Chain(), Divisors(), Chomp(), Isolation(), Sums(), Walk(),
    Ladder(), Cards(), Apart(),
]  # fmt: skip
