"""Idioms that compile: constant tables whose rows are dicts."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


STEPS = {
    "up": {"row": -1, "column": 0, "turned": "down"},
    "down": {"row": 1, "column": 0, "turned": "up"},
    "right": {"row": 0, "column": 1, "turned": "left"},
    "left": {"column": -1, "turned": "right", "row": 0, "cells": [0, 2]},
}
TAKINGS = [{"from": 0, "cells": [1, 2]}, {"from": 2, "cells": [0]}]


class Steps(Game):
    """A piece walks on two rows of three, and never back at once; a clock runs."""

    def start(self):
        return (0, 1, "up", 5)

    def moves(self, state):
        r, c, last, _ = state
        for name, step in STEPS.items():
            there = (r + step["row"], c + step["column"])
            if 0 <= there[0] < 2 and 0 <= there[1] < 3 and step["turned"] != last:
                yield name

    def play(self, state, move):
        r, c, _, left = state
        return (r + STEPS[move]["row"], c + STEPS[move]["column"], move, left - 1)

    def outcome(self, state):
        r, c, _, left = state
        if (r, c) == (1, 2):
            return Value.LOSS
        return None if left else Value.DRAW


@compiles('a dict of dicts: STEPS[move]["row"]; for name, step in STEPS.items(): step["row"]')
class _(Steps):
    pass


@compiles('step = STEPS[move], then step["row"]; any(... for step in STEPS.values())')
class _(Steps):
    def play(self, state, move):
        r, c, last, left = state
        if last in STEPS and any(step["row"] + r == 1 for step in STEPS.values()):
            back = STEPS[STEPS[last]["turned"]]
            left -= back["row"] == 1
        step = STEPS[move]
        return (r + step["row"], c + step["column"], move, max(left - 1, 0))


@compiles('a list of dicts: for each in LIST: each["from"], LIST[i]["cells"], each = LIST[-i]')
class _(Game):
    """Stones move between three piles, five times."""

    def start(self):
        return (1, 1, 1, 5)

    def moves(self, state):
        for i, j in ((0, 0), (0, 1), (1, 0)):
            if j < len(TAKINGS[i]["cells"]) and state[TAKINGS[i]["from"]]:
                yield (i, j)

    def play(self, state, move):
        i, j = move
        each = TAKINGS[-i]
        cells = list(state)
        cells[TAKINGS[i]["from"]] -= 1
        cells[TAKINGS[i]["cells"][j]] += 1
        cells[3] -= 1 if each["from"] == 0 else 2
        cells[3] = max(cells[3], 0)
        return tuple(cells)

    def outcome(self, state):
        for each in TAKINGS:
            if state[each["from"]] == 3:
                return Value.LOSS
        return None if state[3] else Value.DRAW

    stuck = Value.LOSS
