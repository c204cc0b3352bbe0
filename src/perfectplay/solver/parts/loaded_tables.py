"""The tables of finished tiers that this process has loaded, to resolve the tiers below them."""

from __future__ import annotations

import threading
from collections.abc import Callable

from perfectplay.solver.explore.index import ValuedTier
from perfectplay.tablebase.store.manifest import TierEntry


class LoadedTables:
    """Tables by solve and tier. Threads share them."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, TierEntry], ValuedTier] = {}
        self._loading = threading.Lock()

    def of(
        self,
        store: str,
        tier: TierEntry,
        kept: tuple[int, ...],
        read: Callable[[TierEntry], ValuedTier],
    ) -> ValuedTier:
        """The table of a tier; those of other solves, and those not ``kept``, are forgotten."""
        with self._loading:
            for past in [key for key in self._loaded if key[0] != store or key[1].tier not in kept]:
                del self._loaded[past]
            key = (store, tier)
            if key not in self._loaded:
                self._loaded[key] = read(tier)
            return self._loaded[key]

    def forget(self, store: str) -> None:
        """Forget the tables of a solve."""
        with self._loading:
            for past in [key for key in self._loaded if key[0] == store]:
                del self._loaded[past]


TABLES = LoadedTables()
"""Of this process."""


def forget_tables(store: str) -> None:
    """Forget the tables that this process has loaded for a solve, at its end."""
    TABLES.forget(store)
