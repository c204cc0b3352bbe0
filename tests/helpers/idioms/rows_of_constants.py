"""Idioms that compile: rows of constant dicts that a variable chooses."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

ARROWS = {"A": ["B", "C"], "B": ["A"], "C": ["A", "B", "D"], "D": []}
NEIGHBOURS = {"A": "BC", "B": "A", "C": "ABD", "D": ""}
PLACES = {0: [1, 2], 1: [0], 2: [0, 1, 3], 3: []}


class Walk(Game):
    """Along arrows, six steps at most; who has none to go along loses."""

    def start(self):
        return ("A", 6)

    def play(self, state, move):
        return (move, state[1] - 1)

    def moves(self, state):
        return ARROWS[state[0]]

    def outcome(self, state):
        if not ARROWS[state[0]]:
            return Value.LOSS
        return None if state[1] else Value.DRAW


@compiles("rows of letters in a dict: return ROWS[a] in moves, not ROWS[a]")
class _(Walk):
    pass


@compiles("rows of letters: for b in ROWS[a], list, len, in, ROWS[a][0]")
class _(Walk):
    def moves(self, state):
        beyond = [c for b in ARROWS[state[0]] for c in ARROWS[b] if c != state[0]]
        return list(ARROWS[state[0]]) if beyond else [ARROWS[state[0]][0], ARROWS[state[0]][-1]]

    def outcome(self, state):
        if len(ARROWS[state[0]]) < 1:
            return Value.LOSS
        if state[1] == 0:
            return Value.WIN if "B" in ARROWS[state[0]] else Value.DRAW
        return None


@compiles("rows that are texts: for b in TEXTS[a], list(TEXTS[a])")
class _(Walk):
    def moves(self, state):
        if state[1] % 2:
            return list(NEIGHBOURS[state[0]])
        return [x for x in NEIGHBOURS[state[0]] if x != "D"]

    def outcome(self, state):
        if not list(NEIGHBOURS[state[0]]):
            return Value.LOSS
        return None if state[1] else Value.DRAW


@compiles("rows that are lists of numbers: return ROWS[i] in moves, not ROWS[i]")
class _(Walk):
    def start(self):
        return (0, 6)

    def moves(self, state):
        return PLACES[state[0]]

    def outcome(self, state):
        if not PLACES[state[0]]:
            return Value.LOSS
        return None if state[1] else Value.DRAW
