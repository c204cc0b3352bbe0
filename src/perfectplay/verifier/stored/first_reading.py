"""The first reading of a tier that memory does not hold: its blocks, counts, and keys that fall."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from perfectplay.tablebase.store.manifest import PartEntry, TierEntry
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.blocks import Block, ReadPart, pack
from perfectplay.verifier.stored.stored_files import WrongPartError
from perfectplay.verifier.stored.stored_tiers import counted


@dataclass
class FirstReading:
    """What is found when a tier, or a part, is read for the first time: ``fall``: two keys that
    do not rise."""

    blocks: list[Block] = field(default_factory=list)
    counts: Counter[int] = field(default_factory=Counter)
    fall: tuple[int, int] | None = None

    def add(self, other: FirstReading) -> None:
        """What comes behind it."""
        before = self.blocks[-1].last if self.blocks else None
        first = other.blocks[0].first
        if self.fall is None and before is not None and first <= before:
            self.fall = before, first
        self.fall = self.fall or other.fall
        self.blocks += other.blocks
        self.counts.update(other.counts)


def read_first(folder: Path, tier: TierEntry, pool: Executor, scored: bool) -> FirstReading:
    """Read a tier and check it as `BudgetTiers` does. Raises WrongPartError."""
    whole = FirstReading()
    for found in pool.map(lambda part: _read_part(folder, part, scored), tier.parts):
        whole.add(found)
    if whole.fall is not None:
        raise WrongPartError(
            f"the keys of tier {tier.tier} do not rise: {whole.fall[0]} stands before "
            f"{whole.fall[1]}"
        )
    return whole


def _read_part(folder: Path, part: PartEntry, scored: bool) -> FirstReading:
    read, found = ReadPart(folder, part, scored), FirstReading()
    for block, rows in read.each():
        fall = None
        if (place := int(kernels.first_fall(rows.keys))) >= 0:
            fall = int(rows.keys[place - 1]), int(rows.keys[place])
        entries = np.empty(block.states, np.uint64 if scored else np.uint32)
        pack(rows, entries)
        found.add(FirstReading([block], Counter(counted(entries)), fall))
    return found
