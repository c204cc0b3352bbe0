"""Tiers read block by block: a few row groups of a part, checked as they are read first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from perfectplay.core.arrays import Array, IntArray
from perfectplay.tablebase.store.manifest import PartEntry
from perfectplay.verifier.stored import kernels, score_conditions
from perfectplay.verifier.stored.stored_files import (
    PartRows,
    WrongPartError,
    read_blocks,
    read_groups,
)

LONGEST = (1 << 29) - 2
"""The largest remoteness that an entry holds."""


@dataclass(frozen=True)
class Block:
    """Some row groups of a part. ``firsts``: the first key of each; ``last``: the last key."""

    part: PartEntry
    groups: range
    states: int
    firsts: IntArray
    last: int

    @property
    def first(self) -> int:
        """The first key."""
        return int(self.firsts[0])

    def read(self, folder: Path, scored: bool, keys: IntArray, entries: Array) -> None:
        """Fill the arrays with keys and entries, nothing reached yet. Raises as `read_groups`."""
        rows = read_groups(folder, self.part, self.groups, scored)
        keys[:] = rows.keys
        pack(rows, entries)


class ReadPart:
    """A part that is read for the first time. ``blocks``: those that were read."""

    def __init__(self, folder: Path, part: PartEntry, scored: bool) -> None:
        self.folder, self.part, self.scored = folder, part, scored
        self.blocks: list[Block] = []

    def each(self) -> Iterator[tuple[Block, PartRows]]:
        """The blocks with their rows. Raises WrongPartError, perhaps after the last one."""
        part, group = self.part, 0
        lowest, longest = 0, 0
        for rows in read_blocks(self.folder, part, self.scored):
            places = np.cumsum([0, *rows.groups])[:-1]
            groups = range(group, group + len(rows.groups))
            group = groups.stop
            keys = rows.keys
            block = Block(part, groups, len(keys), keys[places].copy(), int(keys[-1]))
            self.blocks.append(block)
            lowest = min(lowest, int(keys.min()))
            longest = max(longest, int(rows.plies.max()))
            yield block, rows
        first, last = self.blocks[0].first, self.blocks[-1].last
        if (first, last) != (part.first, part.last):
            raise WrongPartError(
                f"{part.file} holds states from {first} to {last}, the manifest says from "
                f"{part.first} to {part.last}"
            )
        if lowest < 0:
            raise WrongPartError(f"{part.file} holds a key below 0")
        if longest > LONGEST:
            raise WrongPartError(f"{part.file} holds a remoteness of {longest:,}")


def first_keys_of(blocks: Sequence[Block]) -> dict[str, IntArray]:
    """Of each part, the first key of each row group."""
    found: dict[str, list[IntArray]] = {}
    for block in blocks:
        found.setdefault(block.part.file, []).append(block.firsts)
    return {file: np.concatenate(firsts) for file, firsts in found.items()}


def pack(rows: PartRows, entries: Array) -> None:
    """Fill an array with the entries of some rows, nothing reached yet."""
    if rows.scores is None:
        kernels.pack_entries(rows.values, rows.plies, entries)
    else:
        score_conditions.pack_scored(rows.values, rows.plies, rows.scores, entries)
