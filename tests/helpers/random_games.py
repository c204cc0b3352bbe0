"""Random games: graphs made by hash arithmetic from a seed that lies in the state.

Since the seed is in the state, one compilation serves every graph. The graph of a seed has up to
2,000 states, cycles, self-loops, parallel moves, repeated players, ends of all three values and
states that are stuck. `OnIntegers`, `OnTuples` and `OnStrings` are the same game on the three
kinds of state; `plain` gives what is alike in them: (seed, node, side).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from perfectplay import Game, Value
from perfectplay.solver.move_graph import MoveGraph

SIZES = (1, 6, 25, 25, 90, 300, 60, 15, 700, 2_000)
"""The most states of the graph of a seed, by the seed's last digit."""

FAR = 2_048


def mixed(a: int, b: int, c: int) -> int:
    """A hash from 0 to 2^31 - 2; no step of it leaves 63 bits."""
    x = (a * 1_000_003 + b * 8_191 + c * 131_071 + 12_345) % 2_147_483_647
    x = ((x ^ (x >> 13)) * 48_271 + c) % 2_147_483_647
    x = ((x ^ (x >> 11)) * 16_807 + b) % 2_147_483_647
    return ((x ^ (x >> 15)) * 69_621 + a) % 2_147_483_647


@dataclass(frozen=True)
class RandomGame(Game):
    """The game of a seed; subclasses say how seed, node and side become a state."""

    seed: int = 0

    stuck: ClassVar[Value] = Value.LOSS

    def start(self) -> Any:
        return self.state_of(self.seed, 0, 0)

    def state_of(self, seed, node, side):
        raise NotImplementedError

    def seed_of(self, state):
        raise NotImplementedError

    def node_of(self, state):
        raise NotImplementedError

    def side_of(self, state):
        raise NotImplementedError

    def plain(self, state: Any) -> tuple[int, int, int]:
        return self.seed_of(state), self.node_of(state), self.side_of(state)

    def nodes_in(self, seed):
        return (1, 6, 25, 25, 90, 300, 60, 15, 700, 2_000)[seed % 10]

    def outcome(self, state):
        seed = self.seed_of(state)
        node = self.node_of(state)
        # few ends make long plays; the last node of a graph without cycles is always one
        chance = mixed(seed, 77, 0) % 25 + 2
        if mixed(seed, node, 1) % 100 < chance and (node > 0 or seed % 10 == 0):
            number = mixed(seed, node, 2) % 4
            if number == 0:
                return Value.WIN
            if number == 1:
                return Value.DRAW
            return Value.LOSS
        return None

    def moves(self, state):
        """The degree is 0 (stuck) in one of 25 nodes."""
        most = mixed(self.seed_of(state), 78, 0) % 5 + 1
        hashed = mixed(self.seed_of(state), self.node_of(state), 3)
        if hashed % 25:
            yield from range(hashed // 25 % most + 1)

    def child_node(self, seed, node, move):
        nodes = self.nodes_in(seed)
        style = seed // 10 % 4
        # two moves in three have a hash of their own: the others lead where move 0 leads
        number = mixed(seed, node, 10 + (move if move % 3 < 2 else 0))
        if number % 17 == 0 and style != 1:
            return node
        if style == 0:
            return number // 17 % nodes
        if style == 1 or number // 17 % 10 > 0:
            # forwards, near (deep) or anywhere (shallow)
            reach = 4 if style == 2 or seed // 40 % 2 else nodes
            return min(node + 1 + number // 170 % reach, nodes - 1)
        return max(0, node - number // 170 % (nodes // 2 + 1))

    def play(self, state, move):
        seed = self.seed_of(state)
        node = self.node_of(state)
        turn = mixed(seed, node, 30 + move) % 4 if seed // 80 % 3 == 0 else 0
        return self.state_of(
            seed, self.child_node(seed, node, move), (self.side_of(state) + turn) % 4
        )


@dataclass(frozen=True)
class OnIntegers(RandomGame):
    def state_of(self, seed, node, side):
        return (seed * FAR + node) * 4 + side

    def seed_of(self, state):
        return state // (4 * FAR)

    def node_of(self, state):
        return state // 4 % FAR

    def side_of(self, state):
        return state % 4


@dataclass(frozen=True)
class OnTuples(RandomGame):
    """A node is two fields, one of which may be negative."""

    def state_of(self, seed, node, side):
        return (node // 50 - 7, seed, node % 50 - 25, side)

    def seed_of(self, state):
        return state[1]

    def node_of(self, state):
        return (state[0] + 7) * 50 + state[2] + 25

    def side_of(self, state):
        return state[3]


@dataclass(frozen=True)
class OnStrings(RandomGame):
    def state_of(self, seed, node, side):
        return f"{seed}:{node}:{side}"

    def seed_of(self, state):
        return int(state.split(":")[0])

    def node_of(self, state):
        return int(state.split(":")[1])

    def side_of(self, state):
        return int(state.split(":")[2])


@dataclass(frozen=True)
class Again(RandomGame):
    """Some moves let the mover move again: none, a few or all but a few, as the seed says."""

    def moves_again(self, state, move):
        seed = self.seed_of(state)
        share = (0, 20, 50, 95)[mixed(seed, 79, 0) % 4]
        return mixed(seed, self.node_of(state) * 4 + self.side_of(state), 50 + move) % 100 < share


@dataclass(frozen=True)
class AgainIntegers(Again, OnIntegers):
    pass


@dataclass(frozen=True)
class AgainTuples(Again, OnTuples):
    pass


@dataclass(frozen=True)
class AgainStrings(Again, OnStrings):
    pass


@dataclass(frozen=True)
class Seated(RandomGame):
    """The state knows whose turn it is."""

    def player(self, state):
        return mixed(self.seed_of(state), self.node_of(state), 60) % 2


@dataclass(frozen=True)
class SeatedIntegers(Seated, OnIntegers):
    stuck: ClassVar[Value] = Value.WIN


@dataclass(frozen=True)
class SeatedStrings(Seated, OnStrings):
    stuck: ClassVar[Value] = Value.WIN


@dataclass(frozen=True)
class PuzzleIntegers(OnIntegers):
    players: ClassVar[int] = 1
    stuck: ClassVar[Value] = Value.DRAW


@dataclass(frozen=True)
class PuzzleStrings(OnStrings):
    players: ClassVar[int] = 1
    stuck: ClassVar[Value] = Value.DRAW


@dataclass(frozen=True)
class Turned(RandomGame):
    """Nothing but the side that a move leads to hangs on the side: turning it is a symmetry."""

    def symmetries(self, state):
        for side in range(4):
            yield self.state_of(self.seed_of(state), self.node_of(state), side)


@dataclass(frozen=True)
class TurnedIntegers(Turned, OnIntegers):
    pass


@dataclass(frozen=True)
class TurnedTuples(Turned, OnTuples):
    pass


@dataclass(frozen=True)
class TurnedStrings(Turned, OnStrings):
    pass


@dataclass(frozen=True)
class GraphGame(Game):
    """A graph of arrays as a game on integers, for the reference solver."""

    graph: MoveGraph

    def start(self) -> int:
        return 0

    @property
    def players(self) -> int:  # type: ignore[override]
        return 1 if self.graph.always_again else 2

    def moves(self, state: int) -> Iterator[int]:
        return iter(range(int(self.graph.starts[state]), int(self.graph.starts[state + 1])))

    def play(self, state: int, move: int) -> int:
        return int(self.graph.edges[move])

    def outcome(self, state: int) -> Value | None:
        return Value(int(self.graph.over[state])) if self.graph.over[state] else None

    def moves_again(self, state: int, move: int) -> bool:
        graph = self.graph
        return graph.always_again or (graph.again is not None and bool(graph.again[move]))


def random_graph(random: np.random.Generator, states: int) -> MoveGraph:
    """A graph all of which can be reached from state 0, of a random style."""
    loopless = random.random() < 0.4
    ordered = loopless and random.random() < 0.5
    shares = random.random(3) * random.choice([0.02, 0.1, 0.3])
    over = random.choice(4, states, p=[1 - shares.sum(), *shares]).astype(np.uint8)
    over[0] = 0
    children: list[list[int]] = [[] for _ in range(states)]
    near = int(random.choice([2, 10, states]))
    parent = 0
    for i in range(1, states):  # a tree first
        low = max(0, i - near)
        parent = int(random.integers(low, i))
        if over[parent]:
            parent = int(np.flatnonzero(over[:i] == 0)[-1])
        children[parent].append(i)
    for i in range(states):
        if over[i]:
            continue
        for _ in range(int(random.integers(0, 5))):
            if loopless:
                if i + 1 < states:
                    children[i].append(int(random.integers(i + 1, min(states, i + 1 + near))))
            else:
                children[i].append(int(random.integers(0, states)))
        if children[i] and random.random() < 0.2:
            children[i].append(children[i][0])  # parallel
        if not children[i]:
            over[i] = random.integers(1, 4)
        random.shuffle(children[i])
    names = np.arange(states)
    if loopless and not ordered:  # the same graph, but not in a topological order
        names[1:] = random.permutation(names[1:])
    back = np.argsort(names)
    degrees = [len(children[j]) for j in back]
    starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    edges = np.array([names[c] for j in back for c in children[j]], np.int32)
    kind = int(random.integers(0, 3))
    again = (random.random(len(edges)) < 0.4).astype(np.uint8) if kind == 1 else None
    return MoveGraph(starts, edges, again, kind == 2, over[back], ordered)
