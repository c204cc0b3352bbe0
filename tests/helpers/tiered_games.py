"""Random games with tiers, and one of levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay import Value
from random_games import (
    Again,
    OnIntegers,
    OnStrings,
    OnTuples,
    RandomGame,
    Seated,
    Turned,
    mixed,
)


@dataclass(frozen=True)
class Tiered(RandomGame):
    """Nodes in bands, which are tiers: moves stay, go on to the next band, or skip some.

    By the seed: how wide bands are, how far their numbers lie apart and how far below nought they
    begin; whether moves stay in a band, and whether they lead back there.
    """

    def nodes_in(self, seed):
        return (1, 6, 25, 40, 90, 300, 60, 15, 700, 150)[seed % 10]

    def width_in(self, seed):
        return (1, 4, 12, 40, 200)[mixed(seed, 90, 0) % 5]

    def tier(self, state):
        seed = self.seed_of(state)
        apart = (1, 3, 1_000_000_007)[mixed(seed, 91, 0) % 3]
        return (self.node_of(state) // self.width_in(seed) - mixed(seed, 92, 0) % 5) * apart

    def outcome(self, state):
        seed = self.seed_of(state)
        node = self.node_of(state)
        # where no move stays in its band, the last one ends the play
        last = (self.nodes_in(seed) - 1) // self.width_in(seed)
        if seed // 10 % 3 == 1 and node // self.width_in(seed) == last:
            return Value.DRAW if node % 3 == 0 else Value.LOSS
        chance = mixed(seed, 77, 0) % 15 + 2
        if mixed(seed, node, 1) % 100 < chance and node > 0:
            number = mixed(seed, node, 2) % 4
            if number == 0:
                return Value.WIN
            if number == 1:
                return Value.DRAW
            return Value.LOSS
        return None

    def child_node(self, seed, node, move):
        """Two moves in three have a hash of their own: others lead where move 0 leads."""
        nodes = self.nodes_in(seed)
        width = self.width_in(seed)
        number = mixed(seed, node, 10 + (move if move % 3 < 2 else 0))
        style = seed // 10 % 3
        first = node // width * width
        what = number % 10
        number = number // 10
        if style == 1:  # never inside
            child = first + width * (1 + (number % 3 if what == 0 else 0)) + number // 3 % width
        elif style == 2 and what < 8:  # forwards
            child = node + 1 + number % (2 * width)
        elif what < 5:
            child = first + number % width
        elif what < 7:
            child = first + width + number % width
        elif what == 7:
            child = node
        else:
            child = first + number % (nodes - first)
        return min(child, nodes - 1)


@dataclass(frozen=True)
class AgainIntegers(Again, Tiered, OnIntegers):
    pass


@dataclass(frozen=True)
class AgainTuples(Again, Tiered, OnTuples):
    pass


@dataclass(frozen=True)
class AgainStrings(Again, Tiered, OnStrings):
    pass


@dataclass(frozen=True)
class SeatedIntegers(Seated, Tiered, OnIntegers):
    stuck: ClassVar[Value] = Value.WIN


@dataclass(frozen=True)
class PuzzleTuples(Tiered, OnTuples):
    players: ClassVar[int] = 1
    stuck: ClassVar[Value] = Value.DRAW


@dataclass(frozen=True)
class TurnedIntegers(Turned, Tiered, OnIntegers):
    pass


@dataclass(frozen=True)
class TurnedTuples(Turned, Tiered, OnTuples):
    pass


@dataclass(frozen=True)
class Levelled(OnIntegers):
    """Twenty levels, not declared. Some moves of some seeds do not lead to the next one."""

    back: int = 0
    """0: all of them do; else some lead back (1), stay (2) or skip a level (3)."""

    def nodes_in(self, seed):
        return 400

    def outcome(self, state):
        node = self.node_of(state)
        if node // 20 == 19 or (node > 0 and mixed(self.seed_of(state), node, 1) % 20 == 0):
            if node % 5 == 0:
                return Value.DRAW
            return Value.WIN if node % 3 == 0 else Value.LOSS
        return None

    def child_node(self, seed, node, move):
        number = mixed(seed, node, 10 + move)
        child = (node // 20 + 1) * 20 + number % 20
        if self.back and number // 20 % 30 == 0 and 100 < node < 340:
            child = child - 20 if self.back == 2 else child - 60 if self.back == 1 else child + 20
        return child

    def moves_again(self, state, move):
        return mixed(state, move, 5) % 4 == 0
