"""A fan: few tiers, most of them with four million states. For tests of memory."""

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value

LEVEL = 100_000_000


@dataclass(frozen=True)
class Fan(Game):
    """``width`` moves, then as many again, then one at a time to the last level."""

    width: int = 2_000
    levels: int = 4

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterator[int]:
        if state // LEVEL < 2:
            yield from range(self.width)
        else:
            yield 0

    def play(self, state: int, move: int) -> int:
        level = state // LEVEL + 1
        place = state % LEVEL
        if level <= 2:
            return level * LEVEL + place * self.width + move
        return level * LEVEL + (place * 7 + 3) % (self.width * self.width)

    def outcome(self, state: int) -> Value | None:
        if state // LEVEL < self.levels:
            return None
        return Value.LOSS if state % 3 else Value.WIN

    def tier(self, state: int) -> int:
        return state // LEVEL
