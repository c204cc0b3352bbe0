"""The original rules of Chopsticks: hands roll over, a dead hand may revive. See `chopsticks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks, Overflow


@dataclass(frozen=True)
class Original(Chopsticks):
    """Chopsticks in which a dead hand can come back to life.

    Each player has two hands and begins with one finger raised on each. A hit adds the fingers of
    a live hand to a live hand of the other player. A hand with exactly five is dead; a hand with
    more keeps what is above five. Instead of a hit, a player may split the fingers of both hands
    in another way, and so bring a dead hand back, but may not empty a hand. A player with two dead
    hands has lost.

    Source: Chopsticks (hand game), https://en.wikipedia.org/wiki/Chopsticks_(hand_game)
    """

    title = "Chopsticks, the original rules"
    category = "Hands"

    overflow: Overflow = "roll-over"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=204, terminal=14, wins=25, losses=17, draws=162, value=Value.DRAW,
            source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip
