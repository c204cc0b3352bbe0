"""Idioms that compile: rows of constant dicts that a variable chooses."""

from __future__ import annotations

from enum import Enum, auto

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()

ARROWS = {"A": ["B", "C"], "B": ["A"], "C": ["A", "B", "D"], "D": []}
NEIGHBOURS = {"A": "BC", "B": "A", "C": "ABD", "D": ""}
NEAR = {0: {1, 2}, 1: {0, 3}, 2: {0, 1, 3}, 3: {1, 2}, 4: set()}
ROADS = {"A": {"B", "C"}, "B": {"A"}, "C": {"A", "D"}, "D": set()}
LINES = [{0, 1}, {2, 3}, {0, 2, 3}]
ENDS = {3, 0}
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


GRID = ["..#.", "S...", "#..G"]
SIGNS = {"A": "xz", "B": "y", "C": "", "D": "zyx"}


@compiles("rows that are texts: MAP[r][c], c in TEXTS[a], len(TEXTS[a]), enumerate, zip, all")
class _(Game):
    """On a map, eight steps; a sign is picked up on the way. Who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return (1, 0, "x", 5)

    def moves(self, state):
        r, c, _, left = state
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            inside = 0 <= r + dr < len(GRID) and -1 <= c + dc < len(GRID[r])
            if inside and left and GRID[r + dr][c + dc] != "#":
                yield (dr, dc)

    def play(self, state, move):
        r, c, sign, left = state
        r, c = r + move[0], (c + move[1]) % 4
        if GRID[r][c - 4] == "S":
            sign = SIGNS["D"][left % 3]
        for i, x in enumerate(GRID[r]):
            if x == "#" and i == c - 1:
                sign = "y"
        return (r, c, sign, left - 1)

    def outcome(self, state):
        r, c, sign, _ = state
        if GRID[r][c] == "G":
            return Value.LOSS if sign in SIGNS["ABCD"[c]] else Value.WIN
        if sign in GRID[r] or (sign != "x" and sign not in SIGNS["ABCD"[c]]):
            return Value.DRAW
        if len(SIGNS["ABCD"[c]]) > 2 and any(
            x != y for x, y in zip("zyx", SIGNS["ABCD"[c]], strict=False)
        ):
            return Value.WIN
        return None


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


class Hop(Game):
    """A counter on five places, and marks where it was; who cannot go on loses."""

    stuck = Value.LOSS

    def start(self):
        return (0, 0, 0, 0, 0)

    def moves(self, state):
        place = state[0]
        return [i for i in sorted(NEAR[place]) if not state[1:][i]]

    def play(self, state, move):
        marks = list(state[1:])
        marks[move] = 1
        return (move, *marks)

    def outcome(self, state):
        return None


AHEAD = [3, 0, 2, 2, 1, 4]


@compiles("slices of lists by variables: sum(LIST[i:j]), for x in LIST[i:], max, in, len, list")
class _(Game):
    """Two ends of a row of numbers; what is left decides."""

    def start(self):
        return (0, 6)

    def moves(self, state):
        low, high = state
        for i, x in enumerate(AHEAD[low:high]):
            if i == 0 and x in AHEAD[low + 1 :]:
                yield 1
        if sum(AHEAD[low:high]) > 2 and len(AHEAD[low : high - 1]) > 0:
            yield -1
        if any(x == max(AHEAD[-high:]) for x in list(AHEAD[low:high:2])):
            yield 2

    def play(self, state, move):
        low, high = state
        return (low, high - 1) if move < 0 else (low + move, high)

    def outcome(self, state):
        low, high = state
        return Value.LOSS if low >= high else None

    stuck = Value.DRAW


@compiles("rows that are sets: for b in NEAR[a], sorted, len, in, any; a constant set alike")
class _(Hop):
    def moves(self, state):
        for i in NEAR[state[0]]:
            if not state[1 + i] and (i in ENDS or len(NEAR[i]) > 1):
                yield i

    def outcome(self, state):
        if sum(state[1 + i] for i in ENDS) == 2 and any(state[1 + i] for i in NEAR[4 - state[0]]):
            return Value.DRAW
        for end in ENDS:
            if state[0] == end and min(NEAR[end]) == 1 and 2 in NEAR[end] and not NEAR[4]:
                return None
        return Value.WIN if state[0] == 1 and state[4] else None


@compiles("return NEAR[a] in moves, of sets; sets of letters: in, len")
class _(Walk):
    def moves(self, state):
        letters = ROADS[state[0]]
        return [x for x in "ABCD" if x in ROADS[state[0]] and len(ROADS[state[0]]) == len(letters)]

    def outcome(self, state):
        return Value.LOSS if not ROADS[state[0]] else None if state[1] else Value.DRAW


@compiles("sets of a table with operators: NEAR[a] - seen, NEAR[a] <= seen, ENDS & seen")
class _(Hop):
    def moves(self, state):
        seen = {i for i in range(4) if state[1 + i]}
        return sorted(NEAR[state[0]] - seen)

    def outcome(self, state):
        seen = {i for i in range(4) if state[1 + i]}
        if NEAR[state[0]] <= seen or (ENDS & seen and len(ENDS | seen) == 3):
            return Value.WIN
        return Value.DRAW if NEAR[state[0]].isdisjoint(seen) and seen.issuperset(ENDS) else None


@compiles("near = NEAR[place], to look at: loops, in, len, sorted, near - seen; LINES as a local")
class _(Hop):
    def moves(self, state):
        place, *marks = state
        near = NEAR[place]
        lines = LINES
        steps = PLACES[place]
        if len(near) == len(steps) and steps[0] in near:
            return [i for i in steps if not marks[i] and i not in lines[0]]
        return [i for i in near if not marks[i]]

    def outcome(self, state):
        seen = {i for i in range(4) if state[1 + i]}
        near = NEAR[state[0]]
        if not near or near - seen == {3}:
            return Value.DRAW
        return Value.WIN if near <= seen and ENDS & near else None


@compiles("for line in LINES, for a, near in NEAR.items(), enumerate(LINES) where these are sets")
class _(Hop):
    def outcome(self, state):
        seen = {i for i in range(4) if state[1 + i]}
        if any(line <= seen for line in LINES) and sum(len(line & seen) for line in LINES) > 3:
            return Value.LOSS
        for n, line in enumerate(LINES):
            if 0 in line and sum(state[1 + i] for i in line) == n + 2:
                return Value.WIN
        for place, near in NEAR.items():
            if state[0] == place and near and all(state[1 + i] for i in near) and not near - seen:
                return Value.DRAW
        return None


OUT, IN = [(0, 1), (1, 0)], [(0, 1), (1, 1)]


class End(Enum):
    FIRST = auto()
    LAST = auto()


@compiles("ways = ARROWS_OUT if out else ARROWS_IN: of two constant lists; of Enums")
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return (3, 4, True)

    def moves(self, state):
        first, last, out = state
        ends = End if out else (End.LAST,)
        for step in OUT if out else IN:
            if first >= step[0] and last >= step[1]:
                yield from [(step, end) for end in ends if state[end is End.LAST] > 0]

    def play(self, state, move):
        (a, b), end = move
        first, last, out = state
        ways = OUT if out else IN
        more = ways.index((a, b)) if end is End.FIRST and last > b else 0
        return (first - a, last - b - more, not out)

    def outcome(self, state):
        return None


@compiles("for x in NEAR[place]: if not free(x): fine = False; break")
class _(Walk):
    def outcome(self, state):
        fine = True
        for other in ROADS["A"]:
            if other == state[0]:
                fine = False
                break
        return Value.WIN if not fine and state[1] == 2 else super().outcome(state)
