"""The check compares compiled rules where only a search compiles them: keys of two words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay import Game, Value, check_game


@dataclass(frozen=True)
class Piles(Game):
    """Take one or two from a pile; piles are kept far apart in two large numbers."""

    wraps: bool = False

    def start(self) -> tuple[int, int]:
        return (5 << 45, 4 << 45)

    def moves(self, state: tuple[int, int]) -> Any:
        for pile in (0, 1):
            for n in (1, 2):
                if state[pile] >> 45 >= n:
                    yield pile, n

    def play(self, state: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        a, b = state
        pile, n = move
        return (a - (n << 45), b) if pile == 0 else (a, b - (n << 45))

    def outcome(self, state: tuple[int, int]) -> Value | None:
        if self.wraps and state[0] << 20 >> 20 != state[0]:  # never in Python
            return Value.DRAW
        return Value.LOSS if state == (0, 0) else None


def test_it_compares_and_says_what_compiles() -> None:
    report = check_game(Piles())
    assert report.ok
    assert report.states_compared > 20
    (note,) = [line for line in report.text().splitlines() if "interpreted" in line]
    assert "more than 63 bits" in note
    assert "a search of a position compiles its rules" in note


def test_it_finds_a_difference() -> None:
    report = check_game(Piles(wraps=True))
    assert [finding.promise for finding in report.findings] == ["compiled-differs"]
