"""Random games of points without loops, made by hash arithmetic from a seed in the state.

`Points` has tuples as states, (seed, node, margin-free side); `PointsOnIntegers` is the same game
on integers and `PointsOnStrings` on strings. Players may move again; scores are small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from perfectplay import Game


def mixed(a: int, b: int, c: int) -> int:
    """A hash from 0 to 2^31 - 2; no step of it leaves 63 bits."""
    x = (a * 1_000_003 + b * 8_191 + c * 131_071 + 12_345) % 2_147_483_647
    x = ((x ^ (x >> 13)) * 48_271 + c) % 2_147_483_647
    return ((x ^ (x >> 11)) * 16_807 + b) % 2_147_483_647


@dataclass(frozen=True)
class Points(Game):
    """A graph of ``nodes`` nodes; every move leads to a later node."""

    seed: int = 0
    nodes: int = 40

    scoring: ClassVar[bool] = True
    stuck: ClassVar[int] = -2

    def node(self, state: Any) -> int:
        return state[1]

    def state_of(self, node: int) -> Any:
        return (self.seed, node)

    def start(self) -> Any:
        return self.state_of(0)

    def moves(self, state: Any) -> Iterator[int]:
        node = self.node(state)
        for move in range(mixed(self.seed, node, 1) % 4):
            if node + 1 + mixed(self.seed, node, 10 + move) % 7 < self.nodes:
                yield move

    def play(self, state: Any, move: int) -> Any:
        node = self.node(state)
        return self.state_of(node + 1 + mixed(self.seed, node, 10 + move) % 7)

    def gain(self, state: Any, move: int) -> int:
        return mixed(self.seed, self.node(state), 20 + move) % 7 - 2

    def moves_again(self, state: Any, move: int) -> bool:
        return mixed(self.seed, self.node(state), 30 + move) % 3 == 0

    def outcome(self, state: Any) -> int | None:
        node = self.node(state)
        if mixed(self.seed, node, 2) % 9 == 0 and node > 0:
            return mixed(self.seed, node, 3) % 11 - 5
        return None


class PointsOnIntegers(Points):
    def node(self, state: Any) -> int:
        return state

    def state_of(self, node: int) -> Any:
        return node


class PointsOnStrings(Points):
    def node(self, state: Any) -> int:
        return int(state)

    def state_of(self, node: int) -> Any:
        return str(node)


class PointsOnFractions(Points):
    """States without keys, which are stored as texts."""

    def node(self, state: Any) -> int:
        return int(state)

    def state_of(self, node: int) -> Any:
        return node + 0.5


def score_and_plies(game: Game, state: Any) -> tuple[int, int]:
    """Minimax as the definition says it: no table, no graph."""
    end = game.outcome(state)
    moves = [] if end is not None else list(game.moves(state))
    if not moves:
        return (game.stuck if end is None else end), 0
    brings = []
    for move in moves:
        score, plies = score_and_plies(game, game.play(state, move))
        again = game.moves_again(state, move)
        brings.append((game.gain(state, move) + (score if again else -score), plies + 1))
    best = max(score for score, _ in brings)
    return best, min(plies for score, plies in brings if score == best)
