"""Idioms that compile: moves that are a set."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

CELLS = {(r, c) for r in range(3) for c in range(3)}


class Fill(Game):
    """Three of six cells in a row lose."""

    def start(self):
        return "......"

    def play(self, state, move):
        return state[:move] + "x" + state[move + 1 :]

    def outcome(self, state):
        return Value.LOSS if "xxx" in state else None

    stuck = Value.DRAW


@compiles("return {c for c in range(6) if s[c] == '.'}")
class _(Fill):
    def moves(self, state):
        return {c for c in range(5, -1, -1) if state[c] == "."}


@compiles("free = set(), free.add(c), return free; return free - taken, if free else {5} - taken")
class _(Fill):
    def moves(self, state):
        free, taken = set(), {c for c in range(6) if state[c] == "x"}
        for c in range(5, -1, -1):
            if c not in taken or c == 2:
                free.add(c)
        free.discard(5)
        return free - taken if free else {5} - taken


@compiles("return self.free(state) or self.taken(state), sets of other methods; a list in a branch")
class _(Fill):
    def cells(self, state, letter):
        return {c for c in range(6) if state[c] == letter}

    def moves(self, state):
        if state == "......":
            return [4, 1]
        return self.cells(state, ".") or self.cells(state, "x")

    def outcome(self, state):
        return Value.LOSS if state.count("x") > 3 else None


@compiles("return set(range(9)) - mine - theirs, of frozensets in states")
class _(Game):
    def start(self):
        return (frozenset(), frozenset())

    def moves(self, state):
        mine, theirs = state
        return set(range(5)) - mine - theirs

    def play(self, state, move):
        mine, theirs = state
        return (theirs, mine | {move})

    def outcome(self, state):
        mine, theirs = state
        return Value.LOSS if {1, 3} <= theirs else Value.DRAW if len(mine | theirs) == 5 else None


@compiles("return self.near(cell) - used, {(r + a, c + b) ...} & CELLS")
class _(Game):
    def start(self):
        return ((0, 0), (2, 2), frozenset({(0, 0), (2, 2)}))

    def near(self, cell):
        r, c = cell
        return {(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & CELLS

    def moves(self, state):
        cell, _, used = state
        return self.near(cell) - used

    def play(self, state, move):
        _, other, used = state
        return (other, move, used | {move})

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@compiles("found = set(), found.add('left'), return found: words as moves")
class _(Game):
    def start(self):
        return (4, 3)

    def moves(self, state):
        found = set()
        if state[1]:
            found.add("right")
        if state[0]:
            found.add("left")
        if all(state):
            found.add("both")
        return found

    def play(self, state, move):
        return (state[0] - (move in ("left", "both")), state[1] - (move in ("right", "both")))

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None
