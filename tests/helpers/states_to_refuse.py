"""Games whose states are no boards, or do not tell which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from boards_to_guess import Ring
from perfectplay import Game, Value
from twelve_cells import Wreath


class Heaps(Game):
    """Nim; states and moves of many forms."""

    begin: ClassVar[Any] = (3, 4, 5, 6)
    stuck = Value.LOSS
    code: ClassVar[Callable[[Any], Any]] = staticmethod(tuple)

    def start(self):
        return self.code(self.begin)

    def moves(self, state):
        heaps = self.heaps(state)
        return [(i, k) for i in range(len(heaps)) for k in range(1, heaps[i] + 1)]

    def heaps(self, state):
        return list(state)

    def play(self, state, move):
        heaps = self.heaps(state)
        heaps[move[0]] -= move[1]
        return self.code(heaps)

    def outcome(self, state):
        return None


def heaps(begin, code=tuple, plain=list) -> Game:
    members = {"begin": begin, "code": staticmethod(code), "heaps": lambda self, s: plain(s)}
    return type("Heaps", (Heaps,), members)()


class Hands(Game):
    """Chopsticks: ((left, right), (left, right)), the mover's hands first."""

    def start(self):
        return ((1, 1), (1, 1))

    def moves(self, state):
        return [(a, b) for a in (0, 1) for b in (0, 1) if state[0][a] and state[1][b]]

    def play(self, state, move):
        hands = list(state[1])
        hands[move[1]] = (hands[move[1]] + state[0][move[0]]) % 5
        return (tuple(hands), state[0])

    def outcome(self, state):
        return Value.LOSS if state[0] == (0, 0) else None


class Sowing(Game):
    """Kalah without captures: four holes and a store each, the mover's first; and 16 of them."""

    stuck = Value.LOSS

    def __init__(self, holes: int = 3) -> None:
        self.holes = holes

    def start(self):
        return ((2,) * self.holes + (0,)) * 2

    def moves(self, state):
        return [i for i in range(self.holes) if state[i]]

    def play(self, state, move):
        seeds, cells = state[move], list(state)
        cells[move] = 0
        for far in range(1, seeds + 1):
            cells[(move + far) % len(cells)] += 1
        return tuple(cells[len(cells) // 2 :] + cells[: len(cells) // 2])

    def outcome(self, state):
        return None


class River(Game):
    """Wolf, goat, cabbage, and the boat: 1 is the far bank."""

    players = 1
    stuck = Value.LOSS
    more: ClassVar[int] = 0

    def start(self):
        return (0,) * (4 + self.more)

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] == state[-1]]

    def play(self, state, move):
        return tuple(1 - v if i in (move, len(state) - 1) else v for i, v in enumerate(state))

    def outcome(self, state):
        return Value.WIN if 0 not in state else None


class Couples(River):
    """The same with five more who want to cross: nine flags."""

    more = 5


class Chase(Game):
    """Two kings on 4 × 4: ((row, column), (row, column)); who steps beside the other wins."""

    def start(self):
        return ((0, 0), (3, 3))

    def moves(self, state):
        (y, x), _ = state
        near = ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))
        return [(a, b) for a, b in near if 0 <= a < 4 and 0 <= b < 4 and (a, b) != state[1]]

    def play(self, state, move):
        return (state[1], move)

    def outcome(self, state):
        (a, b), (c, d) = state
        return Value.LOSS if abs(a - c) + abs(b - d) == 1 else None


class Pancakes(Game):
    """Turn over the first pancakes of nine: a puzzle of one row of numbers."""

    players = 1

    def start(self):
        return (3, 1, 2, 4, 5, 6, 9, 7, 8)

    def moves(self, state):
        return range(2, 10)

    def play(self, state, move):
        return state[:move][::-1] + state[move:]

    def outcome(self, state):
        return Value.WIN if state == tuple(range(1, 10)) else None


class Colours(Game):
    """Colour a point of the Petersen graph, other than its neighbours; who cannot, loses."""

    stuck = Value.LOSS
    edges = tuple(
        [(i, (i + 1) % 5) for i in range(5)]
        + [(i, i + 5) for i in range(5)]
        + [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    )

    def start(self):
        return (0,) * 10

    def moves(self, state):
        turn = 1 + (10 - state.count(0)) % 2
        return [
            i
            for i in range(10)
            if not state[i]
            and not any(state[a + b - i] == turn for a, b in self.edges if i in (a, b))
        ]

    def play(self, state, move):
        turn = 1 + (10 - state.count(0)) % 2
        return tuple(turn if i == move else value for i, value in enumerate(state))

    def outcome(self, state):
        return None


class Count(Game):
    """Count to 21, with the form of the state as it is given."""

    def __init__(self, code=int, plain=int, text=None) -> None:
        self.code, self.plain, self.shown = code, plain, text

    def start(self):
        return self.code(0)

    def moves(self, state):
        return [k for k in (1, 2, 3) if self.plain(state) + k <= 21]

    def play(self, state, move):
        return self.code(self.plain(state) + move)

    def outcome(self, state):
        return Value.LOSS if self.plain(state) == 21 else None

    def text(self, state):
        return self.shown(self.plain(state)) if self.shown else str(state)


class Ghost(Game):
    """Letters are added to a word; states are words of any length."""

    words = ("grid", "gross", "board", "boast")

    def start(self):
        return ""

    def moves(self, state):
        return sorted({w[len(state)] for w in self.words if w.startswith(state) and w != state})

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.WIN if state in self.words else None


class Coins(Game):
    """Coins in a row; take one at an end: the row and the difference of the points."""

    def start(self):
        return ((3, 1, 4, 1, 5, 9, 2, 6, 5), 0)

    def moves(self, state):
        return ["left", "right"]

    def play(self, state, move):
        row, ahead = state
        coin, row = (row[0], row[1:]) if move == "left" else (row[-1], row[:-1])
        return (row, -(ahead + coin))

    def outcome(self, state):
        return None if state[0] else (Value.LOSS if state[1] < 0 else Value.WIN)


class Scores(Game):
    """Ten rounds of 1, 2 or 3 points, nine scores: one of each round's winners."""

    def start(self):
        return (0,) * 9

    def moves(self, state):
        return [1, 2, 3]

    def play(self, state, move):
        place = sum(value > 0 for value in state) % 9
        return tuple(v + move if i == place else v for i, v in enumerate(state))

    def outcome(self, state):
        return Value.DRAW if all(state) else None


class Sets(Game):
    """Numbers that are taken, as frozensets."""

    def start(self):
        return (frozenset(), frozenset(range(1, 10)))

    def moves(self, state):
        return sorted(state[1])

    def play(self, state, move):
        return (state[0] | {move}, state[1] - {move})

    def outcome(self, state):
        return None if state[1] else Value.DRAW


class Masks(Game):
    """Two bit masks of a board that nothing tells."""

    def start(self):
        return (0, 0)

    def moves(self, state):
        return [i for i in range(9) if not (state[0] | state[1]) >> i & 1]

    def play(self, state, move):
        return (state[1], state[0] | 1 << move)

    def outcome(self, state):
        return None if len(self.moves(state)) else Value.DRAW


def told(count: int) -> str:
    return f"Player 1 has said {count:2}\nPlayer 2 can say {count + 1:2}"


def two_lines(begin: Any = (3, 3)) -> Game:
    class TwoLines(Heaps):
        def text(self, state):
            lines = ["o" * k + "." * (4 - k) for k in state]
            return "\n".join(f"heap {i}: {line}" for i, line in enumerate(lines))

    return type("TwoLines", (TwoLines,), {"begin": begin})()


NO_BOARDS: dict[str, Game] = {
    "four heaps": Heaps(),
    "nine heaps": heaps((1, 2, 3, 2, 1, 2, 3, 1, 2)),
    "nine small heaps": heaps((2, 2, 2, 2, 2, 2, 2, 2, 2)),
    "two heaps": heaps((3, 5)),
    "heaps in bytes": heaps((3, 1, 2, 2, 3, 1, 1, 2, 3), bytes, list),
    "heaps in a text": heaps(
        (3, 4, 5), lambda h: ",".join(map(str, h)), lambda s: list(map(int, s.split(",")))
    ),
    "heaps in digits": heaps((3, 1, 2, 2, 3, 1, 1, 2, 3), lambda h: "".join(map(str, h)),
                             lambda s: list(map(int, s))),
    "heaps in lines": heaps((11, 12, 13), lambda h: "/".join(f"{k:02}" for k in h),
                            lambda s: list(map(int, s.split("/")))),
    "heaps in an array": heaps((3, 1, 2, 2, 3, 1, 1, 2, 3),
                               lambda h: np.array(h).tobytes(),
                               lambda s: np.frombuffer(s, dtype=np.int64).tolist()),
    "heaps in pairs": heaps((3, 4, 5, 6), lambda h: ((h[0], h[1]), (h[2], h[3])),
                            lambda s: [k for pair in s for k in pair]),
    "heaps drawn by a text": two_lines(),
    "hands": Hands(),
    "sowing": Sowing(),
    "sowing of sixteen": Sowing(7),
    "river": River(),
    "nine flags": Couples(),
    "two kings": Chase(),
    "a ring": Ring(),
    "pancakes": Pancakes(),
    "a graph": Colours(),
    "a number": Count(),
    "a number as a text": Count(str, int),
    "a number in a tuple": Count(lambda n: (n,), lambda s: s[0]),
    "a sentence": Count(text=told),
    "words": Ghost(),
    "coins": Coins(),
    "scores": Scores(),
    "sets": Sets(),
    "masks": Masks(),
    "a ring with chords": Wreath(),
}  # fmt: skip
"""Games whose states are no boards, or do not tell which."""
