"""Games, and ways to solve them, on which the answers of solutions are tested."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from perfectplay import Game, Solution, Value, solve
from random_games import AgainStrings, PuzzleStrings, RandomGame, SeatedStrings


@dataclass(frozen=True)
class Planted(Game):
    """The start has a drawn end after 2 plies (move 0), one after 5 (move 1), a loop (move 2).

    From the way of 5 plies one may turn off into a state that is lost in one ply.
    """

    EDGES: ClassVar = (
        (1, 3, 8),  # 0: the start
        (2,),  # 1
        (),  # 2: a drawn end after 2 plies
        (4, 10),  # 3: 10 is a gift to the other player, who wins there at once
        (5,),
        (6,),
        (7,),  # 6
        (),  # 7: a drawn end, 5 plies from the start
        (9,),  # 8 and 9: a loop
        (8,),
        (11,),  # 10: won, for the player to move
        (),  # 11: lost
    )

    def start(self):
        return 0

    def moves(self, state):
        return range(len(self.EDGES[state]))

    def play(self, state, move):
        return self.EDGES[state][move]

    def outcome(self, state):
        if state in (2, 7):
            return Value.DRAW
        if state == 11:
            return Value.LOSS
        return None


METHODS = ["interpreted", "compiled", "reference"]


@cache
def solved(cls: type[RandomGame], seed: int) -> Solution:
    return solve(cls(seed), method="interpreted")


RANDOM = [
    (cls, seed)
    for cls in (AgainStrings, SeatedStrings, PuzzleStrings)
    for seed in (*range(2, 300, 37), *range(82, 88), *range(126, 129))
]


LOOP = 1 << 40


@dataclass(frozen=True)
class Chain(Game):
    """One move in each state but the last: remoteness as long as one likes.

    With ``loop`` the last state is lost, and who is winning could choose a loop instead.
    """

    length: int = 17_000
    loop: bool = False

    def start(self):
        return self.length + (LOOP if self.loop else 0)

    def moves(self, state):
        return range(2 if state > LOOP and state % 2 else 1)

    def play(self, state, move):
        if state == 2 * LOOP or move:
            return 2 * LOOP
        return state - 1

    def outcome(self, state):
        if state == LOOP:
            return Value.LOSS
        return Value.DRAW if state == 0 else None


class Steps(Chain):
    """For states of other kinds."""

    def moves(self, state):
        return range(1)


@dataclass(frozen=True)
class Piles(Game):
    """Nim with piles in any order, as a tuple that gets shorter (or as what ``kind`` says)."""

    piles: tuple[int, ...] = (1, 2, 3)
    kind: str = "shorter"

    def start(self) -> Any:
        return self._as(self.piles)

    def _as(self, piles: tuple[int, ...]) -> Any:
        if self.kind == "shorter":
            return tuple(p for p in piles if p)
        if self.kind == "large":  # four numbers of 20 bits need more than 63
            return tuple(p * 2**20 // 4 for p in piles)
        if self.kind == "nested":
            return tuple((p,) for p in piles)
        return piles

    def _of(self, state: Any) -> tuple[int, ...]:
        if self.kind == "large":
            return tuple(p * 4 // 2**20 for p in state)
        return tuple(p[0] for p in state) if self.kind == "nested" else state

    def moves(self, state: Any) -> Iterator[tuple[int, int]]:
        for i, pile in enumerate(self._of(state)):
            for take in range(1, pile + 1):
                yield i, take

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        piles = list(self._of(state))
        piles[move[0]] -= move[1]
        return self._as(tuple(piles))

    def outcome(self, state: Any) -> Value | None:
        return None if any(self._of(state)) else Value.LOSS

    def symmetries(self, state: Any) -> Iterator[Any]:
        for piles in itertools.permutations(self._of(state)):
            yield self._as(piles)
