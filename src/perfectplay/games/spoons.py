"""Spoons: Chopsticks with cut-off, conjoining and even splits. See `chopsticks`.

Codes for moves: 1 left hits left, 2 left hits right, 3 right hits left, 4 right hits
right, 5 conjoin, 6 split evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks, Conjoin, Hands, Splits


@dataclass(frozen=True)
class Spoons(Chopsticks):
    """Chopsticks in which a player may bring all fingers together on one hand.

    Each player has two hands and begins with one finger raised on each. A hit adds the fingers of
    a live hand to a live hand of the other player; a hand with five or more is dead. Instead of a
    hit, a player may bring the fingers of both hands together on the left one, if it stays alive,
    or split an even sum into two halves. A player with two dead hands has lost.

    Source: Chopsticks (hand game), with variations, https://en.wikipedia.org/wiki/Chopsticks_(hand_game)
    """

    title = "Spoons"
    category = "Hands"

    splits: Splits = "even"
    conjoin: Conjoin = "left"
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
