"""Idioms that compile: what games had that people wrote who knew the README alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from idioms.noting import Piles, compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()

UP = [(-1, 0), (0, 1)]
DOWN = [(1, 0)]
FAR = [(1, 0), (-1, 0), (0, 2)]
TRIPLES = [[0, 1, 2], [2, 3, 4], [1, 3]]


@dataclass(frozen=True)
class Drop:
    column: int


@dataclass(frozen=True)
class Pop:
    column: int


class Columns(Game):
    """Drop a disc on a column, or take one away; a column of two loses."""

    stuck = Value.DRAW

    def start(self):
        return (0, 1, 3)

    def play(self, state, move):
        step = 1 if isinstance(move, Drop) else -1
        return put(state, move.column, state[move.column] + step)

    def outcome(self, state):
        return Value.LOSS if 2 in state or state == (0, 0, 3) else None


@compiles("return [*drops, *pops], (*drops, *pops), [*drops, *(Pop(i) for i in ...)]")
class _(Columns):
    def moves(self, state):
        drops = [Drop(i) for i, n in enumerate(state) if n < 3]
        if state[2] == 3:
            return [*drops, *(Pop(i) for i, n in enumerate(state) if n > 2)]
        return (*drops, Pop(1)) if state[1] else [*drops]


@compiles("moves = self.moves(state): any(isinstance(m, Pop) and ... for m in moves), if moves")
class _(Columns):
    def moves(self, state):
        found = []
        for i, n in enumerate(state):
            if n < 3:
                found.append(Drop(i))
            elif state[0] < 2:
                found.append(Pop(i))
        return found

    def outcome(self, state):
        moves = self.moves(state)
        if any(isinstance(move, Pop) and move.column == 0 for move in moves):
            return Value.WIN
        if sum(type(move) is Drop for move in moves) == 1:
            return Value.LOSS
        if state[0] == 2 and all(isinstance(move, Drop) and move.column for move in moves):
            return Value.DRAW
        return None if moves else Value.LOSS


@compiles("self.moves(state) == [], found != []")
class _(Piles):
    def moves(self, state):
        found = [i for i, pile in enumerate(state) if pile and i != 1]
        return found if found != [] else [i for i in (1,) if state[i]]

    def play(self, state, move):
        return put(state, move, state[move] - 1)

    def outcome(self, state):
        return Value.LOSS if self.moves(state) == [] else None


@compiles("a, ways = (x, UP) if c else (y, DOWN); if c: ways = UP, elif ...: lists of rows")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (1, 1, 0, 5)

    def ways(self, kind, row):
        if kind % 3 == 0:
            ways = UP
        elif row:
            ways, _ = DOWN, 1
        else:
            ways = FAR
        return [(down, right) for down, right in ways]

    def moves(self, state):
        row, column, kind, left = state
        at, ways = (row, FAR) if kind == 1 else (column, UP)
        steps = [step for step in ways if 0 <= row + step[0] < 3 and left]
        return steps + [step for step in self.ways(kind, row) if at and left > 2]

    def play(self, state, move):
        row, column, kind, left = state
        return ((row + move[0]) % 3, (column + move[1]) % 3, (kind + 1) % 3, left - 1)

    def outcome(self, state):
        return None


@lru_cache
def corners(rows, columns):
    masks = []
    for r in range(rows - 1):
        for c in range(columns - 1):
            bits = [1 << (y * columns + x) for y in (r, r + 1) for x in (c, c + 1)]
            masks.extend(sum(bits) ^ missing for missing in bits)
    return tuple(masks)


@compiles("a function with lru_cache of constants: for mask in corners(self.rows, 3)")
class _(Game):
    rows = 2

    def start(self):
        return 0

    def moves(self, state):
        return (mask for mask in corners(self.rows, 3) if not mask & state)

    def play(self, state, move):
        return state | move

    def outcome(self, state):
        return Value.LOSS if all(mask & state for mask in corners(self.rows, 3)) else None


SQUARES = [f + r for f in "abc" for r in "123"]
NEAR = {s: [t for t in SQUARES if s != t and abs(ord(s[0]) - ord(t[0])) < 2] for s in SQUARES}


@compiles("moves f'K{s}', f'Kx{s}' of words: '\"x\" in move', move[0], move[-2:]; None when taken")
class _(Game):
    """The king takes the stone, which steps over columns, or is too late."""

    stuck = Value.DRAW

    def start(self):
        return ("a1", "c3", 4)

    def moves(self, state):
        king, stone, left = state
        if left % 2:
            for square in NEAR[stone]:
                if square[1] == stone[1] and square != king:
                    yield f"S{square}"
            return
        for square in NEAR[king]:
            if square == stone:
                yield f"Kx{square}"
            elif square[1] != king[1]:
                yield f"K{square}"

    def play(self, state, move):
        king, stone, left = state
        to = move[-2:]
        if move[0] == "K":
            return (to, None if "x" in move else stone, left - 1)
        return (king, to, left - 1)

    def outcome(self, state):
        _, stone, left = state
        return Value.LOSS if stone is None else None if left else Value.DRAW


@compiles("if ...: mine = [f(x) for x in mine], sorted(mine), where it is a tuple; then loops")
class _(Game):
    def start(self):
        return ((0, 1), (0, 0))

    def moves(self, state):
        return [n for n in (1, 2) if state[0][0] + n <= 3]

    def play(self, state, move):
        mine, yours = state
        if move == 2 and mine == yours:
            return (yours, (3, 3))
        target = mine[0] + move
        if target < 3:
            yours = [0 if x == target else x for x in yours]
        if move == 2:
            mine = sorted(mine)
        return (tuple(sorted(yours)), tuple(sorted((target, mine[1]))))

    def outcome(self, state):
        return Value.LOSS if state[1] == (3, 3) or state[0][0] > 2 else None


@compiles("board.swapcase() of bytes and of a bytearray: bytes(reversed(cells.swapcase()))")
class _(Game):
    def start(self):
        return b"ppPP"

    def moves(self, state):
        return [i for i in range(1, 4) if state[i] == ord("P") and state[i - 1] != ord("P")]

    def play(self, state, move):
        cells = bytearray(state)
        cells[move], cells[move - 1] = ord("."), ord("P")
        return bytes(reversed(cells.swapcase()))

    def outcome(self, state):
        return Value.LOSS if state.swapcase()[3] == ord("P") or not self.moves(state) else None


class Lift(NamedTuple):
    place: frozenset
    lift: int | None = None
    drop: int | None = None


PAIRS = [frozenset({i, i + 1}) for i in range(4)]


@compiles("moves Lift(place), Lift(place, 1, 2): move.lift is not None, rest - {move.lift}")
class _(Game):
    def start(self):
        return (PAIRS[0], frozenset({3, 4}), 3)

    def moves(self, state):
        mine, rest, left = state
        for place in PAIRS:
            if place != mine and left:
                yield Lift(place)
                for lift in sorted(rest):
                    yield Lift(place, lift, 2)

    def play(self, state, move):
        _, rest, left = state
        if move.lift is not None:
            rest = rest - {move.lift} | {move.drop}
        return (move.place, rest, left - 1)

    def outcome(self, state):
        mine, rest, left = state
        return Value.LOSS if mine <= rest or not left else None


BORDERS = {"Peru": "Chile Brazil", "Chile": "Peru", "Brazil": "Peru Guyana", "Guyana": "Brazil"}
BORDERS = {country: set(names.split()) for country, names in BORDERS.items()}


@compiles("for country, near in BORDERS.items(): if not near & mine: sets of texts in a dict")
class _(Game):
    """Paint countries; none beside one of one's own."""

    def start(self):
        return (frozenset(), "r")

    def moves(self, state):
        painted, turn = state
        done = {country for country, _ in painted}
        mine = {country for country, colour in painted if colour == turn}
        for country, near in BORDERS.items():
            if country not in done and not near & mine:
                yield country

    def play(self, state, move):
        painted, turn = state
        return (painted | {(move, turn)}, "b" if turn == "r" else "r")

    def outcome(self, state):
        return None if any(self.moves(state)) else Value.LOSS


@compiles("if c: steps = {'up': (-1, 0), ...}, else: steps = {...}; for name in steps: steps[name]")
class _(Game):
    def start(self):
        return (0, 0, "a", 6)

    def steps(self, state):
        row, column, turn, left = state
        if turn == "a":
            steps = {"up": (1, 0), "right": (0, 1)}
        elif row > column:
            steps = {"back": (-1, 0)}
        else:
            steps = {"right": (0, 1), "left": (0, -1)}
        for name in steps:
            down, right = steps[name]
            if 0 <= row + down < 3 and 0 <= column + right < 3 and left:
                yield name, (row + down, column + right)

    def moves(self, state):
        return [name for name, _ in self.steps(state)]

    def play(self, state, move):
        for name, place in self.steps(state):
            if name == move:
                return (*place, "b" if state[2] == "a" else "a", state[3] - 1)
        raise ValueError(move)

    def outcome(self, state):
        return None if any(self.moves(state)) else Value.LOSS


@compiles("mine, yours = tuple(self.area(state, p) for p in (turn, 1 - turn)) of sets")
class _(Game):
    def start(self):
        return ((0, 1, 1, 0, 1), 0)

    def area(self, state, player):
        board, _ = state
        at = 4 * player
        seen, todo = {at}, [at]
        while todo:
            here = todo.pop()
            for near in (here - 1, here + 1):
                if 0 <= near < 5 and near not in seen and board[near] == board[at]:
                    seen.add(near)
                    todo.append(near)
        return seen

    def areas(self, state):
        return tuple(self.area(state, player) for player in (state[1], 1 - state[1]))

    def moves(self, state):
        return [c for c in range(3) if c not in (state[0][0], state[0][4])]

    def play(self, state, move):
        mine, _ = self.areas(state)
        return (tuple(move if i in mine else c for i, c in enumerate(state[0])), 1 - state[1])

    def outcome(self, state):
        mine, yours = self.areas(state)
        if len(mine) + len(yours) < 5:
            return None
        return Value.WIN if len(mine) > len(yours) else Value.LOSS


@compiles("'XO'.replace(turn, ''): the other letter; row.index(x), x in row of lists")
class _(Game):
    def start(self):
        return (("X", "", "O", "", ""), "X")

    def moves(self, state):
        board, turn = state
        empty, found = board.index(""), []
        for row in TRIPLES:
            if empty not in row:
                continue
            at = row.index(empty)
            found += [row[j] for j in range(len(row)) if j != at and board[row[j]] == turn]
        return sorted(set(found))

    def play(self, state, move):
        board, turn = state
        new = list(board)
        new[board.index("")], new[move] = turn, ""
        return tuple(new), "XO".replace(turn, "")

    def outcome(self, state):
        return None if self.moves(state) else Value.LOSS
