"""Kayles: a row of pins; a ball knocks down one pin, or two that stand side by side.

What is left of a row are two rows: the octal game .77. Who knocks down the last pin wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.octal import OctalGame


@dataclass(frozen=True)
class Kayles(OctalGame):
    """Kayles with one row of ``n`` pins."""

    n: int = 12

    code = ".77"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        PublishedValues(
            value=Value.WIN, source="H. E. Dudeney (1908): the first player plays the middle"
        ),
    )


@dataclass(frozen=True)
class DawsonsKayles(OctalGame):
    """Two pins side by side go at a time, no single one: the octal game .07."""

    n: int = 12

    code = ".07"

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        *(
            PublishedValues(parameters={"n": n}, value=value, source="OEIS A002187")
            for n, value in ((5, Value.LOSS), (9, Value.LOSS), (10, Value.WIN), (15, Value.LOSS))
        ),
    )
