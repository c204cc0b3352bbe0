"""Games that grow without end, and games that only look it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from perfectplay import Game, Value, put


class Forever(Game):
    """Two moves in every state, and no end."""

    def start(self) -> Any:
        return (1, 0)

    def moves(self, state: Any) -> Any:
        return range(2)

    def play(self, state: Any, move: Any) -> Any:
        return put(state, 1, state[1] + 1)

    def outcome(self, state: Any) -> Value | None:
        return None


class Plies(Forever):
    """The plies are counted, and nobody needs them but to know whose turn it is."""

    def player(self, state):
        return state[1] % 2

    def play(self, state, move):
        return ((state[0] + move + 1) % 5, state[1] + 1)


class TwoCounters(Forever):
    def start(self):
        return (0, 3, 10)

    def play(self, state, move):
        return (state[0] ^ 1, state[1] + 2, state[2] - 1 - state[0])


class Sums(Forever):
    """One counter is added to another."""

    def start(self):
        return (0, 0, 7)

    def play(self, state, move):
        return (state[0] + 1, state[1] + state[0], state[2])


class Debts(Forever):
    """A pile that can become negative."""

    def start(self):
        return (0, 4)

    def play(self, state, move):
        return (1 - state[0], state[1] - 1 - move)


class Triples(Forever):
    def play(self, state, move):
        return put(state, 0, state[0] * 3)


class Numbers(Forever):
    """A single integer."""

    def start(self):
        return 4

    def play(self, state, move):
        return state + move + 1


class Packed(Forever):
    """Eight bits of a board, and the plies above them."""

    def start(self):
        return 5

    def moves(self, state):
        return (i for i in range(8) if i != state & 7)

    def play(self, state, move):
        return (state >> 8) + 1 << 8 | (state & 0xFF) ^ 1 << move


class Nested(Forever):
    def start(self):
        return ((0, 0), (1, (2, 0)))

    def play(self, state, move):
        (side, (at, plies)) = state[1]
        return (state[0], (1 - side, (at, plies + 1)))


class Point(NamedTuple):
    side: int
    plies: int


class Named(Forever):
    def start(self):
        return Point(0, 0)

    def play(self, state, move):
        return Point(1 - state.side, state.plies + 1)


@dataclass(frozen=True)
class Square:
    at: int
    plies: int = 0


class Objects(Forever):
    def start(self):
        return Square(2)

    def play(self, state, move):
        return Square((state.at + move) % 3, state.plies + 1)


class Kings(Game):
    """Two kings on a board of 4 x 4, who must not touch, and all plies counted."""

    def start(self) -> Any:
        return (0, 15, 0)

    def moves(self, state: Any) -> Any:
        x, y = divmod(state[0], 4)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < 4 and 0 <= y + dy < 4:
                    yield 4 * (x + dx) + y + dy

    def play(self, state: Any, move: Any) -> Any:
        return (state[1], move, state[2] + 1)

    def outcome(self, state: Any) -> Value | None:
        return Value.LOSS if state[0] == state[1] else None


class Late(Forever):
    """It can end for 300 plies, and then no more."""

    def play(self, state, move):
        return (1 if state[1] > 300 else 0, state[1] + 1)

    def outcome(self, state):
        return Value.DRAW if state[1] == 250 and state[0] else None


class Histories(Forever):
    """All that was played stands in the state."""

    def start(self):
        return (0, ())

    def play(self, state, move):
        return (move, (*state[1], move))


class Texts(Forever):
    def start(self):
        return "."

    def play(self, state, move):
        return state + "ab"[move]


ENDLESS: dict[str, tuple[Game, str]] = {
    "a counter": (Forever(), "the move 0 leads from state 1,0 to state 1,1, where nothing has "
                  "changed but field 1, from 0 to 1"),
    "plies with seats": (Plies(), "but field 1, from 0 to "),
    "two counters": (TwoCounters(), "but field 1, from 3 to 7 and field 2, from 10 to 7"),
    "a sum of a counter": (Sums(), "field 0, from "),
    "a falling counter": (Debts(), "but field 1, from 4 to 2"),
    "a product": (Triples(), "but field 0, from 1 to 3"),
    "an integer": (Numbers(), "the move 0 leads from state 4 to state 5, where nothing has changed "
                   "but the number, from 4 to 5"),
    "an integer of two fields": (Packed(), "but the number, from 5 to "),
    "a nested tuple": (Nested(), "but field 1, item 1, item 1, from 0 to 2"),
    "a named tuple": (Named(), "but field plies, from 0 to 2"),
    "a dataclass": (Objects(), "but field plies, from 0 to "),
    "kings that go to and fro": (Kings(), "but field 2, from "),
    "from some ply on": (Late(), "but field 1, from "),
}  # fmt: skip
"""Games that are proved to have no end, and what is said of the line that shows it."""


@dataclass(frozen=True)
class Countdown(Game):
    """Stones, taken one or two at a time."""

    stones: int = 20_000

    def start(self):
        return self.stones

    def moves(self, state):
        return range(1, min(2, state) + 1)

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


@dataclass(frozen=True)
class Until(Game):
    """Two sides in turn, until a counter is what it may be at most, or just then."""

    most: int = 20_000
    just: bool = False

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(2)

    def play(self, state, move):
        return (1 - state[0] if move else state[0], state[1] + 1)

    def outcome(self, state):
        over = state[1] == self.most if self.just else state[1] >= self.most
        return Value.DRAW if over else None


class FiftyMoves(Kings):
    """Drawn after 50 plies in which nothing happened; a step to the right starts them anew, and
    there are but a few of these."""

    def start(self):
        return (0, 15, 0, 3)

    def play(self, state, move):
        if move > state[0] and state[3]:
            return (state[1], move, 0, state[3] - 1)
        return (state[1], move, state[2] + 1, state[3])

    def outcome(self, state):
        if state[0] == state[1]:
            return Value.LOSS
        return Value.DRAW if state[2] >= 50 else None


class LastTwelve(Forever):
    """The last twelve moves stand in the state."""

    def start(self):
        return (0, ())

    def play(self, state, move):
        return (move, (state[1] + (move,))[-12:])


class Repetitions(Game):
    """How often each of six squares was met; the third time ends the play."""

    def start(self):
        return (0, (1, 0, 0, 0, 0, 0))

    def moves(self, state):
        return (1, 2, 4)

    def play(self, state, move):
        at = (state[0] + move) % 6
        return (at, put(state[1], at, state[1][at] + 1))

    def outcome(self, state):
        return Value.DRAW if max(state[1]) >= 3 else None


class Collatz(Game):
    """A number that grows and falls, and comes to 1 in the end."""

    def start(self):
        return (837_799, 0)

    def moves(self, state):
        return (0,) if state[0] % 2 else (0, 1)

    def play(self, state, move):
        return (state[0] // 2 if state[0] % 2 == 0 else 3 * state[0] + 1, state[1] | move)

    def outcome(self, state):
        return Value.LOSS if state[0] == 1 else None


class Wraps(Forever):
    """A counter that begins again from 0."""

    def play(self, state, move):
        return (move, (state[1] + 1) % 10_000)


class Stays(Forever):
    """A counter that stays where it is once it is large."""

    def play(self, state, move):
        return (move, min(state[1] + 1, 10_000))


class Bits(Numbers):
    """Fourteen bits of a number."""

    def play(self, state, move):
        return (state + move + 1) & 0x3FFF


class Tiers(Until):
    """Tiers that rise, all the way."""

    def tier(self, state):
        return state[1]


class Declared(Until):
    limits = ((0, 1), (0, 20_000))


class Tree(Game):
    """Each state has two of its own after it, for fifteen plies: a growth that never slackens."""

    def start(self):
        return "1"

    def moves(self, state):
        return "01"

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.DRAW if len(state) == 15 else None


FINITE: dict[str, tuple[Game, int]] = {
    "stones": (Countdown(), 20_001),
    "a counter to 10,000": (Until(10_000), 20_001),
    "a counter to just 10,000": (Until(10_000, just=True), 20_001),
    "the rule of fifty moves": (FiftyMoves(), 0),
    "the last twelve moves": (LastTwelve(), 0),
    "three repetitions": (Repetitions(), 0),
    "a number that grows and falls": (Collatz(), 0),
    "a counter that begins again": (Wraps(), 20_000),
    "a counter that stays": (Stays(), 20_001),
    "bits of a number": (Bits(), 1 << 14),
    "tiers that rise": (Tiers(10_000), 20_001),
    "declared limits": (Declared(10_000), 20_001),
    "a tree": (Tree(), (1 << 15) - 1),
}
"""Games that have an end, and how many states they have where that is easily said, else 0."""
