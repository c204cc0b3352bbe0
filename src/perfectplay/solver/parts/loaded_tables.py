"""The tables of finished tiers that this process has loaded, to resolve the tiers below them."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from perfectplay.core.process_memory import default_budget, resident_bytes
from perfectplay.solver.memory import LOADED_SCORE, LOADED_STATE
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.tier_above import TierAbove
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.retrograde.resolve_range import ChildValues
from perfectplay.tablebase.store.remote_files import folder_at


class LoadedTables:
    """Tables by solve and tier. Threads share them."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, TierAbove], ChildValues] = {}
        self._loading = threading.Lock()

    def of(
        self,
        store: str,
        tiers: Sequence[TierAbove],
        kept: Sequence[int],
        parts: TierParts,
        memory: int | None,
    ) -> dict[int, ChildValues]:
        """The values of tiers; those of other solves, and of tiers not ``kept``, are forgotten.

        ``memory``: bytes that this process may hold (None: half of what is free). A tier that does
        not fit is read by ranges.
        """
        with self._loading:
            for past in [key for key in self._loaded if key[0] != store or key[1].tier not in kept]:
                del self._loaded[past]
            for tier in tiers:
                if (store, tier) not in self._loaded:
                    each = LOADED_STATE + LOADED_SCORE * parts.scored
                    room = (memory or default_budget()) - resident_bytes()
                    spare = room - tier.stored.states * each
                    files = PartStore(folder_at(store))
                    self._loaded[store, tier] = (
                        tier.by_range(files, parts) if spare < 0 else tier.read(files, parts, spare)
                    )
            return {tier.tier: self._loaded[store, tier] for tier in tiers}

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
