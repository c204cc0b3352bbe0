"""Idioms that compile: moves that are constant texts, which rules take apart."""

from __future__ import annotations

from itertools import product

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Hands(Game):
    """Take from the left heap or the right one; who cannot move loses."""

    def start(self):
        return (3, 4)

    def outcome(self, state):
        return None if any(True for _ in self.moves(state)) else Value.LOSS


MOVES = ("left 1", "left 2", "right 2", "both")


@compiles('verb, n = move.split(), move.split("-"), parts = move.split(): parts[1], len(parts)')
class _(Hands):
    def cost(self, move):
        parts = move.split()
        if len(parts) == 1:
            return (1, 1)
        side, n = move.split(" ")
        return (int(n), 0) if side == "left" else (0, int(parts[1]))

    def moves(self, state):
        for move in MOVES:
            a, b = self.cost(move)
            if a <= state[0] and b <= state[1]:
                yield move

    def play(self, state, move):
        a, b = self.cost(move)
        return (state[1] - b, state[0] - a)


@compiles('match move.split(): case ["take", n, "left"]; verb, *rest = move.split()')
class _(Hands):
    def moves(self, state):
        found = []
        if state[0] > 1:
            found.append("take 2 left")
        if state[1]:
            found.append("take 1 right")
        if state[0] and not state[1]:
            found.append("swap")
        return found

    def play(self, state, move):
        a, b = state
        verb, *rest = move.split()
        if verb == "swap" and not rest:
            return (b, a - 1)
        match move.split():
            case ["take", n, "left"]:
                return (a - int(n), b)
            case [_, n, _]:
                return (a, b - int(n))


@compiles('move.startswith("left"), endswith(("1", "2")), "igh" in move, move[-1].isdigit()')
class _(Hands):
    def moves(self, state):
        for move in MOVES[:3]:
            if int(move[-1]) <= (state[0] if move.startswith("left") else state[1]):
                yield move

    def play(self, state, move):
        n = int(move[-1]) if move.endswith(("1", "2")) and move[-1:].isdigit() else 0
        return (state[0], state[1] - n) if "igh" in move else (state[0] - n, state[1])


PAIRS = [a + b for a, b in product("lr", "12")]


@compiles("side, n = move; 'lr'.index(move[0]); state[move.startswith('r')]")
class _(Hands):
    def moves(self, state):
        return [move for move in PAIRS if int(move[1]) <= state[move.startswith("r")]]

    def play(self, state, move):
        side, n = move
        cells = list(state)
        cells["lr".index(side)] -= int(n)
        return tuple(cells)


@compiles('move.partition("-")[2], removeprefix, replace, upper; map(int, rest.split(","))')
class _(Hands):
    def moves(self, state):
        for move in ("take-1,0", "take-1,2", "give-0,1"):
            a, b = map(int, move.partition("-")[2].split(","))
            if a <= state[0] and b <= state[1]:
                yield move

    def play(self, state, move):
        rest = move.removeprefix("take-").replace("give-", "")
        a, b = (int(x) for x in rest.split(","))
        if move.split("-")[0].upper() == "TAKE":
            return (state[0] - a, state[1] - b)
        return (state[1] - b, state[0] - a)


DELTA = {"up": -3, "down": 3, "left": -1, "right": 1}


@compiles('a board that is a text: for move in DELTA, DELTA[move], move in ("left", "right")')
class _(Game):
    """A snake eats its way over a grid of 3x2."""

    def start(self):
        return ".@...."

    def may(self, board, move):
        here = board.index("@")
        to = here + DELTA[move]
        if move in ("left", "right") and here // 3 != to // 3:
            return False
        return 0 <= to < 6 and board[to] == "."

    def moves(self, board):
        return [move for move in DELTA if self.may(board, move)]

    def play(self, board, move):
        cells = list(board)
        here = board.find("@")
        cells[here], cells[here + DELTA[move]] = "#", "@"
        return "".join(cells)

    def outcome(self, board):
        return None if self.moves(board) else Value.LOSS


@compiles('board, turn = state.split(), side, n = move.split(), move.startswith("left"), int(n)')
class _(Game):
    """Two tokens in a row, which step to the left and to the right."""

    ways = ("left 1", "right 1", "right 2")

    def start(self):
        return "A...B A"

    def target(self, state, move):
        board, turn = state.split()
        side, n = move.split()
        return board.index(turn) + (int(n) if side == "right" else -int(n))

    def moves(self, state):
        board, turn = state.split()
        for move in self.ways:
            to = self.target(state, move)
            if 0 <= to < 5 and board[to] == "." and (turn == "A" or "2" not in move):
                yield move

    def play(self, state, move):
        board, turn = state.split(" ")
        here, to = board.index(turn), self.target(state, move)
        board = board[:here] + "." + board[here + 1 :]
        after = "B" if turn == "A" and not move.endswith(" 2") else "A"
        if move.startswith("left") and board.startswith("."):
            after = "B"
        return board[:to] + turn + board[to + 1 :] + " " + after

    def outcome(self, state):
        return None if any(True for _ in self.moves(state)) else Value.LOSS
