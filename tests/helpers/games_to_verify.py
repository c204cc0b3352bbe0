"""Small games with what verifying has to meet: tiers, moves inside of tiers, long plays, faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value
from perfectplay.games.three_rocks import ThreeRocks


@dataclass(frozen=True)
class OneTier(ThreeRocks):
    """Three Rocks without its tiers."""

    tier = Game.tier


@dataclass(frozen=True)
class TwoPiles(Game):
    """One or two from the left, one to three from the right; the last rock wins. No mirror."""

    left: int = 6
    right: int = 6

    def start(self):
        return (self.left, self.right)

    def moves(self, state):
        for a in range(1, min(state[0], 2) + 1):
            yield (a, 0)
        for b in range(1, min(state[1], 3) + 1):
            yield (0, b)

    def play(self, state, move):
        return (state[0] - move[0], state[1] - move[1])

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


@dataclass(frozen=True)
class OneMoveLess(TwoPiles):
    """The same without the last move: what a kernel that drops it would solve."""

    def moves(self, state):
        for a in range(1, min(state[0], 2) + 1):
            yield (a, 0)
        for b in range(1, min(state[1], 3) + (1 if state[0] == 0 and state[1] < 2 else 0)):
            yield (0, b)


@dataclass(frozen=True)
class Exchanged(TwoPiles):
    """The same with the fields of its states exchanged: what a wrong packing would store."""

    def start(self):
        return (self.right, self.left)

    def moves(self, state):
        for a in range(1, min(state[1], 2) + 1):
            yield (a, 0)
        for b in range(1, min(state[0], 3) + 1):
            yield (0, b)

    def play(self, state, move):
        return (state[0] - move[1], state[1] - move[0])


@dataclass(frozen=True)
class Tiered(TwoPiles):
    """Tiers by the rocks of the left pile: moves stay in a tier, or skip one."""

    def tier(self, state):
        return self.left - state[0]


@dataclass(frozen=True)
class LoopyTiers(Game):
    """Seven tokens on rings of ten places, one ring a tier: a step round the ring, or on to the
    next ring. Off the last ring the play is over; place 3 of ring 1 and place 4 of 2 end it too."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        yield 0
        if state % 10 % 3 != 1:
            yield 1
        if state % 10 == 5:
            yield 2

    def play(self, state: int, move: int) -> int:
        if move == 0:
            return state // 10 * 10 + (state + 1) % 10
        return state + 10 * move

    def outcome(self, state: int) -> Value | None:
        if state >= 60:
            return Value.DRAW if state % 10 < 4 else Value.LOSS
        if state in (13, 24):
            return Value.WIN
        return None

    def tier(self, state: int) -> int:
        return state // 10


@dataclass(frozen=True)
class Chain(Game):
    """A play of many plies, one state after the other; beside it a ring that no play reaches."""

    length: int = 2_000

    def start(self) -> int:
        return self.length

    def moves(self, state: int) -> Iterator[int]:
        if state >= 1_000_000:
            yield 1_000_000 - state if state == 1_000_002 else 1
        else:
            yield -1
            if state > 10:
                yield -2
            if state < self.length:
                yield 1

    def play(self, state: int, move: int) -> int:
        if move <= 0 and state >= 1_000_000:
            return 1_000_000
        return state + move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


@dataclass(frozen=True)
class WideChain(Chain):
    """The same with a tier of its own for the ring, above."""

    def tier(self, state: int) -> int:
        return 1 if state >= 1_000_000 else 0


@dataclass(frozen=True)
class Steps(Game):
    """Every move leads to the next level: no tier is given, levels serve."""

    levels: int = 7

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        yield from range(1 + (state * 7 + state // 100) % 3)

    def play(self, state: int, move: int) -> int:
        return (state // 100 + 1) * 100 + (state * 3 + move * 5 + 1) % 23

    def outcome(self, state: int) -> Value | None:
        if state // 100 < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[state % 3]
