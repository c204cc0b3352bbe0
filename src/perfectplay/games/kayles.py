"""Kayles and Dawson's Kayles: rows of pins, of which a ball knocks down one or two.

What is left of a row is two rows. Kayles is the octal game .77, Dawson's Kayles is .07.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.octal import OctalGame


@dataclass(frozen=True)
class Kayles(OctalGame):
    """Knock down one pin of a row, or two side by side; the last pin wins.

    ``n`` pins stand in a row. In each move a player knocks down one pin, or two that stand side by
    side; a gap divides the row for good. The player who knocks down the last pin wins. H. E.
    Dudeney described the game in The Canterbury Puzzles.

    Source: Kayles, https://en.wikipedia.org/wiki/Kayles
    """

    title = "Kayles"
    category = "Heaps"

    n: int = 12

    code = ".77"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            value=Value.WIN, source="H. E. Dudeney (1908): the first player plays the middle"
        ),
    )


@dataclass(frozen=True)
class DawsonsKayles(OctalGame):
    """Knock down two pins side by side; the player who cannot, loses.

    ``n`` pins stand in a row. In each move a player knocks down two pins that stand side by side,
    never a single one. A player who finds no such pair loses. This is the octal game .07.

    Source: Octal game, https://en.wikipedia.org/wiki/Octal_game
    """

    title = "Dawson's Kayles"
    category = "Heaps"

    n: int = 12

    code = ".07"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(parameters={"n": n}, value=value, source="OEIS A002187")
        for n, value in ((5, Value.LOSS), (9, Value.LOSS), (10, Value.WIN), (15, Value.LOSS))
    )
