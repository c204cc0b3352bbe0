"""Idioms that compile: constant tables whose rows are dicts, and tables of other classes."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from types import MappingProxyType

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

DOORS = {"hall": ["kitchen", "attic"], "kitchen": ["hall", "cellar"], "attic": [], "cellar": []}
STAIRS = {"hall": {"attic"}, "kitchen": set(), "attic": {"hall"}, "cellar": set()}
POINTS = Counter({3: 2, 1: 1})
BONUS = defaultdict(int, {2: 1, 4: 3})
ROADS = defaultdict(set)
for one, other in ("ab", "bc", "ca", "ad"):
    ROADS[one].add(other)
    ROADS[other].add(one)
COSTS = MappingProxyType({"bus": 1, "train": 2, "plane": 3})
ORDER = OrderedDict(bus="train", train="plane", plane="bus")
LINES = [range(3), range(4), range(1, 4, 2)]
BETWEEN = {("a1", "b1"): (), ("a1", "c1"): ("b1",), ("b1", "c1"): ()}
BETWEEN |= {(to, here): squares for (here, to), squares in BETWEEN.items()}
SHOP = {"farm": {"cost": 2, "gain": 1}, "inn": {"cost": 3}, "work": {"cost": 0, "coins": 2}}


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


REACH = {
    name: {
        i: [j for j in range(12) if (abs(i // 4 - j // 4), abs(i % 4 - j % 4)) in steps]
        for i in range(12)
    }
    for name, steps in {"N": ((1, 2), (2, 1)), "K": ((0, 1), (1, 0), (1, 1))}.items()
}
GRAPH = {
    i: {way: i + step for way, step in {"up": 4, "on": 1}.items() if i + step < 12}
    for i in range(12)
}


@compiles("a dict of dicts: REACH[piece][cell]; way in GRAPH[i], GRAPH[i][way], ways.get(way)")
class _(Game):
    """A knight and a king, in turns, on a board of 3 x 4 cells; the king may follow a path."""

    stuck = Value.LOSS

    def start(self):
        return (0, 11, "N", 6)

    def moves(self, state):
        at, other, piece, left = state
        for to in REACH[piece][at]:
            if to != other and left:
                yield to
        ways = GRAPH[at]
        if piece == "K" and "up" in ways and ways["up"] != ways.get("on", at) != other:
            yield ways["up"]

    def play(self, state, move):
        _, other, piece, left = state
        return (other, move, "K" if piece == "N" else "N", max(0, left - 1))

    def outcome(self, state):
        return Value.DRAW if state[3] == 0 else None


@compiles("for way, to in GRAPH[i].items(); ways = GRAPH[i]: for way in ways, if not ways")
class _(Game):
    """A stone follows paths from the first of 12 cells; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return (0, 0)

    def moves(self, state):
        at, ups = state
        ways = GRAPH[at]
        if not ways:
            return
        for way, to in ways.items():
            if way == "on" or ups < 2:
                yield way, to

    def play(self, state, move):
        way, to = move
        return (to, state[1] + (way == "up"))

    def outcome(self, state):
        return (
            Value.DRAW
            if sum(to for way, to in GRAPH[state[0]].items() if way == "on") > 11
            else None
        )


@compiles('row.get("gain", 0), "gain" in row, SHOP[move].get("gain", 0): keys that some rows have')
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (2, 0, 6)

    def moves(self, state):
        coins, gain, left = state
        for name, row in SHOP.items():
            if left and row["cost"] <= coins and ("gain" in row or row.get("coins", 0) or gain):
                yield name

    def play(self, state, move):
        coins, gain, left = state
        row = SHOP[move]
        coins += row.get("coins", 0) + gain - row["cost"]
        gain += SHOP[move].get("gain", 0)
        return (coins, gain, left - 1 - ("gain" not in SHOP[move]))

    def outcome(self, state):
        spends = any("coins" not in row and row.get("gain") is None for row in SHOP.values())
        return Value.DRAW if spends and state[2] <= 0 else None


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


@compiles("if ROWS[a], bool(ROWS[a]), ROWS[a] and n, not (ROWS[a] and n), of lists and sets")
class _(Game):
    """Whoever comes to a room without doors loses."""

    def start(self):
        return ("hall", 6)

    def moves(self, state):
        room, fuel = state
        if DOORS[room] and fuel > 2:
            yield from DOORS[room]
        elif STAIRS[room]:
            yield "cellar"
        else:
            yield "hall"

    def play(self, state, move):
        return (move, state[1] - (2 if DOORS[move] else 1))

    def outcome(self, state):
        room, fuel = state
        if fuel <= 0:
            return Value.DRAW if bool(DOORS[room]) else Value.WIN
        if fuel == 3 and not (STAIRS[room] and DOORS[room]):
            return Value.LOSS
        return None if DOORS[room] else Value.LOSS


@compiles("POINTS = Counter({3: 2}), BONUS = defaultdict(int): POINTS[n], in, loops; others have 0")
class _(Game):
    """Take one to three; points for what is taken."""

    def start(self):
        return (7, 0)

    def moves(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        gain = POINTS[move] + BONUS[state[0]] + (move in POINTS) + POINTS[5]
        return (state[0] - move, -(state[1] + gain - max(POINTS.values())))

    def outcome(self, state):
        left, points = state
        if left:
            return None
        return Value.WIN if points > 0 else Value.LOSS if points < 0 else Value.DRAW


@compiles("a defaultdict(set) or (list), an OrderedDict, a MappingProxyType as constants")
class _(Game):
    """One walks along roads; each way of going is followed by another one."""

    def start(self):
        return ("a", "plane", 5)

    def moves(self, state):
        town, last, _ = state
        for kind, cost in COSTS.items():
            if kind != last and cost <= len(ROADS[town]):
                yield kind

    def play(self, state, move):
        town, _, left = state
        return (sorted(ROADS[town])[COSTS[move] - 1], ORDER[move], left - 1)

    def outcome(self, state):
        return None if state[2] and any(True for _ in self.moves(state)) else Value.LOSS


@compiles("LINES = [range(0, 3), range(0, 9, 4)]: for line in LINES: for i in line, len, in")
class _(Game):
    def start(self):
        return (0, 0, 0, 0)

    def moves(self, state):
        return [i for i in LINES[1] if not state[i]]

    def play(self, state, move):
        return (*state[:move], 1 + sum(state) % 2, *state[move + 1 :])

    def outcome(self, state):
        for line in LINES:
            if len(line) > 1 and 3 in line and sum(state[i] for i in line) >= 3:
                return Value.LOSS
        return None if any(True for _ in self.moves(state)) else Value.DRAW


@compiles("BETWEEN[here, to] of squares, at most 48: square not in BETWEEN[here, to]")
class _(Game):
    def start(self):
        return ("a1", "c1", 5)

    def moves(self, state):
        mine, yours, _ = state
        for to in ("a1", "b1", "c1"):
            if to != mine and yours not in BETWEEN[mine, to]:
                yield to

    def play(self, state, move):
        return (state[1], move, state[2] - 1)

    def outcome(self, state):
        return Value.LOSS if state[0] == state[1] or state[2] == 0 else None
