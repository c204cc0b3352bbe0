"""A subtraction game: take from one heap a number of stones that the set allows, or lose.

State: the stones left. Move: the stones taken.
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
class Subtraction(Game[int, int]):
    """Take a permitted number of stones from one heap; the player who cannot, loses.

    There is one heap of ``stones``. In each move a player takes a number of stones that is one of
    ``takes``. A player who cannot move, because too few stones are left, loses, or wins with
    ``misere``.

    Source: Subtraction game, https://en.wikipedia.org/wiki/Subtraction_game
    """

    title = "Subtraction game"
    category = "Heaps"

    stones: int = 21
    takes: tuple[int, ...] = (1, 2, 3)
    misere: bool = False

    impartial: ClassVar[bool] = True

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=22, terminal=1, wins=16, draws=0, losses=6, value=Value.WIN, remoteness=11,
            best=("1",), source="lost exactly when the stones are divisible by 4",
        ),
        PublishedValues(
            parameters={"stones": 100, "takes": (1, 3, 4)}, wins=71, losses=30, draws=0,
            value=Value.LOSS, source="Winning Ways, ch. 4: lost exactly when stones mod 7 is 0, 2",
        ),
    )  # fmt: skip

    def __post_init__(self) -> None:
        if self.stones < 0:
            raise ValueError("stones must not be negative")
        if not self.takes or min(self.takes) < 1 or len(set(self.takes)) < len(self.takes):
            raise ValueError("takes must be one or more different positive numbers")

    @property
    def least(self) -> int:
        return min(self.takes)

    def start(self) -> int:
        return self.stones

    def moves(self, state: int) -> Iterator[int]:
        for taken in self.takes:
            if taken <= state:
                yield taken

    def play(self, state: int, move: int) -> int:
        return state - move

    def board(self, state: int, seat: int | None = None) -> Grid:
        return pictures.rows((state,), {taken: (0, taken) for taken in self.moves(state)}, ("",))

    def outcome(self, state: int) -> Value | None:
        if state >= self.least:
            return None
        return Value.WIN if self.misere else Value.LOSS
