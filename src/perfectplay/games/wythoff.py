"""Wythoff's game: take any number from one pile, or the same number from both; the last wins.

State: (left, right). Move: (stones from the left, stones from the right). If the piles are equal
at the start, exchanging them is a symmetry. Tier: the stones taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.board import Grid
from perfectplay.game.game import Game
from perfectplay.game.published_values import PublishedValues
from perfectplay.games import pictures


@dataclass(frozen=True)
class Wythoff(Game[tuple[int, int], tuple[int, int]]):
    """Take from one of two piles, or the same from both; the last stone wins.

    There are two piles of stones. In each move a player takes any number of stones from one pile,
    or the same number from both. The player who takes the last stone wins. W. A. Wythoff showed in
    1907 that the lost positions follow from the golden ratio. The game is also played with a chess
    queen that goes to a corner.

    Source: Wythoff's game, https://en.wikipedia.org/wiki/Wythoff%27s_game
    """

    title = "Wythoff's game"
    category = "Heaps"

    left: int = 18
    right: int = 18

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=361, representatives=190, terminal=1, losses=15, wins=346, draws=0,
            value=Value.WIN, remoteness=1, best=("7,0", "0,7", "18,18"),
            source="W. A. Wythoff (1907): lost are (0,0) (1,2) (3,5) (4,7) (6,10) (8,13) (9,15) "
            "(11,18) and their mirror images",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.left < 0 or self.right < 0:
            raise ValueError("left and right must not be negative")

    def start(self) -> tuple[int, int]:
        return (self.left, self.right)

    def moves(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for taken in range(1, state[0] + 1):
            yield (taken, 0)
        for taken in range(1, state[1] + 1):
            yield (0, taken)
        for taken in range(1, min(state[0], state[1]) + 1):
            yield (taken, taken)

    def play(self, state: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        return (state[0] - move[0], state[1] - move[1])

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return Value.LOSS if state == (0, 0) else None

    def board(self, state: tuple[int, int], seat: int | None = None) -> Grid:
        return pictures.two_piles(state, self.moves(state))

    def tier(self, state: tuple[int, int]) -> int:
        return self.left + self.right - state[0] - state[1]

    def symmetries(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        yield state
        if self.left == self.right:
            yield (state[1], state[0])
