"""Games that lean on Python's own library: Counter, deque, product, pairwise, Enum, dataclasses."""
# ruff: noqa: B007, B905, C401, F841, RUF005, RUF012, RUF059

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise, product
from typing import NamedTuple

from perfectplay import Game, Value


class Slashed(Game):
    """Two in a row, or in a column, on rows joined by "/"."""

    def start(self):
        return "../../.."

    def moves(self, state):
        rows = state.split("/")
        for r, c in product(range(3), range(2)):
            if rows[r][c] == ".":
                yield (r, c)

    def play(self, state, move):
        rows = state.split("/")
        r, c = move
        mark = "X" if state.count("X") == state.count("O") else "O"
        rows[r] = rows[r][:c] + mark + rows[r][c + 1 :]
        return "/".join(rows)

    def outcome(self, state):
        rows = state.split("/")
        columns = ["".join(column) for column in zip(*rows)]
        for mark in "XO":
            if mark * 2 in rows or any(mark * 2 in column for column in columns):
                return Value.LOSS
        return None if "." in state else Value.DRAW


class Leapers(Game):
    """A knight and a wazir on four by four; whoever is taken, or cannot move, loses."""

    STEPS = {
        "knight": [(dr, dc) for dr, dc in product((-2, -1, 1, 2), repeat=2) if abs(dr) != abs(dc)],
        "wazir": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    }
    stuck = Value.LOSS

    def start(self):
        return ((0, 0), (3, 3), "knight", 6)

    def moves(self, state):
        mine, other, piece, left = state
        for dr, dc in self.STEPS[piece]:
            r, c = mine[0] + dr, mine[1] + dc
            if 0 <= r < 4 and 0 <= c < 4:
                yield (r, c)

    def play(self, state, move):
        mine, other, piece, left = state
        return (other, move, "wazir" if piece == "knight" else "knight", left - 1)

    def outcome(self, state):
        mine, other, piece, left = state
        if mine == other:
            return Value.LOSS
        return Value.DRAW if left == 0 else None


@dataclass(frozen=True)
class Take:
    heap: int
    count: int


class NimOfTakes(Game):
    """Moves are dataclasses."""

    def start(self):
        return (2, 3, 4)

    def moves(self, heaps):
        for heap, size in enumerate(heaps):
            for count in range(1, size + 1):
                yield Take(heap, count)

    def play(self, heaps, move):
        return tuple(size - move.count if i == move.heap else size for i, size in enumerate(heaps))

    def outcome(self, heaps):
        return Value.LOSS if max(heaps) == 0 else None


class Reach(Game):
    """Hex on three by two: a flood fill with a queue and a set decides."""

    HIGH, WIDE = 3, 2

    def start(self):
        return (0,) * 6

    def neighbours(self, cell):
        r, c = divmod(cell, self.WIDE)
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            if 0 <= r + dr < self.HIGH and 0 <= c + dc < self.WIDE:
                yield (r + dr) * self.WIDE + c + dc

    def connected(self, state, who):
        starts = [0, 1] if who == 1 else [0, 2, 4]
        goals = {4, 5} if who == 1 else {1, 3, 5}
        seen = set(cell for cell in starts if state[cell] == who)
        queue = deque(seen)
        while queue:
            cell = queue.popleft()
            if cell in goals:
                return True
            for other in self.neighbours(cell):
                if other not in seen and state[other] == who:
                    seen.add(other)
                    queue.append(other)
        return False

    def moves(self, state):
        return [i for i, cell in enumerate(state) if not cell]

    def play(self, state, move):
        who = 1 if state.count(1) == state.count(2) else 2
        return state[:move] + (who,) + state[move + 1 :]

    def outcome(self, state):
        last = 2 if state.count(1) == state.count(2) else 1
        return Value.LOSS if self.connected(state, last) else None


class Dice(Game):
    """Dice are turned to lower faces; who makes two pairs or four of a kind wins."""

    def start(self):
        return (1, 2, 3, 4)

    def moves(self, dice):
        return [(i, face) for i in range(4) for face in range(1, dice[i])]

    def play(self, dice, move):
        i, face = move
        new = list(dice)
        new[i] = face
        return tuple(sorted(new))

    def outcome(self, dice):
        counts = Counter(dice)
        if all(n % 2 == 0 for n in counts.values()):
            return Value.LOSS
        return None if max(dice) > 1 else Value.DRAW


class Side(Enum):
    SOUTH = 0
    NORTH = 1

    @property
    def other(self):
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH

    def step(self):
        return 1 if self is Side.SOUTH else -1


class March(Game):
    """Two files of men march towards each other; an Enum with methods."""

    stuck = Value.LOSS

    def start(self):
        return ((0, 4), (0, 4), Side.SOUTH)

    def moves(self, state):
        *files, side = state
        for n, (south, north) in enumerate(files):
            for count in (1, 2):
                if south + count < north:
                    yield (n, count)

    def play(self, state, move):
        files, side = list(state[:2]), state[2]
        n, count = move
        south, north = files[n]
        if side is Side.SOUTH:
            files[n] = (south + count, north)
        else:
            files[n] = (south, north - count)
        return (files[0], files[1], side.other)

    def outcome(self, state):
        return None


class Words(Game):
    """Letters are appended to a text as long as it goes; who cannot add one loses."""

    stuck = Value.LOSS
    WORDS = ("cat", "car", "cart", "dog", "do", "dot")

    def start(self):
        return ""

    def moves(self, state):
        return sorted(
            {word[len(state)] for word in self.WORDS if word.startswith(state) and word != state}
        )

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return None


class Stairs(Game):
    """Coins on stairs: the largest gap is what counts. pairwise, sorted with key, lambda."""

    stuck = Value.LOSS

    def start(self):
        return (2, 4, 7)

    def moves(self, coins):
        places = (-1,) + coins
        gaps = [(i, b - a - 1) for i, (a, b) in enumerate(pairwise(places))]
        for i, gap in sorted(gaps, key=lambda pair: (-pair[1], pair[0])):
            for step in range(1, gap + 1):
                yield (i, step)

    def play(self, coins, move):
        i, step = move
        return tuple(c - step if n == i else c for n, c in enumerate(coins))

    def outcome(self, coins):
        return None


class Sums(Game):
    """Who has two numbers with the sum of eight wins; a static method that calls itself."""

    def start(self):
        return (frozenset(), frozenset(), 5)

    def moves(self, state):
        mine, theirs, left = state
        return [n for n in range(1, 6) if n not in mine | theirs]

    def play(self, state, move):
        mine, theirs, left = state
        return (theirs, mine | {move}, left - 1)

    @staticmethod
    def reaches(numbers, total, count):
        if count == 0:
            return total == 0
        for i, n in enumerate(numbers):
            if n <= total and Sums.reaches(numbers[i + 1 :], total - n, count - 1):
                return True
        return False

    def outcome(self, state):
        mine, theirs, left = state
        if self.reaches(tuple(sorted(theirs)), 8, 2):
            return Value.LOSS
        return Value.DRAW if len(mine) + len(theirs) == 5 else None


class Algebraic(Game):
    """Two kings on four by three, without a pawn; squares are texts such as "b2"."""

    stuck = Value.DRAW

    def start(self):
        return "a1" + "b4" + "w"

    def moves(self, state):
        mine, other = state[:2], state[2:4]
        for df, dr in product((-1, 0, 1), repeat=2):
            file, rank = chr(ord(mine[0]) + df), int(mine[1]) + dr
            if file in "abc" and 1 <= rank <= 4 and (df or dr):
                yield f"{file}{rank}"

    def play(self, state, move):
        return state[2:4] + move + ("b" if state[4] == "w" else "w")

    def outcome(self, state):
        mine, other = state[:2], state[2:4]
        near = max(abs(ord(mine[0]) - ord(other[0])), abs(int(mine[1]) - int(other[1])))
        return Value.WIN if near == 1 else None


class Tree(Game):
    """Hackenbush stalks: a dict of segments by colour; edges removed cut what is above."""

    stuck = Value.LOSS
    STALKS = {"left": "LRL", "mid": "RL", "right": "LLR"}

    def start(self):
        return (3, 2, 3, "L")

    def moves(self, state):
        *heights, turn = state
        for i, (name, colours) in enumerate(self.STALKS.items()):
            for h in range(state[i]):
                if colours[h] == turn:
                    yield (i, h)

    def play(self, state, move):
        i, h = move
        heights = [h if n == i else state[n] for n in range(3)]
        return (*heights, "R" if state[3] == "L" else "L")

    def outcome(self, state):
        return None


class Bounce(Game):
    """A ball on a strip with walls: try around an index, while loops, a NamedTuple state."""

    class Ball(NamedTuple):
        place: int
        energy: int

    STRIP = (0, 1, 0, 2, 0, 1)

    def start(self):
        return self.Ball(0, 7)

    def moves(self, ball):
        for step in (1, 2, 3):
            if step <= ball.energy:
                yield step

    def play(self, ball, move):
        try:
            gained = self.STRIP[ball.place + move]
            place = ball.place + move
        except IndexError:
            gained, place = 0, 0
        return self.Ball(place, ball.energy - move + (1 if gained == 2 else 0))

    def outcome(self, ball):
        return Value.LOSS if ball.energy <= 0 else None
