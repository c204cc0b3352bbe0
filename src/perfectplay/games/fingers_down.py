"""Fingers down: Chopsticks with hands modulo five and one kind of split. See `chopsticks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks, Overflow, Splits


@dataclass(frozen=True)
class FingersDown(Chopsticks):
    """Chopsticks modulo 5, in which only an even hand beside an empty one is split.

    Each player has two hands and begins with one finger raised on each. A hit adds the fingers of
    a live hand to a live hand of the other player. A hand with more than five loses five; a hand
    with exactly five is dead. A player with one dead hand may split an even number of fingers on
    the other hand into two halves. A player with two dead hands has lost.

    Source: Chopsticks (hand game), with variations, https://en.wikipedia.org/wiki/Chopsticks_(hand_game)
    """

    title = "Fingers down"
    category = "Hands"

    overflow: Overflow = "roll-over"
    splits: Splits = "halve_into_empty"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=202, terminal=14, wins=48, losses=28, draws=126, value=Value.DRAW,
            longest_win=9, source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip
