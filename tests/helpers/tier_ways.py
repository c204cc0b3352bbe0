"""The way that large games take through a solve by tiers, for small ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from large_ways import as_large
from perfectplay.solver import move_graph, sinks, tier_solve
from perfectplay.solver.explore import tiers
from perfectplay.solver.memory import BufferRoom
from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier
from perfectplay.solver.sinks import MemorySink, TierSink
from perfectplay.tablebase.table import TablePart


class Copying(MemorySink):
    """Copies finished tiers, and lets the array store do with its own what it does on the way to a
    folder."""

    def __init__(self, scratch: Callable[[], Path], overflow: Callable[[], TierSink]) -> None:
        super().__init__(scratch, overflow)
        self.in_memory = False

    def finished(self, tier: ResolvedTier) -> None:
        self.parts.append(TablePart(tier.keys.read(0, len(tier.keys)).copy(), tier.packed))


ROOMS = (1 << 30, 0, 600, 5_000)
"""Room for everything, for nothing, for some."""


class Ways:
    """Small games take the way of large ones, with some room for arrays, answers kept or not."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        as_large(patch)
        patch.setattr(tier_solve, "_resolving", lambda *_, **__: 0)

    def set(self, room: int, answers: bool, copying: bool) -> None:
        self.patch.setattr(
            tier_solve, "room_for", lambda *_: BufferRoom(7, 40, room, 1 << 30, 20, 0)
        )
        self.patch.setattr(tiers, "SLOW", 1e30 if answers else 0.0)
        self.patch.setattr(sinks, "MemorySink", Copying if copying else MemorySink)
        self.patch.setattr(move_graph, "SMALL", 300_000 if answers else 0)
