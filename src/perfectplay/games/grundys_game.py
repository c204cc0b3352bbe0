"""Grundy's game: split a heap into two unequal heaps; who cannot, loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.heaps import HeapGame


@dataclass(frozen=True)
class GrundysGame(HeapGame):
    """Grundy's game with one heap of ``n``."""

    n: int = 12

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = (
        *(
            PublishedValues(parameters={"n": n}, value=value, source="OEIS A002188")
            for n, value in ((4, Value.LOSS), (7, Value.LOSS), (10, Value.LOSS), (11, Value.WIN))
        ),
    )

    def splits(self, heap: int) -> Iterator[tuple[int, int]]:
        for low in range(1, (heap + 1) // 2):
            yield (low, heap - low)
