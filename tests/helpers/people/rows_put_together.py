"""Games with rows that are taken apart and put together: matches, squares in f-strings, groups of
stones, runs, a board of lines."""
# ruff: noqa: RUF059, SIM102

from __future__ import annotations

from enum import Enum, auto
from itertools import (
    chain,
    combinations,
    cycle,
    groupby,
    islice,
    product,
    repeat,
    starmap,
)
from typing import NamedTuple

from perfectplay import Game, Value


class Animal(Enum):
    MOUSE = auto()
    CAT = auto()
    ELEPHANT = auto()


class Side(Enum):
    RED = 0
    BLUE = 1

    @property
    def other(self):
        match self:
            case Side.RED:
                return Side.BLUE
            case Side.BLUE:
                return Side.RED


class Man(NamedTuple):
    animal: Animal
    side: Side


class Table(NamedTuple):
    squares: tuple
    turn: Side


def beats(a, b):
    match (a, b):
        case (
            (Animal.MOUSE, Animal.ELEPHANT)
            | (Animal.ELEPHANT, Animal.CAT)
            | (Animal.CAT, Animal.MOUSE)
        ):
            return True
        case (x, y) if x == y:
            return True
        case _:
            return False


class Animals(Game):
    """On a strip of six: the elephant takes the cat, the cat the mouse, the mouse the elephant."""

    stuck = Value.LOSS

    def start(self):
        red = [Man(a, Side.RED) for a in (Animal.MOUSE, Animal.ELEPHANT)]
        blue = [Man(a, Side.BLUE) for a in (Animal.CAT, Animal.MOUSE)]
        return Table((*red, None, None, *blue), Side.RED)

    def moves(self, table):
        for i, man in enumerate(table.squares):
            match man:
                case None:
                    continue
                case Man(animal, side) if side is table.turn:
                    step = 1 if side is Side.RED else -1
                    for j in (i + step, i + 2 * step):
                        if not 0 <= j < len(table.squares):
                            continue
                        match table.squares[j]:
                            case None:
                                yield i, j
                            case Man(victim, owner) if owner is not side and beats(animal, victim):
                                yield i, j

    def play(self, table, move):
        i, j = move
        squares = list(table.squares)
        squares[j] = squares[i]
        squares[i] = None
        return Table(tuple(squares), table.turn.other)

    def outcome(self, table):
        match table.squares:
            case [Man(_, Side.BLUE), *_]:
                return Value.WIN if table.turn is Side.BLUE else Value.LOSS
            case [*_, Man(_, Side.RED)]:
                return Value.WIN if table.turn is Side.RED else Value.LOSS
        if not any(man is not None and man.side is table.turn for man in table.squares):
            return Value.LOSS
        return None


FILES = "abcd"
RANKS = 4


def square(name):
    return (int(name[1]) - 1) * 4 + FILES.index(name[0])


def square_name(row, col):
    return f"{FILES[col]}{row + 1}"


class Men(Game):
    """Draughts without kings on four by four; moves are texts such as a1-b2 and a1xc3."""

    stuck = Value.LOSS

    def start(self):
        return "w.w./..../..../.b.b w"

    def cells(self, state):
        board, turn = state.split(" ")
        return board.replace("/", ""), turn

    def moves(self, state):
        cells, turn = self.cells(state)
        up = 1 if turn == "w" else -1
        enemy = "b" if turn == "w" else "w"
        captures, steps = [], []
        for i, cell in enumerate(cells):
            if cell != turn:
                continue
            row, col = i // 4, i % 4
            for side in (-1, 1):
                r, c = row + up, col + side
                if not (0 <= r < RANKS and 0 <= c < 4):
                    continue
                if cells[r * 4 + c] == ".":
                    steps.append(f"{square_name(row, col)}-{square_name(r, c)}")
                elif cells[r * 4 + c] == enemy:
                    rr, cc = r + up, c + side
                    if 0 <= rr < RANKS and 0 <= cc < 4 and cells[rr * 4 + cc] == ".":
                        captures.append(f"{square_name(row, col)}x{square_name(rr, cc)}")
        return captures if captures else steps

    def play(self, state, move):
        cells, turn = self.cells(state)
        new = list(cells)
        if "x" in move:
            a, b = move.split("x")
            new[(square(a) + square(b)) // 2] = "."
        else:
            a, b = move.split("-")
        new[square(a)] = "."
        new[square(b)] = turn
        rows = ["".join(new[4 * r : 4 * r + 4]) for r in range(RANKS)]
        return f"{'/'.join(rows)} {'b' if turn == 'w' else 'w'}"

    def outcome(self, state):
        board, turn = state.split()
        rows = board.split("/")
        if "w" in rows[-1] and turn == "b":
            return Value.LOSS
        if "b" in rows[0] and turn == "w":
            return Value.LOSS
        if turn not in board:
            return Value.LOSS
        return None


ROWS, COLUMNS = 2, 3


def neighbours(p):
    r, c = p
    return [
        (r + a, c + b)
        for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= r + a < ROWS and 0 <= c + b < COLUMNS
    ]


class CaptureGo(Game):
    """Who takes a stone first wins; suicide is not allowed."""

    def start(self):
        return ((".",) * COLUMNS,) * ROWS, "B", False

    def group(self, board, p, stones):
        """All stones that hang together with p."""
        stones.add(p)
        for q in neighbours(p):
            if q not in stones and board[q[0]][q[1]] == board[p[0]][p[1]]:
                self.group(board, q, stones)
        return stones

    def has_liberty(self, board, p):
        for r, c in self.group(board, p, set()):
            if any(board[a][b] == "." for a, b in neighbours((r, c))):
                return True
        return False

    def put(self, board, p, colour):
        return tuple(
            tuple(colour if (r, c) == p else board[r][c] for c in range(COLUMNS))
            for r in range(ROWS)
        )

    def captures(self, board, p, colour):
        return any(
            board[r][c] not in (".", colour) and not self.has_liberty(board, (r, c))
            for r, c in neighbours(p)
        )

    def moves(self, state):
        board, turn, captured = state
        for r in range(ROWS):
            for c in range(COLUMNS):
                if board[r][c] == ".":
                    new = self.put(board, (r, c), turn)
                    if self.captures(new, (r, c), turn) or self.has_liberty(new, (r, c)):
                        yield r, c

    def play(self, state, move):
        board, turn, _ = state
        new = self.put(board, move, turn)
        return new, "W" if turn == "B" else "B", self.captures(new, move, turn)

    def outcome(self, state):
        if state[2]:
            return Value.LOSS
        return None

    stuck = Value.DRAW


CELLS = 6
SIGNS = "XO"


def runs(row):
    return [(sign, len(list(group))) for sign, group in groupby(row)]


class Runs(Game):
    """Nobody may make a run of three of a sign; the longer run counts when the row is full."""

    stuck = Value.LOSS

    def start(self):
        return "".join(repeat("-", CELLS))

    def turn(self, row):
        taken = sum(1 for _ in chain.from_iterable(filter(lambda x: x == s, row) for s in SIGNS))
        return next(islice(cycle(SIGNS), taken, None))

    def longest(self, row, sign):
        return max((n for s, n in runs(row) if s == sign), default=0)

    def moves(self, row):
        sign = self.turn(row)
        free = (i for i, x in enumerate(row) if x == "-")
        for place, mark in product(free, SIGNS):
            if self.longest(self.played(row, place, mark), mark) < 3:
                if mark == sign or place % 2 == 0:
                    yield place, mark

    def played(self, row, place, mark):
        return "".join(chain(islice(row, place), mark, islice(row, place + 1, None)))

    def play(self, row, move):
        return self.played(row, *move)

    def outcome(self, row):
        if "-" in row:
            return None
        x, o = (self.longest(row, s) for s in SIGNS)
        ends = sum(
            starmap(lambda a, b: a == b, combinations((row[0], row[-1], row[CELLS // 2]), 2))
        )
        if x > o:
            return Value.LOSS
        return Value.WIN if ends else Value.DRAW


LINES = "A..\n...\n.B.\n"
WIDTH = LINES.index("\n") + 1
QUEEN_STEPS = [-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1]


def reach(board, start):
    """All places that a queen reaches from here."""
    for step in QUEEN_STEPS:
        place = start + step
        while 0 <= place < len(board) and board[place] == ".":
            yield place
            place += step


def put(board, place, what):
    return board[:place] + what + board[place + 1 :]


class Amazons(Game):
    """A queen each moves, and shoots at a square that is then burnt; on three by three."""

    stuck = Value.LOSS

    def start(self):
        return LINES + "A"

    def moves(self, state):
        *lines, turn = state.split("\n")
        board = "\n".join(lines) + "\n"
        queen = board.index(turn)
        lifted = put(board, queen, ".")
        for target in reach(board, queen):
            for arrow in reach(lifted, target):
                yield (target, arrow)

    def play(self, state, move):
        target, arrow = move
        board, turn = state[:-1], state[-1]
        board = board.replace(turn, ".")
        board = put(board, target, turn)
        board = put(board, arrow, "#")
        return board + ("B" if turn == "A" else "A")

    def outcome(self, state):
        return None
