"""Three Rocks: two piles; take one to three rocks in all, from either pile or both; the last wins.

State: (rocks left, rocks right). Move: (rocks from the left, rocks from the right). Tier: the
rocks taken.
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
class ThreeRocks(Game[tuple[int, int], tuple[int, int]]):
    """Take a few rocks from two piles; the last rock wins.

    There are two piles of rocks. In each move a player takes at least one rock and at most ``most``
    in all, from one pile or from both. The player who takes the last rock wins. The game is a
    relative of the subtraction game and of Wythoff's game.

    Source: Subtraction game, https://en.wikipedia.org/wiki/Subtraction_game
    """

    title = "Three rocks"
    category = "Heaps"

    left: int = 10
    right: int = 10
    most: int = 3

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=121, terminal=1, wins=91, draws=0, losses=30, value=Value.LOSS, remoteness=10,
            source="lost if left + right is divisible by 4: tests/games/test_games_theory.py",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.left < 0 or self.right < 0:
            raise ValueError("left and right must not be negative")
        if self.most < 1:
            raise ValueError("most must be at least 1")

    def start(self) -> tuple[int, int]:
        return (self.left, self.right)

    def moves(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for left in range(min(state[0], self.most) + 1):
            for right in range(min(state[1], self.most - left) + 1):
                if left + right > 0:
                    yield (left, right)

    def play(self, state: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        return (state[0] - move[0], state[1] - move[1])

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return Value.LOSS if state == (0, 0) else None

    def board(self, state: tuple[int, int], seat: int | None = None) -> Grid:
        return pictures.two_piles(state, self.moves(state))

    def tier(self, state: tuple[int, int]) -> int:
        return self.left + self.right - state[0] - state[1]
