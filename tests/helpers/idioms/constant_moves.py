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
