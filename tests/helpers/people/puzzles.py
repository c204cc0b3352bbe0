"""Puzzles, for one player."""
# ruff: noqa: PLR1714, RUF012

from __future__ import annotations

from itertools import combinations

from perfectplay import Game, Value


class SlidingTiles(Game):
    """Five tiles in two rows, as a text."""

    players = 1

    def start(self):
        return "54321."

    def moves(self, state):
        hole = state.index(".")
        for i in range(6):
            same_row = i // 3 == hole // 3
            if (same_row and abs(i - hole) == 1) or abs(i - hole) == 3:
                yield i

    def play(self, state, move):
        cells = list(state)
        hole = state.index(".")
        cells[hole], cells[move] = cells[move], cells[hole]
        return "".join(cells)

    def outcome(self, state):
        return Value.WIN if state == "12345." else None


class ToadsAndFrogs(Game):
    """Toads go right, frogs go left, over at most one."""

    players = 1
    stuck = Value.LOSS

    def start(self):
        return "TTT.FFF"

    def moves(self, state):
        hole = state.find(".")
        for step in (-2, -1):
            if hole + step >= 0 and state[hole + step] == "T":
                yield hole + step
        for step in (1, 2):
            if hole + step < len(state) and state[hole + step] == "F":
                yield hole + step

    def play(self, state, move):
        hole = state.find(".")
        piece = state[move]
        new = state[:move] + "." + state[move + 1 :]
        return new[:hole] + piece + new[hole + 1 :]

    def outcome(self, state):
        return Value.WIN if state == "FFF.TTT" else None


class River(Game):
    """Wolf, goat and cabbage: who is on the near bank, as True and False."""

    players = 1
    NAMES = ["farmer", "wolf", "goat", "cabbage"]

    def start(self):
        return (True, True, True, True)

    def moves(self, state):
        for i, name in enumerate(self.NAMES):
            if state[i] == state[0] and self.safe(self.crossed(state, i)) and len(name) > 0:
                yield i

    def crossed(self, state, i):
        near = list(state)
        near[0] = not near[0]
        if i:
            near[i] = not near[i]
        return tuple(near)

    def safe(self, state):
        farmer, wolf, goat, cabbage = state
        return farmer == goat or (wolf != goat and goat != cabbage)

    def play(self, state, move):
        return self.crossed(state, move)

    def outcome(self, state):
        return Value.WIN if not any(state) else None


class Lights(Game):
    """Lights out on three by three, a text of 0 and 1."""

    players = 1

    def start(self):
        return "101010101"

    def moves(self, state):
        return range(9)

    def play(self, state, move):
        r, c = divmod(move, 3)
        cells = list(state)
        for i in range(9):
            if abs(i // 3 - r) + abs(i % 3 - c) <= 1:
                cells[i] = "0" if cells[i] == "1" else "1"
        return "".join(cells)

    def outcome(self, state):
        return Value.WIN if state == "000000000" else None


class Pegs(Game):
    """Pegs on a triangle of ten holes: jumps in a list of triples."""

    players = 1
    stuck = Value.LOSS
    JUMPS = [
        (0, 1, 3), (0, 2, 5), (1, 3, 6), (1, 4, 8), (2, 4, 7), (2, 5, 9), (3, 4, 5), (6, 7, 8),
        (7, 8, 9),
    ]  # fmt: skip

    def start(self):
        return "*.********"

    def moves(self, state):
        for n, (a, b, c) in enumerate(self.JUMPS):
            if state[a] == "*" and state[b] == "*" and state[c] == ".":
                yield (n, 1)
            if state[c] == "*" and state[b] == "*" and state[a] == ".":
                yield (n, -1)

    def play(self, state, move):
        a, b, c = self.JUMPS[move[0]]
        if move[1] < 0:
            a, c = c, a
        return "".join("." if i in (a, b) else "*" if i == c else p for i, p in enumerate(state))

    def outcome(self, state):
        return Value.WIN if state.count("*") == 1 else None


class Hanoi(Game):
    """Three discs: tuples that change their length."""

    players = 1

    def start(self):
        return ((3, 2, 1), (), ())

    def moves(self, state):
        for a in range(3):
            for b in range(3):
                if state[a] and a != b and (not state[b] or state[a][-1] < state[b][-1]):
                    yield (a, b)

    def play(self, state, move):
        a, b = move
        rods = [list(rod) for rod in state]
        rods[b].append(rods[a].pop())
        return tuple(map(tuple, rods))

    def outcome(self, state):
        return Value.WIN if state[2] == (3, 2, 1) else None


class Bridge(Game):
    """Four people, one torch: sides as a text, combinations, the minutes as points left."""

    players = 1
    stuck = Value.LOSS
    MINUTES = (1, 2, 5, 8)

    def start(self):
        return ("LLLLL", 15)

    def moves(self, state):
        sides, left = state
        torch = sides[4]
        for a, b in combinations(range(4), 2):
            if (
                sides[a] == sides[b] == torch == "L"
                and max(self.MINUTES[a], self.MINUTES[b]) <= left
            ):
                yield (a, b)
        for a in range(4):
            if sides[a] == torch == "R" and self.MINUTES[a] <= left:
                yield (a, a)

    def play(self, state, move):
        sides, left = state
        to = "R" if sides[4] == "L" else "L"
        new = "".join(to if i in (*move, 4) else side for i, side in enumerate(sides))
        return (new, left - max(self.MINUTES[i] for i in move))

    def outcome(self, state):
        return Value.WIN if "L" not in state[0] else None
