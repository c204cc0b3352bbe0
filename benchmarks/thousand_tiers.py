"""A game of many small tiers: what a task costs beside its work."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay import Game, Value


@dataclass(frozen=True)
class ThousandTiers(Game):
    """Each of three moves leads to the next level, which is a tier."""

    levels: int = 1000
    width: int = 30_000

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(3)

    def play(self, state: int, move: int) -> int:
        level, place = state // self.width, state % self.width
        return (level + 1) * self.width + (place * 3 + move * 7 + level) % self.width

    def outcome(self, state: int) -> Value | None:
        if state // self.width < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[state % 3]

    def tier(self, state: int) -> int:
        return state // self.width
