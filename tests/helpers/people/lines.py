"""Games of stones on a board: lines, neighbours, room."""
# ruff: noqa: RUF012

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import NamedTuple

from perfectplay import Game, Value

WINS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


class TicTacToe(Game):
    """A text, lists of lists."""

    def start(self):
        return "........."

    def moves(self, board):
        return [i for i, cell in enumerate(board) if cell == "."]

    def play(self, board, move):
        mark = "X" if board.count("X") == board.count("O") else "O"
        return board[:move] + mark + board[move + 1 :]

    def outcome(self, board):
        for line in WINS:
            a, b, c = line
            if board[a] == board[b] == board[c] != ".":
                return Value.LOSS
        if "." not in board:
            return Value.DRAW
        return None


class Notakto(Game):
    """Both draw crosses; who completes a line loses. A list that is copied, and joined again."""

    misere = True

    def start(self):
        return "-" * 9

    def moves(self, state):
        for i in range(9):
            if state[i] == "-":
                yield i

    def play(self, state, move):
        cells = list(state)
        cells[move] = "x"
        return "".join(cells)

    def outcome(self, state):
        if any(all(state[i] == "x" for i in line) for line in WINS):
            return Value.WIN
        return None


class DropThree(Game):
    """Three in a row with gravity, on rows of text, the top one first, and whose turn it is."""

    def start(self):
        return (("...", "...", "..."), "r")

    def moves(self, state):
        rows, _ = state
        return [column for column in range(3) if rows[0][column] == "."]

    def play(self, state, move):
        rows, turn = state
        grid = [list(row) for row in rows]
        lowest = max(r for r in range(3) if grid[r][move] == ".")
        grid[lowest][move] = turn
        return (tuple("".join(row) for row in grid), "y" if turn == "r" else "r")

    def outcome(self, state):
        rows, turn = state
        last = "y" if turn == "r" else "r"
        if last * 3 in rows or any(all(row[c] == last for row in rows) for c in range(3)):
            return Value.LOSS
        if all(rows[i][i] == last for i in range(3)) or all(
            rows[i][2 - i] == last for i in range(3)
        ):
            return Value.LOSS
        return Value.DRAW if "." not in rows[0] else None


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Snort(Game):
    """Nobody may stand beside the other; a dict of neighbours, members of an Enum."""

    stuck = Value.LOSS
    NEXT = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}

    def start(self):
        return ((None,) * 6, Colour.RED)

    def moves(self, state):
        board, turn = state
        other = Colour.BLUE if turn is Colour.RED else Colour.RED
        for cell in range(6):
            if board[cell] is None and all(board[n] is not other for n in self.NEXT[cell]):
                yield cell

    def play(self, state, move):
        board, turn = state
        new = list(board)
        new[move] = turn
        return (tuple(new), Colour.BLUE if turn is Colour.RED else Colour.RED)

    def outcome(self, state):
        return None


class Domineering(Game):
    """Dominoes on a text of three by three; ``turn`` is the direction."""

    stuck = Value.LOSS

    def start(self):
        return ("." * 9, "vertical")

    def moves(self, state):
        board, turn = state
        step = 3 if turn == "vertical" else 1
        for i in range(9):
            inside = i + 3 < 9 if turn == "vertical" else i % 3 < 2
            if inside and board[i] == "." and board[i + step] == ".":
                yield i

    def play(self, state, move):
        board, turn = state
        step = 3 if turn == "vertical" else 1
        board = board[:move] + "#" + board[move + 1 :]
        other = move + step
        board = board[:other] + "#" + board[other + 1 :]
        return (board, "horizontal" if turn == "vertical" else "vertical")

    def outcome(self, state):
        return None


class Cell(NamedTuple):
    row: int
    column: int


class Tron(Game):
    """Two heads leave walls on three by three; NamedTuples, product, a dict of steps."""

    stuck = Value.LOSS
    STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}

    def start(self):
        return ("#.......#", Cell(0, 0), Cell(2, 2))

    def moves(self, state):
        walls, me, _ = state
        for row, column in product(range(3), range(3)):
            near = abs(row - me.row) + abs(column - me.column) == 1
            if near and walls[3 * row + column] == ".":
                yield (row, column)

    def play(self, state, move):
        walls, _, you = state
        i = 3 * move[0] + move[1]
        return (walls[:i] + "#" + walls[i + 1 :], you, Cell(*move))

    def outcome(self, state):
        return None


@dataclass(frozen=True)
class Board:
    cells: str = "....."
    turn: str = "a"

    @property
    def full(self) -> bool:
        return "." not in self.cells

    def placed(self, i: int) -> Board:
        cells = self.cells[:i] + self.turn + self.cells[i + 1 :]
        return replace(self, cells=cells, turn={"a": "b", "b": "a"}[self.turn])


class Avoid(Game):
    """Who has two neighbours loses; a dataclass with methods."""

    def start(self):
        return Board()

    def moves(self, state):
        return [i for i in range(len(state.cells)) if state.cells[i] == "."]

    def play(self, state, move):
        return state.placed(move)

    def outcome(self, state):
        if "aa" in state.cells or "bb" in state.cells:
            return Value.WIN
        return Value.DRAW if state.full else None


class Silver(Game):
    """Coins move left; the board is a text, the first "o" is the silver one. Moves are pairs."""

    stuck = Value.LOSS

    def start(self):
        return "..o.o.o"

    def moves(self, state):
        for i, piece in enumerate(state):
            if piece == "o":
                for j in range(i - 1, -1, -1):
                    if state[j] != ".":
                        break
                    yield (i, j)

    def play(self, state, move):
        i, j = move
        cells = list(state)
        cells[i], cells[j] = cells[j], cells[i]
        return "".join(cells)

    def outcome(self, state):
        return None


class Bytes(Game):
    """Kayles with pins in bytes."""

    stuck = Value.LOSS

    def start(self):
        return b"||||||"

    def moves(self, state):
        for i in range(6):
            if state[i : i + 1] == b"|":
                yield (i, 1)
                if state[i + 1 : i + 2] == b"|":
                    yield (i, 2)

    def play(self, state, move):
        i, n = move
        return state[:i] + b"." * n + state[i + n :]

    def outcome(self, state):
        return None


class Cells(Game):
    """Tic-tac-toe as two frozensets, the first that of the player to move."""

    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        return sorted(frozenset(range(9)) - state[0] - state[1])

    def play(self, state, move):
        mine, yours = state
        return (yours, mine | {move})

    def outcome(self, state):
        if any(set(line) <= state[1] for line in WINS):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 9 else None
