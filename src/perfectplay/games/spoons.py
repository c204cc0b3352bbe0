"""Spoons: Chopsticks with cut-off, conjoining and even splits. See `chopsticks`.

Codes for moves: 1 left hits left, 2 left hits right, 3 right hits left, 4 right hits
right, 5 conjoin, 6 split evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks, Hands


@dataclass(frozen=True)
class Spoons(Chopsticks):
    """Chopsticks with conjoining and even splits; hands as played: left and right differ."""

    splits: Literal["none", "halve_into_empty", "even", "live", "any"] = "even"
    conjoin: Literal["none", "left"] = "left"
    sorted_hands: bool = False

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=502, terminal=24, wins=261, losses=92, draws=149, value=Value.DRAW,
            longest_win=13, source="recomputed by tests/games/test_games.py",
        ),
        PublishedValues(
            parameters={"sorted_hands": True}, states=179, terminal=14, wins=88, losses=37,
            draws=54, value=Value.DRAW, source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip

    def symmetries(self, state: Hands) -> Iterator[Hands]:
        """Left and right exchanged, for either player."""
        left, right, their_left, their_right = state
        yield state
        if not self.sorted_hands:
            yield (right, left, their_left, their_right)
            yield (left, right, their_right, their_left)
            yield (right, left, their_right, their_left)
