"""The original rules of Chopsticks: hands roll over, a dead hand may revive. See `chopsticks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.chopsticks import Chopsticks


@dataclass(frozen=True)
class Original(Chopsticks):
    """The original rules: roll-over, any split, a dead hand may revive, no hand is emptied."""

    overflow: Literal["cut-off", "roll-over"] = "roll-over"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            states=204, terminal=14, wins=25, losses=17, draws=162, value=Value.DRAW,
            source="recomputed by tests/games/test_games.py",
        ),
    )  # fmt: skip
