"""Fingers down: Chopsticks with hands modulo five and one kind of split. See `chopsticks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks


@dataclass(frozen=True)
class FingersDown(Chopsticks):
    """Hands modulo 5; the only split is of an even hand beside an empty one, in two halves."""

    overflow: Literal["cut-off", "roll-over"] = "roll-over"
    splits: Literal["none", "halve_into_empty", "even", "live", "any"] = "halve_into_empty"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=202, terminal=14, wins=48, losses=28, draws=126, value=Value.DRAW,
            longest_win=9, source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip
