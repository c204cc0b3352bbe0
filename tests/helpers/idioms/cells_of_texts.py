"""Idioms that compile: boards that are texts, and their cells."""

from __future__ import annotations

from dataclasses import dataclass, replace

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Row(Game):
    """A row of four; who has two neighbours wins."""

    def start(self):
        return "...."

    def turn(self, state):
        return "X" if state.count("X") == state.count("O") else "O"

    def moves(self, state):
        for i, cell in enumerate(state):
            if cell == ".":
                yield i

    def play(self, state, move):
        return state[:move] + self.turn(state) + state[move + 1 :]

    def outcome(self, state):
        if "XX" in state or "OO" in state:
            return Value.LOSS
        return None if "." in state else Value.DRAW


@compiles('boards that are texts: s[i], in, count, s[:i] + "X" + s[i + 1:], loops over them')
class _(Row):
    pass


@compiles('cells = list(s), cells[i] = "X", "".join(cells)')
class _(Row):
    def play(self, state, move):
        cells = list(state)
        cells[move] = self.turn(state)
        return "".join(cells)


@compiles('"".join(... for ...), of rows in a tuple, of a list')
class _(Row):
    def play(self, state, move):
        turn = self.turn(state)
        new = "".join(turn if i == move else cell for i, cell in enumerate(state))
        return "".join((new[:2], "".join([new[2], new[3]])))


@compiles("a board of texts and a turn: board, turn = state")
class _(Row):
    def start(self):
        return ("....", "X")

    def moves(self, state):
        return [i for i in range(4) if state[0][i] == "."]

    def play(self, state, move):
        board, turn = state
        return (board[:move] + turn + board[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state):
        board, turn = state
        last = "O" if turn == "X" else "X"
        if last * 2 in board:
            return Value.LOSS
        return Value.DRAW if "." not in board else None


@compiles("rows that are texts, in a tuple")
class _(Row):
    def start(self):
        return ("..", "..")

    def turn(self, state):
        return "XO"[sum(row.count(".") for row in state) % 2]

    def moves(self, state):
        return [(r, c) for r in range(2) for c in range(2) if state[r][c] == "."]

    def play(self, state, move):
        r, c = move
        row = state[r][:c] + self.turn(state) + state[r][c + 1 :]
        return (row, state[1]) if r == 0 else (state[0], row)

    def outcome(self, state):
        top, bottom = state
        for row in (top, bottom, top[0] + bottom[0], top[1] + bottom[1]):
            if row in ("XX", "OO"):
                return Value.LOSS
        return None if any("." in row for row in state) else Value.DRAW


@compiles("texts in frozen dataclasses, replace")
class _(Row):
    @dataclass(frozen=True)
    class Board:
        cells: str = "...."
        turn: str = "X"

    def start(self):
        return self.Board()

    def moves(self, state):
        return [i for i in range(4) if state.cells[i] == "."]

    def play(self, state, move):
        cells = state.cells[:move] + state.turn + state.cells[move + 1 :]
        return replace(state, cells=cells, turn="O" if state.turn == "X" else "X")

    def outcome(self, state):
        if "XX" in state.cells or state.cells.find("OO") >= 0:
            return Value.LOSS
        return None if "." in state.cells else Value.DRAW


@compiles("slices of texts by constants, s[2 * r:2 * r + 2], s[r * n:(r + 1) * n]")
class _(Row):
    n = 2

    def outcome(self, state):
        lines = (state[0:2], state[2:], state[::2], state[1::2])
        last = "O" if self.turn(state) == "X" else "X"
        if last * 2 in lines or any(state[2 * r : 2 * r + 2] == "OO" for r in range(2)):
            return Value.LOSS
        for r in range(2):
            if state[r * self.n : (r + 1) * self.n] == "XX":
                return Value.LOSS
        return Value.DRAW if state.count(".") == 0 else None


@compiles("find, rfind, index, startswith, endswith of texts")
class _(Row):
    def moves(self, state):
        first = state.find(".")
        yield first
        if state.rfind(".") != first:
            yield state.rfind(".")
        if "XOX".find(self.turn(state)) == 1 and state.index(".") == 1 and state[2] == ".":
            yield 2

    def outcome(self, state):
        if state.startswith("XX") or state.endswith("OO") or state.endswith("X"):
            return Value.LOSS
        return Value.DRAW if state.find(".") == -1 else None


@compiles("s.find('..', i + 1), s.index(x, i): from a place on")
class _(Row):
    def moves(self, state):
        i = state.find(".")
        while i != -1:
            yield i
            i = state.find(".", i + 1)

    def outcome(self, state):
        for k in (-9, -2, 0, 1, 3, 4):
            if state.find("XX", k) == 1 or (state.find("O", k) == k and k == 1):
                return Value.LOSS
        if "." in state and state.index(".", -len(state)) + state.find("X", -1) == 5:
            return Value.WIN
        return Value.DRAW if state.find(".") == -1 else None


@compiles("s.startswith('..', i), from a place on")
class _(Row):
    def moves(self, state):
        for i in range(len(state)):
            if state.startswith(".", i):
                yield i

    def outcome(self, state):
        for k in (-9, -2, 0, 1, 3, 4):
            if state.startswith("XX", k) or (state.startswith("O", k) and k == 1):
                return Value.LOSS
        return Value.DRAW if state.find(".") == -1 else None


@compiles("s.replace(a, b), s.replace(a, b, 1)")
class _(Row):
    def moves(self, state):
        yield 1
        if state.count(".") > 1:
            yield 2

    def play(self, state, move):
        return state.replace(".", self.turn(state), move)

    def outcome(self, state):
        if state.replace("O", "X") == "XXXX":
            return Value.LOSS
        return None
