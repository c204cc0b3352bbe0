"""Grundy's game: split a heap into two unequal heaps; a player who cannot loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.heaps import HeapGame


@dataclass(frozen=True)
class GrundysGame(HeapGame):
    """Split a heap into two of different sizes; the player who cannot, loses.

    There is one heap of ``n``. In each move a player splits a heap into two heaps of different
    sizes. Heaps of one and of two cannot be split. A player who cannot move loses. Whether the
    Grundy values of its heaps repeat is an open question.

    Source: Grundy's game, https://en.wikipedia.org/wiki/Grundy%27s_game
    """

    title = "Grundy's game"
    category = "Heaps"

    n: int = 12

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(parameters={"n": n}, value=value, source="OEIS A002188")
        for n, value in ((4, Value.LOSS), (7, Value.LOSS), (10, Value.LOSS), (11, Value.WIN))
    )

    def splits(self, heap: int) -> Iterator[tuple[int, int]]:
        for low in range(1, (heap + 1) // 2):
            yield (low, heap - low)
