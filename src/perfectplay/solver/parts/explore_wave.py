"""Tasks that explore a tier with moves inside which is too large for one process.

It is explored wave by wave: what the states of a wave lead to inside the tier, and what no wave
before has, is the next one. In the end the files of all waves are merged into ranges of keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.compiler.expander import Expander
from perfectplay.core.arrays import IntArray
from perfectplay.solver.parts.explore_part import ExplorePart
from perfectplay.solver.parts.key_places import places_among
from perfectplay.solver.parts.part_store import PartStore, between
from perfectplay.solver.parts.receipts import ExploredPart, Run
from perfectplay.tablebase.store.remote_files import folder_at


@dataclass(frozen=True)
class ExploreWave(ExplorePart):
    """A range of the keys of a wave: ``runs`` lead into it; those that stand in ``known`` were
    expanded before."""

    in_waves = True

    wave: int
    known: tuple[Run, ...]

    @property
    def name(self) -> str:
        return f"tier-{self.tier}-wave-{self.wave}-{self.part}"

    def found(self) -> ExploredPart | None:
        """What it has left if it is done; its keys may be merged, and gone."""
        return PartStore(folder_at(self.store)).explored(self.receipt, whole=True)

    def _reached(
        self, expander: Expander, keys: IntArray
    ) -> tuple[IntArray, dict[int, IntArray], int]:
        """Of the keys that are new."""
        store = PartStore(folder_at(self.store))
        known = [between(store.run(run), self.low, self.high) for run in self.known]
        for run in known:
            keys = keys[places_among(run, keys) < 0]
        new, children, moves = super()._reached(expander, keys)
        children.setdefault(self.tier, new[:0])
        return new, children, moves


@dataclass(frozen=True)
class MergeWaves(ExplorePart):
    """A range of the keys of some waves, ``runs``, as one file; nothing is expanded. ``merge``
    tells apart the times that waves of a tier are merged."""

    in_waves = True

    merge: int

    @property
    def name(self) -> str:
        return f"tier-{self.tier}-merged-{self.merge}-{self.part}"

    def found(self) -> ExploredPart | None:
        """What it has left if it is done; its keys may be merged again, and gone."""
        return PartStore(folder_at(self.store)).explored(self.receipt, whole=True)

    def _reached(self, _: Expander, keys: IntArray) -> tuple[IntArray, dict[int, IntArray], int]:
        return keys, {}, 0
